// Words that businesses of many kinds call themselves by, beside those of `words.ts`: each stands in the names of several registered businesses of
// at least two registries, counted over the part of the registries that matching is tuned on. Alone they point to nobody.

import { isCommonName } from './common-names.ts'
import { remembered } from './remembered.ts'
import { soundKey } from './sound.ts'
import { commonWords } from './words.ts'

const ordinaryWords: ReadonlySet<string> = new Set(
  `
  aaron abco abogados about above absolute abundance abundant academia academic accepted access accessories account accountants accounting acquisition
  acres action active activity adam addiction administration administrators advance advancement advantage advertising advocacy aerospace aesthetics
  affiliate affinity afro after against agape agents agility agri agua ahorro aircraft airport alcoholic aldrich alex alexander alfa alianza alice
  alignment allen alliance allied ally alma alpha alpine alta alternative always aman amazing amazon amber amigos amor analysis analytics ancient
  anderson andreas andres andrew andy anesthesia angel anglers anglican anna anne anonymous anthony antilles antique antonio apex apollo apoyo apple
  applied apps aqua arab arbor architectural architecture area ariel arise arms arnold around arrow arte arthur artisan ascend asistencia asociacion
  aspen assembly asset assist assistance assistant assisted associated assurances atelier athletes athletic atlas attis attorney auction audio aura
  aurora authority automatic automation automobiles avenue awakening away axis ayurveda back backyard bahrain bailey baker balance balanced ball
  balloons banco band bangladesh baptist barbados barbara barber barbershop barclay bargain barrel barry base baseball based basin basketball bath
  battle bautista bazar beachcomber beacon bean bear beard beautiful beca because becker beds beer beginnings behavior behavioral being belen believe
  bell bella benefit benevolent bennett berg bernard beta bethesda better betty beverage beyond bhutan bigfoot bike bilingual biomedical bioscience
  birch bird bishop blake blessing blind bliss block bloom blooming blossom board boat bodies body bold bond bono boosters boot border borough boss
  botanicals boys brad bradford bradley brady brain brake brands brandywine brave bread breakfast breathe brew brian brick bridge bright brock broken
  brokerage brokers brooklyn brooks brotherhood brown bruce bryan bubble buchanan bucks buddy buena buffalo build built bulk bull bulldog burger
  burkina butler butte butterfly buyer byte cable cabo cakes call cambridge camden cameron cameroon camp campbell cancer candles canine cannabis cape
  captain carbon cardiology cards career carey caribbean caribe carl carol carpentry casa cascadia case cash castle casualty catalyst cathedral
  catholic cattle cayey cedar celebrant celebration celestial cell cellars cemetery centennial centro century chabad chai chain chair chamber champion
  chance change chapel chapman chapter charitable charity charles charlotte charter chartered chase chef chelsea chen cherry chevrolet chichester
  chicken chicks childcare chips chocolate choice chris christ christina christopher chuck chung churchill cinderella circle circuit cities citizens
  civic civil claims clarity clark clarke class classical clay clayton cleaners clear clearing clearwater clemente climate cloud coach coalition
  coating coats code cohen cola cole colectivo coleman collaborative collection collective college collins collision colonial color columbia columbus
  combustion comedy comfort comite commerce commission commodities commons commonwealth communities companies companion compass compassionate
  competitions complete compliance components concord conference congo congregation connect connected connection connie conrad conscious conservation
  consignment consolidated consorcio consult consultation container contemporary continental contracts convention conversations conversions cook cool
  cooper cooperation cooperativa copper coral core corn corner cornerstone corporate corredor corvette cosmetics cosmic costa cottage cotton council
  counsel countertops courier course court cove covenant cowboy cozy craig crane cream create creating creativa credito crest crew cricket critical
  croix crop cross crossing crown crypto crystal cuisine culinary cultural culture cure curiosity cutting cycle daily dairy daley dame daniel dark
  daughters dave david davidson davis dawg dawn dawson deals debt decor deep defender defense della delta dent deporte dermatology desarrollo desert
  designated designer desire destination destiny detail detailing detection developmental diagnostics diamond diane diaz diesel diocese direct
  direction dirt dirty disabled disaster discount discover disease disorders dispatch disposal district divas diversified diversity divine division
  dixon doctors dollar domestic dominion donald donna double douglas dove down downtown dragon drain dream drinks drive driver driving drone drug duck
  dunn dynamic eagle earl early earth easy eats ebenezer eclipse ecological ecom economic economica economico economy eden edge educate educational
  edwards elder elegance elegant elemental elementary elements elena elephant elevate elevation eliot elizabeth ella emerald emergency emerging
  emmanuel empire employees emporium empowered empowerment empresa endeavors endurance engagement engine engineers english enhancement entrepreneur
  environment epic episcopal epsilon equestrian equine equities equity eric esperanza essence essentials este esther esthetics ethiopia ethiopian
  evangelica evangelical evans ever everest evergreen every everything evolution evolve excel excellence excellent excelsior exchange exclusive
  executive exim expedition experience expert exploration eyecare fabrication face facilities facility factor fair fairview faith faithful falcon
  falls fame families farmers farming fast fastener fatima feed feeder fellowship femsa ferguson fernandez fertilizer festival fideicomiso fidelity
  fiduciary field fight financing find fine fintech fire firearms fischer fish fisher fisheries fixed flame flat flawless fleet flex flight floor
  floral florence flow focus foley fondation fondo foot football force ford foreign forensic forest forestry forever forge fort fortune forum forward
  foster founders fragrance francaise frances franchise francis francisco frank frankford franklin fred free freedom fresh friends from front frontier
  frost fruit fuel full fundacion fundraising funeral fusion future gallery games gaming gamma garage garcia gardeners gardening gardner garfield gary
  gates gateway gathering gator gear gender generation genesis george gerald german ghost giant ginger girls give glen glenn globe gloria glory glow
  goal goat goldman golf good gordon government grace grade graham grain grand granite grant grassroots gray great greater greenfield greens gregory
  gresham grid ground groupe grove grow growers growing growth guam guaranty guard guardian guidance guide guild guinea guru habitat hacienda hall
  halo hamilton handlers handmade hands handy hans happiness happy harbor harbour hardscaping hardware harmonic harmony harpers harrington harris
  harrison harry hart harvest harvey haus haven head heal healthy hearing heart heat heaven heavenly heights helen helena hella help helping hemp
  henry here heritage hernandez hero heroes heron hidden high higher highland highway hillsboro hire hispanic historic historical hockey hoffman
  holdco hole holiday holistic holloway holly holmes holy homecare homeowners honduras honey hope horizon horse hose hospice hounds hour household
  housing howard hughes hull human humane humanity hunt hunter hutchinson hvac hydraulic hydro ideas iglesia images imaging immaculate immigration
  impact imperial imperium impex improvement income independent industria infant infinity influence information infrastructure initiative inner
  innovative innovator insight inspiration inspire inspired installations institucion institution institutional integracion integrated integrative
  integrity intellectual intelligence intelligent interactive interest intermediate internacional internationale interval interventional investigacion
  investigation investigative investing investors iota iron irrigation islamic isle italia italian jack jackson jacobs jade jake jamaica james jane
  janet jardin jason jazz jean jeff jefferson jeffrey jennifer jerry jessie jesus jewellers jewellery jewels jimmy joan jobs joel john johnson
  jonathan jones jose joseph journey joyful juan junction junior just justice kappa karen kate kathryn keep kelly kennel kenneth kent kevin keystone
  khan kids kind king kingdom kirk knights knowledge kyle labor lace lacrosse lady lakeland landing landlord lane language last latino latinoamericano
  laundry laura laurel laurence laurie lavender lawrence lawyers lcsw lead leaders leaf league learn leasing leather legacy legal legends legion leon
  leonard leonardo leone lets level leverage lewis liberty library life lifestyle lift light lighthouse lighting like lilys limit limitless lincoln
  linda line link lions lisa list live livestock llama llano local location lodge lofts lone long look loop lord lost lotus louis lounge love loving
  loyal luca lucky lumen luna luther lutheran luxe luxury lynn macdonald machine machining mackenzie macleod macro madagascar made madison maestro
  magic magnolia maid mail main majestic major make makers making mall mama mana managed managers manning manor manuel maple maranatha marble marco
  maria marianas marie marilyn mark marketplace marshall mart martha martial martin martinez marvin mary mason master match materials matt matters
  matthew maya mcarthur mcdaniel mcdowell mckenzie meadow meal meat medic medicare medicine medina mega melissa members memorial memory mendez mental
  mentoring meraki merchandise merchandising merchants meridian mess meta metro metropolitan mexican michael michele michelle micro micronesia
  midlands midnight mike mile milestone mill millennium miller milton milwaukee mindfulness minds mineral mines mini ministers minnesota miracle
  mirror miss mission missionary mitchell mobility mogo mohammed molly moments momentum moms monkey monte montessori montgomery monument moon moore
  moose more morgan morning morris morrison moss mothers motion motorcycle motorsports move movement multi multiple municipal murphy murray muse
  museum muslim mutual mutuo myers nacional nails nancy nathan nation nationale nationwide native natural nature nebraska neighbors nelson nest
  newcastle newport next nextgen nexus nguyen nicaragua nicholas nicks nielsen night noble nomad nordic northstar notary notch nottingham nova novo
  nueva number nurses nursing oasis obsidian occupational ocean officers olive oliver olympic omega omni oncology only ontario operating operations
  opportunities opportunity optical optics options opus orange orchard orchid organics organizing oriental origin original orion orphans orthopedic
  others outcomes outdoor outfitters outlet outreach outsourcing over overflow overseas oxford pack packaging padel page pain paint palace palestinian
  palm palmas palmer panel panthers pantry papa paper para paradigm paradise paralegal parallel parent parish parker parks parkview parts party pass
  patel path pathology pathways patient patricia patrick patterson paul paws payne peace peak pear pearl peninsula penn pennsylvania pension
  pentecostal people perception pere perfect perfection perpetual perry personal personas perspective peter peterson pharma phase philip phillip photo
  physicians pickleball piedra pierce pilgrim pilot pine pink pinnacle pinpoint pioneer pipes pips pitch pizzeria place plains plan planet plastering
  plastic platforms platinum play players plaza plumbers point pointe polaris polygraph pond port porter portfolio posh positive possibilities post
  potential pour powell power powerhouse practice practitioners pratt precious premium preschool preservation pressure prestige preston prevention
  price pride primrose prince printers prints process procurement profit program progress progressive project promise promiseland promotions pros
  prosperity protection providence provisions psychiatric psychiatry psychological psychologists psychology publications puerto puesto pure purpose
  pursuit quantum quarter queen quest quick quilt rabbit racing radiology rafael rail rain rainbow ramsey randy rate raven reach ready reality
  realtors reciprocity recovery recreational redeemed redwood reed reel reeves reform reformed refrigeration refuge regenerative region regional
  rehabilitation rehoboth reid reinsurance relax reliable relief relocation remodel renewables renewal rent rescue reserve residence residential
  residents resolution response responsible retailers retirement retreats return reunion revival revive revolution reynolds rica rice rich richard
  richardson richmond rick rico ride riders ridge right rincon rise risen rising risk rita rite rivers riverside robert robertson robin robinson robot
  robotics roca rock rockin rocking rocky rodney rodriguez rogers rogue roll roman romero ronald roof room rooted roots rosa rose ross route rugby
  running rural rush russell ruth ryan ryder sacred safe safety sage sail sailing saints salt salty samoa sand sanders sandy santa santos sarah
  sasquatch sauce saunders saving scent scheme schmidt schneider scholars scholarship schubert schwartz scotia scott scout seafood seal search seaside
  seasons sector secure seed self sellers sense serenity serve servicing settlement shack shaddai shadow shalom share shark sharp shaw sheet shepherd
  sherwood shield shine shooting shopping shore short show shree shutters side sierra sigma sign silver simmons simple simply simulation singh single
  sisters site sitting skilled skills skin skincare skylight skyline sleep small smile smith smoke snacks soccer social sociale societe socio soft
  softball soldier sole solid solomon sona sorority soul sound source sovereign space sparkling sparks spartan speaks spec special specialists
  specialized specialties specialty spectrum speedy spencer spice spinners spirit spiritual sporting spot spray spring springfield sprinkler squadron
  square staff stage stand standard stanley stars start station stays stellar stem step stephen stepping sterling stern steve steven stevenson
  stewards stichting stiftung stockings stoke stone stop story strategy strays streamline strength stroke strong structural structures student study
  stuff style success sugar suite sullivan summer summit sunflower sunny sunrise sunset sunshine super supermarket supplements supplies support
  supporting supreme surgeons surgical suriname surveying survivors sussex sustainability sustainable swan sweet sweetwater swift swim swimming swiss
  synergy table tacos tactical taekwondo take talent tango tank tanzania taqueria taste tattoo taxi taylor teach teachers team technical technicians
  tecnologia teddy telephone television temple tender tennis teresa term terra terrace terry test testing thai that theater therapeutic things think
  this thomas thompson thomson threads thrift thrive thriving through tierra tiger timber time timeless timothy tiny titan title tobacco tobago today
  todd together tomorrow tony tools total touch tour tourism tower track tractor trademark traders trafficking trail trailer transfer transformation
  transition transmission trauma treasure treasury treatment trends tres triangle tribe trident trillium trinidad trinity triple troop tropical troy
  true trustee truth tuberculosis turf turner turning tutoring twin tyler ultimate ultra umbrella uncommon under underground union unique unit unity
  universidad unlimited upper urban utilities utility vacation valle valleys valor valuation value vanguard vape vault vega vegan vegetables vehicle
  verde vertical veterans vets victims victoria victory vida viet view viking villa vincent vine vineyard virgin virtual vision vista visual viva
  vocational vogue voices voyage walk walker walking wall wallace wallis walter warren warrior wars wash washing watch watershed watson waves wealth
  wedding welfare well wellbeing wesley wheels whiskey whole wild wilder wilderness wildflower will william willow wilson wind wings winter wisdom
  wise wishes with wolf woman women wonder wong wood woodworking woodworks word workers workforce working workshop wrecker wrestling wright wyoming
  yacht yard yellow young your youth zealand zero zeta zone
`
    .trim()
    .split(/\s+/),
)

/** Whether many names have this word: a short one, one of these in the singular or plural, or a common name of people. */
export const isOrdinary = remembered(50_000, (word) => {
  if (word.length <= 3 || isKnown(word) || isKnown(word.endsWith('s') ? word.slice(0, -1) : `${word}s`)) return true
  const sound = soundKey(word)
  return isCommonName(sound, 'family') || isCommonName(sound, 'given')
})

const isKnown = (word: string): boolean => ordinaryWords.has(word) || commonWords.has(word)
