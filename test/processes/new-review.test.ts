// A review is made with the age from which its account counts a source as old.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Load } from '../../src/commands/handler.ts'
import { newReview } from '../../src/processes/new-review.ts'
import type { Delivery } from '../../src/processes/process.ts'

const accountId = '0198c0de-0000-7000-8000-0000000000aa'
const now = () => new Date('2026-11-21T09:30:00Z')
const delivery = { context: () => ({ accountId }) } as unknown as Delivery

test("a review is made with its account's limit, and with 90 days where the account has set none", async () => {
  const loading = (days: number | null): Load =>
    (async (aggregate: { initial: unknown; evolve: (state: unknown, event: unknown) => unknown }, id: string) =>
      days === null || id !== accountId
        ? aggregate.initial
        : aggregate.evolve(aggregate.initial, { type: 'SourceAgeLimitSet', data: { days } })) as unknown as Load
  const made = (days: number | null) => newReview({ load: loading(days), now }, 'review', delivery)
  assert.equal(await made(30), { id: 'review', at: '2026-11-21T09:30:00.000Z', ageLimitDays: 30 })
  assert.is((await made(null)).ageLimitDays, 90)
})

test.run()
