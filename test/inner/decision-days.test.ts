import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decisionDays } from '../../src/inner/decision-days.ts'
import type { ProbityContext } from '../../src/inner/framework/environment.ts'
import type { Reads } from '../../src/inner/framework/reading.ts'
import { stillWaiting, type Wait, type WaitsDocument } from '../../src/projections/waits.ts'
import type { FindOptions } from '../../src/stores/document-store.ts'

const caller = (accountId: string, mode: 'live' | 'test') => ({ get: () => ({ accountId, mode }) }) as unknown as ProbityContext
const minute = 60_000
const hour = 60 * minute

/** The days over these waits, one of each business, which a test may add to. */
const overview = (waits: Wait[]) => {
  let now = Date.parse('2026-11-20T12:00:00.000Z')
  const found = () =>
    waits
      .map(({ since, until, decided }, n) => ({
        id: String(n).padStart(6, '0'),
        waits: [{ since, until, decided }],
        waited_until: until ?? stillWaiting,
      }))
      .toSorted((one, other) =>
        `${one.waited_until}${one.id}` < `${other.waited_until}${other.id}` ? -1 : 1,
      ) as unknown as WaitsDocument[]
  // Theirs are all waits, or none.
  const find = async ({ where, after, perPage }: FindOptions) => {
    const all = where?.account_id === 'a' && where.mode === 'live' ? found() : []
    const from = after ? all.findIndex(({ id }) => id === after.key) + 1 : 0
    return all.slice(from, from + (perPage ?? all.length))
  }
  const inner = { read: () => ({ find }) as never, now: () => new Date(now) } as unknown as Reads & { readonly now: () => Date }
  const days = (of = caller('a', 'live'), count = 3) => decisionDays(inner, of, count)
  return { days, pass: (ms: number) => (now += ms) }
}

const waited = (since: string, until: string | null = null, decided: Wait['decided'] = null): Wait => ({
  since: `2026-11-${since}:00.000Z`,
  until: until && `2026-11-${until}:00.000Z`,
  decided,
})

test('each day counts its decisions, and who waited at its end for how long', async () => {
  const { days } = overview([
    waited('10T00:00', '18T23:59', 'approved'),
    waited('17T00:00', '19T00:00', 'rejected'),
    waited('19T12:00'),
    waited('19T18:00', '20T06:00', 'approved'),
    // Erased before anybody decided.
    waited('18T00:00', '20T08:00'),
    waited('20T11:00'),
    waited('20T10:00'),
  ])
  assert.equal(await days(), [
    { day: '2026-11-18', approved: 1, rejected: 0, waiting: 1, oldest: 24, median: 24 },
    { day: '2026-11-19', approved: 0, rejected: 1, waiting: 3, oldest: 48, median: 12 },
    { day: '2026-11-20', approved: 1, rejected: 0, waiting: 3, oldest: 24, median: 2 },
  ])
})

test('with few waits the days are those of this moment', async () => {
  const waits = Array.from({ length: 2_000 }, () => waited('20T11:00'))
  const { days } = overview(waits)
  assert.is((await days()).at(-1)?.waiting, 2_000)
  waits.pop()
  assert.is((await days()).at(-1)?.waiting, 1_999)
})

test('with many waits the days are kept for a minute, and never into the next day', async () => {
  const waits = Array.from({ length: 2_001 }, () => waited('20T11:00'))
  const { days, pass } = overview(waits)
  const waiting = async () => (await days()).at(-1)?.waiting
  assert.is(await waiting(), 2_001)
  waits.push(waited('20T11:00'))
  pass(minute - 1)
  assert.is(await waiting(), 2_001)
  pass(1)
  assert.is(await waiting(), 2_002)
  pass(12 * hour - minute - 1)
  assert.equal([await waiting(), (await days()).at(-1)?.day], [2_002, '2026-11-20'])
  pass(1)
  assert.is((await days()).at(-1)?.day, '2026-11-21')
})

test('the days that are kept are of one account, one mode and as many days', async () => {
  const { days } = overview(Array.from({ length: 2_001 }, () => waited('20T11:00')))
  assert.is((await days()).at(-1)?.waiting, 2_001)
  assert.is((await days(caller('a', 'test'))).at(-1)?.waiting, 0)
  assert.is((await days(caller('b', 'live'))).at(-1)?.waiting, 0)
  assert.is((await days(caller('a', 'live'), 7)).length, 7)
})

test.run()
