// An instance that is ready stays so: a slow answer of a store, or read models that are behind, change nothing. A store that is away does, and is named.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readiness } from '../../src/composition/readiness.ts'
import { storeHealth } from '../../src/composition/store-health.ts'

const test = suite('readiness')

const graceMs = 10_000

/** A store whose next answers are given, and a clock that is moved. */
const storeScene = () => {
  const scene = { now: 0, answer: () => Promise.resolve<unknown>(undefined), asked: 0 }
  const ask = () => {
    scene.asked++
    return scene.answer()
  }
  return { scene, look: storeHealth({ ask, patienceMs: 1, graceMs, now: () => scene.now }) }
}
const never = () => new Promise<never>(() => undefined)
const failing = () => Promise.reject(new Error('gone'))

for (const [what, unanswered] of [
  ['fails', failing],
  ['does not answer', never],
] as const)
  test(`a store that ${what} is away ten seconds after its last answer, and not before`, async () => {
    const { scene, look } = storeScene()
    assert.is(await look(), undefined)
    scene.answer = unanswered
    scene.now = graceMs - 1
    assert.is(await look(), undefined)
    scene.now = graceMs
    assert.equal(await look(), { seconds: 10 })
  })

test('a store that never answered is away at once', async () => {
  const { scene, look } = storeScene()
  scene.answer = failing
  scene.now = 2_000
  assert.equal(await look(), { seconds: 2 })
})

test('a store that answers again counts as answering at once', async () => {
  const { scene, look } = storeScene()
  scene.answer = failing
  assert.ok(await look())
  scene.answer = async () => undefined
  assert.is(await look(), undefined)
})

test('a store that does not answer is not asked again before its answer is there', async () => {
  const { scene, look } = storeScene()
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.answer = () => promise
  await Promise.all([look(), look()])
  assert.ok(await look())
  assert.is(scene.asked, 1)
  resolve()
  await promise
  assert.is(await look(), undefined)
})

type ReadinessParts = Parameters<typeof readiness>[0]

/** An instance over stores that answer, whose fold and start are set. */
const instanceScene = () => {
  const state = { isStopping: false, hasStarted: true, isFolded: true, isReadable: true, isAway: false, catchesUp: false }
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (state.isAway) throw new Error('secret-host refused')
    return value
  }
  const ready = readiness({
    // As much of a store as readiness asks.
    kernel: {
      stores: {
        events: {
          readAll: async function* () {
            yield* await answer([])
          },
        },
        documents: { get: () => answer(undefined), records: { setAside: () => answer([]) } },
      },
      keyRing: { unopened: () => [] },
    } as unknown as ReadinessParts['kernel'],
    firstFold: {
      isDone: () => state.isFolded,
      progress: () => ({ position: 12n, end: 80n }),
      look: async () => {
        state.isFolded ||= state.catchesUp
      },
      close: async () => undefined,
    },
    awaitedBuild: () => (state.isReadable ? undefined : { progress: () => ({ collections: [], position: 3n, end: 80n, secondsLeft: 9 }) }),
    isStopping: () => state.isStopping,
    hasStarted: () => state.hasStarted,
  })
  return { state, ready }
}

test('an instance is ready when all checks hold, and gives no reasons', async () => {
  const { ok, checks, reasons, folding } = await instanceScene().ready()
  assert.equal({ ok, reasons, folding }, { ok: true, reasons: [], folding: undefined })
  assert.equal(checks, { accepting: true, event_store: true, document_store: true, read_models: true })
})

for (const [what, change, check, reason] of [
  ['that is stopping', { isStopping: true }, 'accepting', 'this instance is stopping'],
  ['whose first start is not done', { hasStarted: false }, 'read_models', 'the first start is not done'],
  [
    'whose read models are not folded yet',
    { isFolded: false },
    'read_models',
    'the read models hold the log up to position 12, and it ended at 80 when this instance started',
  ],
  [
    'that cannot read the read models of the release before',
    { isReadable: false },
    'read_models',
    'this release cannot read the read models of the one before: the new ones hold the log up to position 3, and it ended at 80 when their build began',
  ],
] as const)
  test(`an instance ${what} is not ready, and says why`, async () => {
    const { state, ready } = instanceScene()
    Object.assign(state, change)
    const { ok, checks, reasons } = await ready()
    assert.is(ok, false)
    assert.equal(
      Object.keys(checks).filter((each) => !checks[each]),
      [check],
    )
    assert.equal(reasons, [reason])
  })

test('an instance whose read models have just been folded is ready when it is asked', async () => {
  const { state, ready } = instanceScene()
  Object.assign(state, { isFolded: false, catchesUp: true })
  assert.is((await ready()).ok, true)
})

test('an instance whose stores are away names both, and nothing of their addresses', async () => {
  const { state, ready } = instanceScene()
  state.isAway = true
  const { ok, checks, reasons } = await ready()
  assert.equal([ok, checks.event_store, checks.document_store], [false, false, false])
  assert.equal(reasons, ['the event store has not answered for 0 s', 'the document store has not answered for 0 s'])
})

test.run()
