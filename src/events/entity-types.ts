// The kinds of entities, told apart in one way everywhere (records.md, section 8). Registries word them in many ways; the wording as filed stays in
// the source.
import { inOrder } from './canonical-json.ts'

export const entityTypes = ['LLC', 'CORPORATION', 'NON_PROFIT', 'PARTNERSHIP', 'SOLE_PROPRIETORSHIP', 'TRUST'] as const
export type EntityType = (typeof entityTypes)[number]

/** Words of registries and of clients, in order of precedence: a limited liability partnership is a partnership. */
const wordings: readonly (readonly [words: RegExp, type: EntityType])[] = [
  [/NON.?PROFIT|NOT.FOR.PROFIT|RELIGIOUS|BENEVOLENT|CHARIT/, 'NON_PROFIT'],
  [/\bTRUST\b/, 'TRUST'],
  [/SOLE PROPRIETOR/, 'SOLE_PROPRIETORSHIP'],
  [/PARTNERSHIP|\bL\.?L?\.?P\b/, 'PARTNERSHIP'],
  [/LIMITED LIABILITY|\bL\.?L\.?C\b|\bFLAL\b|\bFORL\b/, 'LLC'],
  [/CORPORATION|INCORPORATED|\bINC\b|PROFIT|COOPERATIVE/, 'CORPORATION'],
]

/**
 * The kind that a wording means. Null: none of them, such as an assumed business name.
 * @example
 * entityTypeOf('DOMESTIC LIMITED LIABILITY COMPANY') // => 'LLC'
 * entityTypeOf('ASSUMED BUSINESS NAME') // => null
 */
export const entityTypeOf = (filed: string): EntityType | null => {
  const words = filed.toUpperCase().replaceAll('_', ' ')
  return wordings.find(([wording]) => wording.test(words))?.[1] ?? null
}

type ClaimedForm = { readonly form: string; readonly types: readonly EntityType[] }

/** A name claims the first of them that it has: "Acme Limited Liability Corporation" and "Corp Services LLC" are no corporations. */
const claimedForms: readonly (ClaimedForm & { readonly inName: RegExp })[] = [
  { inName: /\b(llc\b|l\.l\.c\.|limited liability co)/i, form: 'limited liability company', types: ['LLC'] },
  { inName: /\b(inc|incorporated|corp|corporation)\b/i, form: 'corporation', types: ['CORPORATION', 'NON_PROFIT'] },
  { inName: /\b(lp|limited partnership)\b/i, form: 'partnership', types: ['PARTNERSHIP'] },
]

/**
 * The legal form that a name claims, and the kinds of entities that may. Null: it claims none.
 * @example
 * claimedFormOf('Corp Services LLC')?.form // => 'limited liability company'
 * claimedFormOf('Acme Widgets') // => null
 */
export const claimedFormOf = (name: string): ClaimedForm | null => claimedForms.find(({ inName }) => inName.test(name)) ?? null

const names: { readonly [Type in EntityType]: string } = {
  LLC: 'LLC',
  CORPORATION: 'Corporation',
  NON_PROFIT: 'Non Profit',
  PARTNERSHIP: 'Partnership',
  SOLE_PROPRIETORSHIP: 'Sole Proprietorship',
  TRUST: 'Trust',
}

/** As tasks, labels and messages write it. */
export const entityTypeName = (type: EntityType): string => names[type]

/**
 * A registry's wording in ordinary letters.
 * @example
 * filedWords('ASSUMED BUSINESS NAME') // => 'Assumed business name'
 */
export const filedWords = (filed: string): string => (/[a-z]/.test(filed) ? filed : filed.charAt(0) + filed.slice(1).toLowerCase())

type WithMetadata = { readonly metadata: { readonly [field: string]: string | number | boolean | null } }

/** The sources, each with the wording as filed. */
export const filedAs = <Source extends WithMetadata>(sources: readonly Source[], filed: string): Source[] =>
  sources.map((source) => ({ ...source, metadata: inOrder({ ...source.metadata, filed_as: filed }) }))
