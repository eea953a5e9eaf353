// An instance is ready when the read models hold what stood in the log at its start, and tells how far they are until then.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FirstFold, type FoldProgress, followFirstFold } from '../../src/projections/first-fold.ts'
import { eventually } from '../eventually.ts'

const test = suite('the first fold')

const open: FirstFold[] = []
test.after.each(async () => {
  await Promise.all(open.splice(0).map((fold) => fold.close()))
})

const scene = ({ head, folded }: { readonly head: bigint | undefined; readonly folded: bigint }) => {
  const told: (readonly [bigint, bigint, boolean])[] = []
  const log = { head, folded, isAway: false }
  const answer = async <Value>(value: () => Value) => {
    if (log.isAway) throw new Error('away')
    return value()
  }
  const fold = followFirstFold({
    head: () => answer(() => log.head),
    folded: () => answer(() => log.folded),
    lookEveryMs: 1,
    reportEveryMs: 0,
    onProgress: ({ position, end }: FoldProgress, isDone) => void told.push([position, end, isDone]),
  })
  open.push(fold)
  return { log, fold, told }
}

test('it is done at once on an empty log, and where everything is folded, and says nothing', async () => {
  for (const { fold, told } of [
    scene({ head: undefined, folded: -1n }),
    scene({ head: 100n, folded: 100n }),
    scene({ head: 100n, folded: 101n }),
  ]) {
    await fold.look()
    assert.is(fold.isDone(), true)
    assert.equal(told, [])
  }
})

test('it is not done one event before the end, tells how far it is, and says when it is done', async () => {
  const { log, fold, told } = scene({ head: 100n, folded: 99n })
  await eventually('it has told', () => told.length > 0)
  assert.is(fold.isDone(), false)
  assert.equal(fold.progress(), { position: 99n, end: 100n })
  assert.equal(told[0], [99n, 100n, false])
  log.folded = 100n
  await eventually('it is done', () => fold.isDone())
  assert.equal(told.at(-1), [100n, 100n, true])
})

test('what is written after the start is not waited for, and done stays done', async () => {
  const { log, fold } = scene({ head: 100n, folded: 50n })
  await eventually('it has looked', () => fold.progress() !== undefined)
  Object.assign(log, { head: 500n, folded: 100n })
  await eventually('it is done', () => fold.isDone())
  log.folded = 3n
  await fold.look()
  assert.is(fold.isDone(), true)
})

test('a store that is away is asked again', async () => {
  const { log, fold } = scene({ head: 100n, folded: 100n })
  log.isAway = true
  await fold.look().catch(() => undefined)
  log.isAway = false
  await eventually('it is done', () => fold.isDone())
})

test.run()
