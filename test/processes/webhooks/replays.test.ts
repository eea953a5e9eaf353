// Replays of webhooks on a real log: which events they take, what they leave alone, and what they count, also when a worker stops in between.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openReplays, type Replays } from '../../../src/processes/webhooks/replays.ts'
import { deliveriesTo } from '../../../src/processes/webhooks/wanted.ts'
import type { WebhookDocument } from '../../../src/projections/webhooks.ts'
import { openWebhookDeliveries, type WebhookDeliveries, type WebhookDelivery } from '../../../src/stores/webhook-deliveries.ts'
import { openWebhookReplays, type WebhookReplay, type WebhookReplays } from '../../../src/stores/webhook-replays.ts'
import { created } from '../../commands/businesses.ts'
import { settled, until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { memoryRecords } from '../../http/memory-records.ts'
import { accountId, appendTo, context, openStores, type Stores } from '../../stores/log.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const since = '2026-11-21T00:00:00.000Z'
const requestedAt = '2026-11-22T00:00:00.000Z'
const now = new Date('2026-11-23T00:00:00.000Z')
const webhook: WebhookDocument = {
  id: randomUUID(),
  account_id: accountId,
  mode: 'live',
  url: 'https://example.com/hook',
  enabled_events: ['business.created'],
  oidc: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  disabled_at: null,
}

const replay = (change: Partial<WebhookReplay> = {}): WebhookReplay => ({
  id: randomUUID(),
  webhook_id: webhook.id,
  account_id: accountId,
  since,
  after: null,
  status: 'collecting',
  position: null,
  position_at: null,
  total: 0,
  delivered: 0,
  failed: 0,
  created_at: requestedAt,
  ended_at: null,
  ...change,
})

const happen = async (at: string, account = accountId): Promise<string> => {
  const id = randomUUID()
  const append = appendTo(stores.log, () => context({ accountId: account, at: new Date(at) }))
  await append(`business-${id}`, created({ business_id: id, mode: 'live' }))
  return `business-${id}`
}

type Kept = { readonly deliveries: WebhookDeliveries; readonly replays: WebhookReplays }
const keep = (): Kept => {
  const records = memoryRecords(() => now.getTime())
  return { deliveries: openWebhookDeliveries(records), replays: openWebhookReplays(records) }
}

/** A worker over what is kept. The webhook is as `found` says at each look. */
const begin = ({ deliveries, replays }: Kept, found: () => WebhookDocument | null = () => webhook) => {
  const enqueued: WebhookDelivery[] = []
  const errors: unknown[] = []
  const working = openReplays({
    log: stores.log,
    read: (() => ({ get: async () => found(), find: async () => [] })) as never,
    passed: async () => true,
    now: () => now,
    deliveries,
    replays,
    enqueue: ({ delivery }) => enqueued.push(delivery),
    onError: (error) => errors.push(error),
  })
  return { ...working, enqueued, errors }
}

const take = async ({ replays }: Kept, { take }: Pick<Replays, 'take'>, given: WebhookReplay): Promise<void> => {
  await replays.add(given)
  const stored = await replays.get(given.webhook_id, given.id)
  if (stored) take(stored)
}
const reaches = async ({ replays }: Kept, { id }: WebhookReplay, status: WebhookReplay['status']): Promise<WebhookReplay> => {
  const find = async () => (await replays.get(webhook.id, id))?.replay
  await until(`the replay is ${status}`, async () => (await find())?.status === status)
  return (await find()) as WebhookReplay
}
const counts = ({ total, delivered, failed }: WebhookReplay) => [total, delivered, failed]

/** The delivery about an event, as it stands in the outbox. */
const deliveryOf = async (stream: string, change: Partial<WebhookDelivery>): Promise<WebhookDelivery> => {
  const dependencies = { log: stores.log, read: (() => undefined) as never, passed: async () => true, now: () => new Date(since) }
  const event = (await stores.log.read(stream)).at(-1)
  const [delivery] = event ? await deliveriesTo(event, [webhook], dependencies) : []
  return { ...(delivery as WebhookDelivery), ...change }
}

test('a replay takes the events of the account between its beginning and its request', async () => {
  await happen('2026-11-20T23:59:59.999Z')
  const first = await happen(since)
  await happen('2026-11-21T12:00:00.000Z', randomUUID())
  const last = await happen(requestedAt)
  await happen('2026-11-22T00:00:00.001Z')
  const kept = keep()
  const worker = begin(kept)
  const given = replay()
  await take(kept, worker, given)
  const delivering = await reaches(kept, given, 'delivering')
  assert.equal(
    worker.enqueued.map(({ stream }) => stream),
    [first, last],
  )
  assert.equal([counts(delivering), delivering.ended_at], [[2, 0, 0], null])
  for (const each of worker.enqueued) {
    assert.equal(
      [each.status, each.attempt, each.next_attempt_at, each.replay_id, each.replayed_at],
      ['pending', 0, now.toISOString(), given.id, now.toISOString()],
    )
  }
  const [one, two] = worker.enqueued
  if (one) worker.ended({ ...one, status: 'delivered' })
  if (two) worker.ended({ ...two, status: 'failed' })
  const completed = await reaches(kept, given, 'completed')
  assert.equal([counts(completed), completed.ended_at], [[2, 1, 1], now.toISOString()])
  // The last event that was looked at, of any account.
  assert.is(completed.position_at, '2026-11-22T00:00:00.001Z')
  await worker.drop(() => true)
  assert.equal(worker.errors, [])
})

test('what arrived, waits for its first attempt or is in the replay already is left alone, and the rest is tried anew', async () => {
  const given = replay()
  const kept = keep()
  const cases = [
    [{ status: 'delivered', attempt: 1 }, false],
    [{ status: 'pending', attempt: 0 }, false],
    [{ status: 'failed', attempt: 0 }, true],
    [{ status: 'failed', attempt: 9, next_attempt_at: null }, true],
    [{ status: 'pending', attempt: 1 }, true],
    [{ status: 'failed', attempt: 1, replay_id: randomUUID() }, true],
  ] as const
  const expected: string[] = []
  for (const [change, isTaken] of cases) {
    const stream = await happen(since)
    await kept.deliveries.add(await deliveryOf(stream, change))
    if (isTaken) expected.push(stream)
  }
  const own = await happen(since)
  await kept.deliveries.add(await deliveryOf(own, { status: 'failed', attempt: 1, replay_id: given.id }))
  const worker = begin(kept)
  await take(kept, worker, given)
  const delivering = await reaches(kept, given, 'delivering')
  assert.equal(
    worker.enqueued.map(({ stream }) => stream),
    expected,
  )
  assert.equal(counts(delivering), [expected.length + 1, 0, 1], 'its own failed before')
  assert.ok(filled(worker.enqueued).every(({ attempt, status }) => attempt === 0 && status === 'pending'))
  await worker.drop(() => true)
})

test('a replay without anything to deliver is completed at once, and one behind a position begins there', async () => {
  const kept = keep()
  const worker = begin(kept)
  const nothing = replay()
  await take(kept, worker, nothing)
  assert.equal(counts(await reaches(kept, nothing, 'completed')), [0, 0, 0])

  await happen(since)
  const position = (await stores.log.read(await happen(since))).at(-1)?.position
  const later = await happen(since)
  for (const place of [{ after: String(position) }, { after: '0', position: String(position) }]) {
    const kept = keep()
    const given = replay(place)
    const from = begin(kept)
    await take(kept, from, given)
    await reaches(kept, given, 'delivering')
    assert.equal(
      from.enqueued.map(({ stream }) => stream),
      [later],
    )
    await from.drop(() => true)
  }
})

for (const [what, found] of [
  ['is disabled', { ...webhook, disabled_at: requestedAt }],
  ['was deleted', null],
] as const)
  test(`a replay of a webhook that ${what} is cancelled`, async () => {
    await happen(since)
    const kept = keep()
    const worker = begin(kept, () => found)
    const given = replay()
    await take(kept, worker, given)
    const cancelled = await reaches(kept, given, 'cancelled')
    assert.equal([counts(cancelled), cancelled.ended_at, worker.enqueued], [[0, 0, 0], now.toISOString(), []])
  })

test('a newer replay of a webhook ends the older one, in whatever order they come', async () => {
  for (const isNewerFirst of [false, true]) {
    const stream = await happen(since)
    const kept = keep()
    const worker = begin(kept)
    const older = replay({ created_at: '2026-11-21T23:00:00.000Z' })
    const newer = replay()
    const [first, second] = isNewerFirst ? [newer, older] : [older, newer]
    await take(kept, worker, first)
    await reaches(kept, first, 'delivering')
    // It was tried once, so the newer one takes it too.
    const tried = await kept.deliveries.get((await deliveryOf(stream, {})).key)
    if (tried) await kept.deliveries.update(tried, { attempt: 1 })
    await take(kept, worker, second)
    await reaches(kept, older, 'cancelled')
    await reaches(kept, newer, 'delivering')
    for (const each of worker.enqueued) worker.ended({ ...each, status: 'delivered' })
    await reaches(kept, newer, 'completed')
    await worker.drop(() => true)
  }
})

test('a replay that a newer one ends puts nothing more into the outbox', async () => {
  await happen(since)
  await happen('2026-11-21T12:00:00.000Z')
  const kept = keep()
  const older = replay({ created_at: '2026-11-21T23:00:00.000Z' })
  const worker = begin({
    ...kept,
    deliveries: {
      ...kept.deliveries,
      add: async (delivery) => {
        await take(kept, worker, replay({ since: '2026-11-21T23:59:00.000Z' }))
        await reaches(kept, older, 'cancelled')
        return kept.deliveries.add(delivery)
      },
    },
  })
  await take(kept, worker, older)
  await until('the first is in the outbox', async () => worker.enqueued.length > 0)
  await worker.drop(() => true)
  await settled()
  assert.is(worker.enqueued.length, 1)
})

test('a replay that is taken twice delivers once, and the next worker goes on with what is open', async () => {
  await happen(since)
  await happen(since)
  const kept = keep()
  const worker = begin(kept)
  const given = replay()
  await take(kept, worker, given)
  await take(kept, worker, given)
  await reaches(kept, given, 'delivering')
  assert.is(worker.enqueued.length, 2)
  const [one, two] = worker.enqueued as [WebhookDelivery, WebhookDelivery]
  await worker.drop((account) => account !== accountId)
  worker.ended({ ...one, status: 'delivered' })
  await until('it is counted', async () => (await kept.replays.get(webhook.id, given.id))?.replay.delivered === 1)
  // The outbox has it delivered too, as after an attempt.
  const stored = await kept.deliveries.get(one.key)
  if (stored) await kept.deliveries.update(stored, { status: 'delivered', next_attempt_at: null })
  await worker.drop((account) => account === accountId)
  worker.ended({ ...two, status: 'delivered' })

  const next = begin(kept)
  const [open] = await kept.replays.open()
  if (open) next.take(open)
  next.ended({ ...two, status: 'delivered' })
  const held = await kept.deliveries.get(two.key)
  if (held) await kept.deliveries.update(held, { status: 'delivered', next_attempt_at: null })
  assert.equal(counts(await reaches(kept, given, 'completed')), [2, 2, 0])
  assert.equal([next.enqueued, next.errors], [[], []])
})

test('a worker that drops a replay and takes it again goes on with it', async () => {
  await happen(since)
  const kept = keep()
  const worker = begin(kept)
  const given = replay()
  await take(kept, worker, given)
  await reaches(kept, given, 'delivering')
  await worker.drop(() => true)
  const [open] = await kept.replays.open()
  if (open) worker.take(open)
  const [delivery] = worker.enqueued as [WebhookDelivery]
  const stored = await kept.deliveries.get(delivery.key)
  if (stored) await kept.deliveries.update(stored, { status: 'delivered', next_attempt_at: null })
  worker.ended({ ...delivery, status: 'delivered' })
  assert.equal(counts(await reaches(kept, given, 'completed')), [1, 1, 0])
})

test('a replay goes on where a store failed, and counts each event once', async () => {
  const append = appendTo(stores.log, () => context({ at: new Date(since) }))
  for (let n = 0; n < 3; n++) await append(`business-${randomUUID()}`, created({ mode: 'live' }))
  const kept = keep()
  let failures = 1
  const failing: Kept = {
    ...kept,
    deliveries: {
      ...kept.deliveries,
      add: (delivery) => (failures-- > 0 ? Promise.reject(new Error('the store is away')) : kept.deliveries.add(delivery)),
    },
  }
  const worker = begin(failing)
  const given = replay()
  await take(failing, worker, given)
  const delivering = await reaches(kept, given, 'delivering')
  assert.equal([counts(delivering), worker.enqueued.length, worker.errors.length], [[3, 0, 0], 3, 1])
  await worker.drop(() => true)
})

test('a delivery that another writer makes meanwhile is no part of the replay', async () => {
  await happen(since)
  const kept = keep()
  const raced: Kept = {
    ...kept,
    deliveries: {
      ...kept.deliveries,
      add: async ({ replay_id: _, replayed_at: __, ...delivery }) => {
        await kept.deliveries.add(delivery)
        return undefined
      },
    },
  }
  const worker = begin(raced)
  const given = replay()
  await take(raced, worker, given)
  assert.equal(counts(await reaches(kept, given, 'completed')), [0, 0, 0])
  assert.equal([worker.enqueued, worker.errors], [[], []])
})

test('a replay takes the event that came with the webhook, and none from before', async () => {
  await happen('2026-11-21T11:59:59.999Z')
  const first = await happen('2026-11-21T12:00:00.000Z')
  const kept = keep()
  const worker = begin(kept, () => ({ ...webhook, created_at: '2026-11-21T12:00:00.000Z' }))
  const given = replay()
  await take(kept, worker, given)
  await reaches(kept, given, 'delivering')
  assert.equal(
    worker.enqueued.map(({ stream }) => stream),
    [first],
  )
  await worker.drop(() => true)
})

test('a replay that another worker goes on with is left to it', async () => {
  await happen(since)
  const kept = keep()
  let isTaken = false
  const raced: Kept = {
    ...kept,
    replays: { ...kept.replays, update: async (...change) => (isTaken ? undefined : kept.replays.update(...change)) },
  }
  const worker = begin(raced)
  const given = replay()
  await take(raced, worker, given)
  const delivering = await reaches(kept, given, 'delivering')
  isTaken = true
  const [delivery] = worker.enqueued
  if (delivery) worker.ended({ ...delivery, status: 'delivered' })
  await settled()
  isTaken = false
  if (delivery) worker.ended({ ...delivery, status: 'delivered' })
  await worker.drop(() => true)
  assert.equal([worker.errors, (await kept.replays.get(webhook.id, given.id))?.replay], [[], delivering])
})

for (const many of [1_000, 1_001])
  test(`all ${many} replays of a webhook are listed, the newest first, whatever their ids are`, async () => {
    const { replays } = keep()
    // The newer the replay, the later its key: the last ones are on another page.
    const all = Array.from({ length: many }, (_, n) =>
      replay({ id: String(n).padStart(6, '0'), created_at: new Date(Date.parse(since) + n).toISOString() }),
    )
    for (const each of all) await replays.add(each)
    await replays.add(replay({ webhook_id: randomUUID() }))
    assert.equal(
      (await replays.of(webhook.id)).map(({ id }) => id),
      all.map(({ id }) => id).toReversed(),
    )
  })

test('a replay that a newer one ended stays ended, also where that could not be saved at once', async () => {
  const kept = keep()
  let isAway = false
  const update: WebhookReplays['update'] = async (...given) => {
    if (!isAway) return kept.replays.update(...given)
    isAway = false
    throw new Error('the records are away')
  }
  const [older, newer] = [replay(), replay({ created_at: '2026-11-22T00:00:01.000Z' })]
  await kept.replays.add(newer)
  const stored = await kept.replays.get(webhook.id, newer.id)
  let looks = 0
  const worker = begin({ ...kept, replays: { ...kept.replays, update } }, () => {
    // The older one is collecting its last events.
    if (++looks === 1 && stored) {
      isAway = true
      worker.take(stored)
    }
    return webhook
  })
  await take(kept, worker, older)
  await reaches(kept, newer, 'completed')
  await reaches(kept, older, 'cancelled')
  await worker.drop(() => true)
})

test.run()
