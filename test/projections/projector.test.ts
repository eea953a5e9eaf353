import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { differencesFromRebuild, rebuild } from '../../src/audit/rebuild.ts'
import type { Share } from '../../src/projections/checkpoints.ts'
import { type AnyProjection, projection } from '../../src/projections/projection.ts'
import { type Projector, startProjector } from '../../src/projections/projector.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { beginning } from '../../src/stores/event-log.ts'
import { submitted } from '../commands/businesses.ts'
import { eventually, patienceMs } from '../eventually.ts'
import { accountId, appendTo, context, openStores, type Stores, switched } from '../stores/log.ts'

type Notes = { readonly id: string; readonly notes: readonly string[] }

/** Each stream's features in the order in which they were switched; one named `end` deletes the document, `same` changes nothing. */
const notesIn = (version = 1, mark = '') =>
  projection<Notes>()({
    collection: 'notes',
    version,
    indexes: ['id'],
    starts: { FeatureSwitched: ({ data, stream }) => (data.feature === 'lost' ? null : { id: stream, notes: [mark + data.feature] }) },
    on: {
      FeatureSwitched: (doc, { data }) => {
        if (data.feature === 'same') return doc
        return data.feature === 'end' ? null : { ...doc, notes: [...doc.notes, mark + data.feature] }
      },
    },
  })

const counts = projection<{ readonly count: number }>()({
  collection: 'counts',
  version: 1,
  indexes: [],
  key: () => ['all', 'also'],
  starts: { FeatureSwitched: () => ({ count: 1 }) },
  on: { FeatureSwitched: ({ count }) => ({ count: count + 1 }) },
})

const notes = notesIn()

let stores: Stores
let projectors: Projector[] = []
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(async () => {
  await Promise.all(projectors.map((projector) => projector.close()))
  projectors = []
  await stores.close()
})

const start = async (
  projections: readonly AnyProjection[] = [notes],
  options: { documents?: DocumentStore; share?: Share; beside?: boolean; onError?: (error: unknown) => void } = {},
) => {
  await stores.documents.define(projections.map(({ spec }) => spec))
  const projector = await startProjector({ log: stores.log, documents: stores.documents, projections, ...options })
  projectors.push(projector)
  return projector
}

const folded = async (stream: string, collection = 'notes') =>
  (await stores.documents.get(collection, stream.slice(stream.indexOf('-') + 1)))?.notes

test('what is in the log is folded, and what comes after', async () => {
  await stores.append('account-a', switched('one'))
  const projector = await start()
  const position = await stores.append('account-a', switched('two'), switched('three'))
  assert.ok(await projector.passed(position, patienceMs))
  assert.equal(await folded('account-a'), ['one', 'two', 'three'])
  assert.ok(projector.position() >= position)
})

test('a reader is told when a position was passed, and when that takes too long', async () => {
  const projector = await start()
  const waiting = projector.passed(1n, patienceMs)
  assert.is(await projector.passed(1n, 1), false)
  await stores.append('account-a', switched('one'))
  assert.is(await waiting, true)
  assert.is(await projector.passed(1n, 0), true)
})

test('a projector that closes lets no reader wait', async () => {
  const projector = await start()
  const waiting = projector.passed(1n, patienceMs)
  await projector.close()
  assert.is(await waiting, false)
})

test('what other workers fold is passed with the own events before it', async () => {
  await stores.append('account-a', switched('one'))
  const ofAnother = appendTo(stores.log, () => context({ accountId: randomUUID() }))
  const position = await ofAnother('account-b', switched('two'))
  const projector = await start([notes], { share: { partition: 'all', owns: (account) => account === accountId } })
  assert.ok(await projector.passed(position, patienceMs))
  assert.equal([await folded('account-a'), await folded('account-b')], [['one'], undefined])
})

test('an event may concern several documents', async () => {
  const projector = await start([counts])
  const position = await stores.append('account-a', switched('one'), switched('two'))
  await projector.passed(position, patienceMs)
  for (const key of ['all', 'also']) assert.equal(await stores.documents.get('counts', key), { count: 2 })
})

test('a document ends and can begin again', async () => {
  const projector = await start()
  await projector.passed(await stores.append('account-a', switched('one'), switched('end')), patienceMs)
  assert.is(await folded('account-a'), undefined)
  await projector.passed(await stores.append('account-a', switched('two')), patienceMs)
  assert.equal(await folded('account-a'), ['two'])
})

test('a long log is filled in, and its end is not; beside other work nothing is', async () => {
  for (const beside of [false, true]) {
    const fillings: unknown[] = []
    const commit: DocumentStore['commit'] = (commits, options) => {
      fillings.push(options?.filling)
      return stores.documents.commit(commits, options)
    }
    for (let n = 0; n < 6; n++) await stores.append(`account-${n}`, ...Array.from({ length: 100 }, () => switched('one')))
    const last = await stores.append('account-last', switched('one'))
    const some = notesIn(beside ? 2 : 1)
    const projector = await start([some], { documents: { ...stores.documents, commit }, beside })
    assert.ok(await projector.passed(last, patienceMs))
    assert.equal([fillings[0], fillings.at(-1)], [!beside, false])
  }
})

test('an event that changes nothing writes nothing', async () => {
  const projector = await start()
  const first = await stores.append('account-a', switched('one'))
  // Folded together, the two would be one change.
  assert.ok(await projector.passed(first, patienceMs))
  assert.ok(await projector.passed(await stores.append('account-a', switched('same')), patienceMs))
  assert.is((await stores.documents.getMany('notes', ['a'])).get('a')?.position, first)
})

test('after a restart it goes on where it stood, and folds nothing twice', async () => {
  const projector = await start()
  await projector.passed(await stores.append('account-a', switched('one')), patienceMs)
  await projector.close()
  stores = await stores.reopen()
  const position = await stores.append('account-a', switched('two'))
  await (await start()).passed(position, patienceMs)
  assert.equal(await folded('account-a'), ['one', 'two'])
})

test('a checkpoint that fell behind its documents changes nothing in them', async () => {
  const projector = await start()
  const position = await stores.append('account-a', switched('one'), switched('two'))
  await projector.passed(position, patienceMs)
  await projector.close()
  const scratch = (await stores.documents.getMany('notes', ['a'])).get('a')!
  await stores.documents.drop('notes')
  await stores.documents.commit([{ collection: 'notes', partition: 'all', changes: [{ key: 'a', ...scratch }], position: 1n }])
  await (await start()).passed(position, patienceMs)
  assert.equal(await folded('account-a'), ['one', 'two'])
})

const people = projection<{ readonly names: readonly string[]; readonly since: number }>()({
  collection: 'people',
  version: 1,
  indexes: [],
  starts: { BusinessCreated: ({ data }) => ({ names: data.people.map(({ name }) => name), since: 0 }) },
  on: { FeatureSwitched: (doc) => ({ ...doc, since: doc.since + 1 }) },
})

for (const [when, before, after] of [
  ['alone', 0, 0],
  ['with what happened just before and after', 3, 3],
  ['among more than is written at once', 700, 700],
] as const)
  test(`an erasure that comes ${when} takes the person out of the documents, and loses nothing else`, async () => {
    const person = { id: randomUUID(), name: 'Ann Doe', title: null, email: null, phone: null, dob: null, ssn: null }
    const business = `business-${submitted.business_id}`
    const document = () => stores.documents.get('people', submitted.business_id)
    const many = (count: number) => Array.from({ length: count }, (_, n) => switched(`feature ${n}`))
    const projector = await start([people, notes])
    const created = await stores.append(business, { type: 'BusinessCreated', data: { ...submitted, people: [person] } })
    assert.ok(await projector.passed(created, patienceMs))
    assert.equal(await document(), { names: ['Ann Doe'], since: 0 })
    await projector.close()

    const erasure = { kind: 'person' as const, reason: 'asked', requested_by: 'officer', subjects: [person.id] }
    if (before > 0) await stores.append(business, ...many(before))
    await stores.keyRing.destroy(person.id)
    await stores.append(business, { type: 'PersonalDataErased', data: erasure })
    if (after > 0) await stores.append(business, ...many(after))
    const position = await stores.append('account-a', switched('last'))
    assert.ok(await (await start([people, notes])).passed(position, patienceMs))
    assert.equal(await document(), { names: ['[erased]'], since: before + after })
    assert.equal(await folded('account-a'), ['last'])
  })

test('what follows an erasure is folded over what the erasure left, once that is written', async () => {
  const person = { id: randomUUID(), name: 'Ann Doe', title: null, email: null, phone: null, dob: null, ssn: null }
  const business = `business-${submitted.business_id}`
  const writing = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  let begun = 0
  const documents: DocumentStore = {
    ...stores.documents,
    commit: async (commits, options) => {
      await options?.after
      if (commits.some(({ changes }) => changes.length > 0)) await writing[begun++]?.promise
      return stores.documents.commit(commits)
    },
  }
  const projector = await start([people], { documents })
  writing[0]?.resolve()
  const created = await stores.append(business, { type: 'BusinessCreated', data: { ...submitted, people: [person] } })
  assert.ok(await projector.passed(created, patienceMs))
  await stores.append(business, switched('before'))
  await eventually('what comes before is being written', () => begun === 2)
  await stores.keyRing.destroy(person.id)
  const erasure = { kind: 'person' as const, reason: 'asked', requested_by: 'officer', subjects: [person.id] }
  await stores.append(business, switched('beside'), { type: 'PersonalDataErased', data: erasure })
  writing[1]?.resolve()
  await eventually('the erasure is being written', () => begun === 3)
  const last = await stores.append(business, switched('after'))
  assert.not(await projector.passed(last, 50))
  for (const { resolve } of writing) resolve()
  assert.ok(await projector.passed(last, patienceMs))
  assert.equal(await stores.documents.get('people', submitted.business_id), { names: ['[erased]'], since: 3 })
})

test('a commit that fails is done again and loses nothing, also of what is kept in memory', async () => {
  const errors: unknown[] = []
  let failures = 0
  const documents: DocumentStore = {
    ...stores.documents,
    commit: (commits, options) => {
      const isLast = commits.some(({ changes }) => changes.some(({ document }) => JSON.stringify(document).includes('two')))
      if (isLast && failures++ < 2) return Promise.reject(new Error('the disk is full'))
      return stores.documents.commit(commits, options)
    },
  }
  const projector = await start([notes, counts], { documents, onError: (error) => errors.push(error) })
  await projector.passed(await stores.append('account-a', switched('one')), patienceMs)
  const position = await stores.append('account-a', switched('two'))
  assert.ok(await projector.passed(position, patienceMs))
  assert.equal(await folded('account-a'), ['one', 'two'])
  assert.equal(await stores.documents.get('counts', 'all'), { count: 2 })
  assert.is(errors.length, 2)
})

test('at the end of the log too, what comes is folded while the last is written, and readers are told when it is written', async () => {
  const writing = Promise.withResolvers<void>()
  const written: bigint[] = []
  let folds = 0
  const counted = projection<Notes>()({
    collection: 'notes',
    version: 1,
    indexes: ['id'],
    starts: {
      FeatureSwitched: ({ data, stream }) => {
        folds++
        return { id: stream, notes: [data.feature] }
      },
    },
    on: {},
  })
  const documents: DocumentStore = {
    ...stores.documents,
    commit: async (commits, options) => {
      const { changes = [], position } = commits[0] ?? {}
      await options?.after
      if (changes.length > 0) await writing.promise
      await stores.documents.commit(commits)
      if (changes.length > 0) written.push(position ?? -1n)
    },
  }
  const projector = await start([counted], { documents })
  const first = await stores.append('account-a', switched('one'))
  await eventually('the first is folded', () => folds === 1)
  const second = await stores.append('account-b', switched('two'))
  await eventually('the second is folded while the first is written', () => folds === 2)
  assert.equal(written, [])
  assert.not(await projector.passed(first, 10))
  writing.resolve()
  assert.ok(await projector.passed(second, patienceMs))
  assert.equal(written, [first, second])
})

test('on catching up the next events are folded while the last are written, and what could not be written is folded again', async () => {
  const streams = Array.from({ length: 900 }, (_, n) => `account-${n}`)
  const round = (feature: string) =>
    Promise.all(
      streams.map(async (stream) => (await stores.log.append(stream, [switched(feature)], await endOf(stream), context())).position),
    )
  let position = 0n
  for (const feature of ['one', 'two', 'three', 'four']) for (const each of await round(feature)) if (each > position) position = each
  let [commits, failures, foldedMeanwhile, writing] = [0, 0, 0, 0]
  const documents: DocumentStore = {
    ...stores.documents,
    getMany: (...asked) => {
      if (writing > 0) foldedMeanwhile++
      return stores.documents.getMany(...asked)
    },
    commit: async (given, { after } = {}) => {
      await after
      assert.is(++writing, 1, 'one commit at a time')
      try {
        await pause(20)
        if (++commits === 3) throw new Error('the disk is full')
        return await stores.documents.commit(given)
      } finally {
        writing--
      }
    },
  }
  const projector = await start([notes, counts], { documents, onError: () => failures++ })
  assert.ok(await projector.passed(position, patienceMs))
  assert.is(failures, 1)
  assert.ok(foldedMeanwhile > 0)
  for (const stream of streams) assert.equal(await folded(stream), ['one', 'two', 'three', 'four'])
  assert.equal(await stores.documents.get('counts', 'all'), { count: 4 * streams.length })
})

test('documents kept in memory are what is stored, however many there are', async () => {
  const projector = await start()
  const streams = Array.from({ length: 700 }, (_, n) => `account-${n}`)
  let position = 0n
  for (const feature of ['one', 'two', 'three'])
    for (const stream of streams)
      position = await stores.log.append(stream, [switched(feature)], await endOf(stream), context()).then((each) => each.position)
  await projector.passed(position, patienceMs)
  for (const stream of streams) assert.equal(await folded(stream), ['one', 'two', 'three'])
})

test('a new version is built from zero while the old one is still read', async () => {
  const first = await start()
  await first.passed(await stores.append('account-a', switched('one')), patienceMs)
  await first.close()
  const projector = await start([notesIn(2, 'v2 '), counts])
  const position = await stores.append('account-a', switched('two'))
  await projector.passed(position, patienceMs)
  assert.equal(await folded('account-a'), ['v2 one', 'v2 two'])
  assert.equal(await stores.documents.get('counts', 'all'), { count: 2 })
})

test('a projection that is added later is folded from the first event, and the others not again', async () => {
  const first = await start()
  await first.passed(await stores.append('account-a', switched('one')), patienceMs)
  await first.close()
  const projector = await start([notes, counts])
  await projector.passed(await stores.append('account-a', switched('two')), patienceMs)
  await eventually('both stand at the end', () => projector.position() >= 2n)
  assert.equal(await folded('account-a'), ['one', 'two'])
  assert.equal(await stores.documents.get('counts', 'all'), { count: 2 })
})

const scratchStore = async () => openEmbeddedDocumentStore({ folder: `${stores.folder}/scratch-${randomUUID()}` })

test('a rebuild from zero comes to the same documents at the same positions', async () => {
  const projector = await start([notes, counts])
  for (const feature of ['one', 'same', 'lost', 'two', 'end', 'three'])
    for (const name of ['a', 'b', 'c']) await projector.passed(await stores.append(`account-${name}`, switched(feature)), patienceMs)
  const scratch = await scratchStore()
  const projections = [notes, counts]
  assert.equal((await differencesFromRebuild({ log: stores.log, documents: stores.documents, scratch, projections })).differences, [])
  await scratch.close()
})

test('a document that was changed, lost or slipped in beside the log shows against a rebuild', async () => {
  const projector = await start()
  let position = 0n
  for (const name of ['a', 'b', 'c']) position = await stores.append(`account-${name}`, switched('one'))
  await projector.passed(position, patienceMs)
  await projector.close()
  const change = (key: string, document: object | null) => ({ key, document: document as never, position: position + 1n })
  await stores.documents.commit([
    {
      collection: 'notes',
      partition: 'all',
      changes: [change('a', { id: 'a', notes: ['forged'] }), change('b', null), change('d', { id: 'd' })],
      position: position + 1n,
    },
  ])
  const scratch = await scratchStore()
  const { differences: found } = await differencesFromRebuild({
    log: stores.log,
    documents: stores.documents,
    scratch,
    projections: [notes],
  })
  assert.equal(
    found.map(({ key, problem }) => `${key} ${problem}`),
    ['a different', 'b missing', 'd surplus'],
  )
  await scratch.close()
})

test('of read models that several workers fold, each with its own checkpoint, a rebuild says that it went to the end of the log', async () => {
  const projector = await start([notes], { share: { partition: '0/8', owns: () => true } })
  const position = await stores.append('account-a', switched('one'))
  await projector.passed(position, patienceMs)
  const scratch = await scratchStore()
  assert.equal(await differencesFromRebuild({ log: stores.log, documents: stores.documents, scratch, projections: [notes] }), {
    differences: [],
    folded_to: String(position),
  })
  await scratch.close()
})

test('a rebuild of an empty log is empty', async () => {
  const scratch = await scratchStore()
  await scratch.define([notes.spec])
  await rebuild(stores.log, scratch, [notes])
  assert.equal(await Array.fromAsync(scratch.all('notes')), [])
  await scratch.close()
})

const endOf = async (stream: string) => {
  const last = (await stores.log.read(stream)).at(-1)
  return last ? { revision: last.revision, hash: last.metadata.hash } : beginning(stream)
}

test.run()
