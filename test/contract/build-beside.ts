// Raising the version of a read model, on whichever document store: it is built while the old version answers, and takes over at one stroke, on every
// instance and for every share of the accounts.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Build, type Plan, planVersions, watchBuild } from '../../src/projections/build-beside.ts'
import { partitionNames, shareOf } from '../../src/projections/partitions.ts'
import { type AnyProjection, projection } from '../../src/projections/projection.ts'
import { addressOf, type Projector, startProjector } from '../../src/projections/projector.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { eventually, until } from '../eventually.ts'
import { openStores, type Stores, switched } from '../stores/log.ts'

type Notes = { readonly id: string; readonly notes: readonly string[] }

const notes = (version: number, mark: string) =>
  projection<Notes>({
    collection: 'notes',
    version,
    indexes: ['id'],
    starts: { FeatureSwitched: ({ data, stream }) => ({ id: stream, notes: [mark + data.feature] }) },
    on: { FeatureSwitched: (doc, { data }) => ({ ...doc, notes: [...doc.notes, mark + data.feature] }) },
  }) as unknown as AnyProjection

const old = notes(1, '')
const raised = notes(2, '+')
const shares = partitionNames(2).map((partition) => shareOf(partition, 2, 1))

/** `open` gives a way to open the same document store several times over, each with its own idea of which version answers. */
export const buildBesideContract = (
  name: string,
  open: () => Promise<{ readonly instance: () => Promise<DocumentStore>; readonly close: () => Promise<void> }>,
) => {
  const test = suite(`building beside: ${name}`)
  let stores: Stores
  let documents: DocumentStore
  let opened: Awaited<ReturnType<typeof open>>
  let closing: (() => Promise<unknown>)[] = []

  test.before.each(async () => {
    stores = await openStores()
    opened = await open()
    documents = await opened.instance()
  })
  test.after.each(async () => {
    for (const close of closing.reverse()) await close()
    closing = []
    await opened.close()
    await stores.close()
  })

  const answer = async (of = documents, id = 'a') => (await of.get('notes', id))?.notes

  const project = async (projections: readonly AnyProjection[], store = documents): Promise<readonly Projector[]> => {
    const projectors = await Promise.all(shares.map((share) => startProjector({ log: stores.log, documents: store, projections, share })))
    closing.push(...projectors.map((projector) => projector.close))
    return projectors
  }

  const passed = async (projectors: readonly Projector[], position: bigint) =>
    assert.ok((await Promise.all(projectors.map((projector) => projector.passed(position, 5_000)))).every(Boolean))

  const foldedOld = async () => {
    await documents.define([old.spec])
    const projectors = await project([old])
    await passed(projectors, await stores.append('account-a', switched('one'), switched('two')))
    await Promise.all(projectors.map((projector) => projector.close()))
  }

  type Instance = { readonly plan: Plan; readonly build: Build; readonly told: boolean[] }

  /** As an instance with the new release starts. */
  const startInstance = async (store = documents): Promise<Instance> => {
    const plan = await planVersions(store, [raised])
    await store.define([...plan.building, ...plan.serving].map(({ spec }) => spec))
    const told: boolean[] = []
    const build = await watchBuild({
      log: stores.log,
      documents: store,
      plan,
      partitions: shares.map(({ partition }) => partition),
      lookEveryMs: 10,
      settledAfter: 3,
      onProgress: (_, done) => void told.push(done),
      onError: (error) => assert.unreachable(String(error)),
    })
    closing.push(build.close)
    return { plan, build, told }
  }

  /** Folds what an instance with the role worker does; the new version's commits wait for `gate`. */
  const startWork = async ({ plan }: Instance, gate: Promise<void> = Promise.resolve()) => {
    const gated: DocumentStore = { ...documents, commit: (commits) => gate.then(() => documents.commit(commits)) }
    return { serving: await project(plan.serving), building: await project(plan.building, gated) }
  }

  test('until it has caught up the old version answers, current with what is written meanwhile; then the new one does', async () => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const instance = await startInstance()
    const { plan, build, told } = instance
    assert.equal([plan.serving.map(addressOf), plan.building.map(addressOf), plan.outdated], [['notes@1'], ['notes@2'], []])
    const { serving, building } = await startWork(instance, gate)
    assert.equal(await answer(), ['one', 'two'])
    await passed(serving, await stores.append('account-a', switched('three')))
    assert.equal([await answer(), build.done()], [['one', 'two', '+three'], false])
    letGo()
    await eventually('the new version answers', () => build.done())
    assert.equal(await answer(), ['+one', '+two', '+three'])
    assert.is(told.at(-1), true)
    await passed(building, await stores.append('account-a', switched('four')))
    assert.equal(await answer(), ['+one', '+two', '+three', '+four'])
  })

  test('progress tells how far the build is, and where the log ended when it began', async () => {
    await foldedOld()
    const instance = await startInstance()
    const { building } = await startWork(instance)
    const end = await stores.append('account-a', switched('three'))
    await passed(building, end)
    await eventually('it is done', () => instance.build.done())
    const progress = instance.build.progress()
    assert.equal(progress.collections, ['notes@2'])
    assert.ok(progress.end < end, 'what came later is no part of what was to be built')
  })

  test('all instances go over to the new version, also one that folds nothing', async () => {
    await foldedOld()
    const other = await opened.instance()
    const elsewhere = await startInstance(other)
    const here = await startInstance()
    assert.equal(
      [await answer(other), await answer()],
      [
        ['one', 'two'],
        ['one', 'two'],
      ],
    )
    await startWork(here)
    await eventually('both have gone over', () => here.build.done() && elsewhere.build.done())
    assert.equal(
      [await answer(other), await answer()],
      [
        ['+one', '+two'],
        ['+one', '+two'],
      ],
    )
  })

  test('before the new version answers anywhere, writers wait for it everywhere', async () => {
    await foldedOld()
    const other = await opened.instance()
    const [here, elsewhere] = [await startInstance(), await startInstance(other)]
    let early = false
    const watching = until('both have gone over', async () => {
      const isDone = here.build.done() || elsewhere.build.done()
      early ||= isDone && !shares.every(({ partition }) => here.build.isNear(partition) && elsewhere.build.isNear(partition))
      return here.build.done() && elsewhere.build.done()
    })
    await startWork(here)
    await watching
    assert.not(early)
  })

  test('abandoned half-way, the old version still stands, and the next start goes on where it ended', async () => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const instance = await startInstance()
    const { serving, building } = await startWork(instance, gate)
    const closed = Promise.all([instance.build.close(), ...[...serving, ...building].map((projector) => projector.close())])
    letGo()
    await closed
    assert.is(instance.build.done(), false)
    const before = await opened.instance()
    await before.define([old.spec])
    assert.equal(await answer(before), ['one', 'two'], 'the release before goes on with what it had')
    const again = await startInstance()
    assert.equal(again.plan.building.map(addressOf), ['notes@2'])
    await startWork(again)
    await eventually('the new version answers', () => again.build.done())
    assert.equal(await answer(), ['+one', '+two'])
  })

  test('once it has taken over, the next start answers from it at once and clears the old one away', async () => {
    await foldedOld()
    const instance = await startInstance()
    await startWork(instance)
    await eventually('the new version answers', () => instance.build.done())
    const plan = await planVersions(documents, [raised])
    assert.equal([plan.serving.map(addressOf), plan.building, plan.outdated], [['notes@2'], [], ['notes@1']])
  })

  test('a store that is new has nothing to build beside', async () => {
    const plan = await planVersions(documents, [raised])
    assert.equal([plan.serving, plan.building, plan.outdated], [[raised], [], []])
  })

  return test
}
