// When checks are made: spread over the interval, and made up for after an outage without a burst.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nextSlot } from '../../src/commands/monitor-times.ts'
import { catchUpAt } from '../../src/processes/monitoring.ts'
import { filled } from '../filled.ts'

const day = 86_400_000
const hour = 3_600_000
const ids = Array.from({ length: 2_400 }, (_, index) => `business-${index}`)
const last = new Date('2026-11-21T12:00:00Z')

test('each business has its own time of the interval, the same every time', () => {
  for (const id of filled(ids.slice(0, 100))) {
    const first = nextSlot(id, last, day)
    assert.ok(first > last && first.getTime() - last.getTime() <= day)
    assert.is(nextSlot(id, first, day).getTime() - first.getTime(), day)
  }
})

const busiest = (times: readonly Date[], span: number): number => {
  const counts = new Map<number, number>()
  for (const time of times) counts.set(Math.floor(time.getTime() / span), (counts.get(Math.floor(time.getTime() / span)) ?? 0) + 1)
  return Math.max(...counts.values())
}

test('2,400 businesses spread over the day: no hour has more than half again its share', () => {
  assert.ok(
    busiest(
      ids.map((id) => nextSlot(id, last, day)),
      hour,
    ) <= 150,
  )
})

test('what an outage left over is spread over an hour from the start, and no restart puts the same one last', () => {
  const times = ids.map((id) => catchUpAt(id, last, day))
  assert.ok(filled(times).every((time) => time >= last && time.getTime() - last.getTime() <= hour))
  assert.ok(busiest(times, 60_000) <= 80)
  const later = ids.map((id) => catchUpAt(id, new Date(last.getTime() + 1), day).getTime() - last.getTime())
  const moved = later.filter((after, index) => Math.abs(after - ((times[index]?.getTime() ?? 0) - last.getTime())) > 60_000)
  assert.ok(moved.length > ids.length / 2)
})

test.run()
