// `Idempotency-Key` on any POST (records.md, Idempotency): the same request again within 24 hours gets the first answer and does nothing twice,
// also when both arrive at the same moment or at two instances. The first to write a claim does the work; the others wait for its answer.
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import canonicalize from 'canonicalize'
import type { MiddlewareHandler, Next } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { bodyLimitOf, bodyLimits, hashApart, isJson, readBytes, readJson } from '../../inner/framework/body.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { badRequest, unavailable, unprocessable } from '../../interface/errors.ts'
import { serviceLimits } from '../../interface/service-limits.ts'
import type { Records } from '../../stores/document-store.ts'
import type { JsonObject } from '../../stores/event-store.ts'
import { requestLog } from './access-log.ts'
import { showsSecrets } from './key-scope.ts'
import { type Answer, openAnswer, sealAnswer } from './sealed-answer.ts'

export type IdempotencyOptions = {
  readonly records: Records
  /** 32 bytes, the same on every instance: answers may hold personal data and are stored encrypted under keys derived from it. */
  readonly secret: Uint8Array
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

const kind = 'idempotency'
const longestKey = serviceLimits.idempotencyKey.most
const keptFor = 24 * 60 * 60 * 1000
/** A claim older than this without an answer is taken over. Its request has died, or will find its events appended already. */
const lease = 30_000
/** How long a request waits for another instance's answer: once over the lease. */
const patience = lease + 5000

/** One use of a key: `id` names the record, `fingerprint` stands for method, path and body. */
type Use = { readonly id: string; readonly key: string; readonly fingerprint: string; readonly secret: Uint8Array }

/** `begun`: when the key was first used for this request, in milliseconds since 1970. */
type Claimed = { readonly revision: number; readonly begun: number }

/** What becomes of a claim without an answer that is kept: the next request takes it over at once. */
const released = 0

/** Runs after authentication. Sets `c.get('idempotencySeed')`, from which handlers derive the ids of what they create. */
export const idempotency = ({ records, secret, now = Date.now }: IdempotencyOptions): MiddlewareHandler<ProbityEnv> => {
  /** The work that this process is doing, by record. */
  const running = new Map<string, Promise<void>>()

  const claimOrAnswer = async (use: Use): Promise<Claimed | Answer> => {
    const giveUp = now() + patience
    let known = -1
    let begun = now()
    for (let wait = 25; ; wait = Math.min(wait * 2, 250)) {
      await running.get(use.id)
      const value = { fingerprint: use.fingerprint, begun, lease_until: now() + lease }
      const revision = await records.put(kind, use.id, value, { expectedRevision: known, expiresAt: new Date(now() + keptFor) })
      if (revision !== undefined) return { revision, begun }
      const record = await records.get(kind, use.id)
      const isSame = record?.value.fingerprint === use.fingerprint
      if (record && !isSame && record.value.lease_until !== released)
        throw unprocessable('this Idempotency-Key was used with another request before')
      if (typeof record?.value.answer === 'string') return openAnswer(record.value.answer, use)
      known = record && Number(record.value.lease_until) <= now() ? record.revision : -1
      begun = isSame && typeof record?.value.begun === 'number' ? record.value.begun : now()
      if (record === undefined || known >= 0) continue
      if (now() >= giveUp) throw unavailable('the first request with this Idempotency-Key is still in progress')
      await pause(wait)
    }
  }

  const keep = async (c: ProbityContext, use: Use, { revision, begun }: Claimed) => {
    const { status, headers } = c.res
    // A challenge is about the credentials: the request is not refused to another key, nor to this one with more rights.
    const isKept = status < 500 && status !== 429 && !headers.has('www-authenticate')
    const rest: JsonObject = isKept ? { answer: sealAnswer(await answerOf(c), use) } : { begun, lease_until: released }
    const value = { fingerprint: use.fingerprint, ...rest }
    await records.put(kind, use.id, value, { expectedRevision: revision, expiresAt: new Date(now() + keptFor) })
  }

  const once = async (c: ProbityContext, next: Next, key: string) => {
    if (key.length < 1 || key.length > longestKey)
      throw badRequest(`Idempotency-Key must be 1 to ${longestKey} characters`, 'Idempotency-Key')
    const { accountId, mode } = c.get('principal')
    const use: Use = { id: hash('sha256', `${accountId}\n${mode}\n${key}`), key, fingerprint: await fingerprintOf(c), secret }

    const first = await claimOrAnswer(use)
    if ('status' in first) return replay(c, first)
    c.set('idempotencySeed', seedOf(use, first))
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(use.id, promise)
    try {
      await next()
      // When this fails, the work is done and the client gets its answer. A repeated request has the same seed, so the handler finds what it did.
      await keep(c, use, first).catch((error: unknown) =>
        requestLog(c).error({ err: error }, 'an answer could not be kept for its Idempotency-Key'),
      )
    } finally {
      running.delete(use.id)
      resolve()
    }
  }

  return (c, next) => {
    const key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
    return key === undefined ? next() : once(c, next, key)
  }
}

/**
 * Of the day of the first use, because a key whose answer is not kept any more stands for something new. Where the record is lost, a request repeated on
 * the same day still has the same seed.
 */
const seedOf = ({ id, fingerprint }: Use, { begun }: Claimed): string =>
  hash('sha256', `${id}\n${fingerprint}\n${Math.floor(begun / keptFor)}`)

/**
 * Bodies that are equal as JSON have the same fingerprint, whatever the order of their members. Other bodies are compared byte by byte. If the answer
 * holds a secret, the sender is part of the fingerprint, because another key of the account may have fewer rights.
 */
const fingerprintOf = async (c: ProbityContext): Promise<string> => {
  const bytes = await readBytes(c, bodyLimitOf(c))
  const { actor } = c.get('principal')
  const target = `${c.req.method} ${c.req.path}${new URL(c.req.url).search}\n${showsSecrets(c) ? `${actor.type} ${actor.id}\n` : ''}`
  // Uploads count byte by byte: reading them as JSON here would keep every other request waiting.
  if (bytes.length > bodyLimits.standard) return hash('sha256', target + (await hashApart(bytes as Uint8Array<ArrayBuffer>)))
  const json = isJson(c.req.header('content-type')) ? await readJson(c, bodyLimitOf(c)).catch(() => undefined) : undefined
  // Half a surrogate pair has no canonical form.
  const isComparable = json?.value !== undefined && json.unkeepable.length === 0
  return hash('sha256', isComparable ? target + canonicalize(json.value) : Buffer.concat([Buffer.from(target), bytes]))
}

/** What belongs to one response only, not to the answer. */
const notKept = new Set([
  'connection',
  'content-length',
  'date',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'set-cookie',
  'x-request-id',
])

const answerOf = async (c: ProbityContext): Promise<Answer> => {
  const response = c.res
  const body = Buffer.from(await response.arrayBuffer())
  const { status, headers } = response
  c.res = undefined
  c.res = new Response(body.length > 0 ? body : null, { status, headers })
  return { status, headers: Object.fromEntries([...headers].filter(([name]) => !notKept.has(name))), body }
}

const replay = (c: ProbityContext, { status, headers, body }: Answer) => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('Idempotent-Replayed', 'true')
  return c.newResponse(body.length > 0 ? Uint8Array.from(body) : null, status as StatusCode)
}
