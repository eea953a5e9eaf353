import { hash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventHash, genesis, textsHash } from '../../src/events/chain.ts'

type Event = {
  readonly type: string
  readonly data: { readonly [field: string]: unknown }
  readonly metadata: { readonly prev_hash: string; readonly hash: string; readonly actor: string }
}

const chained = (stream: string, ...notes: readonly string[]): readonly Event[] => {
  const events: Event[] = []
  for (const note of notes) {
    const metadata = { prev_hash: events.at(-1)?.metadata.hash ?? genesis(stream), actor: 'somebody' }
    const event = { type: 'Noted', data: { note, amount: 1.5 }, metadata }
    events.push({ ...event, metadata: { ...metadata, hash: eventHash(event) } })
  }
  return events
}

/** As an auditor checks a stream. */
const holds = (stream: string, events: readonly Event[]): boolean =>
  events.every(
    (event, n) =>
      event.metadata.prev_hash === (n === 0 ? genesis(stream) : events[n - 1]?.metadata.hash) && eventHash(event) === event.metadata.hash,
  )

const stream = 'business-1'
const [first, second, third] = chained(stream, 'a', 'b', 'c') as [Event, Event, Event]

test('a chain as it was written holds', () => assert.ok(holds(stream, [first, second, third])))

test('a changed event shows', () => {
  assert.not.ok(holds(stream, [first, { ...second, data: { ...second.data, note: 'x' } }, third]))
  assert.not.ok(holds(stream, [first, { ...second, type: 'Hidden' }, third]))
  assert.not.ok(holds(stream, [first, { ...second, metadata: { ...second.metadata, actor: 'another' } }, third]))
})

test('a changed event shows even with its own hash made right', () => {
  const forged = { ...second, data: { ...second.data, note: 'x' } }
  const rehashed = { ...forged, metadata: { ...forged.metadata, hash: eventHash(forged) } }
  assert.ok(holds(stream, [first, rehashed]))
  assert.not.ok(holds(stream, [first, rehashed, third]))
})

test('a dropped event shows', () => {
  assert.not.ok(holds(stream, [first, third]))
  assert.not.ok(holds(stream, [second, third]))
})

test('events in another order show', () => assert.not.ok(holds(stream, [first, third, second])))

test('a stream moved under another name shows', () => assert.not.ok(holds('business-2', [first, second, third])))

test('the hash does not depend on the order in which members happen to stand', () => {
  const turned = { metadata: { actor: 'somebody', prev_hash: genesis(stream) }, data: { amount: 1.5, note: 'a' }, type: 'Noted' }
  assert.is(eventHash(turned), first.metadata.hash)
})

test('the hash is SHA-256 over the previous one and canonical JSON, so that others can compute it', () => {
  assert.is(genesis('business-1'), hash('sha256', 'business-1'))
  const canonical = '{"data":{"amount":1.5,"note":"a"},"metadata":{"actor":"somebody"},"type":"Noted"}'
  assert.is(first.metadata.hash, hash('sha256', `${genesis(stream)}\n${canonical}`))
})

test('a text of any length and of any letters is hashed as the whole text is', () => {
  for (const note of ['ünïcode ✓ 🏢', '✓'.repeat(21_000), '✓'.repeat(22_000), 'x'.repeat(65_000), 'x'.repeat(200_000), 'after it']) {
    const canonical = `{"data":{"note":"${note}"},"metadata":{},"type":"Noted"}`
    assert.is(eventHash({ type: 'Noted', data: { note }, metadata: { prev_hash: 'é' } }), hash('sha256', `é\n${canonical}`))
  }
})

test('a type that needs escapes is hashed from texts as from the event itself', () => {
  const event = { type: 'No"ted', data: { a: 1 }, metadata: { actor: 'somebody', prev_hash: 'x' } }
  assert.is(textsHash('x', { type: 'No"ted', data: '{"a":1}', metadata: '{"actor":"somebody"}' }), eventHash(event))
})

test.run()
