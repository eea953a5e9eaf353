// The embedded document store: the contract, and what only this adapter promises of its files, its threads and its survival of a kill.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { TraceKept } from '../../src/stores/document-store.ts'
import { openCommitThread } from '../../src/stores/embedded/commit-thread.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openDurableThread } from '../../src/stores/embedded/durable-thread.ts'
import { DataFolderUnusable } from '../../src/stores/embedded/folder.ts'
import { documentStoreContract } from '../contract/document-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { rejects, write } from '../contract/sample-documents.ts'
import { commitOf, embeddedDocumentsScene, rowsOf, schema, temporaryFolder } from './embedded-documents-scene.ts'

documentStoreContract('embedded document store: contract', () =>
  inFolder(temporaryFolder(), (folder) => openEmbeddedDocumentStore({ folder })),
).run()

documentStoreContract('embedded document store: contract, written in threads', () =>
  inFolder(temporaryFolder(), async (folder) => {
    const thread = openDurableThread()
    const { close, ...opened } = await openEmbeddedDocumentStore({ folder, threaded: true, thread })
    return { ...opened, close: () => close().then(thread.close) }
  }),
).run()

documentStoreContract('embedded document store: contract, with abbreviations', () =>
  inFolder(temporaryFolder(), async (folder) => {
    const { define, ...opened } = await openEmbeddedDocumentStore({ folder })
    return { ...opened, define: (specs) => define(specs.map((spec) => ({ ...spec, abbreviations: { words: { tags: ['","', '["'] } } }))) }
  }),
).run()

documentStoreContract('embedded document store: contract, searched in a thread', () =>
  inFolder(temporaryFolder(), (folder) => openEmbeddedDocumentStore({ folder, threaded: true, searchThreadFrom: -1 })),
).run()

documentStoreContract('embedded document store: contract, while collections are being filled', () =>
  inFolder(temporaryFolder(), async (folder) => {
    const { commit, ...opened } = await openEmbeddedDocumentStore({ folder, threaded: true, searchThreadFrom: -1 })
    return { ...opened, commit: (commits, options) => commit(commits, { ...options, filling: true }) }
  }),
).run()

const test = suite('embedded document store')
const scene = embeddedDocumentsScene(test)
const { opened } = scene

test('what may look through a large collection is asked of a thread, and only that; a thread that dies is replaced', async () => {
  const threads: Worker[] = []
  const noteThread = (thread: Worker) => void threads.push(thread)
  process.on('worker', noteThread)
  const searched = await openEmbeddedDocumentStore({ folder: join(scene.folder, 'searched'), searchThreadFrom: 2 })
  await searched.define([{ name: 'things', version: 1, indexes: ['owner'], filters: ['colour'], counted: ['owner'] }])
  const commit = (n: number) => {
    const document = { owner: 'one', colour: n % 2 ? 'blue' : 'red' }
    return searched.commit([commitOf('things', BigInt(n), { key: String(n), position: BigInt(n), document })])
  }
  const blue = { where: { owner: 'one', colour: 'blue' } }
  await commit(1)
  await commit(2)
  assert.is((await searched.find('things', blue)).length, 1)
  assert.is(await searched.count('things', blue.where), 1)
  assert.is(threads.length, 0)

  await commit(3)
  await searched.find('things', { where: { owner: 'one' }, page: 1, perPage: 2 })
  await searched.count('things', { owner: 'one' })
  assert.is(threads.length, 0)
  assert.is((await searched.find('things', blue)).length, 2)
  assert.is(threads.length, 1)

  await threads[0]?.terminate()
  await commit(5)
  assert.equal(
    await Promise.all([searched.count('things', blue.where), searched.find('things', blue).then(({ length }) => length)]),
    [3, 3],
  )
  assert.is(threads.length, 2)
  process.off('worker', noteThread)
  await searched.close()
})

test('counts by counted fields also see what a version without them has written', async () => {
  await scene.store.define([{ name: 'things', version: 1, indexes: ['owner'], counted: ['owner'] }])
  await scene.store.commit([commitOf('things', 2n, write('a', 1n, { owner: 'one' }), write('b', 2n, { owner: 'one' }))])
  const other = new DatabaseSync(join(scene.folder, 'read-models.sqlite'))
  other.exec(`update things_v1 set position = 3, document = '{"owner":"two"}', "$.owner" = 'two' where key = 'a'`)
  other.exec(`insert into things_v1 (key, position, document, "$.owner") values ('c', 4, '{"owner":"two"}', 'two') on conflict do nothing`)
  other.close()
  const counts = await Promise.all(['one', 'two', 'three'].map((owner) => scene.store.count('things', { owner })))
  assert.equal(counts, [1, 2, 0])
})

test('a damaged file is named with what to do, and another cause is told as it is', async () => {
  await scene.store.close()
  const file = join(scene.folder, 'records.sqlite')
  const whole = readFileSync(file)
  const refusal = () =>
    openEmbeddedDocumentStore({ folder: scene.folder, alone: true }).then(
      () => new Error('it was opened'),
      (error: Error) => error,
    )
  writeFileSync(file, 'no database at all'.repeat(100))
  const damaged = await refusal()
  assert.instance(damaged, DataFolderUnusable)
  assert.match(damaged.message, /records\.sqlite is damaged \(.+\): restore it from a backup$/)
  rmSync(file)
  mkdirSync(file)
  const other = await refusal()
  assert.not.instance(other, DataFolderUnusable)
  assert.match(other.message, 'unable to open')
  rmSync(file, { recursive: true })
  writeFileSync(file, whole)
  // What was opened before the refusal is closed again: nothing holds the other files.
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder, alone: true })
})

test('while the disk keeps a commit waiting, a store that writes in a thread answers, and then shows the commit', async () => {
  const threaded = await openEmbeddedDocumentStore({ folder: scene.folder, threaded: true })
  await threaded.define([{ name: 'things', version: 1, indexes: ['state'] }])
  await threaded.commit([commitOf('things', 1n, write('a', 1n, { state: 'open' }))])
  const other = new DatabaseSync(join(scene.folder, 'read-models.sqlite'))
  other.exec('begin immediate')
  const commit = threaded.commit([commitOf('things', 2n, write('a', 2n, { state: 'closed' }))])
  assert.equal(await threaded.get('things', 'a'), { state: 'open' })
  assert.is(await threaded.count('things', { state: 'open' }), 1)
  other.exec('rollback')
  other.close()
  await commit
  assert.equal(await threaded.get('things', 'a'), { state: 'closed' })
  assert.is(await threaded.count('things', { state: 'open' }), 0)
  await threaded.close()
})

const sought = { name: 'things', version: 1, indexes: ['owner', ['owner', 'name']], counted: ['owner'], search: ['name'] }

/** Fills `sought` with a document, or goes on with it. */
const fill = (position: bigint, filling: boolean) => {
  const document = { owner: 'one', name: `Acme ${position}` }
  return scene.store.commit([commitOf('things', position, { key: String(position), position, document })], { filling })
}

/** The indexes, triggers and tables of searches and counts. */
const aids = (): readonly unknown[] => {
  const database = new DatabaseSync(join(scene.folder, 'read-models.sqlite'))
  const rows = database.prepare(`select type, name from sqlite_schema where name like 'things%' and sql is not null order by 1, 2`).all()
  database.close()
  return rows.map(({ type, name }) => `${type} ${name}`)
}

const reopened = async () => {
  await scene.store.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  await scene.store.define([sought])
}

const acmes = async () => [
  (await scene.store.find('things', { where: { name: { contains: 'acme' } } })).length,
  await scene.store.count('things', { owner: 'one' }),
]

test('what only makes reads quick is made when a first fill ends, also one that a crash has interrupted', async () => {
  await scene.store.define([sought])
  const whole = aids()
  await fill(1n, true)
  const bare = aids()
  assert.ok(bare.length < whole.length / 2)
  await reopened()
  assert.equal(aids(), bare)
  await fill(2n, true)
  assert.equal([aids(), await acmes()], [bare, [2, 2]])
  await fill(3n, false)
  assert.equal([aids(), await acmes()], [whole, [3, 3]])
  // As if it had crashed before it noted that all is made.
  const database = new DatabaseSync(join(scene.folder, 'read-models.sqlite'))
  database.exec(`insert into _bare values ('things@1')`)
  database.close()
  await reopened()
  assert.equal(aids(), bare)
  await fill(4n, false)
  assert.equal([aids(), await acmes()], [whole, [4, 4]])
})

test('a collection that was committed to before lacks nothing while it catches up', async () => {
  await scene.store.define([sought])
  await scene.store.commit([commitOf('things', 1n)])
  const whole = aids()
  await fill(2n, true)
  assert.equal([aids(), await acmes()], [whole, [1, 1]])
})

test('a collection that is dropped while it is filled is whole again', async () => {
  await scene.store.define([sought])
  const whole = aids()
  await fill(1n, true)
  await scene.store.drop('things@1')
  assert.equal(aids(), whole)
  await fill(1n, false)
  assert.equal(await acmes(), [1, 1])
})

test('a thread that dies over a commit is replaced, and the commit can be tried again', async () => {
  const spec = { name: 'things', version: 1, indexes: [] }
  const thread = openCommitThread(join(scene.folder, 'read-models.sqlite'))
  const parts = { document: '{}', scalars: [], members: [], own: [] }
  const change = { key: 'a', position: 1n, parts, rendering: null, values: [], members: [], isNew: true }
  const commit = () => thread.commit([{ address: 'things@1', partition: 'all', position: 1n, changes: [change] }])
  thread.define(spec)
  await rejects(commit(), Error, 'no such table')
  await scene.store.define([spec])
  await commit()
  assert.equal(await scene.store.get('things', 'a'), {})
  await thread.close()
})

test('defining what is there already leaves the file as it is', async () => {
  const spec = { name: 'things', version: 1, indexes: ['a', 'tags[]', ['a', 'b.c']], schema }
  await scene.store.define([spec])
  const other = opened()
  const before = rowsOf(other, 'pragma schema_version')
  await scene.store.define([spec])
  assert.equal(rowsOf(other, 'pragma schema_version'), before)
  await scene.store.define([{ ...spec, indexes: ['a'] }])
  assert.not.equal(rowsOf(other, 'pragma schema_version'), before)
  other.close()
})

test('what was read is read again after a commit of another program, and what was not changed stays as it is', async () => {
  const collection = { name: 'people', version: 1, indexes: ['town'] }
  await scene.store.define([collection])
  const other = await openEmbeddedDocumentStore({ folder: scene.folder })
  await other.define([collection])
  const read = async () => ({
    one: await scene.store.get('people', 'a'),
    same: await scene.store.get('people', 'b'),
    count: await scene.store.count('people', { town: 'Salem' }),
    stamps: await scene.store.stamps([
      { collection: 'people', key: 'a' },
      { collection: 'people', key: 'b' },
    ]),
  })
  const [ann, bob] = [{ town: 'Salem' }, { town: 'Salem' }]
  await scene.store.commit([commitOf('people', 2n, write('a', 1n, ann), write('b', 2n, bob))])
  const before = await read()
  assert.equal(before, { one: ann, same: bob, count: 2, stamps: ['1:1 1', '1:1 2'] })
  assert.equal(await read(), before)
  await other.commit([commitOf('people', 3n, write('a', 3n, { town: 'Bend' }))])
  // Reads of one turn see one state.
  await nextTurn()
  assert.equal(await read(), { ...before, one: { town: 'Bend' }, count: 1, stamps: ['1:1 3', '1:1 2'] })
  await other.close()
})

test('a read of many documents lets others have their turn', async () => {
  await scene.store.define([{ name: 'people', version: 1, indexes: [] }])
  await scene.store.commit([commitOf('people', 1n, write('a', 1n, { notes: 'x'.repeat(10_000) }))])
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const keys = Array.from({ length: 20_000 }, () => 'a')
  assert.is((await scene.store.getMany('people', keys)).size, 1)
  isOver = true
  // A turn for each document would make it slow.
  assert.ok(turns > 0 && turns < keys.length / 2, `${turns} turns`)
})

test('a document that was read and then deleted is gone', async () => {
  await scene.store.define([{ name: 'people', version: 1, indexes: ['town'] }])
  await scene.store.commit([commitOf('people', 1n, write('a', 1n, { town: 'Salem' }))])
  assert.equal(await scene.store.get('people', 'a'), { town: 'Salem' })
  await scene.store.commit([commitOf('people', 2n, { key: 'a', document: null, position: 2n })])
  assert.is(await scene.store.get('people', 'a'), undefined)
})

test('pages and counts are read off an index: nothing is sorted and no table is scanned', async () => {
  await scene.store.define([{ name: 'things', version: 1, indexes: ['account_id', 'tags[]', ['account_id', 'created_at']] }])
  const other = opened()
  const planOf = (sql: string) =>
    rowsOf(other, `explain query plan ${sql}`)
      .map(({ detail }) => detail)
      .join('; ')
  const page = planOf(`select document from things_v1 where "$.account_id" = 'x' order by "$.created_at" desc, key desc limit 25`)
  assert.match(page, /^SEARCH things_v1 USING INDEX things_v1\/account_id,created_at \(/)
  assert.not.match(page, 'TEMP B-TREE')
  assert.match(planOf(`select count(*) from things_v1 where "$.account_id" = 'x'`), 'USING COVERING INDEX')
  assert.not.match(planOf(`select document from things_v1 where key in (select key from "things_v1/tags[]" where value = 'x')`), 'SCAN')
  other.close()
})

test('a commit that cannot be finished leaves nothing of itself', async () => {
  await scene.store.define([{ name: 'things', version: 1, indexes: [] }])
  const fenced = { ...commitOf('things', 2n), token: 5 }
  await scene.store.commit([fenced])
  const outcome = await scene.store
    .commit([commitOf('things', 3n, write('a', 3n)), { ...fenced, token: 4 }])
    .catch((error: Error) => error.name)
  assert.is(outcome, 'Fenced')
  assert.is(await scene.store.get('things', 'a'), undefined)
  assert.is(await scene.store.checkpoint('things', 'all'), 2n)
})

test('words that many documents have are found as before, and an index that is declared later holds what is there', async () => {
  const one = { name: 'one', version: 1, indexes: ['name'] }
  const companies = Array.from({ length: 1_100 }, (_, n) => write(`d${n}`, 1n, { id: `d${n}`, name: `Growing Company ${n} LLC` }))
  await scene.store.define([one])
  await scene.store.commit([{ collection: 'one', partition: 'all', changes: companies, position: 1n }])
  await scene.store.define([{ ...one, search: ['name'] }])
  const found = (contains: string) => scene.store.count('one', { name: { contains } })
  assert.equal([await found('GROWING'), await found('growing 1099'), await found('growing 109'), await found('nobody')], [1_100, 1, 11, 0])
  const plans = () => rowsOf(opened(), `select count(*) as n from sqlite_schema where name like 'one_v1 search%' and type = 'table'`)
  assert.ok(Number((plans()[0] as { n: number }).n) > 0)
  await scene.store.define([one])
  assert.is(Number((plans()[0] as { n: number }).n), 0, 'an index that is no longer declared goes')
  assert.is(await found('growing 1099'), 1)
})

test('a name that was replaced leaves nothing in the index for words once the store is scrubbed', async () => {
  const bytes = () =>
    readdirSync(scene.folder)
      .map((file) => readFileSync(join(scene.folder, file)).toString('latin1').toLowerCase())
      .join('')
  await scene.store.define([{ name: 'one', version: 1, indexes: ['name'], search: ['name'] }])
  const commit = (position: bigint, name: string) =>
    scene.store.commit([{ collection: 'one', partition: 'all', changes: [write('a', position, { id: 'a', name })], position }])
  await commit(1n, 'Zuckerkandl Qxzvjw')
  assert.match(bytes(), 'zuckerkandl')
  /** The index holds three letters each. */
  const indexed = () => ['qxz', 'xzv', 'zvj', 'vjw'].filter((letters) => bytes().includes(letters)).length
  assert.is(indexed(), 4)
  await commit(2n, '[erased]')
  await scene.store.scrub()
  assert.not.match(bytes(), 'zuckerkandl')
  assert.ok(indexed() < 2)
  assert.is(await scene.store.count('one', { name: { contains: 'zuck' } }), 0)
})

test('a scrub says so while another program reads the file, and is done when that has ended', async () => {
  const holding = () => readdirSync(scene.folder).filter((file) => readFileSync(join(scene.folder, file)).includes('Zuckerkandl'))
  await scene.store.define([{ name: 'one', version: 1, indexes: [] }])
  const commit = (position: bigint, name: string) =>
    scene.store.commit([{ collection: 'one', partition: 'all', changes: [write('a', position, { id: 'a', name })], position }])
  await commit(1n, 'Zuckerkandl')
  const other = opened()
  other.exec('begin')
  other.prepare('select * from one').all()
  await commit(2n, '[erased]')
  await rejects(scene.store.scrub(), TraceKept, 'another program reads read-models.sqlite')
  assert.ok(holding().length > 0)
  assert.equal(await scene.store.get('one', 'a'), { id: 'a', name: '[erased]' })
  other.close()
  await scene.store.scrub()
  assert.equal(holding(), [])
})

const killed = (filling: boolean) => async () => {
  await scene.store.close()
  const specs = ['one', 'two'].map((name) => ({ name, version: 1, indexes: ['n', 'tags[]'], counted: ['n'] }))
  const module = new URL('../../src/stores/embedded/document-store.ts', import.meta.url).href
  const committing = `
    import { openEmbeddedDocumentStore } from ${JSON.stringify(module)}
    const store = await openEmbeddedDocumentStore({ folder: ${JSON.stringify(scene.folder)} })
    const names = ['one', 'two']
    await store.define(${JSON.stringify(specs)})
    let position = (await store.checkpoint('two', 'all')) ?? 0n
    for (;;) {
      position += 16n
      const changes = Array.from({ length: 16 }, (_, n) => ({ key: 'k' + n, position: position - BigInt(15 - n), document: { n: Number(position), tags: ['t' + position] } }))
      await store.commit(names.map((collection) => ({ collection, partition: 'all', changes, position })), { filling: ${filling} })
      process.stdout.write(position + '\\n')
    }`
  let told = 0n
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', committing], { stdio: ['ignore', 'pipe', 'inherit'] })
    let heard = ''
    for await (const chunk of child.stdout) {
      heard += chunk
      if (heard.split('\n').length > 20 + round * 37) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    assert.is(child.signalCode, 'SIGKILL')
    // A line that was cut by the kill was not told to anyone.
    told = BigInt(heard.split('\n').at(-2) ?? told)

    scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
    await scene.store.define(specs)
    const checkpoint = await scene.store.checkpoint('one', 'all')
    assert.ok(checkpoint !== undefined && checkpoint >= told, 'what was answered survives the process')
    for (const name of ['one', 'two']) {
      assert.is(await scene.store.checkpoint(name, 'all'), checkpoint)
      const positions = (await Array.fromAsync(scene.store.all(name))).map(({ position }) => position)
      assert.ok(positions.includes(checkpoint) && positions.every((each) => each <= checkpoint))
      assert.is(await scene.store.count(name, { n: Number(checkpoint) }), 16)
      assert.is(await scene.store.count(name, { 'tags[]': `t${checkpoint}` }), 16)
    }
    await scene.store.close()
  }
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  await scene.store.define(specs)
  const position = told + 1_000_000n
  await scene.store.commit(specs.map(({ name }) => commitOf(name, position, { key: 'k0', position, document: { n: -1 } })))
  assert.equal([await scene.store.count('one', { n: -1 }), await scene.store.count('one')], [1, 16])
}

test('a kill in the midst of commits leaves documents and checkpoint together', killed(false))
test('a kill in the midst of a first fill does, too', killed(true))

test.run()
