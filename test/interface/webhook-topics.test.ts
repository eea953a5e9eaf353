import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { catalogue } from '../../src/events/catalogue.ts'
import { webhookCauses, webhookEventTypes, webhookTopics } from '../../src/interface/webhook-topics.ts'

test('every type that a webhook can ask for is caused by some event', () => {
  assert.equal(
    webhookEventTypes.filter((type) => !webhookTopics[type].causes.some(({ events }) => events.length > 0)),
    [],
  )
  assert.ok(webhookCauses.length > 40)
  assert.ok(webhookCauses.every((event) => event in catalogue))
})

test('an event causes a type in one way only', () => {
  const ways = webhookEventTypes.flatMap((type) =>
    webhookTopics[type].causes.flatMap(({ events }) => events.map((event) => `${event} ${type}`)),
  )
  assert.is(new Set(ways).size, ways.length)
})

test.run()
