// Years by the calendar, from both sides of an anniversary.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { monthsBetween, yearsAfter, yearsBetween } from '../../src/events/years.ts'

for (const [from, eve, anniversary, years] of [
  ['2025-11-21', '2026-11-20', '2026-11-21', 1],
  ['2023-11-21', '2026-11-20', '2026-11-21', 3],
  ['2024-02-29', '2025-02-28', '2025-03-01', 1],
  ['2024-02-29', '2028-02-28', '2028-02-29', 4],
  ['2023-02-28', '2024-02-27', '2024-02-28', 1],
  ['1926-01-01', '2025-12-31', '2026-01-01', 100],
] as const)
  test(`${from} is ${years} years before ${anniversary}, and less before ${eve}`, () => {
    assert.is(yearsBetween(from, anniversary), years)
    assert.ok(yearsBetween(from, `${eve}T23:59:59.999Z`) < years)
    assert.is(yearsAfter(new Date(from), years).toISOString().slice(0, 10), anniversary)
  })

test('a month ends on the same day of the next one', () => {
  assert.is(monthsBetween('2026-08-21', '2026-11-21T09:30:00.000Z'), 3)
  assert.is(monthsBetween('2026-08-22', '2026-11-21T09:30:00.000Z'), 2)
  assert.is(monthsBetween('2024-02-29', '2025-02-28'), 11)
})

test('a part of a year counts as its days', () => {
  assert.is(yearsBetween('2026-01-01', '2026-03-15'), 73 / 365)
  assert.is(yearsBetween('2024-01-01', '2025-03-15'), 1 + 73 / 365)
})

test('a day in the future is negative, and what is no date has no age', () => {
  assert.is(yearsBetween('2027-11-21', '2026-11-21'), -1)
  assert.ok(yearsBetween('2026-11-22', '2026-11-21') < 0)
  assert.ok(Number.isNaN(yearsBetween('unknown', '2026-11-21')))
  assert.ok(Number.isNaN(yearsBetween('2026-11-21', '')))
})

test.run()
