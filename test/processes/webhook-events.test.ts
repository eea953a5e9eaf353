import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { webhookEventTypes } from '../../src/events/webhook.ts'
import { webhookTopics } from '../../src/processes/webhook-events.ts'

test('every type that a webhook can ask for is told of by some event', () => {
  const told = new Set(webhookTopics.map(({ type }) => type))
  assert.equal(
    webhookEventTypes.filter((type) => !told.has(type)),
    [],
  )
})

test('an event tells of a type in one way only', () => {
  const ways = webhookTopics.map(({ event, type, subject }) => `${event} ${type} ${subject}`)
  assert.is(new Set(ways).size, ways.length)
})

test.run()
