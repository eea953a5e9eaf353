// The embedded document store: the contract, and what only this adapter promises (its views, its files, its survival of a kill).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Abbreviations, CollectionSpec, Commit, DocumentStore } from '../../src/stores/document-store.ts'
import { openCommitThread } from '../../src/stores/embedded/commit-thread.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openDurableThread } from '../../src/stores/embedded/durable-thread.ts'
import { DataFolderUnusable } from '../../src/stores/embedded/folder.ts'
import { openRecordsAside } from '../../src/stores/embedded/set-aside.ts'
import { documentStoreContract } from '../contract/document-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { rejects, write } from '../contract/sample-documents.ts'
import { filled } from '../filled.ts'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'probity-documents-'))

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
let folder = ''
let store: DocumentStore

test.before.each(async () => {
  folder = temporaryFolder()
  store = await openEmbeddedDocumentStore({ folder })
})
test.after.each(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

test('what may look through a large collection is asked of a thread, and only that; a thread that dies is replaced', async () => {
  const threads: Worker[] = []
  const noteThread = (thread: Worker) => void threads.push(thread)
  process.on('worker', noteThread)
  const searched = await openEmbeddedDocumentStore({ folder: join(folder, 'searched'), searchThreadFrom: 2 })
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

/** A connection of another program. */
const opened = (file = 'read-models.sqlite') => new DatabaseSync(join(folder, file), { readOnly: true })

const rowsOf = (database: DatabaseSync, sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))

const commitOf = (collection: string, position: bigint, ...changes: Commit['changes']): Commit => ({
  collection,
  partition: 'all',
  changes,
  position,
})

const schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    employees: { type: ['integer', 'null'] },
    revenue: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    active: { type: 'boolean' },
    status: { enum: ['open', 'closed', null] },
    'legal name': { type: 'string' },
    address: { type: 'object' },
    tags: { type: 'array' },
    mixed: { type: ['string', 'number'] },
  },
}

test('counts by counted fields also see what a version without them has written', async () => {
  await store.define([{ name: 'things', version: 1, indexes: ['owner'], counted: ['owner'] }])
  await store.commit([commitOf('things', 2n, write('a', 1n, { owner: 'one' }), write('b', 2n, { owner: 'one' }))])
  const other = new DatabaseSync(join(folder, 'read-models.sqlite'))
  other.exec(`update things_v1 set position = 3, document = '{"owner":"two"}', "$.owner" = 'two' where key = 'a'`)
  other.exec(`insert into things_v1 (key, position, document, "$.owner") values ('c', 4, '{"owner":"two"}', 'two') on conflict do nothing`)
  other.close()
  const counts = await Promise.all(['one', 'two', 'three'].map((owner) => store.count('things', { owner })))
  assert.equal(counts, [1, 2, 0])
})

const seenByAnalysts = async (abbreviations?: Abbreviations) => {
  await store.define([{ name: 'businesses', version: 1, indexes: ['status'], schema, ...(abbreviations && { abbreviations }) }])
  const document = {
    employees: 7,
    revenue: 12,
    active: true,
    status: 'open',
    'legal name': "O'Neil",
    address: { city: 'Reno' },
    tags: ['a', 1],
  }
  const sparse = { id: 'b', employees: null, mixed: 5, beyond: 'the schema' }
  await store.commit([
    commitOf('businesses', 4n, write('a', 1n, { id: 'a', ...document }), write('b', 2n, sparse), write('c', 3n), {
      key: 'c',
      document: null,
      position: 4n,
    }),
  ])
  const other = opened()
  const none = { revenue: null, active: null, status: null, 'legal name': null, address: null, tags: null }
  assert.equal(rowsOf(other, 'select * from businesses order by key'), [
    { key: 'a', id: 'a', ...document, active: 1, address: '{"city":"Reno"}', tags: '["a",1]', mixed: null },
    { key: 'b', id: 'b', employees: null, ...none, mixed: 5 },
  ])
  const types = rowsOf(other, `select name, type from pragma_table_info('businesses')`).map(({ name, type }) => [name, type])
  assert.equal(Object.fromEntries(types), {
    key: 'TEXT',
    id: 'TEXT',
    employees: 'INT',
    revenue: 'REAL',
    active: 'NUM',
    status: 'TEXT',
    'legal name': 'TEXT',
    address: 'TEXT',
    tags: 'TEXT',
    mixed: '',
  })
  assert.equal(rowsOf(other, "select typeof(revenue) as type from businesses where key = 'a'"), [{ type: 'real' }])
  other.close()
}

test('analysts find a collection as a view with typed columns, without what was deleted', () => seenByAnalysts())
test('a collection whose documents are written shorter shows the same', () =>
  seenByAnalysts({ words: { address: ['{"city":"'] }, own: ['legal name', 'id'] }))

/** What an earlier release declared, and what a later one declares of that version: its own schema, and no abbreviations. */
const shortened = {
  name: 'things',
  version: 1,
  indexes: ['status'],
  schema,
  abbreviations: { words: { address: ['{"city":"'] }, own: ['id'] },
}
const former = { name: 'things', version: 1, indexes: ['size'], filters: ['status'], schema: { properties: { size: { type: 'integer' } } } }
const written = { id: 'thing-1', status: 'open', address: { city: 'Reno', of: 'thing-1' }, size: 3 }

const definedAnew = async (spec: CollectionSpec) => {
  await store.close()
  store = await openEmbeddedDocumentStore({ folder, threaded: true })
  await store.define([spec])
}

test('a version that is written shorter is read and written as it is by a release with another schema and other abbreviations', async () => {
  await store.define([shortened])
  await store.commit([commitOf('things', 1n, write('a', 1n, written))])
  const changed = { ...written, size: 4, added: ['later'] }
  for (const [spec, at] of [
    [former, 2n],
    [shortened, 3n],
  ] as const) {
    await definedAnew(spec)
    assert.equal(await store.checkpoint('things', 'all'), at - 1n)
    assert.equal(await store.find('things', { where: { status: 'open' } }), at === 2n ? [written] : [changed])
    await store.commit([commitOf('things', at, write('a', at, changed))])
    const other = opened()
    assert.equal(rowsOf(other, 'select id, status, address from things'), [
      { id: 'thing-1', status: 'open', address: '{"city":"Reno","of":"thing-1"}' },
    ])
    other.close()
  }
})

test('a version of which the file does not say how it is written is filled anew', async () => {
  await store.define([shortened])
  await store.commit([commitOf('things', 1n, write('a', 1n, written))])
  const other = new DatabaseSync(join(folder, 'read-models.sqlite'))
  other.exec('delete from _layouts')
  other.close()
  await definedAnew(former)
  assert.is(await store.checkpoint('things', 'all'), undefined)
  assert.equal(await store.find('things'), [])
  await store.commit([commitOf('things', 1n, write('a', 1n, written))])
  assert.equal(await store.get('things', 'a'), written)
})

test('without a schema the view shows key and document, of the version defined last', async () => {
  await store.define([{ name: 'things', version: 1, indexes: [] }])
  await store.commit([commitOf('things', 1n, write('a', 1n, { version: 'one' }))])
  const other = opened()
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'a', document: '{"version":"one"}' }])
  await store.define([{ name: 'things', version: 2, indexes: [] }])
  await store.commit([commitOf('things', 1n, write('b', 1n, { version: 'two' }))])
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'b', document: '{"version":"two"}' }])
  await store.drop('things@1')
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'b', document: '{"version":"two"}' }])
  other.close()
})

test('a version that is dropped takes its view along, unless the view shows another', async () => {
  const views = () => rowsOf(opened(), "select name from sqlite_schema where type = 'view'")
  await store.define([
    { name: 'things', version: 1, indexes: [] },
    { name: 'others', version: 2, indexes: [] },
  ])
  await store.close()
  store = await openEmbeddedDocumentStore({ folder })
  await store.drop('others@1')
  await store.drop('things@1')
  assert.equal(views(), [{ name: 'others' }])
})

test('a damaged file is named with what to do, and another cause is told as it is', async () => {
  await store.close()
  const file = join(folder, 'records.sqlite')
  const whole = readFileSync(file)
  const refusal = () =>
    openEmbeddedDocumentStore({ folder, alone: true }).then(
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
  store = await openEmbeddedDocumentStore({ folder, alone: true })
})

test('while the disk keeps a commit waiting, a store that writes in a thread answers, and then shows the commit', async () => {
  const threaded = await openEmbeddedDocumentStore({ folder, threaded: true })
  await threaded.define([{ name: 'things', version: 1, indexes: ['state'] }])
  await threaded.commit([commitOf('things', 1n, write('a', 1n, { state: 'open' }))])
  const other = new DatabaseSync(join(folder, 'read-models.sqlite'))
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
  return store.commit([commitOf('things', position, { key: String(position), position, document })], { filling })
}

/** The indexes, triggers and tables of searches and counts. */
const aids = (): readonly unknown[] => {
  const database = new DatabaseSync(join(folder, 'read-models.sqlite'))
  const rows = database.prepare(`select type, name from sqlite_schema where name like 'things%' and sql is not null order by 1, 2`).all()
  database.close()
  return rows.map(({ type, name }) => `${type} ${name}`)
}

const reopened = async () => {
  await store.close()
  store = await openEmbeddedDocumentStore({ folder })
  await store.define([sought])
}

const acmes = async () => [
  (await store.find('things', { where: { name: { contains: 'acme' } } })).length,
  await store.count('things', { owner: 'one' }),
]

test('what only makes reads quick is made when a first fill ends, also one that a crash has interrupted', async () => {
  await store.define([sought])
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
  const database = new DatabaseSync(join(folder, 'read-models.sqlite'))
  database.exec(`insert into _bare values ('things@1')`)
  database.close()
  await reopened()
  assert.equal(aids(), bare)
  await fill(4n, false)
  assert.equal([aids(), await acmes()], [whole, [4, 4]])
})

test('a collection that was committed to before lacks nothing while it catches up', async () => {
  await store.define([sought])
  await store.commit([commitOf('things', 1n)])
  const whole = aids()
  await fill(2n, true)
  assert.equal([aids(), await acmes()], [whole, [1, 1]])
})

test('a collection that is dropped while it is filled is whole again', async () => {
  await store.define([sought])
  const whole = aids()
  await fill(1n, true)
  await store.drop('things@1')
  assert.equal(aids(), whole)
  await fill(1n, false)
  assert.equal(await acmes(), [1, 1])
})

test('a thread that dies over a commit is replaced, and the commit can be tried again', async () => {
  const spec = { name: 'things', version: 1, indexes: [] }
  const thread = openCommitThread(join(folder, 'read-models.sqlite'))
  const parts = { document: '{}', scalars: [], members: [], own: [] }
  const change = { key: 'a', position: 1n, parts, rendering: null, values: [], members: [], isNew: true }
  const commit = () => thread.commit([{ address: 'things@1', partition: 'all', position: 1n, changes: [change] }])
  thread.define(spec)
  await rejects(commit(), Error, 'no such table')
  await store.define([spec])
  await commit()
  assert.equal(await store.get('things', 'a'), {})
  await thread.close()
})

test('a view is read by another program while commits run, and sees each of them whole', async () => {
  const versions = [1, 2] as const
  await store.define(
    versions.map((n) => ({ name: `things${n}`, version: 1, indexes: ['n'], schema: { properties: { n: { type: 'integer' } } } })),
  )
  const other = opened()
  const sums = other.prepare('select (select sum(n) from things1) as one, (select sum(n) from things2) as two')
  const keys = Array.from({ length: 32 }, (_, n) => `k${n}`)
  for (let n = 1; n <= 50; n++) {
    other.exec('begin')
    const before = sums.get()
    const changes = keys.map((key) => write(key, BigInt(n), { n }))
    await store.commit(versions.map((each) => commitOf(`things${each}`, BigInt(n), ...changes)))
    assert.equal({ ...sums.get() }, { ...before }, 'what it began to read stays')
    other.exec('commit')
    assert.equal({ ...sums.get() }, { one: 32 * n, two: 32 * n })
  }
  other.close()
})

test('defining what is there already leaves the file as it is', async () => {
  const spec = { name: 'things', version: 1, indexes: ['a', 'tags[]', ['a', 'b.c']], schema }
  await store.define([spec])
  const other = opened()
  const before = rowsOf(other, 'pragma schema_version')
  await store.define([spec])
  assert.equal(rowsOf(other, 'pragma schema_version'), before)
  await store.define([{ ...spec, indexes: ['a'] }])
  assert.not.equal(rowsOf(other, 'pragma schema_version'), before)
  other.close()
})

test('what was read is read again after a commit of another program, and what was not changed stays as it is', async () => {
  const collection = { name: 'people', version: 1, indexes: ['town'] }
  await store.define([collection])
  const other = await openEmbeddedDocumentStore({ folder })
  await other.define([collection])
  const read = async () => ({
    one: await store.get('people', 'a'),
    same: await store.get('people', 'b'),
    count: await store.count('people', { town: 'Salem' }),
    stamps: await store.stamps([
      { collection: 'people', key: 'a' },
      { collection: 'people', key: 'b' },
    ]),
  })
  const [ann, bob] = [{ town: 'Salem' }, { town: 'Salem' }]
  await store.commit([commitOf('people', 2n, write('a', 1n, ann), write('b', 2n, bob))])
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
  await store.define([{ name: 'people', version: 1, indexes: [] }])
  await store.commit([commitOf('people', 1n, write('a', 1n, { notes: 'x'.repeat(10_000) }))])
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const keys = Array.from({ length: 20_000 }, () => 'a')
  assert.is((await store.getMany('people', keys)).size, 1)
  isOver = true
  // A turn for each document would make it slow.
  assert.ok(turns > 0 && turns < keys.length / 2, `${turns} turns`)
})

test('a document that was read and then deleted is gone', async () => {
  await store.define([{ name: 'people', version: 1, indexes: ['town'] }])
  await store.commit([commitOf('people', 1n, write('a', 1n, { town: 'Salem' }))])
  assert.equal(await store.get('people', 'a'), { town: 'Salem' })
  await store.commit([commitOf('people', 2n, { key: 'a', document: null, position: 2n })])
  assert.is(await store.get('people', 'a'), undefined)
})

test('pages and counts are read off an index: nothing is sorted and no table is scanned', async () => {
  await store.define([{ name: 'things', version: 1, indexes: ['account_id', 'tags[]', ['account_id', 'created_at']] }])
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
  await store.define([{ name: 'things', version: 1, indexes: [] }])
  const fenced = { ...commitOf('things', 2n), token: 5 }
  await store.commit([fenced])
  const outcome = await store.commit([commitOf('things', 3n, write('a', 3n)), { ...fenced, token: 4 }]).catch((error: Error) => error.name)
  assert.is(outcome, 'Fenced')
  assert.is(await store.get('things', 'a'), undefined)
  assert.is(await store.checkpoint('things', 'all'), 2n)
})

test('a removed or replaced record leaves its bytes in none of the files', async () => {
  const kind = 'subject_keys'
  const secretOf = (n: number, revision: number) => `secret-${n}-${revision}-${'x'.repeat((n * 37) % 900)}`
  const numbers = Array.from({ length: 600 }, (_, n) => n)
  const inScatteredOrder = numbers.map((n) => (n * 401) % 600)
  await Promise.all(inScatteredOrder.map((n) => store.records.put(kind, `key-${n}`, { secret: secretOf(n, 0) }, { expectedRevision: -1 })))
  await Promise.all(
    numbers.map((n) => store.records.put(kind, `key-${n}`, { secret: secretOf((n * 7) % 600, 1) }, { expectedRevision: 0 })),
  )
  const pads = opened('records.sqlite')
  const gone = numbers.filter((n) => n % 3 > 0)
  const goneKeys = gone.map(
    (n) => pads.prepare('select pad from records join pads using (slot) where key = ?').get(`key-${n}`)?.pad as Uint8Array,
  )
  pads.close()
  for (const n of filled(gone)) if (n % 100 === 1) assert.is(await store.records.remove(kind, `key-${n}`), true)
  await Promise.all(gone.map((n) => store.records.remove(kind, `key-${n}`)))

  const files = filled(readdirSync(folder)).map((file) => readFileSync(join(folder, file)))
  for (const n of numbers)
    for (const revision of [0, 1])
      assert.not.ok(
        files.some((bytes) => bytes.includes(`secret-${n}-${revision}-`)),
        `${n} at ${revision}`,
      )
  for (const key of filled(goneKeys))
    assert.not.ok(
      files.some((bytes) => bytes.includes(key)),
      'the key of a removed record',
    )
  assert.is((await store.records.list(kind)).length, 200)
  assert.equal((await store.records.get(kind, 'key-3'))?.value, { secret: secretOf(21, 1) })
})

test('a removal says so when another program keeps the bytes alive', async () => {
  await store.records.put('keys', 'a', { secret: 'kept' }, { expectedRevision: -1 })
  const other = opened('records.sqlite')
  other.exec('begin')
  other.prepare('select * from records').all()
  const outcome = await store.records.remove('keys', 'a').catch((error: Error) => error.message)
  assert.match(String(outcome), 'another program')
  assert.is(await store.records.put('keys', 'b', {}, { expectedRevision: -1 }), 0, 'any other write is done')
  other.exec('commit')
  other.close()
  assert.is(await store.records.get('keys', 'a'), undefined)
})

test('an expired record leaves the file with one of the next writes, and its key with it', async () => {
  const expiresAt = new Date(Date.now() - 1)
  await store.records.put('answers', 'a', { secret: 'kept for a day' }, { expectedRevision: -1, expiresAt })
  await store.close()
  store = await openEmbeddedDocumentStore({ folder })
  await store.records.put('answers', 'b', {}, { expectedRevision: -1 })
  const file = opened('records.sqlite')
  assert.equal(rowsOf(file, 'select key from records'), [{ key: 'b' }])
  assert.equal(rowsOf(file, 'select count(*) as used from pads where free = 0'), [{ used: 1 }])
  file.close()
})

test('a record that was written anew since it was read is not set aside', async () => {
  await store.records.put('work', 'a', { n: 0 }, { expectedRevision: -1 })
  const file = join(folder, 'records.sqlite')
  const other = new DatabaseSync(file)
  const aside = openRecordsAside(other, file)
  const rowNow = () => other.prepare("select kind, key, value from records where kind = 'work'").get()!
  const read = rowNow()
  await store.records.put('work', 'a', { n: 1 }, { expectedRevision: 0 })
  aside.move(read)
  assert.equal([(await store.records.get('work', 'a'))?.value, aside.all()], [{ n: 1 }, []])
  aside.move(rowNow())
  assert.equal([await store.records.get('work', 'a'), aside.all().length], [undefined, 1])
  other.close()
})

test('records that cannot be opened are set aside wherever they are met, and fill no page', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e']
  const dueAt = new Date(0)
  for (const key of keys) await store.records.put('work', key, { key }, { expectedRevision: -1, dueAt })
  await store.close()
  const file = new DatabaseSync(join(folder, 'records.sqlite'))
  file.exec("update records set value = zeroblob(length(value)) where key in ('a', 'b', 'd')")
  file.close()
  store = await openEmbeddedDocumentStore({ folder })
  const aside = async () => (await store.records.setAside()).map(({ kind, key }) => `${kind} ${key}`)
  assert.equal(
    (await store.records.list('work', { limit: 2 })).map(({ key }) => key),
    ['c', 'e'],
  )
  assert.equal(await aside(), ['work a', 'work b', 'work d'])
  assert.equal(
    (await store.records.due(['work'], new Date(), 9)).map(({ key }) => key),
    ['c', 'e'],
  )
  assert.is(await store.records.put('work', 'a', { key: 'again' }, { expectedRevision: -1 }), 0)
  assert.is(await store.records.remove('work', 'b'), true)
  await store.close()
  store = await openEmbeddedDocumentStore({ folder })
  assert.equal(await aside(), ['work a', 'work d'], 'also after a restart')
})

test('writes that wait when the store is closed are finished first', async () => {
  const put = store.records.put('keys', 'a', {}, { expectedRevision: -1 })
  await store.close()
  assert.is(await put, 0)
  const late = store.records.put('keys', 'b', {}, { expectedRevision: -1 })
  assert.match(String(await late.catch((error: unknown) => error)), 'Error: database is not open', 'a later one is not')
  store = await openEmbeddedDocumentStore({ folder })
  assert.is((await store.records.get('keys', 'a'))?.revision, 0)
})

test('words that many documents have are found as before, and an index that is declared later holds what is there', async () => {
  const one = { name: 'one', version: 1, indexes: ['name'] }
  const companies = Array.from({ length: 1_100 }, (_, n) => write(`d${n}`, 1n, { id: `d${n}`, name: `Growing Company ${n} LLC` }))
  await store.define([one])
  await store.commit([{ collection: 'one', partition: 'all', changes: companies, position: 1n }])
  await store.define([{ ...one, search: ['name'] }])
  const found = (contains: string) => store.count('one', { name: { contains } })
  assert.equal([await found('GROWING'), await found('growing 1099'), await found('growing 109'), await found('nobody')], [1_100, 1, 11, 0])
  const plans = () => rowsOf(opened(), `select count(*) as n from sqlite_schema where name like 'one_v1 search%' and type = 'table'`)
  assert.ok(Number((plans()[0] as { n: number }).n) > 0)
  await store.define([one])
  assert.is(Number((plans()[0] as { n: number }).n), 0, 'an index that is no longer declared goes')
  assert.is(await found('growing 1099'), 1)
})

test('a name that was replaced leaves nothing in the index for words once the store is scrubbed', async () => {
  const bytes = () =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file)).toString('latin1').toLowerCase())
      .join('')
  await store.define([{ name: 'one', version: 1, indexes: ['name'], search: ['name'] }])
  const commit = (position: bigint, name: string) =>
    store.commit([{ collection: 'one', partition: 'all', changes: [write('a', position, { id: 'a', name })], position }])
  await commit(1n, 'Zuckerkandl Qxzvjw')
  assert.match(bytes(), 'zuckerkandl')
  /** The index holds three letters each. */
  const indexed = () => ['qxz', 'xzv', 'zvj', 'vjw'].filter((letters) => bytes().includes(letters)).length
  assert.is(indexed(), 4)
  await commit(2n, '[erased]')
  await store.scrub()
  assert.not.match(bytes(), 'zuckerkandl')
  assert.ok(indexed() < 2)
  assert.is(await store.count('one', { name: { contains: 'zuck' } }), 0)
})

const killed = (filling: boolean) => async () => {
  await store.close()
  const specs = ['one', 'two'].map((name) => ({ name, version: 1, indexes: ['n', 'tags[]'], counted: ['n'] }))
  const module = new URL('../../src/stores/embedded/document-store.ts', import.meta.url).href
  const committing = `
    import { openEmbeddedDocumentStore } from ${JSON.stringify(module)}
    const store = await openEmbeddedDocumentStore({ folder: ${JSON.stringify(folder)} })
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

    store = await openEmbeddedDocumentStore({ folder })
    await store.define(specs)
    const checkpoint = await store.checkpoint('one', 'all')
    assert.ok(checkpoint !== undefined && checkpoint >= told, 'what was answered survives the process')
    for (const name of ['one', 'two']) {
      assert.is(await store.checkpoint(name, 'all'), checkpoint)
      const positions = (await Array.fromAsync(store.all(name))).map(({ position }) => position)
      assert.ok(positions.includes(checkpoint) && positions.every((each) => each <= checkpoint))
      assert.is(await store.count(name, { n: Number(checkpoint) }), 16)
      assert.is(await store.count(name, { 'tags[]': `t${checkpoint}` }), 16)
    }
    await store.close()
  }
  store = await openEmbeddedDocumentStore({ folder })
  await store.define(specs)
  const position = told + 1_000_000n
  await store.commit(specs.map(({ name }) => commitOf(name, position, { key: 'k0', position, document: { n: -1 } })))
  assert.equal([await store.count('one', { n: -1 }), await store.count('one')], [1, 16])
}

test('a kill in the midst of commits leaves documents and checkpoint together', killed(false))
test('a kill in the midst of a first fill does, too', killed(true))

test.run()
