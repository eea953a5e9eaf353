// What every document store adapter must do: collections and commits here, queries and records in the files beside it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Change,
  type Commit,
  type DocumentStore,
  Fenced,
  findsNothing,
  UnknownCollection,
  UnknownField,
} from '../../src/stores/document-store.ts'
import { openSlices } from '../../src/stores/slices.ts'
import { registerQueryTests } from './document-store-queries.ts'
import { registerRecordTests } from './document-store-records.ts'
import { erase, type OpenedDocumentStore, rejects, scene, unique, write } from './sample-documents.ts'

/** The suite over one adapter; the caller runs it. */
export const documentStoreContract = (name: string, open: () => Promise<OpenedDocumentStore>) => {
  const test = suite(name)
  let opened: OpenedDocumentStore
  let store: DocumentStore

  test.before(async () => {
    opened = await open()
    store = opened.store
  })
  test.after(() => opened?.close())

  test('a document that was never written is undefined', async () => {
    const { name, get } = await scene(store)
    assert.is(await get('none'), undefined)
    assert.is((await store.getMany(name, ['none'])).size, 0)
    assert.is((await store.getMany(name, [])).size, 0)
    assert.is(await store.checkpoint(name, 'all'), undefined)
  })

  test('a document is read back as it was written', async () => {
    const { commit, get } = await scene(store)
    const document = {
      id: 'Ünïcode ✓ 🏢 "quoted" \\ %_',
      nested: { list: [1, 'zwei', null, { deep: true }], empty: {} },
      amount: 12.5,
      big: 9_007_199_254_740_991,
      small: -0.001,
      none: null,
      flag: false,
      text: '',
    }
    await commit(1n, write('key Ünïcode/✓ 🏢 \' " % _ $.', 1n, document))
    assert.equal(await get('key Ünïcode/✓ 🏢 \' " % _ $.'), document)
  })

  test('many documents are read with their positions, the deleted ones as null', async () => {
    const { name, commit } = await scene(store)
    await commit(9n, write('a', 3n), write('b', 4n), erase('b', 8n), write('c', 9n))
    assert.equal(
      await store.getMany(name, ['c', 'b', 'a', 'none', 'a']),
      new Map([
        ['a', { document: { at: 3 }, position: 3n }],
        ['b', { document: null, position: 8n }],
        ['c', { document: { at: 9 }, position: 9n }],
      ]),
    )
  })

  test('a collection is read rightly while it is being filled, and afterwards', async () => {
    const { name, found, keys } = await scene(store, {
      indexes: [['owner', 'name'], 'tags[]'],
      search: ['name'],
      counted: ['owner'],
    })
    const commit = (position: bigint, filling: boolean, ...changes: readonly Change[]) =>
      store.commit([{ collection: name, partition: 'all', changes, position }], { filling })
    const one = (id: string, named: string) => ({ id, owner: 'one', name: named, tags: [id] })
    const finds = async () => [
      await found({ owner: 'one' }),
      await found({ name: { contains: 'acme' } }),
      await found({ 'tags[]': 'b' }),
      await keys({ where: { owner: 'one' }, sort: [['name', 'desc']] }),
    ]
    await commit(2n, true, write('a', 1n, one('a', 'Acme')), write('b', 2n, one('b', 'Beta')))
    assert.equal(await finds(), [['a', 'b'], ['a'], ['b'], ['b', 'a']])
    await commit(4n, true, erase('a', 3n), write('b', 4n, one('b', 'Acme Beta')))
    assert.equal(await finds(), [['b'], ['b'], ['b'], ['b']])
    await commit(5n, false, write('c', 5n, one('c', 'Acme')))
    assert.equal(await finds(), [['b', 'c'], ['b', 'c'], ['b'], ['b', 'c']])
    await commit(7n, true, write('c', 6n, one('c', 'Gamma')), erase('b', 7n))
    assert.equal(await finds(), [['c'], [], [], ['c']])
  })

  test('a commit that is to follow something waits for it, and writes nothing where that fails', async () => {
    const { name, get } = await scene(store)
    const commit = (position: bigint, after: Promise<unknown>) =>
      store.commit([{ collection: name, partition: 'all', changes: [write('a', position)], position }], {
        after,
        // What comes before may fail while this one is still being prepared.
        slices: openSlices({ budgetMs: () => 0 }),
      })
    const first = Promise.withResolvers<void>()
    const second = commit(2n, first.promise)
    const third = commit(3n, second)
    assert.is(await get('a'), undefined)
    first.resolve()
    await Promise.all([second, third])
    assert.equal(await get('a'), { at: 3 })
    const failing = commit(4n, Promise.reject(new Error('the disk is full')))
    await rejects(commit(5n, failing), Error, 'the disk is full')
    await rejects(failing, Error, 'the disk is full')
    assert.equal([await get('a'), await store.checkpoint(name, 'all')], [{ at: 3 }, 3n])
  })

  test('a stamp changes with whatever is selected, and with nothing else', async () => {
    const { name, commit } = await scene(store, { indexes: ['owner'] })
    const of = (owner: string, at: number) => ({ owner, at })
    const selections = [
      { collection: name, key: 'a' },
      { collection: name, where: { owner: 'ann' } },
      { collection: name, key: 'none' },
    ]
    let before = await store.stamps(selections)
    /** Which of the stamps have changed. */
    const changed = async (...change: Parameters<typeof commit>) => {
      await commit(...change)
      const after = await store.stamps(selections)
      const differ = after.map((stamp, n) => stamp !== before[n])
      before = after
      return differ
    }
    assert.equal(await changed(1n, write('a', 1n, of('ann', 1))), [true, true, false])
    assert.equal(await changed(2n, write('b', 2n, of('bob', 2))), [false, false, false])
    assert.equal(await changed(3n, write('c', 3n, of('ann', 3))), [false, true, false])
    assert.equal(await changed(4n, write('a', 4n, of('ann', 4))), [true, true, false])
    assert.equal(await changed(5n, erase('c', 5n)), [false, true, false])
    assert.equal(await changed(6n, erase('a', 6n)), [true, true, false])
    assert.equal(await changed(7n), [false, false, false])
    assert.equal(await changed(8n, write('a', 8n, of('ann', 8))), [true, true, false])
    await store.define([{ name, version: 2, indexes: ['owner'] }])
    assert.equal(
      (await store.stamps(selections)).map((stamp, n) => stamp !== before[n]),
      [true, true, true],
    )
    await rejects(store.stamps([{ collection: name, where: { at: 1 } }]), UnknownField, 'at')
  })

  test('a stamp of what has the same value as another document changes with that, and with nothing else', async () => {
    const { name: firms, commit: toFirms } = await scene(store, { indexes: ['code'] })
    const { name, commit } = await scene(store, { indexes: ['code', 'owner'] })
    const of = (owner: string, code: string) => ({ owner, code })
    const stamp = async () => {
      const [found] = await store.stamps([
        { collection: name, where: { owner: 'ann' }, sameAs: { field: 'code', collection: firms, key: 'firm' } },
      ])
      return found ?? ''
    }
    await commit(1n, write('a', 1n, of('ann', 'one')), write('b', 2n, of('bob', 'two')), write('c', 3n, { owner: 'ann', code: null }))
    assert.is(findsNothing(await stamp()), true, 'there is no other document')
    await toFirms(1n, write('firm', 1n, { code: null }))
    assert.is(findsNothing(await stamp()), true, 'it has no value')
    await toFirms(2n, write('firm', 2n, { code: 'two' }))
    assert.is(findsNothing(await stamp()), true, 'only one of another owner has its value')
    await toFirms(3n, write('firm', 3n, { code: 'one' }))
    const before = await stamp()
    assert.is(findsNothing(before), false)
    await commit(4n, write('b', 4n, of('bob', 'one')), write('d', 4n, of('ann', 'two')))
    assert.is(await stamp(), before, 'nothing that is selected has changed')
    await commit(5n, write('d', 5n, of('ann', 'one')))
    assert.is.not(await stamp(), before)
    await toFirms(4n, erase('firm', 4n))
    assert.is(findsNothing(await stamp()), true, 'the other document is gone')
    const unknown = (field: string) => store.stamps([{ collection: name, where: {}, sameAs: { field, collection: firms, key: 'firm' } }])
    await rejects(unknown('owner'), UnknownField, 'owner')
    await rejects(unknown('at'), UnknownField, 'at')
  })

  test('a stamp tells whether nothing is selected', async () => {
    const { name, commit } = await scene(store, { indexes: ['owner'] })
    const selections = [
      { collection: name, key: 'a' },
      { collection: name, where: { owner: 'ann' } },
    ]
    const nothing = async () => (await store.stamps(selections)).map(findsNothing)
    assert.equal(await nothing(), [true, true])
    await commit(1n, write('a', 1n, { owner: 'ann' }))
    assert.equal(await nothing(), [false, false])
    await commit(2n, write('a', 2n, { owner: 'bob' }))
    assert.equal(await nothing(), [false, true])
  })

  test('a rendering is read beside its document until the next change, which brings its own or none', async () => {
    const name = unique('rendered')
    await store.define([{ name, version: 1, indexes: ['owner'], rendered: true }])
    const commit = (position: bigint, change: Partial<Change>) =>
      store.commit([
        { collection: name, partition: 'all', position, changes: [{ key: 'a', document: { owner: 'ann' }, position, ...change }] },
      ])
    const rendering = 'Ünïcode ✓ \u0001 "quoted"'
    const rendered = () => store.rendering(name, 'a')
    assert.is(await rendered(), undefined)
    await commit(1n, { rendering: 'one' })
    assert.is(await rendered(), 'one')
    await commit(2n, { rendering })
    assert.is(await rendered(), rendering)
    await commit(2n, { rendering: 'the same events again' })
    assert.is(await rendered(), rendering)
    assert.equal(await store.get(name, 'a'), { owner: 'ann' })
    assert.equal(await store.find(name, { where: { owner: 'ann' } }), [{ owner: 'ann' }])
    assert.equal((await store.getMany(name, ['a'])).get('a')?.document, { owner: 'ann' })
    assert.equal(
      (await Array.fromAsync(store.all(name))).map(({ document }) => document),
      [{ owner: 'ann' }],
    )
    await commit(3n, {})
    assert.is(await rendered(), undefined)
    await commit(4n, { rendering: 'four' })
    await commit(5n, { document: null })
    assert.is(await rendered(), undefined)
    await commit(6n, { rendering: 'six' })
    await store.drop(name)
    assert.is(await rendered(), undefined)
  })

  test('the checkpoints of several collections are read at once, each partition for itself', async () => {
    const [one, two, three] = [await scene(store), await scene(store), await scene(store)]
    await store.commit([
      { collection: one.name, partition: 'p', position: 4n, changes: [] },
      { collection: two.name, partition: 'p', position: 9_007_199_254_740_993n, changes: [], token: 2 },
      { collection: three.name, partition: 'q', position: 7n, changes: [] },
    ])
    assert.equal(
      await store.checkpoints([one.name, `${two.name}@1`, three.name], 'p'),
      new Map([
        [one.name, 4n],
        [`${two.name}@1`, 9_007_199_254_740_993n],
      ]),
    )
  })

  test('the inventory names every kind of record and every checkpoint', async () => {
    const { name } = await scene(store)
    const kind = unique('kind')
    const expiresAt = new Date(Date.now() + 60_000)
    await store.records.put(kind, 'k', {}, { expectedRevision: -1, expiresAt })
    await store.commit([{ collection: name, partition: '3/8', position: 12n, changes: [] }])
    const { recordKinds, checkpoints } = await store.inventory()
    assert.ok(recordKinds.includes(kind))
    assert.equal(
      checkpoints.filter(({ collection }) => collection === `${name}@1`),
      [{ collection: `${name}@1`, partition: '3/8', position: 12n }],
    )
    assert.equal((await store.records.get(kind, 'k'))?.expiresAt, expiresAt)
  })

  test('a collection that was not defined is refused by name', async () => {
    const { name } = await scene(store)
    const missing = unique('missing')
    await rejects(store.get(missing, 'a'), UnknownCollection, missing)
    await rejects(store.find(missing), UnknownCollection, missing)
    await rejects(store.count(missing), UnknownCollection, missing)
    await rejects(store.getMany(`${name}@2`, ['a']), UnknownCollection, `${name}@2`)
    await rejects(store.define([{ name: 'no name', version: 1, indexes: [] }]), RangeError, 'no name')
    await rejects(store.define([{ name, version: 1, indexes: ["colour' --"] }]), RangeError, "colour' --")
    await rejects(store.commit([{ collection: missing, partition: 'all', changes: [], position: 1n }]), UnknownCollection, missing)
  })

  test('defining a collection again keeps its documents, and new indexes hold for them', async () => {
    const documents = ['a', 'b', 'c'].map((id) => ({ id, colour: id === 'b' ? 'red' : 'blue', tags: ['all', id], address: { city: id } }))
    const { name, keys, found, get } = await scene(store, { indexes: ['colour'], documents })
    await store.define([{ name, version: 1, indexes: ['colour'] }])
    assert.equal(await get('a'), documents[0])
    await store.define([{ name, version: 1, indexes: ['colour', 'tags[]', ['colour', 'address.city']] }])
    assert.equal(await found({ colour: 'blue' }), ['a', 'c'])
    assert.equal(await found({ 'tags[]': 'b' }), ['b'])
    assert.equal(await keys({ where: { colour: 'blue' }, sort: [['address.city', 'desc']] }), ['c', 'a'])
    assert.is(await store.checkpoint(name, 'all'), 3n)
  })

  test('a field that is no longer declared is refused, and right when it is declared again', async () => {
    const { name, commit, found } = await scene(store, {
      indexes: ['colour', 'tags[]'],
      documents: [{ id: 'a', colour: 'red', tags: ['x'] }],
    })
    await store.define([{ name, version: 1, indexes: [] }])
    await rejects(store.find(name, { where: { colour: 'red' } }), UnknownField, 'colour')
    await rejects(store.count(name, { 'tags[]': 'x' }), UnknownField, 'tags[]')
    await commit(2n, write('a', 2n, { id: 'a', colour: 'blue', tags: ['y'] }))
    await store.define([{ name, version: 1, indexes: ['colour', 'tags[]'] }])
    assert.equal(await found({ colour: 'red' }), [])
    assert.equal(await found({ colour: 'blue' }), ['a'])
    assert.equal(await found({ 'tags[]': 'x' }), [])
    assert.equal(await found({ 'tags[]': 'y' }), ['a'])
  })

  test('versions of a collection stand side by side, and the bare name speaks of the one defined last', async () => {
    const { name, commit, get } = await scene(store, { indexes: ['colour'] })
    await commit(5n, write('a', 5n, { from: 'one' }))
    await store.define([{ name, version: 2, indexes: ['size'] }])
    assert.is(await get('a'), undefined)
    assert.is(await store.checkpoint(name, 'all'), undefined)
    await commit(3n, write('a', 3n, { from: 'two', size: 1 }))
    assert.equal(await get('a'), { from: 'two', size: 1 })
    assert.equal(await store.get(`${name}@1`, 'a'), { from: 'one' })
    assert.equal(await store.get(`${name}@2`, 'a'), { from: 'two', size: 1 })
    assert.is(await store.count(`${name}@2`, { size: 1 }), 1)
    assert.is(await store.checkpoint(`${name}@1`, 'all'), 5n)
    assert.is(await store.checkpoint(`${name}@2`, 'all'), 3n)

    await store.define([{ name, version: 1, indexes: ['colour'] }])
    assert.equal(await get('a'), { from: 'one' })
    await store.commit([{ collection: `${name}@2`, partition: 'all', changes: [write('a', 6n, { from: 'two, later' })], position: 6n }])
    assert.equal(await get('a'), { from: 'one' })
    assert.equal(await store.get(`${name}@2`, 'a'), { from: 'two, later' })
  })

  test('a change applies only behind the position that is stored', async () => {
    const { name, commit, get } = await scene(store)
    await commit(10n, write('a', 10n))
    await commit(11n, write('a', 9n, { late: true }))
    await commit(11n, write('a', 10n, { again: true }))
    assert.equal(await get('a'), { at: 10 })
    await commit(12n, write('a', 12n))
    assert.equal(await get('a'), { at: 12 })
    assert.is((await store.getMany(name, ['a'])).get('a')?.position, 12n)
  })

  test('the same commit twice changes nothing', async () => {
    const { name, commit } = await scene(store)
    const changes = [write('a', 1n), write('b', 2n), erase('c', 3n), write('d', 4n), erase('d', 5n)]
    await commit(5n, ...changes)
    const before = await store.getMany(name, ['a', 'b', 'c', 'd'])
    await commit(5n, ...changes)
    assert.equal(await store.getMany(name, ['a', 'b', 'c', 'd']), before)
    assert.is(await store.count(name), 2)
    assert.is(await store.checkpoint(name, 'all'), 5n)
  })

  test('a deleted document is gone, and a late write does not bring it back', async () => {
    const { name, commit, get, found } = await scene(store, { indexes: ['colour', 'tags[]'] })
    const document = { id: 'a', colour: 'red', tags: ['x'] }
    await commit(2n, write('a', 1n, document), erase('a', 2n))
    await commit(2n, write('a', 1n, document))
    assert.is(await get('a'), undefined)
    assert.equal(await store.find(name), [])
    assert.equal(await found({ colour: 'red' }), [])
    assert.equal(await found({ colour: null }), [])
    assert.equal(await found({ 'tags[]': 'x' }), [])
    assert.equal(await Array.fromAsync(store.all(name)), [])
    await commit(3n, write('a', 3n, document))
    assert.equal(await get('a'), document)
    assert.equal(await found({ 'tags[]': 'x' }), ['a'])
  })

  test('deleting what was never written holds off writes from before', async () => {
    const { commit, get } = await scene(store)
    await commit(7n, erase('a', 7n))
    await commit(7n, write('a', 6n))
    assert.is(await get('a'), undefined)
  })

  test('the checkpoint never moves backwards and belongs to its partition', async () => {
    const { name, commit } = await scene(store)
    await commit(0n)
    assert.is(await store.checkpoint(name, 'all'), 0n)
    await commit(8n)
    await commit(5n, write('a', 5n))
    assert.is(await store.checkpoint(name, 'all'), 8n)
    await store.commit([{ collection: name, partition: '3/16', changes: [], position: 2n }])
    assert.is(await store.checkpoint(name, '3/16'), 2n)
    assert.is(await store.checkpoint(name, 'all'), 8n)
    assert.is(await store.checkpoint(name, '4/16'), undefined)
  })

  test('positions beyond 2^53 are exact', async () => {
    const { name, commit, get } = await scene(store)
    const position = 2n ** 53n + 1n
    const last = 2n ** 63n - 1n
    await commit(position, write('a', position, { n: 1 }))
    await commit(position, write('a', position - 1n, { n: 0 }))
    assert.equal((await store.getMany(name, ['a'])).get('a'), { document: { n: 1 }, position })
    assert.is(await store.checkpoint(name, 'all'), position)
    await commit(last, write('a', last, { n: 2 }))
    assert.equal(await get('a'), { n: 2 })
    assert.is(await store.checkpoint(name, 'all'), last)
    assert.equal(await Array.fromAsync(store.all(name)), [{ key: 'a', document: { n: 2 }, position: last }])
  })

  test('one call commits to several collections', async () => {
    const [one, two] = [await scene(store), await scene(store)]
    await store.commit([
      { collection: one.name, partition: 'all', changes: [write('a', 1n), write('b', 2n)], position: 4n },
      { collection: two.name, partition: 'all', changes: [write('a', 3n)], position: 5n },
    ])
    assert.equal(await one.get('b'), { at: 2 })
    assert.equal(await two.get('a'), { at: 3 })
    assert.is(await store.checkpoint(one.name, 'all'), 4n)
    assert.is(await store.checkpoint(two.name, 'all'), 5n)
    await store.commit([])
  })

  test('a writer that says what is new is believed only as far as the positions bear it out', async () => {
    const { name, get } = await scene(store)
    const commit = (isNew: boolean, position: bigint, ...keys: readonly string[]) =>
      store.commit([{ collection: name, partition: 'all', changes: keys.map((key) => ({ ...write(key, position), isNew })), position }])
    await commit(true, 3n, 'a', 'b')
    await commit(false, 5n, 'a')
    await commit(true, 4n, 'a', 'b', 'c')
    assert.equal([await get('a'), await get('b'), await get('c')], [{ at: 5 }, { at: 4 }, { at: 4 }])
  })

  test('a writer whose lease was taken over is refused and changes nothing', async () => {
    const { name, get } = await scene(store)
    const commit = (token: number | undefined, position: bigint, partition = 'all') => {
      const fenced: Commit = {
        collection: name,
        partition,
        changes: [write('a', position)],
        position,
        ...(token === undefined ? {} : { token }),
      }
      return store.commit([fenced])
    }
    await commit(undefined, 1n)
    await commit(4, 2n)
    await commit(4, 3n)
    await commit(5, 4n)
    await rejects(commit(4, 5n), Fenced, name)
    assert.equal(await get('a'), { at: 4 })
    assert.is(await store.checkpoint(name, 'all'), 4n)
    await commit(1, 5n, 'other')
    await commit(5, 6n)
    assert.equal(await get('a'), { at: 6 })
  })

  test('a token counts even when its checkpoint does not move', async () => {
    const { name, commit } = await scene(store)
    await commit(9n)
    await store.commit([{ collection: name, partition: 'all', changes: [], position: 1n, token: 7 }])
    await rejects(store.commit([{ collection: name, partition: 'all', changes: [], position: 10n, token: 6 }]), Fenced, name)
    assert.is(await store.checkpoint(name, 'all'), 9n)
  })

  test('all documents come in key order', async () => {
    const { name, commit } = await scene(store)
    const keys = Array.from({ length: 1_200 }, (_, n) => `k${String((n * 7919) % 1_200).padStart(4, '0')}`)
    await commit(1_200n, ...keys.map((key, n) => write(key, BigInt(n + 1))))
    await commit(1_201n, erase('k0005', 1_201n), write('Ä', 1_201n), write('~', 1_201n), write('\uFF21', 1_201n), write('🏢', 1_201n))
    const read = await Array.fromAsync(store.all(name))
    assert.equal(
      read.map(({ key }) => key),
      [...keys.filter((key) => key !== 'k0005').sort(), '~', 'Ä', '\uFF21', '🏢'],
    )
    assert.equal(read[0], { key: 'k0000', document: { at: 1 }, position: 1n })
  })

  test('reading all of a collection can stop early', async () => {
    const { name, commit } = await scene(store)
    await commit(3n, write('a', 1n), write('b', 2n), write('c', 3n))
    let first: string | null = null
    for await (const { key } of store.all(name)) {
      first = key
      break
    }
    assert.is(first, 'a')
    await commit(4n, write('d', 4n))
    assert.is(await store.count(name), 4)
  })

  test('a dropped version is empty and begins anew; the others stay', async () => {
    const { name, commit, get, found } = await scene(store, { indexes: ['tags[]'] })
    await commit(8n, write('a', 8n, { id: 'a', tags: ['x'] }), erase('b', 8n))
    await store.define([{ name, version: 2, indexes: ['tags[]'] }])
    await commit(9n, write('a', 9n, { id: 'a', tags: ['x'] }), erase('b', 9n))
    await store.drop(name)
    assert.is(await get('a'), undefined)
    assert.equal(await found({ 'tags[]': 'x' }), [])
    assert.is((await store.getMany(name, ['a', 'b'])).size, 0)
    assert.is(await store.checkpoint(name, 'all'), undefined)
    await commit(1n, write('a', 1n, { id: 'a', tags: ['y'] }), write('b', 1n))
    assert.equal(await found({ 'tags[]': 'y' }), ['a'])
    assert.equal(await get('b'), { at: 1 })
    assert.is(await store.checkpoint(name, 'all'), 1n)
    assert.equal(await store.get(`${name}@1`, 'a'), { id: 'a', tags: ['x'] })
    assert.is(await store.checkpoint(`${name}@1`, 'all'), 8n)

    await store.drop(`${name}@1`)
    assert.is(await store.get(`${name}@1`, 'a'), undefined)
    assert.equal(await get('b'), { at: 1 })
    await store.drop(`${name}@7`)
  })

  registerQueryTests(test, () => store)
  registerRecordTests(test, () => store.records)

  test('what was written is there after the store is opened again', async () => {
    if (!opened.reopen) return
    const { name, commit } = await scene(store, { indexes: ['colour'] })
    await commit(4n, write('a', 3n, { id: 'a', colour: 'red' }), erase('b', 4n))
    const kind = unique('kept')
    await store.records.put(kind, 'a', { n: 1 }, { expectedRevision: -1 })
    store = await opened.reopen()
    await rejects(store.get(name, 'a'), UnknownCollection, name)
    await store.define([{ name, version: 1, indexes: ['colour'] }])
    assert.equal(await store.find(name, { where: { colour: 'red' } }), [{ id: 'a', colour: 'red' }])
    await store.commit([{ collection: name, partition: 'all', changes: [write('b', 3n)], position: 4n }])
    assert.is(await store.get(name, 'b'), undefined)
    assert.is(await store.checkpoint(name, 'all'), 4n)
    assert.equal((await store.records.get(kind, 'a'))?.value, { n: 1 })
  })

  return test
}
