import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Abbreviations, CollectionSpec } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { write } from '../contract/sample-documents.ts'
import { commitOf, embeddedDocumentsScene, rowsOf, schema } from './embedded-documents-scene.ts'

const test = suite('views of the embedded document store')
const scene = embeddedDocumentsScene(test)
const { opened } = scene

const seenByAnalysts = async (abbreviations?: Abbreviations) => {
  await scene.store.define([{ name: 'businesses', version: 1, indexes: ['status'], schema, ...(abbreviations && { abbreviations }) }])
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
  await scene.store.commit([
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
  await scene.store.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder, threaded: true })
  await scene.store.define([spec])
}

test('a version that is written shorter is read and written as it is by a release with another schema and other abbreviations', async () => {
  await scene.store.define([shortened])
  await scene.store.commit([commitOf('things', 1n, write('a', 1n, written))])
  const changed = { ...written, size: 4, added: ['later'] }
  for (const [spec, at] of [
    [former, 2n],
    [shortened, 3n],
  ] as const) {
    await definedAnew(spec)
    assert.equal(await scene.store.checkpoint('things', 'all'), at - 1n)
    assert.equal(await scene.store.find('things', { where: { status: 'open' } }), at === 2n ? [written] : [changed])
    await scene.store.commit([commitOf('things', at, write('a', at, changed))])
    const other = opened()
    assert.equal(rowsOf(other, 'select id, status, address from things'), [
      { id: 'thing-1', status: 'open', address: '{"city":"Reno","of":"thing-1"}' },
    ])
    other.close()
  }
})

test('a version of which the file does not say how it is written is filled anew', async () => {
  await scene.store.define([shortened])
  await scene.store.commit([commitOf('things', 1n, write('a', 1n, written))])
  const other = new DatabaseSync(join(scene.folder, 'read-models.sqlite'))
  other.exec('delete from _layouts')
  other.close()
  await definedAnew(former)
  assert.is(await scene.store.checkpoint('things', 'all'), undefined)
  assert.equal(await scene.store.find('things'), [])
  await scene.store.commit([commitOf('things', 1n, write('a', 1n, written))])
  assert.equal(await scene.store.get('things', 'a'), written)
})

test('without a schema the view shows key and document, of the version defined last', async () => {
  await scene.store.define([{ name: 'things', version: 1, indexes: [] }])
  await scene.store.commit([commitOf('things', 1n, write('a', 1n, { version: 'one' }))])
  const other = opened()
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'a', document: '{"version":"one"}' }])
  await scene.store.define([{ name: 'things', version: 2, indexes: [] }])
  await scene.store.commit([commitOf('things', 1n, write('b', 1n, { version: 'two' }))])
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'b', document: '{"version":"two"}' }])
  await scene.store.drop('things@1')
  assert.equal(rowsOf(other, 'select * from things'), [{ key: 'b', document: '{"version":"two"}' }])
  other.close()
})

test('a version that is dropped takes its view along, unless the view shows another', async () => {
  const views = () => rowsOf(opened(), "select name from sqlite_schema where type = 'view'")
  await scene.store.define([
    { name: 'things', version: 1, indexes: [] },
    { name: 'others', version: 2, indexes: [] },
  ])
  await scene.store.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  await scene.store.drop('others@1')
  await scene.store.drop('things@1')
  assert.equal(views(), [{ name: 'others' }])
})

test('a view is read by another program while commits run, and sees each of them whole', async () => {
  const versions = [1, 2] as const
  await scene.store.define(
    versions.map((n) => ({ name: `things${n}`, version: 1, indexes: ['n'], schema: { properties: { n: { type: 'integer' } } } })),
  )
  const other = opened()
  const sums = other.prepare('select (select sum(n) from things1) as one, (select sum(n) from things2) as two')
  const keys = Array.from({ length: 32 }, (_, n) => `k${n}`)
  for (let n = 1; n <= 50; n++) {
    other.exec('begin')
    const before = sums.get()
    const changes = keys.map((key) => write(key, BigInt(n), { n }))
    await scene.store.commit(versions.map((each) => commitOf(`things${each}`, BigInt(n), ...changes)))
    assert.equal({ ...sums.get() }, { ...before }, 'what it began to read stays')
    other.exec('commit')
    assert.equal({ ...sums.get() }, { one: 32 * n, two: 32 * n })
  }
  other.close()
})

test.run()
