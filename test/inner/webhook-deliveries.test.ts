// The pages of an account's deliveries: in order over all webhooks, and no more is read than a page takes.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { derivedId } from '../../src/events/derived-id.ts'
import type { ProbityContext } from '../../src/inner/framework/environment.ts'
import { deliveriesOf, deliveryPage, storedDelivery } from '../../src/inner/webhook-deliveries.ts'
import { deliveryId, deliveryKey, openWebhookDeliveries, type WebhookDelivery } from '../../src/stores/webhook-deliveries.ts'
import { memoryRecords } from '../http/memory-records.ts'

const at = '2026-03-01T10:00:00.000Z'
const webhooks = ['one', 'two', 'three'].map((id) => ({
  id,
  account_id: 'a',
  mode: 'live' as const,
  url: `https://${id}.example`,
  created_at: at,
}))

/** `id`: as of an earlier release when absent. */
const deliveryOf = (webhook: string, n: number, id = `${n}`): WebhookDelivery => ({
  key: deliveryKey(webhook, BigInt(n), 'business.updated'),
  id,
  webhook_id: webhook,
  account_id: 'a',
  event_id: `event-${n}`,
  event_type: n % 10 === 0 ? 'lien.filed' : 'business.updated',
  stream: `business-${n}`,
  revision: 0,
  created_at: at,
  attempt: 1,
  status: n % 100 === 0 ? 'failed' : 'delivered',
  response_status: 200,
  duration_ms: 1,
  attempted_at: at,
  next_attempt_at: null,
  error: null,
  asked: false,
})

const records = memoryRecords(() => Date.parse(at))
const { add } = openWebhookDeliveries(records)
for (let n = 1; n <= 1_800; n++) await add(deliveryOf(webhooks[n % 3]?.id ?? '', n))

const read = { records: 0 }
const counted: typeof records = {
  ...records,
  list: async (...asked) => {
    const found = await records.list(...asked)
    read.records += found.length
    return found
  },
}

const reading = { find: async () => webhooks, get: async (id: string) => webhooks.find((each) => each.id === id) }
const inner = { read: () => reading, documents: { records: counted } } as unknown as Parameters<typeof deliveriesOf>[0]
const contextOf = (query: { readonly [name: string]: string } = {}) =>
  ({
    get: () => ({ accountId: 'a', mode: 'live' }),
    req: { query: (name: string) => query[name] },
  }) as unknown as ProbityContext
const c = contextOf()

const page = async (filter: Parameters<typeof deliveriesOf>[2], number: number) => {
  read.records = 0
  const { deliveries, total, more } = await deliveriesOf(inner, c, filter, { page: number, perPage: 25 })
  return { ids: deliveries.map(({ delivery }) => Number(delivery.id)), total, more, read: read.records }
}

const downFrom = (first: number, count: number) => Array.from({ length: count }, (_, n) => first - n)

test('a page of all webhooks is in the order of the events, and costs a page', async () => {
  const first = await page({}, 1)
  assert.equal([first.ids, first.total, first.more], [downFrom(1_800, 25), 25, true])
  assert.ok(first.read < 100, `${first.read} records were read`)
  assert.equal((await page({}, 3)).ids, downFrom(1_750, 25))
})

test('a filter reads on until its page is full, and says when there is no more', async () => {
  const liens = await page({ eventType: 'lien', webhookId: 'one' }, 1)
  assert.equal([liens.ids.length, liens.more], [25, true])
  const failures = await page({ failures: true }, 1)
  assert.equal([failures.ids, failures.total, failures.more], [downFrom(18, 18).map((n) => 100 * n), 18, false])
  const beyond = await page({ failures: true }, 2)
  assert.equal([beyond.ids, beyond.total, beyond.more], [[], 18, false])
})

test('a page of the log of a webhook is read alone, and its cursor is looked for from the newest on', async () => {
  for (let n = 1; n <= 1_003; n++) await add(deliveryOf('busy', n))
  const log = async (page: number, cursor?: string) => {
    read.records = 0
    const query: Parameters<typeof contextOf>[0] = cursor === undefined ? {} : { starting_after: cursor }
    const { found, totalCount, hasMore } = await deliveryPage(inner, contextOf(query), { webhookId: 'busy', page, perPage: 25 })
    return { ids: found.map(({ id }) => Number(id)), total: totalCount, more: hasMore, read: read.records }
  }
  assert.equal(await log(1), { ids: downFrom(1_003, 25), total: 1_000, more: true, read: 25 })
  assert.equal(await log(39), { ids: downFrom(53, 25), total: 1_000, more: true, read: 25 })
  assert.equal(await log(40), { ids: downFrom(28, 25), total: 1_000, more: false, read: 25 })
  assert.equal(await log(41), { ids: [], total: 1_000, more: false, read: 0 })
  assert.equal(await log(1, '979'), { ids: downFrom(978, 25), total: 1_000, more: true, read: 10 + 100 + 25 })
  assert.equal(await log(1, '14'), { ids: downFrom(13, 10), total: 1_000, more: false, read: 990 + 10 + 10 })
  assert.equal([(await log(1, '4')).ids, (await log(1, '4')).more], [[], false])
  // The newest thousand end before it.
  for (const cursor of ['3', 'none']) await log(1, cursor).then(unreachable, ({ status }) => assert.is(status, 400))
})

test('a delivery is looked for no further than it lies', async () => {
  read.records = 0
  const { delivery } = await storedDelivery(inner, { webhookId: 'busy', id: '1000' })
  assert.equal([delivery.id, read.records], ['1000', 10])
  for (const id of ['3', 'none'])
    await storedDelivery(inner, { webhookId: 'busy', id }).then(unreachable, ({ status }) => assert.is(status, 404))
})

test('a delivery is found by its id however many came after it, and a page behind it is read alone', async () => {
  const webhook = '0198c0de-0000-7000-8000-000000000001'
  const idOf = (n: number) => deliveryId(webhook, BigInt(n), derivedId(`${n}`, webhook))
  for (let n = 1; n <= 1_003; n++) await add({ ...deliveryOf(webhook, n, idOf(n)), event_type: `type-${n % 2}` })
  for (const n of [1, 3, 500, 1_003]) {
    read.records = 0
    const { delivery } = await storedDelivery(inner, { webhookId: webhook, id: idOf(n) })
    assert.equal([delivery.id, read.records], [idOf(n), 1])
  }
  for (const id of [idOf(1_004), deliveryId(webhook, 5n, webhook)])
    await storedDelivery(inner, { webhookId: webhook, id }).then(unreachable, ({ status }) => assert.is(status, 404))
  const behind = (n: number) => deliveryPage(inner, contextOf({ starting_after: idOf(n) }), { webhookId: webhook, page: 1, perPage: 25 })
  read.records = 0
  const { found, totalCount, hasMore } = await behind(14)
  assert.equal([found.map(({ id }) => id), totalCount, hasMore], [downFrom(13, 10).map(idOf), 1_000, false])
  assert.is(read.records, 1 + 10)
  assert.equal((await behind(4)).found, [])
  await behind(3).then(unreachable, ({ status }) => assert.is(status, 400))
})

const unreachable = () => assert.unreachable()

test.run()
