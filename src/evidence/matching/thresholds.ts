// How alike two names or two addresses must be to count as the same, or as similar. Every comparison that decides something takes its number
// from here. Scores are between 0 and 1. docs/decisions/0011-matching-thresholds.md gives the reason for each number.
import type { ListedParty, NameQuality, ScreenedName } from './listed.ts'

/** From this score on, two business names count as the same, and a review says Verified. It is strict: verifying the wrong business is the worse error. */
export const sameName = 0.97
/** From this score on, a name counts as similar if something else ties it to the business; a review says Similar Match. */
export const similarName = 0.8
/** From this score on, a comparison of two names says similar; below it, different. */
export const similarFrom = 0.82
/** For a record found by name alone (a carrier, a loan, an exempt organisation, a name that a person typed). Its state must match as well. */
export const ownRecord = 0.93
/** For a name on the business's own website, or of its domain's holder. The legal form is ignored there. */
export const sameNameOnSite = 0.9

/** Two names of people count as the same person. Given names are shortened or omitted more often than words of a company's name. */
export const samePerson = 0.9
/** Two people on one record are listed as one. The names on one record are usually written consistently. */
export const samePersonOnRecord = 0.98
/** The most similar registered name is reported for a person who is on no registration, although it may be another person's. */
export const nearPerson = 0.7

/** Two words are spellings of the same word; below it, one is misspelt. */
export const sameWord = 0.97

/** A misspelt word of at least this number of letters makes names alike by itself, although one has common words that the other lacks. */
export const misspeltAmongOthers = 7

/** Two streets may be the same, with one misspelt. */
export const similarStreet = 0.8
/** Two addresses are similar or incomplete instead of different. */
export const similarAddress = 0.6
/** Two addresses that cannot be split into parts have nearly the same text. */
export const similarAddressText = 0.9
/** Addresses within this distance are near (records.md section 5). */
export const nearMiles = 0.2

/** A line of business with this score stands on its own; a lower score is a guess. */
export const likelyIndustry = 0.5

/** Between these scores, a watchlist hit's name alone neither confirms nor excludes the party. */
export const undecidedHit = { from: 0.85, to: 0.97 } as const

/** What words weigh in screening that a business adds or drops without being another; a telling word weighs 1. */
export const screeningWeights = { general: 0.12, city: 0.16 } as const
/** Names that differ in a word are one business's only if words of this weight agree: two common words are too little. */
export const tellingAgreement = 0.8
/** The most that names score of which too little agrees. */
export const tooLittleAgreement = 0.8
/**
 * What one telling word is worth in screening, if no other agrees. Misspelt, it must sound alike or have `long` letters, or
 * `longWithout` if a letter is left out or added; one of fewer than `short`
 * letters needs words of the weight `besideShort` beside it. Shorter than `long`, it stands for no name that has a word heavier than `beside` more.
 */
export const loneWord = { telling: 0.5, short: 5, long: 8, longWithout: 6, besideShort: 1.5, beside: 0.2 } as const
/**
 * The score of a screened name with which a longer listed name begins: it is cut where a field holds no more letters. It has at least `from` letters, or
 * `fromInside` if it is cut inside a word, `telling` of them in words other than legal forms. A word that is cut tells from `word` letters on. A person's
 * name has at least `person` letters, and of both the given and the family name at least `part`.
 */
export const cutName = { score: 0.9, from: 24, fromInside: 16, telling: 12, word: 8, person: 15, part: 3 } as const
/**
 * Names that are the same but for one misspelt word, of at least `from` letters; of `long` ones, it may have two errors. Other words of the weight
 * `beside` agree, or it is meant for an ordinary word.
 */
export const misspeltWord = { from: 5, long: 9, beside: 1 } as const
/**
 * Ordinary words point to nobody alone. If at most `words` of them agree and no other telling word, no word that either name lacks may be heavier
 * than `beside`; if only one word agrees, neither name may lack any. Of more ordinary words, only one name may have words that the other lacks.
 */
export const ordinaryAlone = { words: 2, beside: 0.2 } as const
/** A word of a longer listed name finds it, weakly, from this many letters on, if at most `names` listed names have it. */
export const distinctiveWord = { letters: 8, names: 6, score: 0.86 } as const

/** The score of a Korean or Chinese name that is spelt as another system writes its sounds. */
export const otherRomanisation = 0.9

/** Two people's names of which every word has its like, several of them misspelt, score `more`, up to `most`. */
export const severalMisspelt = { more: 0.02, most: 0.9 } as const

/** What lowers the score of a person's name in screening. */
export const commonPeople = {
  /** Only common names agree, and one of the names has more that the other lacks. */
  withoutOthers: -0.15,
  /** The same, where at least `severalFrom` of them agree. */
  severalWithoutOthers: -0.1,
  severalFrom: 3,
  /** Two common names, correctly spelt, are two names: Mitchell and Michael. */
  twoCommon: -0.05,
  /** Two Chinese names, correctly spelt, are two names: Hong and Dong. */
  twoChinese: -0.15,
  /** A name of fewer than `short` letters is misspelt, and one of the names has more that the other lacks. */
  misspeltAndLacking: -0.05,
  short: 6,
  /** Beside an uncommon name of `telling` letters, spelt the same, it counts as it is. */
  telling: 9,
} as const

/** No score reaches this. */
const never = 2

export type ScreeningRule = {
  /** The minimum score of a hit, by the quality of the listed name. */
  readonly least: Readonly<Record<NameQuality, number>>
  /** The minimum score if one of the names is a single word and the other has more, or if both are one short word. */
  readonly singleWord: number
  /** The same, where the single word is long and so tells enough to stand beside words of little weight. */
  readonly longWord: number
  /** A single word with this many letters is long. */
  readonly longFrom: number
  /** A single word with fewer letters than this is short; with a misspelling it would be another word. */
  readonly shortBelow: number
  /** Listed names with fewer letters than this are a hit only letter for letter. */
  readonly letters: number
}

const listedEntity: ScreeningRule = {
  least: { name: 0.85, alias: 0.85, 'weak alias': 0.95 },
  singleWord: 0.96,
  longWord: 0.92,
  longFrom: 8,
  shortBelow: 6,
  letters: 3,
}

/**
 * What counts as a hit. A business is screened for listed entities, and for listed individuals only under their exact name, which it
 * may have. A person is screened for listed individuals. Both are screened for parties of unknown kind; among those, a name with more words
 * than a person's name usually belongs to a company. Vessels and aircraft often have the names of ordinary companies and are not screened for.
 */
export const screeningRules: Readonly<Record<ScreenedName['kind'], Readonly<Partial<Record<ListedParty['type'], ScreeningRule>>>>> = {
  business: {
    entity: listedEntity,
    unknown: listedEntity,
    individual: {
      least: { name: 0.97, alias: 0.97, 'weak alias': 1 },
      singleWord: never,
      longWord: never,
      longFrom: 99,
      shortBelow: 99,
      letters: 5,
    },
  },
  person: {
    individual: {
      least: { name: 0.87, alias: 0.87, 'weak alias': 0.93 },
      singleWord: 0.97,
      longWord: 0.97,
      longFrom: 99,
      shortBelow: 8,
      letters: 3,
    },
    unknown: {
      least: { name: 0.9, alias: 0.9, 'weak alias': 0.95 },
      singleWord: never,
      longWord: never,
      longFrom: 99,
      shortBelow: 99,
      letters: 3,
    },
  },
}
