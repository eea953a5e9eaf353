// One attempt to tell a webhook of an event: signed (Standard Webhooks, and a plain signature in `X-Signature-256`), to permitted addresses only, within limits, without
// following redirects. Never throws: whatever goes wrong is the attempt's outcome.
import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { LRUCache } from 'lru-cache'
import type { Webhook } from '../../commands/webhook.ts'
import {
  type GuardedAgents,
  guardedAgents,
  isPublicAddress,
  isPublicOrLoopback,
  type Permits,
  permitted,
  refusedAddress,
  unknownName,
} from '../../evidence/website/addresses.ts'
import { refuseUpgrade } from '../../evidence/website/unasked-upgrade.ts'
import { type SignedMessage, webhookHeaders } from '../../interface/webhook-signature.ts'
import { SpanKind, traced, traceparent } from '../../stores/tracing.ts'
import { askedPauseMs } from './retry-after.ts'

export type AttemptOutcome = {
  readonly delivered: boolean
  /** null: no answer came. */
  readonly responseStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  /** The receiver asked for this pause before the next one. */
  readonly askedPauseMs?: number | undefined
}

export type Message = SignedMessage & {
  /** The trace of the event that it tells of. */
  readonly traceparent?: string
}

export type SendWebhook = (
  webhook: Webhook,
  message: Message,
  options: { readonly at: Date; readonly signal: AbortSignal },
) => Promise<AttemptOutcome>

const attemptMs = 15_000
/** Of an answer. A longer one is cut off; its status counts as always. */
const longestAnswer = 65_536

/** After this time a new token is fetched, however long the old one would last. */
const longestTokenMs = 3_600_000
const tokensKept = 10_000

export type WebhookSenderOptions = {
  /** Webhooks made with live keys may name the machine itself too, for tests and trials. */
  readonly allowLoopback: boolean
  /** The header with the plain signature; `X-Signature-256` when absent. */
  readonly signatureHeader?: string | undefined
}

export const openWebhookSender = ({ allowLoopback, signatureHeader }: WebhookSenderOptions): SendWebhook => {
  /** Without TLS nothing leaves the machine, however the webhook came to its address. */
  const agentsThat = (permits: Permits): GuardedAgents => ({
    http: guardedAgents({ permits: (address) => permits(address) && !isPublicAddress(address) }).http,
    https: guardedAgents({ permits }).https,
  })
  const agents: { readonly [mode in Webhook['mode']]: GuardedAgents } = {
    test: agentsThat(isPublicOrLoopback),
    live: agentsThat(permitted({ allowLoopback })),
  }
  const tokens = new LRUCache<string, { readonly token: string; readonly until: number }>({ max: tokensKept })

  const tokenFor = async (webhook: Webhook, signal: AbortSignal): Promise<string | null> => {
    const { mode, oidc } = webhook
    if (oidc === null) return null
    const cached = tokens.get(tokenKey(webhook))
    if (cached && cached.until > performance.now()) return cached.token
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(oidc.scope === null ? {} : { scope: oidc.scope }) })
    const credentials = Buffer.from(`${encodeURIComponent(oidc.client_id)}:${encodeURIComponent(oidc.client_secret)}`).toString('base64')
    const headers = {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    }
    const { status, text } = await post(oidc.token_url, { agents: agents[mode], headers, body: form.toString(), signal })
    const answer = status === 200 ? tokenIn(text) : {}
    if (typeof answer.access_token !== 'string') throw new Failed(`the token endpoint answered with status ${status} and no token`)
    const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 300
    const lastsMs = Math.min(Math.max(0, seconds - 30) * 1000, longestTokenMs)
    tokens.set(tokenKey(webhook), { token: answer.access_token, until: performance.now() + lastsMs })
    return answer.access_token
  }

  const attempt: SendWebhook = async (webhook, message, { at, signal }) => {
    const began = performance.now()
    const timeUp = AbortSignal.timeout(attemptMs)
    const either = AbortSignal.any([signal, timeUp])
    const outcome = (responseStatus: number | null, error: string | null): AttemptOutcome => ({
      delivered: error === null,
      responseStatus,
      durationMs: Math.round(performance.now() - began),
      error,
    })
    try {
      const token = await tokenFor(webhook, either)
      const trace = traceparent()
      const headers = {
        ...webhookHeaders(message, { secrets: secretsOf(webhook, at), at, signatureHeader }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(trace && { traceparent: trace }),
      }
      const answer = await post(webhook.url, { agents: agents[webhook.mode], headers, body: message.body, signal: either })
      const { status } = answer
      if (status === 401) tokens.delete(tokenKey(webhook))
      if (status >= 200 && status < 300) return outcome(status, null)
      const asked = askedPauseMs(answer, at)
      const told = asked === undefined ? '' : ` and asked for a pause of ${Math.ceil(asked / 1000)} seconds`
      return { ...outcome(status, `the receiver answered with status ${status}${told}`), askedPauseMs: asked }
    } catch (error) {
      return outcome(null, timeUp.aborted ? `no answer within ${attemptMs / 1000} seconds` : reasonOf(error))
    }
  }

  return (webhook, message, options) => {
    const span = { kind: SpanKind.CLIENT, parent: message.traceparent ?? null, attributes: { 'probity.webhook_id': webhook.id } }
    return traced('webhook', span, async (current) => {
      const outcome = await attempt(webhook, message, options)
      current.setAttribute('probity.delivered', outcome.delivered)
      if (outcome.responseStatus !== null) current.setAttribute('http.response.status_code', outcome.responseStatus)
      return outcome
    })
  }
}

/** A token serves one webhook while its address and its credentials stay as they are. */
const tokenKey = ({ id, url, oidc }: Webhook): string =>
  createHash('sha256')
    .update(JSON.stringify([id, url, oidc?.token_url, oidc?.client_id, oidc?.client_secret, oidc?.scope]))
    .digest('base64')

/** What is not JSON holds no token. */
const tokenIn = (text: string): { readonly access_token?: unknown; readonly expires_in?: unknown } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** The current secret signs, and the one before it while it still holds. */
const secretsOf = ({ secret, former }: Webhook, at: Date): readonly [string, ...string[]] => [
  secret,
  ...(former && Date.parse(former.until) > at.getTime() ? [former.secret] : []),
]

type Post = {
  readonly agents: GuardedAgents
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

type Answer = { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }

const post = (address: string, { agents, headers, body, signal }: Post): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const url = new URL(address)
    const isTls = url.protocol === 'https:'
    const requested = (isTls ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: isTls ? agents.https : agents.http,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: 16_384,
      signal,
    })
    requested.on('error', reject)
    refuseUpgrade(requested)
    requested.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let length = 0
      const retryAfter = response.headers['retry-after']
      const finish = () => resolve({ status, retryAfter, text: Buffer.concat(chunks).toString('utf8') })
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= longestAnswer) chunks.push(chunk)
        else response.destroy()
      })
      // An answer that breaks off behind its status, or whose time is up there, has been given.
      requested.off('error', reject).on('error', finish)
      response.on('error', finish)
      response.on('close', finish)
    })
    requested.end(body)
  })

/** A failure in words of our own. */
class Failed extends Error {
  override readonly name = 'Failed'
}

/** What a delivery says of a failure, by its code. What Node and its libraries say goes to no client: it may name addresses of the network. */
const reasons: readonly (readonly [codes: RegExp, reason: string])[] = [
  [new RegExp(`^${refusedAddress}$`), 'the address is not a public one'],
  [new RegExp(`^(${unknownName}|ENOTFOUND|EAI_)`), 'the name of the receiver cannot be resolved'],
  [/^ECONNREFUSED$/, 'the receiver refused the connection'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection broke off'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'the receiver cannot be reached'],
  [/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_)/, 'the certificate of the receiver is not valid'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'the receiver does not speak TLS as it should'],
  [/^HPE_/, 'the receiver did not answer in HTTP'],
]

const reasonOf = (error: unknown): string => {
  if (error instanceof Failed) return error.message
  const { code = '' } = error as NodeJS.ErrnoException
  return reasons.find(([codes]) => codes.test(code))?.[1] ?? 'the request failed'
}
