// A raised version is built while the old one answers, and takes over at one stroke.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Build, buildBeside, planVersions } from '../../src/projections/build-beside.ts'
import { type AnyProjection, projection } from '../../src/projections/projection.ts'
import { addressOf, type Projector, startProjector } from '../../src/projections/projector.ts'
import { eventually } from '../eventually.ts'
import { openStores, type Stores, switched } from '../stores/log.ts'

const test = suite('building beside')

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

let stores: Stores
let closing: (() => Promise<unknown>)[] = []
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
  await stores.close()
})

const answer = async (id = 'a') => (await stores.documents.get('notes', id))?.notes

const foldedOld = async () => {
  await stores.documents.define([old.spec])
  const projector = await startProjector({ log: stores.log, documents: stores.documents, projections: [old] })
  assert.ok(await projector.passed(await stores.append('account-a', switched('one'), switched('two')), 5_000))
  await projector.close()
}

/** As a start of the service does it; the new version's commits wait for `gate`. */
const restart = async (gate: Promise<void> = Promise.resolve()): Promise<{ serving: Projector; build: Build; told: boolean[] }> => {
  const { log, documents } = stores
  const { serving, building, outdated } = await planVersions(documents, [raised])
  assert.equal([serving.map(addressOf), building.map(addressOf), outdated], [['notes@1'], ['notes@2'], []])
  await documents.define([...building, ...serving].map(({ spec }) => spec))
  const projector = await startProjector({ log, documents, projections: serving })
  const told: boolean[] = []
  const gated = { ...documents, commit: (commits: Parameters<typeof documents.commit>[0]) => gate.then(() => documents.commit(commits)) }
  const build = await buildBeside({
    log,
    documents: gated,
    building,
    onProgress: (_, done) => void told.push(done),
    onError: (error) => assert.unreachable(String(error)),
  })
  closing.push(() => projector.close(), build.close)
  return { serving: projector, build, told }
}

test('until it has caught up the old version answers, current with what is written meanwhile; then the new one does', async () => {
  await foldedOld()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { serving, build, told } = await restart(gate)
  assert.equal(await answer(), ['one', 'two'])
  const position = await stores.append('account-a', switched('three'))
  assert.ok(await serving.passed(position, 5_000))
  assert.equal([await answer(), build.done()], [['one', 'two', '+three'], false])
  open()
  await eventually('the new version answers', () => build.done())
  assert.equal(await answer(), ['+one', '+two', '+three'])
  assert.is(told.at(-1), true)
  assert.ok(await build.passed(await stores.append('account-a', switched('four')), 5_000))
  assert.equal(await answer(), ['+one', '+two', '+three', '+four'])
})

test('abandoned half-way, the old version still stands, and the next start begins again where it ended', async () => {
  await foldedOld()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { serving, build } = await restart(gate)
  const closed = Promise.all([build.close(), serving.close()])
  open()
  await closed
  assert.is(build.done(), false)
  await stores.documents.define([old.spec])
  assert.equal(await answer(), ['one', 'two'], 'the release before goes on with what it had')
})

test('once it has taken over, the next start answers from it at once and clears the old one away', async () => {
  await foldedOld()
  const { build } = await restart()
  await eventually('the new version answers', () => build.done())
  const plan = await planVersions(stores.documents, [raised])
  assert.equal([plan.serving.map(addressOf), plan.building, plan.outdated], [['notes@2'], [], ['notes@1']])
})

test('a store that is new has nothing to build beside', async () => {
  const plan = await planVersions(stores.documents, [raised])
  assert.equal([plan.serving, plan.building, plan.outdated], [[raised], [], []])
})

test.run()
