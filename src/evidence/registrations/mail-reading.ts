// Suggestions from the text of a letter: the sending agency, the company it is for, its tag, and whether someone must act on it.
// They are suggestions for the desk, not findings: a person confirms them.
import { stateAgencies } from './state-agencies.ts'

export type LetterSuggestions = {
  readonly agencyName: string | null
  readonly state: string | null
  readonly tag: string | null
  readonly actionNeeded: boolean
  readonly companyId: string | null
  readonly companyName: string | null
}

/** The first match counts. */
const tags: readonly (readonly [tag: string, words: RegExp])[] = [
  ['delinquency notice', /\b(delinquen|past due|overdue|failure to (file|pay)|penalty)/i],
  ['rate notice', /\b((contribution|tax|unemployment|experience) rate|rate (notice|determination))\b/i],
  ['benefit claim', /\b(notice of claim|benefit (charge|claim)|claim(ant)? for (unemployment )?benefits)/i],
  ['account registration', /\b(account number|registration (certificate|confirmation)|certificate of registration|new employer)\b/i],
  ['filing frequency', /\bfiling frequency\b/i],
  ['refund', /\brefund\b/i],
  ['power of attorney', /\bpower of attorney\b/i],
]

const action =
  /\b((respond|reply|return this form|file|pay|remit)\b.{0,40}\b(by|before|within|no later than)|within \d+ (calendar |business )?days|due (date|by)|action required)/is

type Company = { readonly id: string; readonly legal_name: string; readonly dba_name: string | null; readonly ein: string | null }

export const readLetter = (text: string, companies: readonly Company[]): LetterSuggestions => {
  const plain = normal(text)
  const agency = [...stateAgencies]
    .flatMap(([state, { withholding, unemployment }]) =>
      [withholding, unemployment].flatMap((each) => (each ? [{ state, name: each.name }] : [])),
    )
    .filter(({ name }) => plain.includes(normal(name)))
    // Some names begin like another name: the longest match counts.
    .toSorted((one, other) => other.name.length - one.name.length)[0]
  const company = companies.find(({ ein }) => ein !== null && standsIn(text, ein)) ?? onlyOneNamed(plain, companies)
  return {
    agencyName: agency?.name ?? null,
    state: agency?.state ?? null,
    tag: tags.find(([, words]) => words.test(text))?.[0] ?? null,
    actionNeeded: action.test(text),
    companyId: company?.id ?? null,
    companyName: company?.legal_name ?? null,
  }
}

/** The company with the longest name in the text. Where several have it, a letter of one of them would be shown as another's: none. */
const onlyOneNamed = (plain: string, companies: readonly Company[]): Company | undefined => {
  const named = companies
    .flatMap((each) => [each.legal_name, each.dba_name ?? ''].map((name) => ({ each, name: normal(name) })))
    .filter(({ name }) => name.length > 4 && plain.includes(name))
  const longest = Math.max(...named.map(({ name }) => name.length))
  const [company, ...others] = new Set(named.filter(({ name }) => name.length === longest).map(({ each }) => each))
  return others.length > 0 ? undefined : company
}

/** With or without its hyphen. Digits directly before or after make it another number. */
const standsIn = (text: string, ein: string): boolean => new RegExp(`(?<!\\d)${ein.slice(0, 2)}-?${ein.slice(2)}(?!\\d)`).test(text)

const normal = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()} `
