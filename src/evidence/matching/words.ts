// The vocabulary for names of businesses: legal forms, abbreviations, and words too common to distinguish two businesses. Only tables;
// `names.ts` has the rules.

export type LegalForm = {
  /** The name of the form in explanations. */
  readonly label: string
  /** Forms of one family are often confused; forms of different families are different kinds of entity. */
  readonly family: 'corporation' | 'limited company' | 'partnership' | 'professional' | 'non-profit'
  /** Each spelling as words separated by spaces, in lower case and without punctuation. */
  readonly spellings: readonly string[]
  /** Where the form may occur: most end a name, some begin it, and the unmistakable ones may occur anywhere. */
  readonly place: 'end' | 'start or end' | 'anywhere'
}

export const legalForms: readonly LegalForm[] = [
  {
    label: 'LLC',
    family: 'limited company',
    place: 'anywhere',
    spellings: ['llc', 'l l c', 'limited liability company', 'limited liability co', 'ltd liability company', 'ltd liability co', 'llc co'],
  },
  {
    label: 'PLLC',
    family: 'limited company',
    place: 'anywhere',
    spellings: [
      'pllc',
      'p l l c',
      'professional limited liability company',
      'professional limited liability co',
      'professional llc',
      'plc',
    ],
  },
  { label: 'LC', family: 'limited company', place: 'end', spellings: ['lc', 'l c'] },
  { label: 'Inc', family: 'corporation', place: 'anywhere', spellings: ['inc', 'incorporated', 'incorporation', 'incorp'] },
  { label: 'Corp', family: 'corporation', place: 'end', spellings: ['corp', 'corporation', 'corpn', 'coop corp', 'benefit corp'] },
  { label: 'Co', family: 'corporation', place: 'end', spellings: ['co', 'company', 'cia', 'compania', 'compagnie', 'cie'] },
  {
    label: 'Ltd',
    family: 'corporation',
    place: 'anywhere',
    spellings: ['ltd', 'limited', 'ltd co', 'company limited', 'co ltd', 'co limited'],
  },
  { label: 'Pty Ltd', family: 'corporation', place: 'end', spellings: ['pty ltd', 'pty limited', 'proprietary limited', 'pty'] },
  {
    label: 'Pvt Ltd',
    family: 'corporation',
    place: 'end',
    spellings: [
      'pvt ltd',
      'private limited',
      'pvt limited',
      'private ltd',
      'p ltd',
      'pvt',
      'pte ltd',
      'pte limited',
      'pte',
      'private limited company',
    ],
  },
  { label: 'Sdn Bhd', family: 'corporation', place: 'end', spellings: ['sdn bhd', 'sendirian berhad', 'bhd', 'berhad'] },
  { label: 'LP', family: 'partnership', place: 'end', spellings: ['lp', 'l p', 'limited partnership'] },
  { label: 'LLP', family: 'partnership', place: 'anywhere', spellings: ['llp', 'l l p', 'limited liability partnership', 'rllp'] },
  { label: 'LLLP', family: 'partnership', place: 'anywhere', spellings: ['lllp', 'l l l p', 'limited liability limited partnership'] },
  { label: 'GP', family: 'partnership', place: 'end', spellings: ['gp', 'general partnership'] },
  { label: 'PC', family: 'professional', place: 'end', spellings: ['pc', 'p c', 'professional corporation', 'prof corp'] },
  { label: 'PA', family: 'professional', place: 'end', spellings: ['pa', 'p a', 'professional association'] },
  { label: 'PSC', family: 'professional', place: 'end', spellings: ['psc', 'p s c', 'professional service corporation'] },
  {
    label: 'GmbH',
    family: 'limited company',
    place: 'end',
    spellings: ['gmbh', 'gesmbh', 'ges mbh', 'gmbh and co kg', 'mbh', 'ggmbh', 'ug'],
  },
  { label: 'AG', family: 'corporation', place: 'end', spellings: ['ag', 'aktiengesellschaft'] },
  { label: 'KG', family: 'partnership', place: 'end', spellings: ['kg', 'co kg', 'and co kg', 'ohg'] },
  {
    label: 'SA',
    family: 'corporation',
    place: 'end',
    spellings: [
      'sa',
      's a',
      'sociedad anonima',
      'societe anonyme',
      'sociedade anonima',
      'sa de cv',
      's a de c v',
      'sapi de cv',
      'sab de cv',
      'saoc',
      'saog',
      'sae',
    ],
  },
  {
    label: 'SAS',
    family: 'corporation',
    place: 'end',
    spellings: ['sas', 's a s', 'societe par actions simplifiee', 'sociedad por acciones simplificada'],
  },
  { label: 'SAL', family: 'corporation', place: 'end', spellings: ['sal', 'sal offshore', 'sal off shore', 'sal holding'] },
  {
    label: 'SARL',
    family: 'limited company',
    place: 'start or end',
    spellings: ['sarl', 's a r l', 'societe a responsabilite limitee', 'eurl'],
  },
  {
    label: 'SRL',
    family: 'limited company',
    place: 'end',
    spellings: ['srl', 's r l', 's de rl', 's de rl de cv', 's de r l de c v', 'srl de cv', 'sociedad de responsabilidad limitada'],
  },
  { label: 'SL', family: 'limited company', place: 'end', spellings: ['sl', 's l', 'sociedad limitada', 'slu'] },
  { label: 'SpA', family: 'corporation', place: 'end', spellings: ['s p a', 'societa per azioni', 'sociedad por acciones'] },
  {
    label: 'Ltda',
    family: 'limited company',
    place: 'end',
    spellings: ['ltda', 'limitada', 'cia ltda', 'y cia ltda', 'and cia ltda', 'lda', 'eirl', 'y cia s en c', 'y cia'],
  },
  { label: 'BV', family: 'limited company', place: 'end', spellings: ['bv', 'b v', 'besloten vennootschap', 'bvba'] },
  { label: 'NV', family: 'corporation', place: 'end', spellings: ['nv', 'n v', 'naamloze vennootschap'] },
  { label: 'AB', family: 'corporation', place: 'end', spellings: ['ab', 'aktiebolag'] },
  { label: 'AS', family: 'corporation', place: 'end', spellings: ['as', 'a s', 'aps', 'asa', 'aktieselskab'] },
  { label: 'Oy', family: 'corporation', place: 'end', spellings: ['oy', 'oyj', 'oy ab'] },
  {
    label: 'AS (Turkey)',
    family: 'corporation',
    place: 'end',
    spellings: [
      'anonim sirketi',
      'anonim sirket',
      'ticaret as',
      'limited sirketi',
      'ltd sti',
      'limited sti',
      'sti',
      'sirketi',
      'ticaret anonim sirketi',
      'ticaret limited sirketi',
    ],
  },
  {
    label: 'OOO',
    family: 'limited company',
    place: 'start or end',
    spellings: [
      'ooo',
      'o o o',
      'obshchestvo s ogranichennoi otvetstvennostyu',
      'obshchestvo s ogranichennoy otvetstvennostyu',
      'tov',
      'too',
      'tdv',
    ],
  },
  {
    label: 'JSC',
    family: 'corporation',
    place: 'start or end',
    spellings: [
      'jsc',
      'joint stock company',
      'joint stock co',
      'open joint stock company',
      'closed joint stock company',
      'public joint stock company',
      'private joint stock company',
      'oao',
      'zao',
      'pao',
      'ao',
      'npao',
      'ojsc',
      'cjsc',
      'pjsc',
      'aktsionernoe obshchestvo',
      'otkrytoe aktsionernoe obshchestvo',
      'zakrytoe aktsionernoe obshchestvo',
      'publichnoe aktsionernoe obshchestvo',
      'nepublichnoe aktsionernoe obshchestvo',
    ],
  },
  {
    label: 'DOO',
    family: 'limited company',
    place: 'end',
    spellings: ['doo', 'd o o', 'dooel', 'eood', 'ood', 'ead', 'ad', 'sp z o o', 'sp z oo', 'sro', 's r o', 'kft', 'sia', 'uab'],
  },
  { label: 'PT', family: 'corporation', place: 'start or end', spellings: ['pt', 'p t', 'perseroan terbatas'] },
  {
    label: 'FZE',
    family: 'limited company',
    place: 'end',
    spellings: ['fze', 'fzc', 'fzco', 'fz llc', 'dmcc', 'free zone establishment', 'wll', 'w l l', 'est'],
  },
  { label: 'KK', family: 'corporation', place: 'start or end', spellings: ['kk', 'k k', 'kabushiki kaisha', 'kaisha'] },
  { label: 'Coop', family: 'non-profit', place: 'end', spellings: ['cooperative', 'coop', 'co op', 'co operative'] },
]

const spellings = {
  intl: 'international',
  internatl: 'international',
  natl: 'national',
  nat: 'national',
  amer: 'american',
  mfg: 'manufacturing',
  manuf: 'manufacturing',
  mfr: 'manufacturing',
  mfrs: 'manufacturing',
  manufacturers: 'manufacturing',
  svc: 'services',
  svcs: 'services',
  srvcs: 'services',
  srvc: 'services',
  serv: 'services',
  service: 'services',
  bro: 'brothers',
  bros: 'brothers',
  saint: 'st',
  sainte: 'st',
  ste: 'st',
  assoc: 'associates',
  assocs: 'associates',
  assn: 'association',
  assoctn: 'association',
  ent: 'enterprises',
  entps: 'enterprises',
  enterprise: 'enterprises',
  mgmt: 'management',
  mgt: 'management',
  mngmt: 'management',
  dev: 'development',
  devel: 'development',
  developments: 'development',
  dist: 'distribution',
  distr: 'distribution',
  distrib: 'distribution',
  distributing: 'distribution',
  tech: 'technology',
  techs: 'technology',
  technologies: 'technology',
  sys: 'systems',
  system: 'systems',
  grp: 'group',
  ctr: 'center',
  cntr: 'center',
  centre: 'center',
  hosp: 'hospital',
  univ: 'university',
  inst: 'institute',
  constr: 'construction',
  const: 'construction',
  contr: 'contracting',
  engr: 'engineering',
  engrg: 'engineering',
  eng: 'engineering',
  equip: 'equipment',
  fin: 'financial',
  finl: 'financial',
  hldg: 'holdings',
  hldgs: 'holdings',
  holding: 'holdings',
  ind: 'industries',
  inds: 'industries',
  indus: 'industries',
  industry: 'industries',
  ins: 'insurance',
  inv: 'investments',
  invs: 'investments',
  invest: 'investments',
  investment: 'investments',
  lab: 'laboratories',
  labs: 'laboratories',
  laboratory: 'laboratories',
  mkt: 'market',
  mktg: 'marketing',
  med: 'medical',
  prop: 'properties',
  props: 'properties',
  property: 'properties',
  ppty: 'properties',
  prod: 'products',
  prods: 'products',
  rest: 'restaurant',
  soln: 'solutions',
  solns: 'solutions',
  solution: 'solutions',
  transp: 'transportation',
  trans: 'transportation',
  transport: 'transportation',
  wholesalers: 'wholesale',
  whse: 'warehouse',
  mt: 'mount',
  mtn: 'mountain',
  mtns: 'mountain',
  nw: 'northwest',
  ne: 'northeast',
  sw: 'southwest',
  se: 'southeast',
  ft: 'fort',
  usa: 'us',
  colour: 'color',
  theatre: 'theater',
  labour: 'labor',
  nite: 'night',
  thru: 'through',
  xpress: 'express',
  kwik: 'quick',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  twenty: '20',
  hundred: '100',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
}

/** Abbreviations and variants, each with the word that replaces all of them. */
export const sameWords: ReadonlyMap<string, string> = new Map(Object.entries(spellings))

const translations = {
  bank: 'banco banque banka banca banki',
  international: 'internacional internationale internazionale internationaler mezhdunarodny mezhdunarodnyi mezhdunarodnaya',
  national: 'nacional nationale nazionale natsionalny natsionalnyi',
  general: 'generale',
  group: 'grupo groupe gruppe gruppo gruppa grup',
  industries: 'industrias industrie sanayi industriya',
  industrial: 'industriel industriale',
  trading: 'comercial commerciale handels handel ticaret torgovlya comercializadora',
  petroleum: 'petrol petroleo',
  engineering: 'engg ingenieria ingenierie inzhiniring muhendislik',
  technology: 'tecnologia tecnologias technologie tekhnologii tekhnologiya teknoloji',
  services: 'servicios servizi servis',
  development: 'desarrollo razvitie razvitiya',
  investments: 'inversiones investitsii yatirim',
  holdings: 'holdingi',
  construction: 'construcciones constructions insaat stroitelstvo',
  institute: 'instituto institut istituto',
  university: 'universidad universite universitaet universitat universitet',
  exchange: 'exch exchg',
  transportation: 'transportes transports transporte nakliyat',
  center: 'centro zentrum tsentr',
  electronics: 'elektronik elektronika electronica',
  scientific: 'sci',
  chemical: 'quimica khimicheskaya',
  foundation: 'fundacion fondation stiftung',
  organization: 'org organisation organizacion',
  association: 'asociacion verein',
  airlines: 'airways airline',
}

/** Words of other languages, and shorter spellings, for the English word that lists write. Only screening reads them so: names in a registry are in one language. */
export const translatedWords: ReadonlyMap<string, string> = new Map(
  Object.entries(translations).flatMap(([word, others]) => words(others).map((other) => [other, sameWords.get(word) ?? word] as const)),
)

/** Words without any weight. */
export const fillerWords: ReadonlySet<string> = new Set(
  words('the a an and of for in on at by to de la el los las del du des le les et und y e da do dos di von van'),
)

/**
 * Words that very many businesses share. Their weight is low, so that two names with only these in common do not match.
 * Collected from the word counts of state registries, loan recipients and sanctions lists.
 */
export const commonWords: ReadonlySet<string> = new Set(
  words(`
  services construction company group consulting enterprises solutions management properties care cleaning home holdings investments center
  design farms family auto insurance associates trucking electric electrical health house homes estate estates real law farm realty maintenance
  transportation medical ventures marketing agency supply painting plumbing development repair heating cooling air systems technology partners
  equipment therapy capital media landscape landscaping international custom wellness financial finance sales industries studio studios storage
  concrete ranch association designs dental club energy photography market clinic creative living lawn contracting bar beauty express land shop
  products production productions roofing restaurant food foods community fitness contractors contractor advanced logistics office foundation glass
  mobile professional tree rental rentals counseling art arts coffee spa clean business central works motors coaching sports hospitality
  engineering builders building buildings water automotive veterinary consultants consultant salon cafe digital creations massage general
  academy store truck trucks brothers healthcare network commercial remodeling quality church steel grill bookkeeping distribution
  communications manufacturing retail christian hair surgery aviation flooring industrial trading affordable renovations apartments firm
  laboratories entertainment precision excavating excavation sons travel security architects handyman pool conditioning oil gas research tire kitchen
  healing mechanical door doors advisors school resources performance fund animal lumber distributors tax music marine nutrition printing metal
  delivery tile welding solar pediatric dispensary owners mortgage adventures innovations masonry concepts inspections restoration partnership
  hospital events environmental rehab university institute ministries ministry trust society bank banking trade import export imports exports
  shipping maritime petroleum petrochemical mining machinery electronics electronic electric scientific science plant factory enterprise
  organization organisation corporation limited company services joint stock public private national state federal republic committee bureau
  department branch office complex fishing agricultural agriculture chemical chemicals pharmaceutical pharmaceuticals pharmacy textile textiles
  wholesale warehouse freight cargo carriers hauling towing moving movers staffing personnel training education learning child children daycare
  senior home adult pet pets dog grooming veterinary garden gardens nursery flowers florist bakery catering pizza grocery liquor wine brewing
  brewery restaurant restaurants hotel hotels motel inn resort resorts inc fund funding lending loans credit payments processing data software
  web online internet telecom wireless telecommunications computer computers cyber consultancy advisory planning strategies strategic global
  worldwide enterprises holding ventures partners property rental developers developer interiors interior exterior furniture appliance cabinets
  carpet window windows fence fencing paving asphalt drilling pump gutter siding drywall insulation janitorial pest control septic waste
  recycling junk removal dentistry orthodontics chiropractic physical therapy acupuncture yoga pilates gym boxing dance apparel clothing fashion
  boutique jewelry jewelers gifts crafts books publishing press news magazine video film films pictures records radio broadcasting
  sociedad servicios comercializadora inmobiliaria inversiones grupo constructora distribuidora agropecuaria agricola ganadera transportes
  importadora exportadora sanayi ticaret dis zavod kompaniya predpriyatie nauchno proizvodstvennoe institut gosudarstvennoe
  `),
)

/** Places and directions distinguish businesses slightly better than common words do. */
export const placeWords: ReadonlySet<string> = new Set(
  words(`
  us american america united states north south east west northwest northeast southwest southeast northern southern eastern western central
  pacific atlantic coast coastal gulf midwest valley mountain mount river lake lakes creek city town county country village street road park hill hills bay
  beach island islands oregon portland eugene salem bend willamette cascade florida miami tampa orlando texas lubbock montana billings bozeman missoula
  california delaware new york jersey chicago illinois ohio nevada arizona washington colorado georgia carolina virginia tennessee
  iran iranian tehran russia russian moscow syria syrian china chinese hong kong hk korea korean cuba cuban mexico colombia venezuela
  dubai uae middle asia asian africa african europe european euro latin world universal
  star golden gold blue green red black white big little best first 1st 1 2 3 all pro plus elite prime premier superior royal
  classic modern smart
  `),
)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
