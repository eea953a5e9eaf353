// A delivery of an event: what the reaction is given, how long it may take, and how a stop of the service ends it.
import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withClocks } from '../../../src/commands/clock-times.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { type Delivery, type Later, later, type Process } from '../../../src/processes/process.ts'
import { openDeliveries } from '../../../src/processes/running/deliveries.ts'
import { settled } from '../../eventually.ts'

const now = new Date('2026-11-21T09:00:00.000Z')

/** Of the event only this is read. */
const event = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  type: 'FeatureSwitched',
  stream: 'account-1',
  metadata: { account_id: 'a', mode: 'test', correlation_id: 'c', actor: { type: 'api_key', id: 'k' } },
} as StoredEvent

const open = (react: (delivery: Delivery) => Promise<Later | undefined>, change: Partial<Process> = {}) => {
  const process: Process = {
    name: 'watcher',
    on: { FeatureSwitched: (_, delivery) => react(delivery) },
    ...change,
  }
  return openDeliveries({ process, now: withClocks(() => now), timeoutMs: 1_000 })
}

const never = () => new Promise<never>(() => undefined)
const messageOf = (delivery: Promise<unknown>) => delivery.then(String, ({ message }) => message)

test('an event of another type leads to nothing, also after the end', async () => {
  const deliveries = open(() => Promise.reject(new Error('it must not be delivered')))
  assert.is(await deliveries.deliver({ ...event, type: 'BusinessCreated' } as StoredEvent, 1), undefined)
  deliveries.end(new Error('the service stops'))
  assert.is(await deliveries.deliver({ ...event, type: 'BusinessCreated' } as StoredEvent, 1), undefined)
})

test('a reaction is told the count and gets the time and the mode for its commands', async () => {
  const wanted = later(now, 5)
  let given: ReturnType<Delivery['context']> | undefined
  let count = 0
  const deliveries = open(async (delivery) => {
    given = delivery.context('note')
    count = delivery.count
    return wanted
  })
  assert.is(await deliveries.deliver(event, 3), wanted)
  assert.is(count, 3)
  assert.type(given?.commandId, 'string')
  assert.equal(given, {
    commandId: given?.commandId,
    ...{ accountId: 'a', mode: 'test', correlationId: 'c', causationId: event.id, at: now },
    actor: { type: 'process', id: 'watcher' },
  })
})

test('a process that acts for another gives its commands the ids and the name of that one', async () => {
  const given: ReturnType<Delivery['context']>[] = []
  const note = async ({ context }: Delivery): Promise<undefined> => void given.push(context('note'))
  await open(note).deliver(event, 1)
  await open(note, { name: 'bulk_watcher', actor: 'watcher' }).deliver(event, 1)
  await open(note, { name: 'other' }).deliver(event, 1)
  const [own, bulk, other] = given
  assert.equal(bulk, own)
  assert.is.not(other?.commandId, own?.commandId)
})

test('on a test clock the commands are of its time', async () => {
  const times: (Date | undefined)[] = []
  const deliveries = open(async ({ context }) => void times.push(context('note').at))
  const time = new Date('2027-05-01T00:00:00.000Z')
  await deliveries.deliver(event, 1, time)
  await deliveries.deliver(event, 1)
  assert.equal(times, [time, now])
})

test('a reaction is broken off at its time limit and not before, and one that ended in time is not', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let signal: AbortSignal | undefined
    let ended = ''
    const deliveries = open((delivery) => {
      signal = delivery.signal
      return never()
    })
    const delivery = messageOf(deliveries.deliver(event, 1)).then((message) => {
      ended = message
    })
    await settled()
    mock.timers.tick(999)
    await settled()
    assert.equal([signal?.aborted, ended], [false, ''])
    mock.timers.tick(1)
    await delivery
    assert.equal([signal?.aborted, ended], [true, 'no end after 1000 ms'])

    let quick: AbortSignal | undefined
    await open(async (one) => {
      quick = one.signal
      return undefined
    }).deliver(event, 1)
    mock.timers.tick(10_000)
    assert.is(quick?.aborted, false)
  } finally {
    mock.timers.reset()
  }
})

test('a stop ends all that is under way with its reason, and nothing begins after it', async () => {
  const signals: AbortSignal[] = []
  let begun = 0
  const deliveries = open(async ({ signal }) => {
    begun++
    signals.push(signal)
    return begun === 1 ? undefined : never()
  })
  await deliveries.deliver(event, 1)
  const running = [messageOf(deliveries.deliver(event, 1)), messageOf(deliveries.deliver(event, 1))]
  await settled()
  deliveries.end(new Error('the service stops'))
  assert.equal(await Promise.all(running), ['the service stops', 'the service stops'])
  assert.is(await messageOf(deliveries.deliver(event, 1)), 'the service stops')
  assert.is(begun, 3)
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [false, true, true],
    'what ended before is not broken off',
  )
  assert.is(signals[0] && getEventListeners(signals[0], 'abort').length, 0)
})

test('what a reaction throws is what the delivery throws', async () => {
  const deliveries = open(() => Promise.reject(new Error('no luck')))
  assert.is(await messageOf(deliveries.deliver(event, 1)), 'no luck')
})

test.run()
