// In tables of earlier releases a list of sources that stands in many places of a document is written once, as a member of `$sources`, and `{"$":0}` takes its
// place wherever it stands. Such a table is read until the next version of its collection is built. abbreviations.ts took its place.
import type { Document } from '../document-store.ts'

/** The most that one document has. */
const mostLists = 16

const beginning = '{"$sources":['

/** The document of a stored JSON. */
export const parsedDocument = (json: string): Document => {
  const parsed = JSON.parse(json)
  if (!json.startsWith(beginning)) return parsed
  const { $sources, ...document } = parsed
  putBack(document, $sources)
  return document
}

type Value = { [field: string]: unknown }

/** Changes what was just parsed and nobody has seen. */
const putBack = (value: Value, lists: readonly unknown[]): void => {
  for (const field in value) {
    const member = value[field]
    if (typeof member !== 'object' || member === null) continue
    if (field === 'sources' && '$' in member) value[field] = lists[Number(member.$)]
    else putBack(member as Value, lists)
  }
}

/** The SQL expression of the whole value of an expression of JSON. */
export const wholeSql = (json: string): string =>
  Array.from({ length: mostLists }).reduce<string>(
    (value, _, n) => `replace(${value}, '"sources":{"$":${n}}', '"sources":' || ifnull(document -> '$."$sources"[${n}]', ''))`,
    json,
  )
