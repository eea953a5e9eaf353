// Checks that a webhook call is from the service (Standard Webhooks) and recent.
import { createHmac, timingSafeEqual } from 'node:crypto'

export type WebhookEvent = {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: { readonly object: Readonly<Record<string, unknown>> }
}

export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

type Headers_ = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type VerifyOptions = {
  /** How old a call may be, in seconds; 300 when absent. */
  readonly tolerance?: number
  /** Seconds since 1970; for tests. */
  readonly now?: number
}

/**
 * The event of a call. `body` is the raw body, as it arrived.
 * @throws WebhookSignatureError when it is not signed with the secret, or too old, or the secret is empty
 */
export const verifyWebhook = (
  body: string | Uint8Array,
  headers: Headers_,
  secret: string,
  { tolerance = 300, now = Date.now() / 1000 }: VerifyOptions = {},
): WebhookEvent => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name))
  if (!id || !timestamp || !signatures) throw new WebhookSignatureError('the call has no signature')
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance)
    throw new WebhookSignatureError('the call is too old, or of another time')
  const key = keyOf(secret)
  // With an empty key anybody could sign.
  if (key.length === 0) throw new WebhookSignatureError('the secret is empty')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isSigned = signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new WebhookSignatureError('the signature is not of this secret')
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent
}

const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8')

/** The names of headers are in lower case in Node; others may write them otherwise. */
const headerOf = (headers: Headers_, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}
