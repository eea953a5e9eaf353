// A webhook call as the service sends it, for tests of the clients' verification.
import type { IncomingHttpHeaders } from 'node:http'
import * as assert from 'uvu/assert'
import { eventually } from '../eventually.ts'
import { startReceiver } from '../journeys/receiver.ts'
import type { TestService } from '../journeys/service.ts'

export type Delivered = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly secret: string }

export const delivered = async (service: TestService): Promise<Delivered> => {
  const receiver = await startReceiver()
  const webhook = await service.test.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.created'] })
  assert.is(webhook.status, 201, webhook.text)
  await service.test.post('/v1/businesses', { name: 'Zoë Told LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  await eventually('the webhook is told', () => receiver.received.length > 0)
  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' }
  await receiver.close()
  return { headers, body, secret: webhook.body.secret }
}
