// Receives webhooks: checks the signature (Standard Webhooks), drops repeats, and prints what happened.
//   WEBHOOK_SECRET=whsec_... PORT=4000 node examples/webhook-receiver.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const { WEBHOOK_SECRET = '', PORT = '4000' } = process.env
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
// With an empty key anybody could sign.
if (key.length === 0) {
  console.error('WEBHOOK_SECRET is not set')
  process.exit(1)
}
const seen = new Set<string>()

/** `webhook-signature` holds several signatures for a day after the secret was rotated. */
const isSigned = (headers: Readonly<Record<string, unknown>>, body: string): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(sentAt)) > 300) return false
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${sentAt}.${body}`).digest('base64')}`)
  return String(signatures)
    .split(' ')
    .map((each) => Buffer.from(each))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected))
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  if (!isSigned(request.headers, body)) return response.writeHead(401).end()
  const event = JSON.parse(body)
  // A call that was answered too late is sent again, with the same id.
  if (!seen.has(event.id)) console.log(`${event.type} ${event.data.object.id} ${event.data.object.status ?? ''}`.trimEnd())
  seen.add(event.id)
  response.writeHead(204).end()
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`receiving on port ${port}`)
})
