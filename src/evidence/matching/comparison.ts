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
