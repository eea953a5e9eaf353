import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { labelPlace, stateOutlines } from '../../../src/pages/charts/state-outlines.ts'
import { filled } from '../../filled.ts'

/** A line from an inner point to the left crosses the outline an odd number of times. */
const isInside = (path: string, { x, y }: { readonly x: number; readonly y: number }): boolean => {
  const corners: (readonly [x: number, y: number])[] = []
  for (const [, right, down] of (path.split('z')[0] ?? '').matchAll(/(-?\d+) ?(-?\d+)/g)) {
    const [lastX, lastY] = corners.at(-1) ?? [0, 0]
    corners.push([lastX + Number(right), lastY + Number(down)])
  }
  const crossed = corners.filter(([fromX, fromY], index) => {
    const [toX, toY] = corners[(index + 1) % corners.length] ?? [fromX, fromY]
    return fromY > y !== toY > y && fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX) < x
  })
  return crossed.length % 2 === 1
}

test('the label of each state is inside its outline', () => {
  // The outline of the District of Columbia is smaller than a label.
  const states = Object.entries(stateOutlines).filter(([state]) => state !== 'DC')
  const outside = filled(states).filter(([state, path]) => {
    const at = labelPlace(state)
    return at === null || !isInside(path, at)
  })
  assert.equal(
    outside.map(([state]) => state),
    [],
  )
})

test('what is no state has no label', () => {
  assert.is(labelPlace('ZZ'), null)
})

test.run()
