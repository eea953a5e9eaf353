// How near two names or two addresses must be to count as the same, or as worth a look. Every comparison that decides something takes its number
// from here. Scores are between 0 and 1; what each number rests on is in docs/decisions/0011-matching-thresholds.md.
import type { ListedParty, NameQuality, ScreenedName } from './listed.ts'

/** Two names of businesses count as one from this score on, and a review says Verified. It is strict: to verify the wrong business is the worse error. */
export const sameName = 0.97
/** A name is worth a look from this score on if something else ties it to the business; a review says Similar Match. */
export const similarName = 0.8
/** A comparison of two names calls itself similar from this score on, and different below it. */
export const similarFrom = 0.82
/** A record found by name alone (a carrier, a loan, an exempt organisation, a name that a person typed) is the business's own: its state agrees as well. */
export const ownRecord = 0.93
/** A name on the business's own website, or of its domain's holder, is the business: the legal form counts for nothing there. */
export const sameNameOnSite = 0.9

/** Two names of people count as one person's: given names are shortened and left out more often than words of a company's name. */
export const samePerson = 0.9
/** Two people on one record are listed once: there the names were written by one hand. */
export const samePersonOnRecord = 0.98
/** The nearest name that a person on no registration has there is worth telling, though it may be another's. */
export const nearPerson = 0.7

/** Two words of a name are the same word in another spelling; below it, one is misspelt. */
export const sameWord = 0.97

/** Two streets may be one, misspelt. */
export const similarStreet = 0.8
/** Two addresses have enough in common to be called similar or incomplete instead of different. */
export const similarAddress = 0.6
/** Two addresses that cannot be read into parts are nearly the same text. */
export const similarAddressText = 0.9
/** Within this distance an address counts as near (records.md section 5). */
export const nearMiles = 0.2

/** A line of business that fits this well speaks for itself; a worse fit is a guess. */
export const likelyIndustry = 0.5

/** Scores of a watchlist hit between which a name alone is neither the same nor another. */
export const undecidedHit = { from: 0.85, to: 0.97 } as const

/** No score reaches it. */
const never = 2

export type ScreeningRule = {
  /** The least score that is a hit, by the quality of the listed name. */
  readonly least: Readonly<Record<NameQuality, number>>
  /** The least score where one of the names is a single word and the other has more, or both are one short word. */
  readonly singleWord: number
  /** A single word with fewer letters than this is short: misspelt, it is another word. */
  readonly shortBelow: number
  /** Listed names with fewer letters than this are not screened for. */
  readonly letters: number
}

const listedEntity: ScreeningRule = {
  least: { name: 0.85, alias: 0.85, 'weak alias': 0.95 },
  singleWord: 0.92,
  shortBelow: 6,
  letters: 3,
}

/**
 * What counts as a hit. A business is screened for listed entities, and for listed individuals only under their very name, which it
 * may carry; a person for listed individuals. Either is screened for parties that may be both; of those, most with a word more than a
 * person's name are companies. Vessels and aircraft bear the names of ordinary companies and are no parties to screen for.
 */
export const screeningRules: Readonly<Record<ScreenedName['kind'], Readonly<Partial<Record<ListedParty['type'], ScreeningRule>>>>> = {
  business: {
    entity: listedEntity,
    unknown: listedEntity,
    individual: { least: { name: 0.97, alias: 0.97, 'weak alias': 1 }, singleWord: never, shortBelow: 99, letters: 5 },
  },
  person: {
    individual: { least: { name: 0.87, alias: 0.87, 'weak alias': 0.93 }, singleWord: 0.97, shortBelow: 8, letters: 3 },
    unknown: { least: { name: 0.9, alias: 0.9, 'weak alias': 0.95 }, singleWord: never, shortBelow: 99, letters: 3 },
  },
}
