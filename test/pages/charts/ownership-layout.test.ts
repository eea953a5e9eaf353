// Where the chart of owners puts its boxes and lines.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { box, laidOut } from '../../../src/pages/charts/ownership-layout.ts'
import { filled } from '../../filled.ts'

const levels = new Map([
  ['business', 0],
  ['alpha', 1],
  ['other', 1],
  ['third', 1],
  ['beta', 2],
  ['ann', 3],
])
const link = (upper: string, lower: string, labelAt = 0.4) => ({ upper, lower, labelAt })
const links = [
  link('alpha', 'business'),
  link('other', 'business'),
  link('third', 'business'),
  link('beta', 'alpha'),
  link('beta', 'alpha', 0.75),
  link('beta', 'business'),
  link('ann', 'business'),
]

/** Points on the path: cubic curves and straight stretches between them. */
const pointsOn = (path: string) =>
  path.split(/(?=[ML])/).flatMap((stretch) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = (stretch.match(/-?[\d.]+/g) ?? []).map(Number)
    return Array.from({ length: 21 }, (_, index) => {
      const [t, s] = [index / 20, 1 - index / 20]
      const on = (a: number, b: number, c: number, d: number) => a * s ** 3 + 3 * b * s * s * t + 3 * c * s * t * t + d * t ** 3
      return { x: on(x1, x2, x3, x4), y: on(y1, y2, y3, y4) }
    })
  })

test('boxes of a row stand beside each other, and the business below the middle', () => {
  const { places, width } = laidOut(levels, links)
  const xs = ['alpha', 'other', 'third'].map((id) => places.get(id)?.x ?? 0).toSorted((one, other) => one - other)
  for (const [index, x] of filled(xs.slice(1)).entries()) assert.ok(x - (xs[index] ?? 0) >= box.width)
  assert.is((places.get('business')?.x ?? 0) + box.width / 2, width / 2)
})

test('no line crosses a box, those over several levels too', () => {
  const { places, lines } = laidOut(levels, links)
  for (const { path } of filled(lines))
    for (const { x, y } of filled(pointsOn(path)))
      for (const [id, at] of filled(places))
        assert.not.ok(x > at.x && x < at.x + box.width && y > at.y + 1 && y < at.y + box.height - 1, `${path} crosses ${id}`)
})

test('the labels of lines between the same boxes stand apart', () => {
  const { lines } = laidOut(levels, links)
  assert.ok(Math.abs((lines[3]?.label.y ?? 0) - (lines[4]?.label.y ?? 0)) > 12)
})

test.run()
