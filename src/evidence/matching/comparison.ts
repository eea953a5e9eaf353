// What comparing two names answers.

export type NameComparison = {
  /** 0 to 1. */
  readonly score: number
  readonly explanation: string
  /**
   * `exact`: nothing differs but case, accents, punctuation and abbreviation. `equivalent`: the same words, but for order, spacing
   * or a missing or interchangeable legal form. `similar`: worth a person's look. `different`: not the same name.
   */
  readonly kind: 'exact' | 'equivalent' | 'similar' | 'different'
}

/** A score of this much or more is `similar`. */
export const similarFrom = 0.82

/** Two names of businesses count as one from this score on; a review calls them Verified. */
export const sameName = 0.97
/** From this score on a name is worth a look, if something else ties it to the business; a review calls it a Similar Match. */
export const similarName = 0.8
/** Two names of people count as one person's from this score on. */
export const samePerson = 0.9
