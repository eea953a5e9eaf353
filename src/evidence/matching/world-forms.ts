// Legal forms of the world, as they end a name: the abbreviations of ISO 20275 in Latin letters (GLEIF's code list, CC0) and some forms in
// full, written together, without ordinary words. `words.ts` has the forms that names of registrations are read with.

import { fillerWords } from './words.ts'

const worldForms: ReadonlySet<string> = new Set(
  `
  aa aam aat ab abp abv ad adsic ae aeie af afore ag agandcokgaa agandcoohg agcokg agcokgaa agcoohg agmsz aie aisbl akcinebendrove
  akciovaspolecnost akcspol aksjeselskap aktsiaselts allmennaksjeselskap amba anl anpartsselskab apb aps arl as asa asbl asbldpu asc assep
  assn ausunt avv ba bab bankaas bbl bc bencom bhd bi bn bo br brf brl bsc bscc bt bv bvba bvbaso bvbvba bvcva bvcvba bvcvoa bvgcv bvlv
  bvnv bvpr bvvof cb cc ccc ccsda cdc cga chp chtd chtup chup chusikhoesa cia cialtda ciasca ciasenc cjsc clf clg cn cncol
  commanditairevennootschap commv commva cooperatie cooperativeinc cooperativeltd coopinc coopincorporee cooplimited cooplimitee coopltd
  cotnhh cp creditunionltd csl ctcp cti ctr cv cvaso cvba cvbapr cvbaso cvoa cvoacd cvoaso cvpr cyf dba dd decv dionickodrustvo doo dooel
  dp drustvosogranicenomodgovornoscu dvz dwc dwcllc dzzd ead eb ebvba ebvbaso edo ee eeig eesv eg ege egen egiu egiz egts ehf ehzs ei
  eingetragenerverein einkahlutafelag eireli eirl ek ekb ekd ekffr ekfm ekfor ekg ekgmsz emhu enk eofg eog eood ep epe epp erl esvso etbg
  etey eu eurl ev ewiv ezhz ezig fa fcr fcrpyme fdn federalnoegosudarstvennoeunitarnoepredpriyatie fgbu fgup fiamm fidec fideol fiderv
  fienid fii fim fip fkf fku fmba fof fon fovrdis fp fsa fup fzc fzco fze fzllc gbhsz gbr gcwso geie gele genmbh genmubh gesbr gesmbh
  ggmbh gie giefs giu giz gk gmbh gmbhandcokg gmbhandcokgaa gmbhandcoohg gmbhcokg gmbhcokgaa gmbhcoohg gmbhug gmuhgb gns godokaisha gongsi
  gosudarstvennoeunitarnoepredpriyatie gp gufenyouxiangongsi guhsz gup gvorp handelsbolag hb hf hlutafelag hn hoesa hsz hu iap icav iic ik
  ike iks ilp incco inclimited incorporee invag isbl ivog ivs ivzw izw jdoo jp jso jtd ju jusikhoesa jv kb kbe kd kda kdd keg kf kft kg
  kgaa kgaaandcokg kgaacokg kgaamsz khf kht kkt ko kollsti kommandiittiyhtio kommanditag kommanditbolag kommanditgesellschaft
  kommanditgesellschaftaufaktien kommg kompaniehuaj komspol komsti korlatoltfelelosseguatarsasag kpsc ksc kscc ku lbg lc lca ldc
  ldclimited ldcltd lf lg liabilityltd limitedcompany limitedcorp limitee llcfz lpra ltda ltdco ltdcoop ltdliabilityco ltdpartnership
  ltdsti ltee lv mb mbe mchj mehdudmesuliyyetlicemiyyet mepe mestoo ml mmc mpo mrl mtu mtv mup nbs nl np npc nsh nv nvpr nvso
  nyilvanosanmukodoreszvenytarsasag nyrt oba obec od odo oe oeg ofb ofe offenehandelsgesellschaft ofp ofrgmbh og ohg ohgmbh ohgmsz oi ojsc
  ong onp ood op opc orag orcoop orgen orgmbh orinc orvohgza osakeyhtio osauhing osk oth ou owm oy oyj partg partgmbb pat pbc pcl pdb pfa
  pfi pgbhsz pgmbh pgmbhma pjsc pl pll pllp pmbhsz poistovnaas poistovnasp poollimited poolltd pr prat privatneaktsionernetovarystvo
  privatnejetovarystvo privst prjsc proprietaryltd psa psc pt ptc pteltd ptpma ptpmdn pttbk pty ptylimited ptyltd
  publichneaktsionernetovarystvo pulcuc pvtltd pzo qpsc qsc rb reitag rlllp rllp rntbc rpio rt rup sa saa sab sabdecv
  sabiedribaarierobezotuatbildibu sabsofomer sac sacs sadecv sadomestero sadometran sadpu safs sagl sagr saoc sapa sapi sapib sapibdecv
  sapidecv sarf sarl sarlau sarls sas sasdecv saspj sasu sau sb sca scafs scarl scclimited sccltd scdeap scdeapdecv scderldecv scdpu sce
  sceselskab sci scivil scivilderl scl scldecv scom scomm scomp scompa scompap scoope scoopp scp scr scri scricp scrifs scrl scrldpu
  scrlfs scrpyme scs scsa scsagr scsca scscri scscrl scscs scsfs scsnc scsprl sdc sderl sderldecv sderldeipdecv sderlmi sdess sdnbhd
  sdnbhdbhd sdsie se seca secs secsp senc sencdecv sencp sencpora sencporadecv sencrl sepcav seselskab sezc sf sgps sgr sha
  shoqeriaksionare shoqerimepergjegjesitekufizuar shpk shrrolnik shrrolnikvor si sia sic sicaf sicav sie siefore sii siz sj ska sl slf
  slhf sll slm slne slp slu smba smc snc sncfs soc soccommaction soccoop societaaresponsabilitalimitata societainaccomanditasemplice
  societainnomecollettivo societeencommanditeparactions societeencommanditesimple sofomenr sofomer sp spa spbllc spc spf spj spk
  spolecnostsrucenimomezenym spolkaakcyjna spolkakomandytowa spolkazograniczonaodpowiedzialnoscia spolkomnaakcie spolsro spp spr
  sprderldecv sprl sprlfs sprlu sprlufs spvltd spvspc spzoo sr src srcp srl srldpu srll srlp srls sro ss ssb suarl succrc tbk tdv teo tksz
  tmi tnhh tovarystvozobmezhenoyuvidpovidalnistyu tp tsf tu tub tuh tuw uab uaim ug ukeig uks ulc ulcuc ultd unipessoallda unlimited unltd
  uu uzdarojiakcinebendrove vba vennootschaponderfirma verobchspol vof vofso vog vos vsi vvag vve vvzrl vzw vzwpr wiv wivmsz xk yk
  youxiangongsi youxianzerengongsi yu yugenkaisha zahrkul zartkoruenmukodoreszvenytarsasag zat zbo zdravpoistovna zivashrrolnik zivnostnik
  zivnostnikvor zoo zrgag zrgekg zrgkgaa zrglg zrgohg zrt zub zvggbh zvggugch zvgpgbh
`
    .trim()
    .split(/\s+/),
)

/** Most words that a form is written in: `sp z o o`. */
const longest = 8

/**
 * How many words at the end of a name are a legal form, written together or apart. A short one may be a word of a short name.
 * @example
 * worldFormAtEnd(['kolmu', 'vostok', 'sh', 'p', 'k']) // => 3
 * worldFormAtEnd(['kolmu', 'cv']) // => 0
 */
export function worldFormAtEnd(words: readonly string[]): number {
  for (let length = Math.min(longest, words.length - 1); length > 0; length--) {
    const form = words.slice(-length).join('')
    if (worldForms.has(form) && (form.length > 3 || words.slice(0, -length).filter(isWord).length > 1)) return length
  }
  return 0
}

const isWord = (word: string): boolean => word.length > 1 && !fillerWords.has(word)
