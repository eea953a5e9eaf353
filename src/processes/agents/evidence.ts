// How steps read the file on a business: facts, their sources, and statements made of them.
import type { Business } from '../../commands/business-state.ts'
import type { ReviewTask, Source } from '../../events/parts.ts'
import type { Statement } from './statements.ts'

type Sourced = { readonly sources: readonly Source[] }

const idsOf = (facts: readonly (Sourced | null | undefined)[]): readonly string[] => [
  ...new Set(facts.flatMap((fact) => fact?.sources.map(({ id }) => id) ?? [])),
]

export const registrationsOf = ({ file }: Business) => Object.values(file.registrations)

export const tasksOf = ({ review }: Business): readonly ReviewTask[] => review?.tasks ?? []

/** Says what facts show. */
export const shown = (text: string, facts: readonly (Sourced | null | undefined)[]): Statement => ({ text, sources: idsOf(facts) })

/** Says that something is not there, or follows from nothing being there. */
export const lacking = (text: string): Statement => ({ text, sources: [], isAbsence: true })

/** Says what facts show; where they name no source, that is no reason to keep silent. */
export const told = (text: string, facts: readonly (Sourced | null | undefined)[]): Statement => {
  const sources = idsOf(facts)
  return { text, sources, isAbsence: sources.length === 0 }
}

/**
 * A number with its noun, in a sentence.
 * @example
 * count(2, 'warning') // => '2 warnings'
 * count(0, 'hit') // => 'no hits'
 */
export const count = (number: number, noun: string): string => `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`

/**
 * Items as a sentence lists them.
 * @example
 * listed(['a', 'b', 'c']) // => 'a, b and c'
 */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/**
 * A text as a sentence.
 * @example
 * sentence('agents Inc.') // => 'Agents Inc.'
 * sentence('no hits') // => 'No hits.'
 */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`

/** Every source that the file on a business names, however deep. */
export const sourcesOf = ({ file, review }: Business): readonly Source[] => sourcesIn([file, review?.tasks])

const sourcesIn = (value: unknown): readonly Source[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    field === 'sources' && Array.isArray(inner) ? (inner as Source[]) : sourcesIn(inner),
  )
}
