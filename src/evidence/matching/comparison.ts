// The result of comparing two names.

export type NameComparison = {
  /** 0 to 1. */
  readonly score: number
  readonly explanation: string
  /**
   * `exact`: only case, accents, punctuation and abbreviations differ. `equivalent`: the same words, except for order, spacing
   * or a missing or interchangeable legal form. `similar`: a person should look at it. `different`: not the same name.
   */
  readonly kind: 'exact' | 'equivalent' | 'similar' | 'different'
}
