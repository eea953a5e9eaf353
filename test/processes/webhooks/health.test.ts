// Since when a webhook has been failing: kept in the records, written only when it changes, and too long after ten days.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openWebhookHealth } from '../../../src/processes/webhooks/health.ts'
import type { Records } from '../../../src/stores/document-store.ts'
import { openStores, type Stores } from '../../stores/log.ts'

const id = '0198c0de-0000-7000-8000-0000000000b1'
const start = Date.parse('2026-11-01T00:00:00.000Z')
const day = 24 * 3_600_000

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const scene = () => {
  const { records } = stores.documents
  let time = start
  let writes = 0
  const counted: Records = {
    ...records,
    put: (...given) => {
      writes++
      return records.put(...given)
    },
  }
  return {
    health: openWebhookHealth(counted, () => new Date(time)),
    at: (days: number, milliseconds = 0) => {
      time = start + days * day + milliseconds
    },
    writes: () => writes,
  }
}

test('a webhook that works, and one that goes on failing, write nothing', async () => {
  const { health, at, writes } = scene()
  await health.record(id, true)
  await health.record(id, true)
  assert.is(writes(), 0)
  await health.record(id, false)
  at(1)
  await health.record(id, false)
  assert.is(writes(), 1)
  await health.record(id, true)
  await health.record(id, true)
  assert.is(writes(), 2)
})

test('what could not be written is not taken for written', async () => {
  const { records } = stores.documents
  let isAway = true
  const health = openWebhookHealth(
    { ...records, put: async (...given) => (isAway ? Promise.reject(new Error('away')) : records.put(...given)) },
    () => new Date(start),
  )
  const refusal = await health.record(id, false).catch((error: Error) => error.message)
  assert.is(refusal, 'away')
  isAway = false
  await health.record(id, false)
  assert.is((await records.get('webhook_health', id))?.value.failing_since, new Date(start).toISOString())
})

test('what another worker wrote at the same time stands', async () => {
  const { records } = stores.documents
  const since = new Date(start - day).toISOString()
  let isFirst = true
  const put: Records['put'] = async (...given) => {
    if (isFirst) await records.put('webhook_health', id, { failing_since: since }, { expectedRevision: -1 })
    isFirst = false
    return records.put(...given)
  }
  const health = openWebhookHealth({ ...records, put }, () => new Date(start + 9 * day))
  assert.is(await health.record(id, false), undefined)
  assert.is(await health.record(id, false), since)
})

test('failing is too long after ten days, and not a moment before', async () => {
  const { health, at } = scene()
  assert.is(await health.record(id, false), undefined)
  at(10, -1)
  assert.is(await health.record(id, false), undefined)
  at(10)
  assert.is(await health.record(id, false), new Date(start).toISOString())
})

test('a success between, or its owner who enables it again, begins the time anew', async () => {
  for (const heal of ['record', 'reset'] as const) {
    const { health, at } = scene()
    const webhook = `a webhook that knows ${heal}`
    await health.record(webhook, false)
    at(9)
    await (heal === 'record' ? health.record(webhook, true) : health.reset(webhook))
    await health.record(webhook, false)
    at(18, day - 1)
    assert.is(await health.record(webhook, false), undefined, heal)
    at(19)
    assert.is(await health.record(webhook, false), new Date(start + 9 * day).toISOString(), heal)
  }
})

test('one success after ten days of failures is told as no failure', async () => {
  const { health, at } = scene()
  await health.record(id, false)
  at(30)
  assert.is(await health.record(id, true), undefined)
})

test('what another worker wrote counts once memory is cleared, and a restart forgets nothing', async () => {
  const [one, other] = [scene(), scene()]
  await one.health.record(id, false)
  other.at(12)
  assert.is(await other.health.record(id, false), new Date(start).toISOString())
  await other.health.record(id, true)
  one.at(12)
  one.health.clear()
  assert.is(await one.health.record(id, false), undefined)
})

test.run()
