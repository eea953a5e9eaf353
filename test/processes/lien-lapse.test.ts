// When the account is reminded of a lapse, and when a filing lapses.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import type { LienEvent } from '../../src/events/lien.ts'
import { lienLapse } from '../../src/processes/lien-lapse.ts'
import type { Delivery, Later } from '../../src/processes/process.ts'
import { lienRequest } from '../commands/liens.ts'
import { context } from '../stores/log.ts'
import { openEveryWay } from './every-way.ts'

const { inEveryWay, close } = await openEveryWay()
test.after(close)

const mark = '0198c0de-0000-7000-8000-0000000000d1'
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

const reminded = (days_left: number): LienEvent => ({ type: 'LienLapseApproached', data: { lapse_date, days_left } })
const lapsed: LienEvent = { type: 'LienLapsed', data: { lapse_date } }
const filed = (date = lapse_date): LienEvent => ({
  type: 'LienFiled',
  data: { file_number: '77', confirmation_number: null, filing_date: '2026-11-21', lapse_date: date },
})
const party = { id: mark, organization_name: null, first_name: 'Ann', last_name: 'Doe', addresses: [] }
const requested: LienEvent = { type: 'LienRequested', data: lienRequest(mark, { debtors: [party], secured_parties: [party] }) }

const rows: readonly (readonly [
  what: string,
  history: readonly LienEvent[],
  at: string,
  leadsTo: readonly LienEvent[],
  next: string | null,
])[] = [
  ['half a year ahead the account is reminded once', [], '2031-05-25T00:00:00Z', [reminded(180)], '2031-10-22T00:00:00Z'],
  ['a month ahead it is reminded again', [reminded(180)], '2031-10-22T00:00:00Z', [reminded(30)], '2031-11-22T11:00:00Z'],
  ['after a long outage it is reminded of the time that is left alone', [], '2031-11-01T00:00:00Z', [reminded(30)], '2031-11-22T11:00:00Z'],
  ['between two reminders nothing happens', [reminded(180)], '2031-06-01T00:00:00Z', [], '2031-10-22T00:00:00Z'],
  ['behind its last day the filing lapses', [reminded(180), reminded(30)], '2031-11-22T11:00:00Z', [lapsed], null],
  ['a filing that has lapsed is left alone', [lapsed], '2031-11-23T00:00:00Z', [], null],
  ['a filing that was made anew has a clock of its own', [filed('2036-11-21')], '2031-11-23T00:00:00Z', [], null],
]
for (const [what, since, time, leadsTo, next] of rows)
  test(`${what}, however it is delivered`, () => {
    const at = new Date(time)
    const again = next === null ? null : Date.parse(next) - at.getTime()
    const history = [requested, filed(), ...since]
    return inEveryWay({ aggregate: 'lien', history, delivered: 1, at, process: lienLapse, leadsTo, again })
  })

test.run()
