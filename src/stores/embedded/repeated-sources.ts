// The same list of sources stands in many places of a document: half of a business's JSON. In the file each such list is written once, as a member of
// `$sources`, and `{"$":0}` takes its place wherever it stands. Readers of the store and of the SQL views get whole documents.
import type { Document } from '../document-store.ts'

const text = String.raw`"(?:[^"\\]|\\.)*"`
const source = String.raw`\{"id":${text},"type":${text},"metadata":\{(?:[^{}"]|${text})*\}\}`
/** A list of sources, as JSON.stringify writes it. */
const list = new RegExp(`"sources":(\\[${source}(?:,${source})*\\])`, 'g')

/** Each costs the view a step. Further lists stay where they are. */
const mostLists = 16

const beginning = '{"$sources":['

/**
 * The JSON of a document with each repeated list once.
 * @example
 * const sources = '[{"id":"1","type":"or_sos","metadata":{}}]'
 * withListsOnce(`{"a":{"sources":${sources}},"b":{"sources":${sources}}}`) // => `{"$sources":[${sources}],"a":{"sources":{"$":0}},"b":{"sources":{"$":0}}}`
 */
export const withListsOnce = (json: string): string => {
  const matches = [...json.matchAll(list)]
  const counts = new Map<string, number>()
  for (const [, found = ''] of matches) counts.set(found, (counts.get(found) ?? 0) + 1)
  const repeated = [...counts].filter(([, count]) => count > 1).slice(0, mostLists)
  if (repeated.length === 0) return json
  const places = new Map(repeated.map(([found], n) => [found, `"sources":{"$":${n}}`]))
  let text = `${beginning}${[...places.keys()].join()}],`
  let end = 1
  for (const { 0: whole, 1: found = '', index } of matches) {
    text += json.slice(end, index) + (places.get(found) ?? whole)
    end = index + whole.length
  }
  return text + json.slice(end)
}

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
