import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDeliveryQueues } from '../../../src/processes/webhooks/queue.ts'
import type { AttemptOutcome } from '../../../src/processes/webhooks/request.ts'
import { nextAttemptAt } from '../../../src/processes/webhooks/schedule.ts'
import { deliveryKey, openWebhookDeliveries, type WebhookDelivery } from '../../../src/stores/webhook-deliveries.ts'
import { eventually, inTime, until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { memoryRecords } from '../../http/memory-records.ts'

const start = Date.parse('2026-11-21T00:00:00.000Z')
const hour = 3_600_000

test('an attempt that failed is made again after the pauses that the operator is told, for three days', () => {
  const created_at = new Date(start).toISOString()
  const pauses: number[] = []
  let now = start
  for (let attempt = 1; attempt < 100; attempt++) {
    const next = nextAttemptAt({ created_at, attempt }, new Date(now))
    if (next === null) break
    pauses.push((next.getTime() - now) / 1000)
    now = next.getTime()
  }
  // 2 s, 10 s, 1 min, 5 min, 20 min, 1 h, 2 h, 4 h, 6 h, then every 12 h; the last one when the three days are over.
  const told = [2, 10, 60, 300, 1_200, 3_600, 7_200, 14_400, 21_600, 43_200, 43_200, 43_200, 43_200]
  assert.equal(pauses.slice(0, -1), told)
  assert.is(now, start + 72 * hour)
})

test('a receiver that asks for a pause gets it, where it is longer than ours and not longer than our longest', () => {
  const created_at = new Date(start).toISOString()
  const pauseAfter = (attempt: number, asked: number) => {
    const next = nextAttemptAt({ created_at, attempt }, new Date(start + hour), asked * 1000)
    return (Number(next) - start - hour) / 1000
  }
  assert.equal([pauseAfter(1, 120), pauseAfter(4, 120), pauseAfter(1, 86_400 * 365)], [120, 300, 43_200])
  const last = nextAttemptAt({ created_at, attempt: 9 }, new Date(start + 71 * hour), 7_200_000)
  assert.is(Number(last), start + 72 * hour)
})

const delivered: AttemptOutcome = { delivered: true, responseStatus: 204, durationMs: 1, error: null }
const refused: AttemptOutcome = { delivered: false, responseStatus: 500, durationMs: 1, error: 'status 500' }

const deliveryOf = (webhook: string, stream: string, n: number): WebhookDelivery => ({
  key: deliveryKey(webhook, BigInt(n), 'business.updated'),
  id: `${webhook}-${n}`,
  webhook_id: webhook,
  account_id: 'account',
  event_id: `event-${n}`,
  event_type: 'business.updated',
  stream,
  revision: n,
  created_at: new Date(start).toISOString(),
  attempt: 0,
  status: 'pending',
  response_status: null,
  duration_ms: null,
  attempted_at: null,
  next_attempt_at: new Date(start).toISOString(),
  error: null,
  asked: false,
})

const scene = (attempt: (delivery: WebhookDelivery, signal: AbortSignal) => Promise<AttemptOutcome | { readonly failed: string }>) => {
  const deliveries = openWebhookDeliveries(memoryRecords(() => start))
  const attempts: WebhookDelivery[] = []
  const outcomes: string[] = []
  const ended: string[] = []
  const errors: unknown[] = []
  /** What comes of each outcome beside the delivery. */
  const noting = { outcome: async () => {} }
  const queues = openDeliveryQueues({
    deliveries,
    now: () => new Date(start),
    attempt: async (delivery, signal) => {
      attempts.push(delivery)
      return attempt(delivery, signal)
    },
    onOutcome: async ({ id }, { delivered }) => {
      outcomes.push(`${id} ${delivered}`)
      await noting.outcome()
    },
    onEnd: ({ id, status }) => ended.push(`${id} ${status}`),
    onError: (error) => errors.push(error),
  })
  const add = async (delivery: WebhookDelivery) => {
    const held = await deliveries.add(delivery)
    if (held) queues.add(held)
  }
  return { deliveries, attempts, outcomes, ended, errors, noting, queues, add }
}

test('what concerns one object waits for what came before it; other objects and webhooks do not', async () => {
  const { attempts, add, deliveries } = scene(async ({ webhook_id, stream }) =>
    webhook_id === 'bad' && stream === 'business-1' ? refused : delivered,
  )
  await add(deliveryOf('bad', 'business-1', 1))
  await add(deliveryOf('bad', 'business-1', 2))
  await add(deliveryOf('bad', 'business-2', 3))
  await add(deliveryOf('good', 'business-1', 1))
  await add(deliveryOf('good', 'business-1', 2))
  await eventually('all but the one that waits have been tried', () => attempts.length === 4)
  assert.equal(attempts.map(({ id }) => id).sort(), ['bad-1', 'bad-3', 'good-1', 'good-2'])
  const failed = await deliveries.get(deliveryKey('bad', 1n, 'business.updated'))
  assert.is(failed?.delivery.status, 'pending')
  assert.is(failed?.delivery.attempt, 1)
  assert.is(failed?.delivery.error, 'status 500')
})

test('deliveries that arrive in another order are made in that of their events, behind the one under way', async () => {
  const going = Promise.withResolvers<AttemptOutcome>()
  const { attempts, add, outcomes } = scene(async ({ id }) => (id === 'good-2' ? going.promise : delivered))
  for (const n of [2, 4, 1, 3]) await add(deliveryOf('good', 'business-1', n))
  going.resolve(delivered)
  await eventually('all are done', () => outcomes.length === 4)
  assert.equal(
    attempts.map(({ id }) => id),
    ['good-2', 'good-1', 'good-3', 'good-4'],
  )
})

test('an older delivery than the one that waits goes first, and does not wait for its time', async () => {
  const { attempts, add, outcomes } = scene(async ({ id, attempt }) => (id === 'good-2' && attempt === 0 ? refused : delivered))
  await add(deliveryOf('good', 'business-1', 2))
  await eventually('it was tried', () => outcomes.length === 1)
  await add(deliveryOf('good', 'business-1', 1))
  await eventually('the older is done', () => outcomes.length === 2)
  assert.equal(
    attempts.map(({ id }) => id),
    ['good-2', 'good-1'],
  )
})

test('a delivery added twice is made once, and the newest stand first in the log', async () => {
  const { attempts, add, deliveries, queues, outcomes } = scene(async () => delivered)
  await add(deliveryOf('good', 'business-1', 1))
  await add(deliveryOf('good', 'business-1', 1))
  await add(deliveryOf('good', 'business-1', 2))
  await eventually('both are done', () => outcomes.length === 2)
  assert.is(attempts.length, 2)
  assert.equal(
    (await deliveries.of('good', 10)).map(({ delivery }) => delivery.id),
    ['good-2', 'good-1'],
  )
  await queues.drop(() => true)
})

test('a webhook is forgotten when its last delivery has ended, and not while one waits, runs or comes', async () => {
  const going = Promise.withResolvers<AttemptOutcome>()
  const { add, ended, queues } = scene(async ({ webhook_id: id }) => (id === 'bad' ? refused : id === 'slow' ? going.promise : delivered))
  /** The accounts of the webhooks that are known. */
  const known = () => {
    const asked: string[] = []
    void queues.drop((accountId) => asked.push(accountId) < 0)
    return asked.toSorted()
  }
  const addTo = (webhook: string, n: number) => add({ ...deliveryOf(webhook, `business-${n}`, n), account_id: webhook })
  for (const webhook of ['bad', 'good', 'slow']) for (const n of [1, 2]) await addTo(webhook, n)
  await eventually('the good one has all', () => ended.length === 2)
  await eventually('it is forgotten', () => !known().includes('good'))
  assert.equal(known(), ['bad', 'slow'])
  await addTo('good', 3)
  await eventually('it has what came later', () => ended.includes('good-3 delivered'))
  going.resolve(delivered)
  await eventually('only what waits is left', () => known().join() === 'bad')
  await queues.drop(() => true)
})

test('a webhook that was dropped and comes again is kept when the last delivery of the dropped one ends later', async () => {
  const noted = Promise.withResolvers<void>()
  const { attempts, add, outcomes, ended, noting, queues } = scene(async () =>
    attempts.length === 1 ? delivered : new Promise(() => undefined),
  )
  noting.outcome = () => noted.promise
  await add(deliveryOf('w', 'business-1', 1))
  await eventually('it has arrived', () => outcomes.length === 1)
  const dropped = queues.drop(() => true)
  await add(deliveryOf('w', 'business-1', 2))
  noted.resolve()
  await dropped
  assert.equal(ended, ['w-1 delivered'])
  const owners: string[] = []
  void queues.drop((accountId) => owners.push(accountId) > 0)
  assert.equal(owners, ['account'])
})

test('a receiver that does not answer is asked for so many objects at a time only, and dropping gives up on it', async () => {
  const { attempts, add, queues } = scene(() => new Promise(() => undefined))
  for (let n = 0; n < 20; n++) await add(deliveryOf('dead', `business-${n}`, n))
  await eventually('the first are being tried', () => attempts.length === 8)
  assert.is(attempts.length, 8)
  void queues.drop(() => true)
})

test('dropping the deliveries of an account gives up on its receivers and leaves those of others alone', async () => {
  const givenUp: string[] = []
  const { attempts, add, queues } = scene(
    ({ id }, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          givenUp.push(id)
          resolve(refused)
        })
      }),
  )
  for (const name of ['dropped', 'kept']) await add({ ...deliveryOf(name, 'business-1', 1), account_id: name })
  await eventually('both are being tried', () => attempts.length === 2)
  await inTime(
    'the one is given up',
    queues.drop((accountId) => accountId === 'dropped'),
  )
  assert.equal(givenUp, ['dropped-1'])
  await inTime(
    'the other is given up',
    queues.drop(() => true),
  )
  assert.equal(givenUp, ['dropped-1', 'kept-1'])
})

test('one account’s receivers that never answer do not hold up another’s', async () => {
  const { attempts, outcomes, add, queues } = scene(async ({ webhook_id }) =>
    webhook_id.startsWith('dead') ? new Promise(() => undefined) : delivered,
  )
  for (let receiver = 0; receiver < 40; receiver++)
    for (let n = 0; n < 8; n++) await add(deliveryOf(`dead-${receiver}`, `business-${n}`, n))
  await eventually('its share of attempts is being made', () => attempts.length === 64)
  await add({ ...deliveryOf('good', 'business-1', 1), account_id: 'another account' })
  await eventually('the other account’s delivery has been made', () => outcomes.length === 1)
  assert.equal(outcomes, ['good-1 true'])
  assert.is(attempts.length, 65, 'and the first account made no more attempts than its share')
  void queues.drop(() => true)
})

test('a receiver that keeps failing is asked for one object at a time, until it takes one', async () => {
  const waiting: ((outcome: AttemptOutcome) => void)[] = []
  const { attempts, outcomes, add, queues } = scene(() => new Promise((resolve) => waiting.push(resolve)))
  for (let n = 0; n < 20; n++) await add(deliveryOf('failing', `business-${n}`, n))
  await eventually('the first are being tried', () => waiting.length === 8)
  for (const [failed, tried] of [9, 10, 10, 10, 10, 10, 10, 10].entries()) {
    waiting[failed]?.(refused)
    await eventually(
      'the next is being tried, unless it is the third failure',
      () => outcomes.length === failed + 1 && attempts.length >= tried,
    )
  }
  assert.is(attempts.length, 10)
  waiting[8]?.(delivered)
  await eventually('as many as before are being tried', () => waiting.length === 17)
  assert.is(attempts.length, 17)
  void queues.drop(() => true)
})

test('after three failures in a row a second passes before the next attempt', () =>
  withTimers(async (pass) => {
    const { attempts, add } = scene(async () => refused)
    for (let n = 0; n < 20; n++) await add(deliveryOf('failing', `business-${n}`, n))
    const tried: number[] = []
    for (const milliseconds of [0, 999, 1, 999, 1]) {
      await pass(milliseconds)
      tried.push(attempts.length)
    }
    const [first = 0] = tried
    assert.ok(first <= 10)
    assert.equal(tried, [first, first, first + 1, first + 1, first + 2])
  }))

test('a delivery is given up after three days, and at once where there is nothing more to do about it', async () => {
  const threeDaysOld = { ...deliveryOf('bad', 'business-1', 1), created_at: new Date(start - 72 * hour).toISOString() }
  const pointless = deliveryOf('gone', 'business-1', 1)
  const { add, deliveries, outcomes } = scene(async ({ webhook_id }) =>
    webhook_id === 'bad' ? refused : { failed: 'the webhook was deleted' },
  )
  await add(threeDaysOld)
  await add(pointless)
  const told = async ({ key }: WebhookDelivery) => {
    const { status, attempt, error, next_attempt_at } = (await deliveries.get(key))?.delivery ?? {}
    return [status, attempt, error, next_attempt_at]
  }
  const givenUp = async (each: WebhookDelivery) => {
    while ((await told(each))[0] !== 'failed') await new Promise((resolve) => setImmediate(resolve))
  }
  await inTime('both are given up', Promise.all([givenUp(threeDaysOld), givenUp(pointless)]))
  assert.equal(await told(threeDaysOld), ['failed', 1, 'status 500', null])
  assert.equal(await told(pointless), ['failed', 0, 'the webhook was deleted', null])
  assert.equal(outcomes, ['bad-1 false'])
})

test('a delivery to a receiver that is gone ends at once, and says so', async () => {
  const { add, deliveries } = scene(async ({ webhook_id }) => ({ ...refused, responseStatus: webhook_id === 'gone' ? 410 : 404 }))
  const [last, missing] = [deliveryOf('gone', 'business-1', 1), deliveryOf('missing', 'business-1', 1)]
  await add(last)
  await add(missing)
  const told = async ({ key }: WebhookDelivery) => {
    const { status, attempt, response_status, error, next_attempt_at } = (await deliveries.get(key))?.delivery ?? {}
    return [status, attempt, response_status, error, next_attempt_at !== null]
  }
  await until('both were tried', async () => (await told(last))[1] === 1 && (await told(missing))[1] === 1)
  assert.equal(await told(last), ['failed', 1, 410, 'the receiver answered with status 410: it is gone', false])
  assert.equal(await told(missing), ['pending', 1, 404, 'status 500', true])
})

/** What is tried while time goes on, without waiting for it. */
const withTimers = async (then: (pass: (milliseconds: number) => Promise<void>) => Promise<void>) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await then(async (milliseconds) => {
      mock.timers.tick(milliseconds)
      await new Promise((settled) => setImmediate(settled))
    })
  } finally {
    mock.timers.reset()
  }
}

test('a receiver that asks for a pause is left alone for a minute at the most, and the delivery for as long as it asked', () =>
  withTimers(async (pass) => {
    const { attempts, add, outcomes, deliveries, queues } = scene(async ({ id }) =>
      id === 'busy-1' ? { ...refused, askedPauseMs: hour } : delivered,
    )
    await add(deliveryOf('busy', 'business-1', 1))
    for (let turn = 0; turn < 10; turn++) await pass(0)
    assert.is(outcomes.length, 1)
    await add(deliveryOf('busy', 'business-2', 2))
    await pass(59_999)
    assert.is(attempts.length, 1)
    for (let turn = 0; turn < 10; turn++) await pass(1)
    assert.is(attempts.length, 2)
    const waiting = await deliveries.get(deliveryKey('busy', 1n, 'business.updated'))
    assert.is(waiting?.delivery.next_attempt_at, new Date(start + hour).toISOString())
    await queues.drop(() => true)
  }))

test('when the stores cannot be reached it is tried again a second later without counting as an attempt', () =>
  withTimers(async (pass) => {
    let broken = true
    const { attempts, add, errors, ended } = scene(async () => {
      if (!broken) return delivered
      broken = false
      throw new Error('away')
    })
    await add(deliveryOf('good', 'business-1', 1))
    await pass(0)
    await pass(999)
    assert.equal([attempts.length, errors.length], [1, 1])
    await pass(1)
    assert.equal(
      attempts.map(({ attempt }) => attempt),
      [0, 0],
    )
    assert.equal([errors.length, ended], [1, ['good-1 delivered']])
  }))

test('what arrived is not sent again when its outcome could not be noted, and the next of its object goes', async () => {
  const { attempts, add, errors, ended, noting } = scene(async () => delivered)
  noting.outcome = () => Promise.reject(new Error('away'))
  await add(deliveryOf('good', 'business-1', 1))
  await add(deliveryOf('good', 'business-1', 2))
  await eventually('both have ended', () => ended.length === 2)
  assert.equal(ended, ['good-1 delivered', 'good-2 delivered'])
  assert.equal([attempts.length, errors.length], [2, 2])
})

test('what failed is tried again by its schedule when its outcome could not be noted', () =>
  withTimers(async (pass) => {
    const { attempts, add, noting, queues } = scene(async () => refused)
    noting.outcome = () => Promise.reject(new Error('away'))
    await add(deliveryOf('bad', 'business-1', 1))
    await pass(0)
    for (const pause of [2_000, 10_000]) {
      const before = attempts.length
      await pass(pause - 1)
      assert.is(attempts.length, before)
      await pass(1)
    }
    assert.equal(
      attempts.map(({ attempt }) => attempt),
      [0, 1, 2],
    )
    await queues.drop(() => true)
  }))

test('another attempt that is asked for while one fails comes at once', () =>
  withTimers(async (pass) => {
    const { attempts, add, deliveries, queues } = scene(async ({ key, attempt }) => {
      const stored = await deliveries.get(key)
      if (stored && attempt === 0) await deliveries.update(stored, { asked: true, attempt: 7 })
      return refused
    })
    await add(deliveryOf('bad', 'business-1', 1))
    for (let turn = 0; turn < 10; turn++) await pass(0)
    assert.equal(
      attempts.map(({ attempt }) => attempt),
      [0, 7],
    )
    await queues.drop(() => true)
  }))

test('a delivery whose record is gone ends when it arrives, and keeps its schedule when it fails', () =>
  withTimers(async (pass) => {
    const { attempts, ended, queues } = scene(async ({ webhook_id }) => (webhook_id === 'good' ? delivered : refused))
    for (const webhook of ['good', 'bad']) queues.add({ delivery: deliveryOf(webhook, 'business-1', 1), revision: 0 })
    await pass(0)
    await pass(1_999)
    assert.equal(ended, ['good-1 delivered'])
    assert.equal(
      attempts.map(({ id }) => id),
      ['good-1', 'bad-1'],
    )
    await pass(1)
    assert.is(attempts.at(-1)?.attempt, 1)
    assert.is(attempts.length, 3)
    await queues.drop(() => true)
  }))

test('a backlog waits in the outbox, and is sent in order once the receiver answers', async () => {
  const many = 7_000
  const answers = Promise.withResolvers<AttemptOutcome>()
  const { queues, deliveries, ended } = scene(() => answers.promise)
  const stored = await Promise.all(Array.from({ length: many }, (_, n) => deliveries.add(deliveryOf('good', `business-${n % 7}`, n + 1))))
  const taken = stored.map((each) => each !== undefined && queues.add(each))
  assert.equal([taken.indexOf(false), taken.lastIndexOf(true)], [3_000, 2_999])
  assert.not(stored[20] && queues.add(stored[20]), 'it is here already')
  answers.resolve(delivered)
  await eventually('all have arrived', () => ended.length === many)
  const numbers = ended.map((each) => Number(/good-(\d+)/.exec(each)?.[1]))
  for (const group of filled(Map.groupBy(numbers, (n) => n % 7).values()))
    assert.equal(
      [...group].toSorted((one, other) => one - other),
      group,
    )
  assert.is(new Set(numbers).size, many)
})

test('what comes while the backlog is read is sent too, and what comes late about an earlier event is not kept out', async () => {
  const { queues, deliveries, ended } = scene(async () => delivered)
  const stored = await Promise.all(Array.from({ length: 4_000 }, (_, n) => deliveries.add(deliveryOf('good', `business-${n}`, n + 10))))
  for (const each of stored) if (each) queues.add(each)
  const early = await deliveries.add(deliveryOf('good', 'business-early', 1))
  assert.ok(early && queues.add(early))
  await eventually('half are sent', () => ended.length > 1_400)
  const late = await Promise.all(Array.from({ length: 20 }, (_, n) => deliveries.add(deliveryOf('good', `late-${n}`, n + 5_000))))
  for (const each of late) if (each) queues.add(each)
  await eventually('all have arrived', () => ended.length === 4_021)
  assert.is(new Set(ended).size, 4_021)
})

test('older events that come while a backlog waits push the newest out of memory, and all are sent in order', async () => {
  const answers = Promise.withResolvers<AttemptOutcome>()
  const { queues, deliveries, ended } = scene(() => answers.promise)
  const stored = await Promise.all(Array.from({ length: 7_000 }, (_, n) => deliveries.add(deliveryOf('good', `business-${n % 7}`, n + 1))))
  const readAgain: string[] = []
  const { later } = deliveries
  Object.assign(deliveries, {
    later: async (...asked: Parameters<typeof later>) => {
      const found = await later(...asked)
      readAgain.push(...found.map(({ delivery }) => delivery.id))
      return found
    },
  })
  const newerFirst = [...stored.slice(4_000), ...stored.slice(0, 4_000)]
  for (const each of newerFirst) if (each) queues.add(each)
  answers.resolve(delivered)
  await eventually('all have arrived', () => ended.length === 7_000)
  assert.ok(new Set(readAgain).size >= 3_900, `${new Set(readAgain).size} were read again`)
  const numbers = ended.map((each) => Number(/good-(\d+)/.exec(each)?.[1]))
  assert.is(new Set(numbers).size, 7_000)
  for (const group of filled(Map.groupBy(numbers, (n) => n % 7).values())) {
    // What was being tried when the older ones came was first.
    const [, ...rest] = group
    assert.equal(
      rest.toSorted((one, other) => one - other),
      rest,
    )
  }
})

test('many webhooks with a backlog share the memory, and each has some of it', async () => {
  const { queues } = scene((_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
  const taken = Array.from({ length: 50 }, (_, webhook) =>
    Array.from({ length: 3_100 }, (_, n) => ({ delivery: deliveryOf(`webhook-${webhook}`, `business-${n}`, n + 1), revision: 0 })).filter(
      queues.add,
    ),
  )
  const sizes = taken.map((each) => each.length)
  assert.equal([sizes[0], sizes.at(-1)], [3_000, 100])
  assert.ok(sizes.reduce((sum, each) => sum + each, 0) < 103_000)
  const older = { delivery: deliveryOf('webhook-49', 'business-older', 0), revision: 0 }
  assert.ok(queues.add(older), 'what is older than the others goes first')
  await queues.drop(() => true)
  const again = Array.from({ length: 3_000 }, (_, n) => ({ delivery: deliveryOf('webhook-1', 'business-1', n + 1), revision: 0 })).filter(
    queues.add,
  )
  assert.is(again.length, 3_000, 'what was dropped takes no room')
})

test('what is held back is sent in its order when it may begin, and others are not held back', async () => {
  const { attempts, add, queues, outcomes } = scene(async () => delivered)
  const letGo = queues.hold((accountId) => accountId === 'account')
  await add(deliveryOf('good', 'business-1', 2))
  await add(deliveryOf('good', 'business-1', 1))
  await add({ ...deliveryOf('other', 'business-1', 3), account_id: 'another' })
  await eventually('the other one is sent', () => outcomes.length === 1)
  letGo()
  await eventually('all are sent', () => outcomes.length === 3)
  assert.equal(
    attempts.map(({ id }) => id),
    ['other-3', 'good-1', 'good-2'],
  )
})

test('when the outbox cannot be read it is tried again a second later', async () => {
  const { queues, deliveries, ended, errors } = scene(async () => delivered)
  const stored = await Promise.all(Array.from({ length: 3_010 }, (_, n) => deliveries.add(deliveryOf('good', `business-${n}`, n + 1))))
  const { later } = deliveries
  Object.assign(deliveries, { later: () => Promise.reject(new Error('away')) })
  for (const each of stored) if (each) queues.add(each)
  await eventually('those in memory are sent', () => ended.length === 3_000)
  assert.is((errors[0] as Error).message, 'away')
  Object.assign(deliveries, { later })
  await eventually('all have arrived', () => ended.length === 3_010)
})

test.run()
