// Erasure: destroys the keys of a person's or a whole business's personal data. The log keeps its shape and every chain and seal holds;
// what was sealed with those keys can be read by nobody any more, in no copy of the log however old.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sealedSubjectsIn } from '../events/personal-data.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { JsonObject } from '../stores/event-store.ts'

export type ErasurePlan = {
  readonly stream: string
  readonly kind: 'person' | 'business'
  readonly subjects: readonly string[]
  /** How many events hold something of theirs. */
  readonly events: number
  /** The plain values that are going to be unreadable, for the proof afterwards; never stored. */
  readonly values: readonly string[]
}

/** What erasing would destroy: of one person (by id), or of the business with everybody in its stream. */
export const planErasure = async (log: EventLog, businessId: string, personId: string | null): Promise<ErasurePlan> => {
  const stream = `business-${businessId}`
  const stored = await log.store.read(stream)
  const sealedFor = (data: JsonObject) => [...sealedSubjectsIn(data)].filter((subject) => personId === null || subject === personId)
  const concerned = stored.filter(({ data }) => sealedFor(data).length > 0)
  const subjects = new Set(concerned.flatMap(({ data }) => sealedFor(data)))
  const opened = await log.open(concerned)
  const values = new Set<string>()
  for (const [index, { data }] of opened.entries()) gatherValues(concerned[index]?.data, data, subjects, values)
  return { stream, kind: personId === null ? 'business' : 'person', subjects: [...subjects], events: concerned.length, values: [...values] }
}

/** The opened values that stand where the stored data is sealed for one of the subjects. */
const gatherValues = (stored: unknown, opened: unknown, subjects: ReadonlySet<string>, into: Set<string>): void => {
  if (typeof stored !== 'object' || stored === null) return
  if ('$sealed' in stored) {
    const { s } = stored.$sealed as { readonly s: string }
    if (subjects.has(s) && typeof opened === 'string') into.add(opened)
    return
  }
  for (const [field, value] of Object.entries(stored))
    gatherValues(value, (opened as { readonly [field: string]: unknown } | null)?.[field], subjects, into)
}

/** Shorter values stand in any file by chance. */
const shortest = 5

/** The files below a folder in which one of the values stands in plain UTF-8. */
export const filesHolding = async (folder: string, values: readonly string[]): Promise<readonly string[]> => {
  const sought = values.filter((value) => value.length >= shortest).map((value) => Buffer.from(value))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) if (await holds(file, sought)) found.push(file)
  return found
}

const holds = async (file: string, sought: readonly Buffer[]): Promise<boolean> => {
  const overlap = Math.max(0, ...sought.map(({ length }) => length - 1))
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const window = Buffer.concat([rest, chunk as Buffer])
    if (sought.some((value) => window.includes(value))) return true
    rest = window.subarray(Math.max(0, window.length - overlap))
  }
  return false
}
