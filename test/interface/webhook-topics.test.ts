import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { catalogue, type StoredEvent } from '../../src/events/catalogue.ts'
import { Notice } from '../../src/interface/records/decision.ts'
import type { History, LookUp } from '../../src/interface/webhook-objects.ts'
import { webhookCauses, webhookEventTypes, webhookObject, webhookTopics } from '../../src/interface/webhook-topics.ts'
import { filled } from '../filled.ts'

test('every type that a webhook can ask for is caused by some event', () => {
  assert.equal(
    webhookEventTypes.filter((type) => !webhookTopics[type].causes.some(({ events }) => events.length > 0)),
    [],
  )
  assert.ok(webhookCauses.length > 40)
  assert.ok(filled(webhookCauses).every((event) => event in catalogue))
})

test('an event causes a type in one way only', () => {
  const ways = webhookEventTypes.flatMap((type) =>
    webhookTopics[type].causes.flatMap(({ events }) => events.map((event) => `${event} ${type}`)),
  )
  assert.is(new Set(ways).size, ways.length)
})

test('a notice is sent as the interface has it, with who issued it', async () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const data = { notice_id: id, decision_id: id, reasons: ['bankruptcy'], text: 'Dear Acme', sha256: 'ab12' }
  const metadata = { recorded_at: '2026-11-21T09:30:00.000Z', actor: { type: 'user', id } }
  // Nothing else of the event is looked at.
  const event = { type: 'NoticeIssued', stream: `business-${id}`, data, metadata } as unknown as StoredEvent
  const history: History = { events: unread, business: unread }
  const lookUp = { requesterNames: async () => new Map([[id, 'Ann']]) } as unknown as LookUp
  const notice = Notice.parse(await webhookObject({ type: 'notice.created', event, history }, lookUp))
  assert.equal([notice.business_id, notice.text, notice.issued_by], [id, 'Dear Acme', { type: 'user', id, name: 'Ann' }])
})

const unread = async (): Promise<never> => {
  throw new Error('a notice needs nothing before it')
}

test.run()
