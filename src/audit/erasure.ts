// Erasure: destroys the keys of a person's or a whole business's personal data. The log keeps its shape and every chain and seal holds;
// what was sealed with those keys can be read by nobody any more, in no copy of the log however old.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { erased, sealedSubjectsIn } from '../events/personal-data.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { JsonObject } from '../stores/event-store.ts'

/** What is to be erased from one stream. */
export type StreamErasure = {
  readonly stream: string
  readonly subjects: readonly string[]
  /** How many events hold something of theirs. */
  readonly events: number
}

export type ErasurePlan = StreamErasure & {
  readonly kind: 'person' | 'business'
  /** The plain values that are going to be unreadable, for the proof afterwards, with the fields that hold them; never stored. */
  readonly values: ReadonlyMap<string, string>
  /** The fields of values that also stand in the stream as data that is not personal, and so stay. */
  readonly plainElsewhere: readonly string[]
}

/** What erasing would destroy: of one person (by id), or of the business with everybody in its stream. */
export const planErasure = async (log: EventLog, businessId: string, personId: string | null): Promise<ErasurePlan> => {
  const stream = `business-${businessId}`
  const stored = await log.store.read(stream)
  const sealedFor = (data: JsonObject) => [...sealedSubjectsIn(data)].filter((subject) => personId === null || subject === personId)
  const concerned = stored.filter(({ data }) => sealedFor(data).length > 0)
  const subjects = new Set(concerned.flatMap(({ data }) => sealedFor(data)))
  const opened = await log.open(concerned)
  const found = new Map<string, string>()
  for (const [index, { data }] of opened.entries()) gatherValues(concerned[index]?.data, data, subjects, found, '')
  const plain = new Set(stored.flatMap(({ data }) => [...plainTexts(data)]))
  const kind = personId === null ? 'business' : 'person'
  return {
    stream,
    kind,
    subjects: [...subjects],
    events: concerned.length,
    values: new Map([...found].filter(([value]) => !plain.has(value))),
    plainElsewhere: [...found].flatMap(([value, field]) => (plain.has(value) ? [field] : [])),
  }
}

/**
 * What erasing means for a stream that speaks of the business, such as an agent's run: all that is sealed in it goes with the business; with a
 * person it goes where one of their values stands in it. null: nothing of it has to go.
 */
export const planAlongside = async (log: EventLog, stream: string, plan: ErasurePlan): Promise<StreamErasure | null> => {
  const stored = await log.store.read(stream)
  const concerned = stored.filter(({ data }) => sealedSubjectsIn(data).size > 0)
  const subjects = new Set(concerned.flatMap(({ data }) => [...sealedSubjectsIn(data)]))
  const texts = new Map<string, string>()
  for (const [index, { data }] of (await log.open(concerned)).entries()) gatherValues(concerned[index]?.data, data, subjects, texts, '')
  const speaks = [...texts.keys()].some((text) => [...plan.values.keys()].some((value) => value.length >= shortest && text.includes(value)))
  // The keys went, and then something broke off before that was noted.
  const halfDone = subjects.size > 0 && texts.size === 0 && !stored.some(({ type }) => type === 'PersonalDataErased')
  if (!halfDone && (texts.size === 0 || (plan.kind === 'person' && !speaks))) return null
  return { stream, subjects: [...subjects], events: concerned.length }
}

/** The opened values that stand where the stored data is sealed for one of the subjects, with their fields. */
const gatherValues = (stored: unknown, opened: unknown, subjects: ReadonlySet<string>, into: Map<string, string>, path: string): void => {
  if (typeof stored !== 'object' || stored === null) return
  if ('$sealed' in stored) {
    const { s } = stored.$sealed as { readonly s: string }
    if (subjects.has(s) && typeof opened === 'string' && opened !== erased) into.set(opened, path)
    return
  }
  for (const [field, value] of Object.entries(stored)) {
    const inside = (opened as { readonly [field: string]: unknown } | null)?.[field]
    gatherValues(value, inside, subjects, into, path === '' ? field : `${path}.${field}`)
  }
}

/** Every text that stands unsealed in stored data. */
function* plainTexts(stored: unknown): Generator<string> {
  if (typeof stored === 'string') yield stored
  else if (typeof stored === 'object' && stored !== null && !('$sealed' in stored))
    for (const value of Object.values(stored)) yield* plainTexts(value)
}

/** Shorter values stand in any file by chance. */
const shortest = 5

export type Holding = { readonly file: string; readonly fields: readonly string[] }

/** The files below a folder in which one of the values stands in plain UTF-8, as it is or in small letters. `values`: with what they are called. */
export const filesHolding = async (folder: string, values: ReadonlyMap<string, string>): Promise<readonly Holding[]> => {
  const sought = [...values].flatMap(([value, field]) =>
    value.length < shortest ? [] : [...new Set([value, value.toLowerCase()])].map((text) => ({ bytes: Buffer.from(text), field })),
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: Holding[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const fields = await heldIn(file, sought)
    if (fields.size > 0) found.push({ file, fields: [...fields].sort() })
  }
  return found
}

type Sought = readonly { readonly bytes: Buffer; readonly field: string }[]

const heldIn = async (file: string, sought: Sought): Promise<ReadonlySet<string>> => {
  const fields = new Set<string>()
  const overlap = Math.max(0, ...sought.map(({ bytes }) => bytes.length - 1))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const window = Buffer.concat([rest, chunk as Buffer])
    for (const { bytes, field } of sought) if (!fields.has(field) && window.includes(bytes)) fields.add(field)
    rest = window.subarray(Math.max(0, window.length - overlap))
  }
  return fields
}
