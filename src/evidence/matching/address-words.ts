// The vocabulary of postal addresses: states, unit designators, and the abbreviations in street names.
import { states } from './states.ts'

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
  [/\brural (?:route|rte|rt)\b|\br r\b/g, 'rr'],
  [/\broute\b/g, 'rte'],
  [/\bus (?:hwy |rte )?(?=\d)|\bus-(?=\d)/g, 'us hwy '],
  // A road with the code or the name of a state is one of its highways: `OR-97`, `Oregon Highway 97`.
  [new RegExp(`^(?:${[...states.values()].join('|').toLowerCase()})[ -](?=\\d+$)`), 'hwy '],
  [new RegExp(`^(?:${[...states.keys()].join('|')}) (?=hwy \\d)`), ''],
  [/\bavenue\b/g, 'ave'],
  [/\bnorth\b/g, 'n'],
  [/\bsouth\b/g, 's'],
  [/\beast\b/g, 'e'],
  [/\bwest\b/g, 'w'],
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map(
    (word, at): readonly [RegExp, string] => [new RegExp(`\\b${word}\\b`, 'g'), ['1st', '2nd', '3rd'][at] ?? `${at + 1}th`],
  ),
]

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
