// The history of a business as text with places: a copy of it for another business costs little more than its hashes and its encryption.
import { hash, randomUUID } from 'node:crypto'
import { canonicalJson } from '../../src/events/canonical-json.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { open, type Sealed, type SubjectKeys, seal } from '../../src/events/personal-data.ts'
import type { PreparedAppend, PreparedEvent } from '../../src/stores/embedded/log-writing.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'

/** A text that all copies share, or the number of what fills this place in a copy. */
type Part = string | number

type EventParts = {
  readonly type: string
  readonly id: readonly Part[]
  /** Canonical JSON (RFC 8785), as it is hashed; `metadata` without the two hashes. */
  readonly data: readonly Part[]
  readonly metadata: readonly Part[]
}

export type Template = {
  readonly stream: readonly Part[]
  readonly events: readonly EventParts[]
  /** The ids that each copy has of its own, by their places: the character that says how each is made. */
  readonly ids: ReadonlyMap<number, string>
  /** The sealed values by their places, and the place of the id whose key seals each. */
  readonly sealed: ReadonlyMap<number, { readonly value: unknown; readonly subject: number }>
}

/** What fills the places of a template, apart from its sealed values. */
export type Copy = { readonly template: Template; readonly values: readonly string[] }

const [nameAt, timeAt, firstOther] = [0, 1, 2]
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * @param events the history of the business `name`, as it is stored
 * @param keys of the subjects in it
 * @returns a template in which only the account and those who acted stay what they are
 */
export const templateOf = (events: readonly RecordedEvent[], name: string, keys: SubjectKeys): Template => {
  const kept = new Set(events.flatMap(({ metadata: { account_id, actor } }) => [account_id, (actor as { readonly id?: string }).id]))
  const places = new Map<string, number>([[inJson(name), nameAt]])
  const ids = new Map<number, string>()
  const sealed = new Map<number, { readonly value: unknown; readonly subject: number }>()
  let next = firstOther

  const placeOf = (id: string): number => {
    const place = places.get(id) ?? next++
    places.set(id, place)
    ids.set(place, id.charAt(14))
    return place
  }

  const partsOf = (text: string, others: readonly string[] = []): readonly Part[] =>
    text
      .split(new RegExp(`(${[uuid, ...[inJson(name), ...others].map(RegExp.escape)].join('|')})`))
      .map((part) => (isUuid.test(part) && !kept.has(part) ? placeOf(part) : (places.get(part) ?? part)))

  const sealedIn = (value: unknown): readonly string[] => {
    if (typeof value !== 'object' || value === null) return []
    if (!('$sealed' in value)) return Object.values(value).flatMap(sealedIn)
    const { s, v } = (value as Sealed).$sealed
    const subject = placeOf(s)
    sealed.set(next, { value: open(value, keys), subject })
    places.set(v, next++)
    return [v]
  }

  return {
    stream: partsOf(events[0]?.stream ?? ''),
    events: events.map(({ id, type, data, metadata: { hash: _, prev_hash: __, ...metadata } }) => {
      const time = String(metadata.recorded_at)
      places.set(time, timeAt)
      return {
        type,
        id: partsOf(id),
        data: partsOf(canonicalJson(data), sealedIn(data)),
        metadata: partsOf(canonicalJson(metadata), [time]),
      }
    }),
    ids,
    sealed,
  }
}

const isUuid = new RegExp(`^${uuid}$`)
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A copy for another business with other people. */
export const copyOf = (template: Template, name: string, at: Date): Copy => {
  const values = [inJson(name), at.toISOString()]
  for (const [place, version] of template.ids) values[place] = version === '7' ? timedId(at) : randomUUID()
  return { template, values }
}

/** A uuid v7 (RFC 9562): it begins with its time, so that what is made later comes later in an index. */
const timedId = (at: Date): string => {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The subjects whose keys seal the values of a copy. */
export const subjectsOf = ({ template, values }: Copy): readonly string[] => [
  ...new Set(template.sealed.values().map(({ subject }) => String(values[subject]))),
]

/** The events of a copy as the store writes them: sealed with these keys, and chained. */
export const appendOf = ({ template, values: given }: Copy, keys: SubjectKeys): PreparedAppend => {
  const values = [...given]
  for (const [place, { value, subject }] of template.sealed) {
    const id = String(values[subject])
    const { $sealed } = seal(value, [{ path: [], subject: null }], id, keys) as Sealed
    values[place] = $sealed.v
  }
  const filled = (parts: readonly Part[]) => {
    let text = ''
    for (const part of parts) text += typeof part === 'string' ? part : values[part]
    return text
  }
  const stream = filled(template.stream)
  let previous = genesis(stream)
  const events = template.events.map(({ type, ...parts }): PreparedEvent => {
    const [data, metadata] = [filled(parts.data), filled(parts.metadata)]
    const prev_hash = previous
    // What eventHash of the service hashes, without parsing the text: see isChained.
    previous = hash('sha256', `${prev_hash}\n{"data":${data},"metadata":${metadata},"type":${JSON.stringify(type)}}`)
    return { id: filled(parts.id), type, data, metadata: `${metadata.slice(0, -1)},"prev_hash":"${prev_hash}","hash":"${previous}"}` }
  })
  return { stream, expectedRevision: -1, events }
}

/** Whether the service finds the hashes of a copy right. */
export const isChained = ({ stream, events }: PreparedAppend): boolean => {
  let previous = genesis(stream)
  return events.every(({ type, data, metadata: text }) => {
    const metadata = JSON.parse(text) as { readonly prev_hash: string; readonly hash: string }
    const follows = metadata.prev_hash === previous && metadata.hash === eventHash({ type, data: JSON.parse(data), metadata })
    previous = metadata.hash
    return follows
  })
}
