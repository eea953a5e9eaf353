// What a list's remarks tell of a party beside its name, as OFAC writes them: "DOB 13 Mar 1985; alt. DOB 1986; POB Garissa, Kenya; US FEIN 95-4227517".
// Hits of today have the dates of birth in a field of their own; older ones have them here alone.

export type ListedIdentifiers = {
  readonly birthYears: readonly number[]
  /** Nine digits. */
  readonly taxNumbers: readonly string[]
}

export const identifiersIn = (remarks: string): ListedIdentifiers => ({
  birthYears: [
    ...new Set(
      [
        ...remarks.matchAll(
          /\bDOB\s+(?:circa\s+)?(?:\d{1,2}\s+)?(?:[A-Z][a-z]{2}\s+)?(\d{4})(?:\s+to\s+(?:\d{1,2}\s+)?(?:[A-Z][a-z]{2}\s+)?(\d{4}))?/g,
        ),
      ].flatMap(yearsOf),
    ),
  ],
  taxNumbers: [...remarks.matchAll(/\b(?:US FEIN|Tax ID No\.)\s+(\d{2}-?\d{7})\b/g)].map(([, number = '']) => number.replace('-', '')),
})

/** A span of years names each of them. */
const yearsOf = ([, from = '', to]: RegExpMatchArray): readonly number[] => {
  const first = Number(from)
  const last = to === undefined ? first : Math.min(Number(to), first + 50)
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, at) => first + at)
}
