// Whether a website shows the name of the business: as its own site name, in its title, or anywhere in its text.
import { plainSigns } from '../matching/letters.ts'
import { compareNames, normaliseName } from '../matching/names.ts'
import { sameNameOnSite } from '../matching/thresholds.ts'
import type { ProbedSite } from './finding.ts'

export type NameOnSite = { readonly name: string; readonly score: number; readonly explanation: string }

/** The best match of any of the business's names; null if the site shows none of them. */
export const nameOnSite = (
  names: readonly string[],
  { names: own, title, text }: Pick<ProbedSite, 'names' | 'title' | 'text'>,
): NameOnSite | null => {
  const carried = [...own.map(({ name }) => name), ...titleParts(title ?? '')]
  const best = names
    .filter((name) => name !== '')
    .flatMap((name) =>
      carried.map((found) => {
        const { score, explanation } = compareNames(name, found, { ignoreLegalForm: true })
        return { name: found, score, explanation }
      }),
    )
    .toSorted((a, b) => b.score - a.score)[0]
  if (best && best.score >= sameNameOnSite) return best
  const inText = names.find((name) => name !== '' && mentions(text, name))
  return inText === undefined ? null : { name: inText, score: sameNameOnSite, explanation: 'mentioned in the text' }
}

/** `Acme Tools | Home` → `Acme Tools`, `Home` */
const titleParts = (title: string): readonly string[] =>
  title
    .split(/\s[|–—·•:»-]\s|[|·•»]/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1)

/** The words of the name in a row, without its legal form; a single short word is not enough. */
const mentions = (text: string, name: string): boolean => {
  const words = (phrase: string) =>
    ` ${plainSigns(phrase)
      .toLowerCase()
      .replace(/['.]/g, '')
      .replace(/[^\p{L}\p{N}&]+/gu, ' ')
      .trim()} `
  const { legalForm } = normaliseName(name)
  const whole = words(name).trim()
  const core =
    legalForm === null ? whole : whole.replace(/ (llc|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|pllc|pc|pa)$/, '')
  return core.length >= 5 && words(text).includes(` ${core} `)
}
