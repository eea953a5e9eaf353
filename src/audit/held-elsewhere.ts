// After an erasure: which records of others hold an erased value too. They tell such a value from one that was left behind.
import type { DocumentStore } from '../stores/document-store.ts'
import type { JsonObject } from '../stores/event-store.ts'
import { filesHolding } from './files-holding.ts'
import type { Holding } from './searching-process.ts'

export type OtherRecord = { readonly collection: string; readonly id: string }

export type Remains = {
  /** The files that still contain an erased value, with the fields that it was erased from. */
  readonly still_in: readonly Holding[]
  /** The fields whose values other records hold, with the first of these records. */
  readonly elsewhere: readonly HeldField[]
  /** The fields whose values are in a file, and in no record of others. */
  readonly left_behind: readonly string[]
  /** The first of its own records that hold one of those, such as a note that names the person. */
  readonly left_in: readonly HeldField[]
}

type HeldField = { readonly field: string; readonly records: readonly OtherRecord[] }

type Places = {
  readonly dataDir: string
  readonly documents: Pick<DocumentStore, 'all'>
  readonly collections: readonly string[]
  /** What the program itself writes into the files, whatever it stores there. A value that stands in it tells nothing about a record. */
  readonly written: string
}

/** @param values the erased values with their fields @param own the ids of what was erased; records that name one of them are not another's */
export const remainsOf = async (
  values: ReadonlyMap<string, string>,
  own: readonly string[],
  { dataDir, documents, collections, written }: Places,
): Promise<Remains> => {
  const sought = [...values.keys()].filter((value) => !written.includes(value))
  const holding = await filesHolding(dataDir, new Map(sought.map((value) => [value, value])))
  const found = [...new Set(holding.flatMap(({ fields }) => fields))]
  const isOthers = (key: string, document: JsonObject) => !isOwn(key, document, own)
  const others = await recordsHolding(found, isOthers, { documents, collections })
  const left = found.filter((value) => !others.has(value))
  const ownRecords = await recordsHolding(left, (key, document) => isOwn(key, document, own), { documents, collections })
  const fieldsOf = (some: readonly string[]) => [...new Set(some.map((value) => values.get(value) ?? ''))].sort()
  const heldFields = (held: typeof others) => [...held].map(([value, records]) => ({ field: values.get(value) ?? '', records }))
  return {
    still_in: holding.map(({ file, fields }) => ({ file, fields: fieldsOf(fields) })),
    elsewhere: heldFields(others),
    left_behind: fieldsOf(left),
    left_in: heldFields(ownRecords),
  }
}

/** At most this many records are named for each value. */
const named = 3

/** Reads until enough records of each value are known, which is soon where many hold it. */
const recordsHolding = async (
  values: readonly string[],
  isWanted: (key: string, document: JsonObject) => boolean,
  { documents, collections }: Pick<Places, 'documents' | 'collections'>,
): Promise<ReadonlyMap<string, readonly OtherRecord[]>> => {
  const found = new Map<string, OtherRecord[]>()
  let open = values.map((value) => ({ value, text: textOf(value) }))
  for (const collection of collections) {
    if (open.length === 0) break
    for await (const { key, document } of documents.all(collection)) {
      if (document === null || !isWanted(key, document)) continue
      const text = textOf(document)
      for (const { value } of open.filter((each) => text.includes(each.text.slice(1, -1))))
        found.set(value, [...(found.get(value) ?? []), { collection, id: key }])
      open = open.filter(({ value }) => (found.get(value)?.length ?? 0) < named)
      if (open.length === 0) break
    }
  }
  return found
}

const textOf = (value: unknown): string => JSON.stringify(value).toLowerCase()

const isOwn = (key: string, document: JsonObject, own: readonly string[]): boolean =>
  own.includes(key) || Object.values(document).some((member) => typeof member === 'string' && own.includes(member))
