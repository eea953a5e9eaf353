// Reads a request's body once, within its limit, and checks that it is JSON that can be stored and read back unchanged.
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { findTargetHandler } from 'hono/utils/handler'
import { ApiError, badRequest, tooLarge, tooSlow, unprocessable } from '../../interface/errors.ts'
import { jsonOf, NotJson, unkeepable } from '../../interface/json-text.ts'
import { sentence } from '../../interface/messages.ts'
import { serviceLimits } from '../../interface/service-limits.ts'
import type { BodyPace } from './edge-shares.ts'
import type { ProbityContext } from './environment.ts'
import { holdPlace } from './places.ts'

const megabyte = 1_048_576

/** Largest bodies in bytes (records.md, Sizes). */
export const bodyLimits = { standard: serviceLimits.body.bytes, batch: serviceLimits.batchBody.bytes }

/** A body of thousands of levels would overflow the stack of the code that reads it. */
const deepest = serviceLimits.nesting.most
const longestList = serviceLimits.listEntries.most
const mostValues = serviceLimits.bodyValues.most

const maxBytes = Symbol('the largest body that a route takes')

/** Marks a route's middleware, so that code that reads the body earlier knows its limit. */
export const withBodyLimit = <Handler extends MiddlewareHandler>(handler: Handler, limit: number): Handler =>
  Object.assign(handler, { [maxBytes]: limit })

/** The limit of the route that will handle this request. */
export const bodyLimitOf = (c: ProbityContext): number => {
  for (const { handler } of matchedRoutes(c)) {
    const limit: unknown = Reflect.get(findTargetHandler(handler), maxBytes)
    if (typeof limit === 'number') return limit
  }
  return bodyLimits.standard
}

const alreadyRead = new WeakMap<Request, Promise<Buffer>>()

/** The body's bytes; a second call returns the same ones. @throws ApiError 413 beyond the limit, 400 when it breaks off or is compressed */
export const readBytes = (c: ProbityContext, limit: number): Promise<Buffer> => {
  const request = c.req.raw
  const known = alreadyRead.get(request)
  if (known) return known
  const reading = read(c, limit)
  alreadyRead.set(request, reading)
  return reading
}

const read = async (c: ProbityContext, limit: number): Promise<Buffer> => {
  // Unpacking would let a small body grow beyond every limit.
  if (!/^(identity)?$/i.test(c.req.header('content-encoding') ?? '')) throw badRequest('the body must be sent without a Content-Encoding')
  const declared = c.req.header('content-length')
  if (declared !== undefined && Number(declared) > limit) throw tooLarge(limit)
  const isFromSocket = c.env?.incoming !== undefined
  if (isFromSocket && declared === undefined && c.req.header('transfer-encoding') === undefined) return Buffer.alloc(0)
  try {
    return await inTime(c, () => {
      // A body with a declared length cannot be longer: the HTTP parser ensures that.
      if (declared === undefined) return readCounting(c, limit)
      if (Number(declared) <= megabyte) return c.req.raw.arrayBuffer().then(Buffer.from)
      holdPlace(c, 'uploads')
      return readInto(c.req.raw, Number(declared))
    })
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw badRequest('the body broke off before its end')
  }
}

/** @throws ApiError 408 when the body arrives more slowly than it must */
const inTime = async (c: ProbityContext, reading: () => Promise<Buffer>): Promise<Buffer> => {
  const socket = c.env?.incoming?.socket
  const pace = c.get('shares')?.bodyPace
  if (!socket || !pace) return reading()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = watchPace(
    () => socket.bytesRead,
    pace,
    () => reject(tooSlow()),
  )
  try {
    return await Promise.race([late, reading()])
  } finally {
    stop()
  }
}

/** Calls `onLate` when too few bytes came in a window, or when the time is over. @returns what ends the watch */
const watchPace = (bytesRead: () => number, { longestMs, windowMs, leastBytes }: BodyPace, onLate: () => void) => {
  let seen = bytesRead()
  const look = () => {
    if (bytesRead() - seen < leastBytes) onLate()
    seen = bytesRead()
  }
  // Looks after the sockets have been read: what came while the process was busy counts.
  const looks = setInterval(() => setImmediate(look), windowMs)
  const end = setTimeout(onLate, longestMs)
  return () => {
    clearInterval(looks)
    clearTimeout(end)
  }
}

/** Copies each piece as it arrives: joining tens of megabytes at the end would block all other requests. */
const readInto = async (request: Request, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for await (const chunk of request.body ?? []) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes.subarray(0, at)
}

const readCounting = async (c: ProbityContext, limit: number): Promise<Buffer> => {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = c.req.raw.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) return Buffer.concat(chunks, length)
    const before = length
    length += value.byteLength
    try {
      if (length > limit) throw tooLarge(limit)
      if (before <= megabyte && length > megabyte) holdPlace(c, 'uploads')
    } catch (error) {
      reader?.cancel().catch(() => {})
      throw error
    }
    chunks.push(value)
  }
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)"?\s*(?:;|$))/i

/** SHA-256 in hexadecimal, made in a thread: large bodies would keep every other request waiting. */
export const hashApart = async (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')

/**
 * Whether the content type names JSON in UTF-8.
 * @example
 * isJson('application/json; charset=utf-8') // => true
 * isJson('text/plain') // => false
 */
export const isJson = (contentType: string | undefined): boolean =>
  contentType !== undefined && jsonType.test(contentType) && !otherCharset.test(contentType)

/** A text that cannot be kept: where it is in the body, and what is wrong with it. */
export type Unkeepable = { readonly path: readonly (string | number)[]; readonly message: string }

/** `value` is undefined when there is no body. */
export type JsonBody = { readonly value: unknown; readonly unkeepable: readonly Unkeepable[] }

const nothing: JsonBody = { value: undefined, unkeepable: [] }
const parsed = new WeakMap<Buffer, JsonBody>()

/**
 * The body as JSON.
 * @throws ApiError 400 for another content type, broken UTF-8, malformed JSON; 413 beyond the limit
 */
export const readJson = async (c: ProbityContext, limit: number): Promise<JsonBody> => {
  const bytes = await readBytes(c, limit)
  if (bytes.length === 0) return nothing
  const known = parsed.get(bytes)
  if (known) return known
  if (!isJson(c.req.header('content-type'))) throw badRequest('the body must be JSON in UTF-8, sent with Content-Type: application/json')
  const unkeepable: Unkeepable[] = []
  const body = { value: inspected(parse(bytes), { path: [], found: unkeepable, values: 0 }), unkeepable }
  parsed.set(bytes, body)
  return body
}

const parse = (bytes: Uint8Array): unknown => {
  try {
    return jsonOf(bytes)
  } catch (error) {
    throw error instanceof NotJson ? badRequest(error.message) : error
  }
}

/** `path`: where the value is in the body. Problems go to `found`. `values`: how many there have been. */
type Inspection = { readonly path: (string | number)[]; readonly found: Unkeepable[]; values: number }

/**
 * The value without members such as `__proto__`, which would replace a copy's prototype.
 * @throws ApiError for more than the code behind can look at while other requests wait
 */
const inspected = (value: unknown, inspection: Inspection): unknown => {
  const { path, found } = inspection
  if (++inspection.values > mostValues) throw badRequest(`the body has more than ${mostValues} values`)
  const message = typeof value === 'string' ? unkeepable(value) : undefined
  if (message) found.push({ path: [...path], message })
  if (typeof value !== 'object' || value === null) return value
  if (path.length >= deepest) throw badRequest(`the body is nested more than ${deepest} levels deep`)
  if (Array.isArray(value) && value.length > longestList)
    throw unprocessable(sentence(path.join('.'), `must be a list of at most ${longestList}`), path.join('.') || undefined)
  const members = value as Record<string | number, unknown>
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (key === '__proto__') {
      delete members[key]
      continue
    }
    path.push(key)
    inspected(members[key], inspection)
    path.pop()
  }
  return value
}
