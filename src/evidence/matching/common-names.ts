// Names that very many people have: the most frequent family and given names of the United States (Census Bureau: surnames of 2010, given
// names of 1990), and the most frequent ones of the countries that screening lists name often. Two of them alone point to nobody.

import { soundKey } from './sound.ts'

const families = `
  smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson thomas taylor moore jackson
  martin lee perez thompson white harris sanchez clark ramirez lewis robinson walker young allen king wright scott torres nguyen hill flores green
  adams nelson baker hall rivera campbell mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart
  morris morales murphy cook rogers gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim cox ward richardson watson brooks
  chavez wood james bennett gray mendoza ruiz hughes price alvarez castillo sanders patel myers long ross foster jimenez powell jenkins perry
  russell sullivan bell coleman butler henderson barnes gonzales fisher vasquez simmons romero jordan patterson alexander hamilton graham reynolds
  griffin wallace moreno west cole hayes bryant herrera gibson ellis tran medina aguilar stevens murray ford castro marshall owens harrison
  fernandez mcdonald woods washington kennedy wells vargas henry chen freeman webb tucker guzman burns crawford olson simpson porter hunter
  gordon mendez silva shaw snyder mason dixon munoz hunt hicks holmes palmer wagner black robertson boyd rose stone salazar fox warren mills
  meyer rice schmidt garza daniels ferguson nichols stephens soto weaver ryan gardner payne grant dunn kelley spencer hawkins arnold pierce
  hansen peters santos hart bradley knight elliott cunningham duncan armstrong hudson carroll lane riley andrews alvarado ray delgado berry
  perkins hoffman johnston matthews pena richards contreras willis carpenter lawrence sandoval guerrero george chapman rios estrada ortega
  watkins greene nunez wheeler valdez harper burke larson santiago maldonado morrison franklin carlson austin dominguez carr lawson jacobs
  obrien lynch singh vega bishop montgomery oliver jensen harvey williamson gilbert dean sims espinoza howell li wong reid hanson mccoy garrett
  burton fuller wang weber welch rojas lucas marquez fields park yang little banks padilla day walsh bowman schultz luna fowler mejia
  khan ali ahmed hassan hussein mohammed ibrahim ismail omar yusuf abdullah zhang liu huang zhao wu zhou xu sun zhu lin gao choi jung pham
  ivanov petrov smirnov kuznetsov popov vasiliev sokolov mikhailov novikov
`
const given = `
  james john robert michael william david richard charles joseph thomas christopher daniel paul mark donald george kenneth steven edward brian
  ronald anthony kevin jason matthew gary timothy jose larry jeffrey frank scott eric stephen andrew raymond gregory joshua jerry dennis walter
  patrick peter harold douglas henry carl arthur ryan roger joe juan jack albert jonathan justin terry gerald keith samuel ralph lawrence
  nicholas roy benjamin bruce brandon adam harry fred wayne billy steve louis jeremy aaron randy howard eugene carlos russell bobby victor martin
  ernest phillip todd jesse craig alan shawn clarence sean philip chris johnny earl jimmy antonio danny bryan tony luis mike stanley leonard
  nathan dale manuel rodney curtis norman allen marvin vincent glenn jeffery travis jeff chad jacob lee melvin alfred kyle francis bradley jesus
  herbert frederick ray joel edwin don eddie ricky troy randall barry alexander bernard mario leroy francisco marcus theodore clifford miguel
  oscar jay jim tom calvin alex jon ronnie bill lloyd tommy leon derek warren darrell jerome floyd leo alvin tim wesley gordon dean greg jorge
  dustin pedro derrick dan lewis zachary corey herman maurice vernon roberto clyde glen hector shane ricardo sam rick lester brent ramon charlie
  tyler gilbert gene marc reginald ruben brett angel nathaniel rafael leslie edgar milton raul ben chester cecil duane franklin andre elmer brad
  gabriel ron mitchell roland arnold harvey jared adrian karl cory claude erik darryl jamie neil jessie christian javier fernando clinton ted
  mathew tyrone darren lonnie lance cody julio kelly kurt allan nelson guy clayton hugh max dwayne dwight armando felix jimmie everett jordan ian
  wallace ken bob jaime casey alfredo alberto dave ivan johnnie sidney byron julian isaac morris clifton willard daryl ross virgil andy marshall
  salvador perry kirk sergio marion tracy seth kent terrance rene eduardo terrence enrique freddie wade cesar alejandro gerardo guillermo arturo
  gustavo hugo pablo andres diego orlando
  mary patricia linda barbara elizabeth jennifer maria susan margaret dorothy lisa nancy karen betty helen sandra donna carol ruth sharon
  michelle laura sarah kimberly deborah jessica shirley cynthia angela melissa brenda amy anna rebecca virginia kathleen pamela martha debra
  amanda stephanie carolyn christine marie janet catherine frances ann joyce diane alice julie heather teresa doris gloria evelyn jean cheryl
  mildred katherine joan ashley judith rose janice nicole judy christina kathy theresa beverly denise tammy irene jane lori rachel marilyn andrea
  kathryn louise sara anne jacqueline wanda bonnie julia ruby lois tina phyllis norma paula diana annie lillian emily robin carmen rosa ana
  muhammad ahmad ali hassan hussein abdullah ibrahim omar yusuf khalid mahmoud mustafa nasir said
  sergei vladimir andrei dmitri alexei igor oleg nikolai yuri mikhail
`

const soundsOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/).map(soundKey))
const common = { family: soundsOf(families), given: soundsOf(given) }

/** Whether very many people have this family or given name, in any spelling that sounds like it. */
export const isCommonName = (sound: string, as: 'family' | 'given'): boolean => common[as].has(sound)
