// How a webhook call is signed: by Standard Webhooks, and with a plain signature of the body. The delivering process and the command line that
// forwards calls to a local server sign alike.
import { createHmac } from 'node:crypto'

export type SignedMessage = {
  /** The same at every attempt. */
  readonly id: string
  /** The id of the object that it tells of. */
  readonly correlationId: string
  /** JSON. */
  readonly body: string
}

type Signing = {
  /** The first one makes the plain signature too. */
  readonly secrets: readonly [string, ...string[]]
  readonly at: Date
  /** The header with the plain signature; `X-Signature-256` when absent. */
  readonly signatureHeader?: string | undefined
}

/** The headers of the call, with one signature for each secret. */
export const webhookHeaders = (
  { id, correlationId, body }: SignedMessage,
  { secrets, at, signatureHeader = 'X-Signature-256' }: Signing,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(
    (each) => `v1,${createHmac('sha256', signingKey(each)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Probity-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    [signatureHeader.toLowerCase()]: `sha256=${createHmac('sha256', secrets[0]).update(body).digest('hex')}`,
    'x-correlation-id': correlationId,
  }
}

/** The Base64 behind `whsec_`, or the bytes of a secret given as text (records.md, Finer points). */
const signingKey = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8')
