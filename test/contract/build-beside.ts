// Raising the version of a read model, on whichever document store: it is built while the old version answers, and takes over at one stroke, on every
// instance and for every share of the accounts.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startWorker, type Worker } from '../../src/processes/running/worker.ts'
import { type Build, watchBuild } from '../../src/projections/build-beside.ts'
import { addressOf } from '../../src/projections/checkpoints.ts'
import { partitionNames, shareOf } from '../../src/projections/partitions.ts'
import { type AnyProjection, projection } from '../../src/projections/projection.ts'
import { type Projector, startProjector } from '../../src/projections/projector.ts'
import { changeVersions, clearAbandoned, type Plan, planVersions, readVersions } from '../../src/projections/versions.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { eventually, patienceMs, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { accountId, openStores, type Stores, switched } from '../stores/log.ts'

type Notes = { readonly id: string; readonly notes: readonly string[] }

const notes = (version: number, mark: string) =>
  projection<Notes>()({
    collection: 'notes',
    version,
    indexes: ['id'],
    starts: { FeatureSwitched: ({ data, stream }) => ({ id: stream, notes: [mark + data.feature] }) },
    on: { FeatureSwitched: (doc, { data }) => ({ ...doc, notes: [...doc.notes, mark + data.feature] }) },
  })

const old = notes(1, '')
const raised = notes(2, '+')
/** All events of these tests are one account's, so that one share has all of them and another none. */
const shares = partitionNames(2).map((partition) => shareOf(partition, 2, 1))
const idle = shares.find(({ owns }) => !owns(accountId))

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
    assert.ok(filled(await Promise.all(projectors.map((projector) => projector.passed(position, patienceMs)))).every(Boolean))

  const foldedOld = async () => {
    await documents.define([old.spec])
    const projectors = await project([old])
    await passed(projectors, await stores.append('account-a', switched('one'), switched('two')))
    await Promise.all(projectors.map((projector) => projector.close()))
  }

  type Instance = { readonly plan: Plan; readonly build: Build; readonly told: boolean[]; readonly looks: () => number }

  /** As an instance with the new release starts. */
  const startInstance = async (store = documents): Promise<Instance> => {
    const plan = await planVersions(store, [raised])
    await store.define([...plan.building, ...plan.serving].map(({ spec }) => spec))
    const told: boolean[] = []
    let looks = 0
    const build = await watchBuild({
      log: stores.log,
      documents: store,
      plan,
      partitions: shares.map(({ partition }) => partition),
      lookEveryMs: 10,
      settledAfter: 3,
      fold: async () => {
        looks++
      },
      onProgress: (_, done) => void told.push(done),
      onAbandoned: () => assert.unreachable('nobody abandons it'),
      onError: (error) => assert.unreachable(String(error)),
    })
    closing.push(build.close)
    return { plan, build, told, looks: () => looks }
  }

  /** Folds what an instance with the role worker does; the new version's commits wait for `gate`. */
  const startWork = async ({ plan }: Instance, gate: Promise<void> = Promise.resolve()) => {
    const gated: DocumentStore = { ...documents, commit: (commits, options) => gate.then(() => documents.commit(commits, options)) }
    return { serving: await project(plan.serving), building: await project(plan.building, gated) }
  }

  type Release = { readonly plan: Plan; readonly worker: Worker; readonly build: Build; readonly abandoned: readonly string[] }

  /** The whole of an instance with the new release: a worker, and the watch over the build that begins and ends its folding. */
  const startRelease = async ({ store = documents, gate = Promise.resolve(), release = raised } = {}): Promise<Release> => {
    const gated: DocumentStore = {
      ...store,
      commit: async (commits, options) => {
        if (commits.some(({ collection, partition }) => collection === addressOf(release) && partition === idle?.partition)) await gate
        await store.commit(commits, options)
      },
    }
    const plan = await planVersions(store, [release])
    await store.define([...plan.building, ...plan.serving].map(({ spec }) => spec))
    for (const address of plan.outdated) await store.drop(address)
    const partitions = shares.map(({ partition }) => partition)
    const worker = await startWorker({
      log: stores.log,
      documents: gated,
      projections: plan.serving,
      building: plan.building,
      buildsLater: plan.abandoned,
      processes: [],
      partitions: partitions.length,
      name: randomUUID(),
    })
    const abandoned: string[] = []
    const build = await watchBuild({
      log: stores.log,
      documents: store,
      plan,
      partitions,
      lookEveryMs: 10,
      settledAfter: 3,
      fold: worker.build,
      onProgress: () => undefined,
      onAbandoned: (collections) => void abandoned.push(...collections),
      onError: (error) => assert.unreachable(String(error)),
    })
    closing.push(worker.close, build.close)
    return { plan, worker, build, abandoned }
  }

  const stop = async ({ build, worker }: Release) => {
    await build.close()
    await worker.close()
  }

  /** What the store holds of the new version. */
  const built = async (): Promise<number> => {
    const { checkpoints } = await documents.inventory()
    const documentsHeld = await Array.fromAsync(documents.all('notes@2'))
    return documentsHeld.length + checkpoints.filter(({ collection }) => collection === 'notes@2').length
  }

  /** A build that was abandoned when the documents of one share were there and the other share's still came. */
  const abandonedMidway = async (): Promise<Release> => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const release = await startRelease({ gate })
    await until('some of the new version is there', async () => (await built()) > 1)
    await eventually('one share has caught up', () => shares.some(({ partition }) => release.build.isNear(partition)))
    assert.equal([release.build.done(), release.build.abandoned()], [false, false])
    await release.build.abandon()
    letGo()
    await until('nothing of it is left', async () => release.build.abandoned() && (await built()) === 0)
    return release
  }

  test('until it has caught up the old version answers, current with what is written meanwhile; then the new one does', async () => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const instance = await startInstance()
    const { plan, build, told, looks } = instance
    assert.equal([plan.serving.map(addressOf), plan.building.map(addressOf), plan.outdated], [['notes@1'], ['notes@2'], []])
    const { serving, building } = await startWork(instance, gate)
    assert.equal(await answer(), ['one', 'two'])
    await passed(serving, await stores.append('account-a', switched('three')))
    const before = looks()
    await eventually('it was looked at more often than it takes to settle', () => looks() > before + 6)
    assert.equal([await answer(), build.done()], [['one', 'two', '+three'], false])
    assert.not(filled(shares).some(({ partition }) => build.isNear(partition)))
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

  test('a build that the operator abandons midway leaves nothing behind, and the old version goes on answering', async () => {
    const { worker, build, abandoned } = await abandonedMidway()
    assert.equal(abandoned, ['notes@2'])
    const position = await stores.append('account-a', switched('three'))
    assert.ok(await worker.projectorFor(accountId)?.passed(position, patienceMs))
    assert.equal(await answer(), ['one', 'two', '+three'])
    assert.is(worker.builderFor(accountId), undefined, 'nobody folds the new version')
    assert.equal([build.done(), await built()], [false, 0])
    assert.not(
      filled(shares).some(({ partition }) => build.isNear(partition)),
      'no writer waits for the new version',
    )
  })

  test('later starts leave an abandoned build alone and say so; taken up again it is built from the beginning, without a restart', async () => {
    await stop(await abandonedMidway())
    const release = await startRelease()
    assert.is(release.plan.abandoned, true)
    assert.equal(release.abandoned, ['notes@2'])
    assert.is(release.worker.builderFor(accountId), undefined)
    assert.equal(await answer(), ['one', 'two'])
    await release.build.resume()
    await eventually('the new version answers', () => release.build.done())
    assert.equal(await answer(), ['+one', '+two'])
  })

  test('what a kill left of an abandoned build is cleared away by the next start', async () => {
    const release = await abandonedMidway()
    await stop(release)
    const { answering } = await readVersions(documents.records)
    await changeVersions(documents.records, () => ({ answering, abandoned: { collections: ['notes@2'], cleared: false } }))
    await documents.commit([
      { collection: 'notes@2', partition: '0', changes: [{ key: 'a', document: { id: 'a' }, position: 1n }], position: 1n },
    ])
    await startRelease()
    await until('nothing of it is left', async () => (await built()) === 0)
  })

  /** As a kill leaves a build that was abandoned. */
  const leftAbandoned = async (): Promise<void> => {
    await foldedOld()
    await changeVersions(documents.records, (versions) => ({ ...versions, abandoned: { collections: ['notes@2'], cleared: false } }))
  }

  test('nothing of an abandoned build is dropped before every instance has had time to stop folding it', async () => {
    await leftAbandoned()
    const plan = await planVersions(documents, [raised])
    let looks = 0
    const looksAtDrop: number[] = []
    const build = await watchBuild({
      log: stores.log,
      documents: { ...documents, drop: (address) => documents.drop(address).then(() => void looksAtDrop.push(looks)) },
      plan,
      partitions: shares.map(({ partition }) => partition),
      lookEveryMs: 1,
      settledAfter: 3,
      fold: async () => void looks++,
      onProgress: () => assert.unreachable('nothing is built'),
      onAbandoned: () => undefined,
      onError: (error) => assert.unreachable(String(error)),
    })
    closing.push(build.close)
    await until('it is cleared away', async () => (await readVersions(documents.records)).abandoned?.cleared === true)
    const cleared = looks
    await eventually('it looks on', () => looks > cleared + 5)
    assert.equal(looksAtDrop, [4], 'three looks that leave it, and no second drop')
  })

  test('of several instances one drops an abandoned build', async () => {
    await leftAbandoned()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    let drops = 0
    const gated: DocumentStore = {
      ...documents,
      drop: async (address) => {
        assert.is(++drops, 1, 'another instance is dropping it')
        await gate
        await documents.drop(address)
      },
    }
    const first = clearAbandoned(gated, [raised])
    closing.push(() => first)
    await eventually('it is being dropped', () => drops === 1)
    await clearAbandoned(gated, [raised]).finally(letGo)
    await first
    assert.equal([drops, (await readVersions(documents.records)).abandoned?.cleared], [1, true])
  })

  test('one instance abandons for all, and another takes it up for all', async () => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const other = await opened.instance()
    const [here, elsewhere] = [await startRelease({ gate }), await startRelease({ gate, store: other })]
    await here.build.abandon()
    letGo()
    await eventually('both know', () => here.build.abandoned() && elsewhere.build.abandoned())
    await elsewhere.build.resume()
    await eventually('both have gone over', () => here.build.done() && elsewhere.build.done())
    assert.equal(await Promise.all([answer(), answer(other)]), [
      ['+one', '+two'],
      ['+one', '+two'],
    ])
  })

  test('only what is being built can be abandoned, and only what was abandoned be taken up again', async () => {
    await foldedOld()
    const { build } = await startRelease()
    await eventually('the new version answers', () => build.done())
    const refusal = async (asked: Promise<void>) => asked.then(() => 'done').catch((error: Error) => `${error.name}: ${error.message}`)
    assert.is(await refusal(build.abandon()), 'BuildRefused: the new versions answer already')
    assert.is(await refusal(build.resume()), 'BuildRefused: no build is abandoned')
  })

  test('a release after an abandoned build begins one of its own, beside the version that stands', async () => {
    await stop(await abandonedMidway())
    const release = await startRelease({ release: notes(3, '*') })
    assert.equal([release.plan.serving.map(addressOf), release.plan.building.map(addressOf)], [['notes@1'], ['notes@3']])
    assert.is(release.plan.abandoned, false)
    await eventually('the new version answers', () => release.build.done())
    assert.equal(await answer(), ['*one', '*two'])
  })

  test('a version that was never finished does not answer for a later one', async () => {
    await foldedOld()
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const unfinished = await startRelease({ gate })
    await until('some of the new version is there', async () => (await built()) > 1)
    await unfinished.build.close()
    letGo()
    await unfinished.worker.close()
    const plan = await planVersions(documents, [notes(3, '*')])
    assert.equal([plan.serving.map(addressOf), plan.building.map(addressOf), plan.outdated], [['notes@1'], ['notes@3'], ['notes@2']])
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
