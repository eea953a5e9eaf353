// The hash chain of a stream: each event's hash covers the one before it, so that an event changed, dropped or moved shows.
import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

type Hashed = { readonly type: string; readonly data: unknown; readonly metadata: { readonly [key: string]: unknown } }

/** What the first event of a stream has as `prev_hash`: the hash of the stream's name, so that a chain belongs to its stream. */
export const genesis = (stream: string): string => hash('sha256', stream)

/**
 * SHA-256 (hex) over `prev_hash` and the canonical JSON (RFC 8785) of type, data and all other metadata but the hash itself.
 * @example
 * const of = (data: object) => eventHash({ type: 'SignalCreated', data, metadata: { prev_hash: genesis('signal-1') } })
 * of({ a: 1, b: 2 }) === of({ b: 2, a: 1 }) // => true
 * of({ a: 1, b: 2 }) === of({ a: 1, b: 3 }) // => false
 */
export const eventHash = ({ type, data, metadata }: Hashed): string => {
  const { hash: _, prev_hash, ...rest } = metadata
  return textsHash(String(prev_hash), { type, data: canonicalJson(data), metadata: canonicalJson(rest) })
}

/**
 * The same from the canonical JSON of the data, and of the metadata without `prev_hash` and `hash`.
 * @example
 * const event = { type: 'SignalCreated', data: { a: 1 }, metadata: { mode: 'test', prev_hash: genesis('signal-1') } }
 * textsHash(genesis('signal-1'), { type: 'SignalCreated', data: '{"a":1}', metadata: '{"mode":"test"}' }) === eventHash(event) // => true
 */
export const textsHash = (
  before: string,
  { type, data, metadata }: { readonly type: string; readonly data: string; readonly metadata: string },
): string => {
  const parts = [`${before}\n{"data":`, data, ',"metadata":', metadata, `,"type":${JSON.stringify(type)}}`]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (mostBytes * length > page.length) return hash('sha256', parts.join(''))
  let end = 0
  for (const part of parts) end += page.write(part, end)
  return hash('sha256', page.subarray(0, end))
}

/** Here the parts of a text are brought together. The string of them would be one more copy of all data. */
const page = Buffer.alloc(65_536)

/** Of one unit of a string, in UTF-8. */
const mostBytes = 3
