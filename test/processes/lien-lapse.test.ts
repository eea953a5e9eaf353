// When the account is reminded of a lapse, and when a filing lapses.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { lienLapse } from '../../src/processes/lien-lapse.ts'
import type { Delivery, Later } from '../../src/processes/process.ts'
import { context } from '../stores/log.ts'

const lapse_date = '2031-11-21'

/** What is done about a filing at that moment, and when it is looked at next. */
const lookAt = async (at: string): Promise<{ readonly done: readonly unknown[]; readonly next: string | undefined }> => {
  const done: unknown[] = []
  const { on } = lienLapse({
    handle: async (_, __, command) => {
      done.push(command)
      return {} as never
    },
    load: async () => ({ status: 'open', lapse_date }) as never,
    now: () => new Date(at),
  })
  const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
  const filed = { stream: 'lien-1', data: { lapse_date } } as StoredEvent<'LienFiled'>
  const next = (await on.LienFiled?.(filed, delivery)) as Later | undefined
  return { done, next: next?.at.toISOString() }
}

test('the account is reminded half a year and a month ahead', async () => {
  assert.equal(await lookAt('2026-11-21T12:00:00Z'), { done: [], next: '2031-05-25T00:00:00.000Z' })
  assert.equal(await lookAt('2031-05-25T00:00:00Z'), { done: [{ type: 'RemindOfLapse', daysLeft: 180 }], next: '2031-10-22T00:00:00.000Z' })
  assert.equal(await lookAt('2031-10-22T00:00:00Z'), { done: [{ type: 'RemindOfLapse', daysLeft: 30 }], next: '2031-11-22T11:00:00.000Z' })
})

test('on its last day a filing may still be continued: it lapses when the day is over', async () => {
  assert.equal((await lookAt('2031-11-21T23:59:00Z')).done, [{ type: 'RemindOfLapse', daysLeft: 30 }])
  assert.equal(await lookAt('2031-11-22T11:00:00Z'), { done: [{ type: 'Lapse' }], next: undefined })
})

test.run()
