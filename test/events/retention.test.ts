// When a record is due, and which ends are due on a day (the two agree on every day), and whose period counts.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dueOn, latestDueEnd, monthsFor } from '../../src/events/retention.ts'

test('a record is due on the same day of the month, or on its last day', () => {
  assert.is(dueOn('2026-11-23', 60), '2031-11-23')
  assert.is(dueOn('2024-02-29', 12), '2025-02-28')
  assert.is(dueOn('2026-08-31', 1), '2026-09-30')
})

test('the latest end that is due is due, and the day after it is not', () => {
  for (let day = 0; day < 1_500; day++) {
    const today = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
    for (const months of [1, 25, 60]) {
      const end = latestDueEnd(today, months)
      const next = new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10)
      assert.ok(dueOn(end, months) <= today && dueOn(next, months) > today, `${today} ${months} ${end}`)
    }
  }
})

test('a business that was approved at some time is kept for the months of customers, any other for those of applicants', () => {
  const periods = { customer_months: null, applicant_months: 24, automatic: true }
  assert.equal([monthsFor(periods, 'customer'), monthsFor(periods, 'applicant')], [null, 24])
})

test.run()
