// The vocabulary of postal addresses: states, unit designators, and the abbreviations in street names.

/** Unit designators and their postal abbreviations. */
export const unitWords: Readonly<Record<string, string>> = Object.fromEntries(
  `apartment Apt|apt Apt|suite Ste|ste Ste|unit Unit|room Rm|rm Rm|floor Fl|flr Fl|fl Fl|building Bldg|bldg Bldg|lot Lot|space Spc|spc Spc|trailer Trlr|trlr Trlr
  |hangar Hngr|hngr Hngr|department Dept|dept Dept|office Ofc|ofc Ofc|penthouse PH|ph PH|slip Slip|pier Pier|pmb PMB|# #`
    .split('|')
    .map((entry) => entry.trim().split(' ')),
)

/** House numbers written as words. */
export const numberWords: Readonly<Record<string, string>> = {
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
}

/** Spellings of a street name, each with the one that is compared. */
export const streetWords: readonly (readonly [RegExp, string])[] = [
  [/\bsainte?\b/g, 'st'],
  [/\bmount\b/g, 'mt'],
  [/\bfort\b/g, 'ft'],
  [/\b(?:state )?(?:highway|hiway|hwy)\b/g, 'hwy'],
  [/\bstate (?:road|rd|route|rte)\b/g, 'sr'],
  [/\bcounty (?:road|rd|route|rte|hwy)\b|\bco rd\b/g, 'cr'],
  [/\bu s\b/g, 'us'],
  [/\broute\b/g, 'rte'],
  [/\bavenue\b/g, 'ave'],
  [/\bnorth\b/g, 'n'],
  [/\bsouth\b/g, 's'],
  [/\beast\b/g, 'e'],
  [/\bwest\b/g, 'w'],
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map(
    (word, at): readonly [RegExp, string] => [new RegExp(`\\b${word}\\b`, 'g'), ['1st', '2nd', '3rd'][at] ?? `${at + 1}th`],
  ),
]

/** Names of states in lower case and their codes. */
export const states: ReadonlyMap<string, string> = new Map(
  `alabama AL|alaska AK|american samoa AS|arizona AZ|arkansas AR|california CA|colorado CO|connecticut CT|delaware DE|district of columbia DC|florida FL|georgia GA
  |guam GU|hawaii HI|idaho ID|illinois IL|indiana IN|iowa IA|kansas KS|kentucky KY|louisiana LA|maine ME|maryland MD|massachusetts MA|michigan MI|minnesota MN
  |mississippi MS|missouri MO|montana MT|nebraska NE|nevada NV|new hampshire NH|new jersey NJ|new mexico NM|new york NY|north carolina NC|north dakota ND
  |northern mariana islands MP|ohio OH|oklahoma OK|oregon OR|pennsylvania PA|puerto rico PR|rhode island RI|south carolina SC|south dakota SD|tennessee TN|texas TX
  |utah UT|vermont VT|virgin islands VI|virginia VA|washington WA|west virginia WV|wisconsin WI|wyoming WY`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)] as const),
)
/** Codes of states, territories and military post. */
export const stateCodes: ReadonlySet<string> = new Set([...states.values(), 'AA', 'AE', 'AP'])
/** Names of other countries that may end a written address. */
export const countries: ReadonlySet<string> = new Set(
  (
    'canada|mexico|méxico|united kingdom|uk|england|scotland|ireland|france|germany|deutschland|spain|españa|italy|italia|netherlands|belgium|switzerland|austria|poland|' +
    'sweden|norway|denmark|finland|portugal|greece|turkey|russia|ukraine|china|hong kong|taiwan|japan|south korea|india|pakistan|bangladesh|singapore|malaysia|thailand|' +
    'vietnam|indonesia|philippines|australia|new zealand|brazil|brasil|argentina|chile|colombia|peru|venezuela|panama|cuba|israel|saudi arabia|united arab emirates|' +
    'egypt|nigeria|kenya|south africa|morocco|iran|iraq|syria|lebanon|cyprus|malta|luxembourg|cayman islands|bermuda|british virgin islands'
  ).split('|'),
)
