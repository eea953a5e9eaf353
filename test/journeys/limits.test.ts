// Every limit of the tables, from both sides: at the limit it is taken, one beyond it is refused with the documented status and an error that
// names the member.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Limit, memberLimits } from '../../src/interface/limits.ts'
import { type ServiceLimit, serviceLimits } from '../../src/interface/service-limits.ts'
import { memberTries } from './limits-of-members.ts'
import { serviceTries } from './limits-of-service.ts'
import { openScene, scene } from './limits-scene.ts'
import type { Body, Reply } from './service.ts'

const test = suite('limits')
test.before(openScene)
test.after(() => scene.probity.stop())

const isRefusal = (message: string): boolean => / at (most|least) | must not be empty/.test(message)
const problemsAt = ({ body }: Reply, parameter: string): readonly Body[] =>
  (body?.errors ?? []).filter((each: Body) => each.parameter === parameter && isRefusal(each.message))

/** Sums of hundredths have digits beyond them. */
const plus = (size: number, step: number): number => Math.round((size + step) * 100) / 100

test('each row of the tables is tried', () => {
  assert.equal(Object.keys(memberTries), Object.keys(memberLimits))
  assert.equal(Object.keys(serviceTries), Object.keys(serviceLimits))
})

for (const [row, { names, send, value, status, otherwise, step = 1 }] of Object.entries(memberTries)) {
  const { what, least, most, beyond = '422' }: Limit = memberLimits[row as keyof typeof memberLimits]
  const edges = [[most, plus(most, step)] as const, ...(least === undefined ? [] : [[least, plus(least, -step)] as const])]
  for (const [taken, refused] of edges)
    test(`${what} (${names}): ${taken} is taken, and ${refused} is not`, async () => {
      const within = await send(value(taken))
      assert.equal(problemsAt(within, names), [], within.text)
      if (otherwise) assert.match(within.text, otherwise)
      else assert.ok(within.status < 300, `${within.status} ${within.text}`)
      const over = await send(value(refused))
      assert.is(over.status, status ?? Number(beyond), over.text)
      assert.is(problemsAt(over, names).length, 1, over.text)
    })
}

for (const [row, attempt] of Object.entries(serviceTries)) {
  const limit: Limit = serviceLimits[row as ServiceLimit]
  test(`${limit.what}: ${limit.most} ${limit.unit} and no more`, () => attempt(limit))
}

test.run()
