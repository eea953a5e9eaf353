import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { momentFrom, timeFrom } from '../../src/projections/history.ts'

test('a time means the same on every machine: a date begins in UTC, and a time has its offset', () => {
  for (const [text, time] of [
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:30.5+05:30', '2026-03-01T04:30:30.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ] as const)
    assert.is(timeFrom(text), time, text)
})

test('what is no such time is none, however a lenient reader would take it', () => {
  for (const text of [
    '',
    'yesterday',
    'foo 5',
    '2026-3-1',
    '2026-02-30',
    '2026-02-30T10:00:00Z',
    '2026-13-01',
    '2026-03-01T10:00:00',
    '2026-03-01T25:00Z',
  ])
    assert.is(timeFrom(text), undefined, text)
})

test('digits alone are a position', () => {
  assert.equal(momentFrom('2026'), { position: 2026n })
  assert.equal(momentFrom('2026-03-01'), { time: '2026-03-01T00:00:00.000Z' })
  assert.is(momentFrom('-1'), undefined)
})

test.run()
