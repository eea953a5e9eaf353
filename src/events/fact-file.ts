// A file of facts, after the kinds that are declared (fact.ts): its type, its empty value, and its fold over the events that carry facts.
import type { z } from 'zod'
import type { FactKind, FactKinds, Plain } from './fact.ts'
import type { Source } from './parts.ts'

/** A fact with its sources and when it was first and last established. */
export type Fact<Content> = Sourced<Content> & { readonly created_at: string; readonly updated_at: string }

type Sourced<Content> = Content & { readonly sources: readonly Source[] }

/**
 * A fact without the times of the file: what a finding says of it.
 * @example
 * undated({ id: 'a', sources: [], created_at: '2026-01-01', updated_at: '2026-02-01' }) // => { id: 'a', sources: [] }
 */
export const undated = <Content>({ created_at: _, updated_at: __, ...finding }: Fact<Content>): Sourced<Content> =>
  finding as Sourced<Content>

type Facts<Content> = { readonly [id: string]: Fact<Content> }

export type FactFile<Kinds extends FactKinds> = {
  readonly [Kind in keyof Kinds]: Kinds[Kind]['many'] extends true
    ? Facts<z.output<Kinds[Kind]['schema']>>
    : Fact<z.output<Kinds[Kind]['schema']>> | null
}

export const emptyFactFile = <Kinds extends FactKinds>(kinds: Kinds): FactFile<Kinds> =>
  Object.fromEntries(Object.entries(kinds).map(([name, { many }]) => [name, many ? nothingHeld : null])) as FactFile<Kinds>

/** What a file holds of one kind, whichever it is: the fields of a fact are checked where its event is written. */
export type Held = Facts<Plain> | Fact<Plain> | null | undefined

/** The facts of a kind by id. A single fact has the name of its kind as its id. */
export const heldById = (name: string, { many }: FactKind, held: Held): Facts<Plain> =>
  held ? ((many ? held : { [name]: held }) as Facts<Plain>) : nothingHeld

/** What an empty file holds of each kind. */
export const nothingHeld: Facts<Plain> = {}

export const idOf = (name: string, { many, id = 'id' }: FactKind, fact: Plain): string => (many ? String(fact[id]) : name)

export const without = <Content>(facts: Facts<Content>, id: string): Facts<Content> => {
  const { [id]: _, ...rest } = facts
  return rest
}

type AnyFile = { readonly [kind: string]: Held }
type AnyEvent = { readonly type: string; readonly data: Plain & { readonly sources?: readonly Source[] } }

/** The fold over the events of these kinds; `at` is when the event was recorded. Any other event leaves the file as it is. */
export const factFold = (kinds: FactKinds) => {
  const kindOf = new Map(Object.entries(kinds).flatMap(([name, { events }]) => Object.keys(events).map((type) => [type, name] as const)))
  return <File extends object>(file: File, { type, data }: AnyEvent, at: string): File => {
    const name = kindOf.get(type)
    const kind = name === undefined ? undefined : kinds[name]
    if (name === undefined || !kind) return file
    const { sources = [] } = data
    const content = kind.as === undefined ? contentOf(data) : (data[kind.as] as Plain)
    const id = idOf(name, kind, content)
    const held = heldById(name, kind, (file as AnyFile)[name])
    const after =
      type === kind.gone
        ? without(held, id)
        : { ...held, [id]: { ...content, sources, created_at: held[id]?.created_at ?? at, updated_at: at } }
    return { ...file, [name]: kind.many ? after : (after[name] ?? null) }
  }
}

/** The fields of a fact that are in the event's data itself. */
const contentOf = ({ order_id: _, sources: __, ...content }: AnyEvent['data']): Plain => content

/** The file with other sources of one fact. A fact that is not on file any more is left out. */
export const withSources = <File extends object>(
  file: File,
  kinds: FactKinds,
  { kind: name, id, sources }: { readonly kind: string; readonly id: string; readonly sources: readonly Source[] },
): File => {
  const kind = kinds[name]
  const held = kind && heldById(name, kind, (file as AnyFile)[name])
  const fact = held?.[id]
  if (!kind || !fact) return file
  const after = { ...held, [id]: { ...fact, sources } }
  return { ...file, [name]: kind.many ? after : after[name] }
}
