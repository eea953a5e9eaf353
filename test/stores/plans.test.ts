// Which index answers a query of the embedded document store, and which queries may look through a whole collection and so go to a thread.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec, FindOptions, Where } from '../../src/stores/document-store.ts'
import { openCollectionsFile } from '../../src/stores/embedded/collections-file.ts'
import type { Sql } from '../../src/stores/embedded/conditions.ts'
import { countPlan, findPlan } from '../../src/stores/embedded/plans.ts'
import { countSql, findSql } from '../../src/stores/embedded/query.ts'
import { openNarrowing } from '../../src/stores/embedded/searches.ts'
import { indexesOf } from '../../src/stores/embedded/tables.ts'

const spec: CollectionSpec = {
  name: 'things',
  version: 1,
  indexes: [['owner', 'created'], ['owner', 'status', 'created'], ['owner', 'name'], 'external', 'tags[]'],
  filters: ['text', 'risk'],
  search: ['text'],
  counted: ['owner', 'status'],
}
const owner = 'one'
const newest = [['created', 'desc']] as const
const page = { page: 1, perPage: 25 }

const found = (options: FindOptions) => {
  const { index, isLong } = findPlan(spec, options)
  return [index?.split('/')[1], isLong]
}
const counted = (where: Where) => {
  const { index, isLong } = countPlan(spec, where)
  return [index?.split('/')[1], isLong]
}

const test = suite('plans of queries')

test('the first index and those that lead by the counted fields hold all fields, the others their own alone', () => {
  const fieldsOf = (change: Partial<CollectionSpec> = {}) => indexesOf({ ...spec, ...change }).map(({ fields }) => fields?.join())
  const others = ['status', 'name', 'external', 'text', 'risk']
  const first = ['owner', 'created', 'key', ...others].join()
  assert.equal(fieldsOf(), [undefined, first, 'owner,status,created,key,name,external,text,risk', 'owner,name,key', 'external,key'])
  assert.equal(fieldsOf({ counted: [] }), [undefined, first, 'owner,status,created,key', 'owner,name,key', 'external,key'])
  assert.equal(fieldsOf({ filters: [] })[1], 'owner,created,key')
})

test('a page in the order of an index is read off it, whatever its filter', () => {
  assert.equal(found({ where: { owner }, sort: newest, ...page }), ['owner,created', false])
  assert.equal(found({ where: { owner, created: { gte: '2026' } }, sort: newest, ...page }), ['owner,created', false])
  assert.equal(found({ where: { owner, status: 'open' }, sort: newest, ...page }), ['owner,status,created', false])
  assert.equal(found({ where: { owner, status: null }, sort: newest, ...page }), ['owner,status,created', false])
  assert.equal(found({ where: { owner }, sort: [['name', 'asc']], ...page }), ['owner,name', false])
  assert.equal(found({ where: { owner, risk: {} }, sort: newest, ...page }), ['owner,created', false])
})

test('a page far behind the first, a whole list, and what no index is in the order of may be long', () => {
  const listed = { where: { owner }, sort: newest }
  assert.equal(found({ ...listed, page: 201, perPage: 25 }), ['owner,created', false])
  assert.equal(found({ ...listed, page: 202, perPage: 25 }), ['owner,created', true])
  assert.equal(found(listed), ['owner,created', true])
  assert.equal(found({ where: { owner, risk: 'high' }, sort: newest, ...page }), ['owner,created', true])
  assert.equal(found({ where: { owner }, sort: [['risk', 'asc']], ...page }), ['owner,created', true])
  assert.equal(
    found({
      where: { owner },
      sort: [
        ['created', 'desc'],
        ['name', 'asc'],
      ],
      ...page,
    }),
    ['owner,created', true],
  )
})

test('within a list of counted values, the index that leads by them is tested and sorted', () => {
  const waiting = { owner, status: { in: ['open', 'pending'] } }
  assert.equal(found({ where: waiting, sort: newest, ...page }), ['owner,status,created', true])
  assert.equal(found({ where: { ...waiting, risk: 'high' }, sort: [['name', 'asc']], ...page }), ['owner,status,created', true])
  assert.equal(counted({ ...waiting, text: { contains: 'word' } }), ['owner,status,created', true])
})

test('a value that documents are not counted by leads to few', () => {
  assert.equal(found({ where: { owner, external: 'x' }, sort: newest, ...page }), ['external', false])
  assert.equal(counted({ owner, external: 'x' }), ['external', false])
  // Most documents may be without it.
  assert.equal(counted({ owner, external: null }), ['owner,created', true])
})

test('a count on counted fields alone is kept, and words and tags may be long', () => {
  assert.equal(counted({ owner, status: { in: ['open'] } }), [undefined, false])
  assert.equal(counted({ owner, text: { contains: 'word' } }), ['owner,created', true])
  assert.equal(counted({ owner, 'tags[]': 'a' }), ['owner,created', true])
  assert.equal(counted({ owner, created: { gte: '2026' } }), ['owner,created', true])
  assert.equal(counted({ owner, name: { gte: 'n' } }), ['owner,name', true])
  assert.equal(counted({ owner, name: {} }), ['owner,created', true])
})

test('SQLite reads what the plan says, behind a place alone, also where hardly any document has the field, and sorts without the documents', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-plans-'))
  const file = join(folder, 'read-models.sqlite')
  const store = openCollectionsFile({ file })
  await store.define([spec])
  const changes = Array.from({ length: 3_000 }, (_, n) => ({
    key: `k${n}`,
    position: BigInt(n + 1),
    document: {
      owner,
      status: 'open',
      created: `2026-${n}`,
      name: `n${n}`,
      text: n % 2 ? 'many words' : `few ${n}`,
      tags: [n % 2 ? 'many' : `few${n}`],
    },
  }))
  await store.commit([{ collection: 'things', partition: 'all', changes, position: 3_000n }])
  // Analyses how the values are spread.
  await store.close()

  const database = new DatabaseSync(file)
  const explained = ({ text, values }: Sql): string =>
    database
      .prepare(`explain query plan ${text}`)
      .all(...values)
      .map(({ detail }) => String(detail))
      .join('\n')
  const none = () => undefined
  const external = explained(findSql(spec, 'document', { where: { owner, external: 'x' }, sort: newest, ...page }, none))
  assert.match(external, 'USING INDEX things_v1/external ($.external=?)')
  const byRisk = explained(findSql(spec, 'document', { where: { owner, status: 'open' }, sort: [['risk', 'asc']], ...page }, none))
  assert.match(byRisk, 'USING COVERING INDEX things_v1/owner,status,created ($.owner=? AND $.status=?)')
  assert.match(explained(countSql(spec, { owner, risk: null }, none)), 'USING COVERING INDEX things_v1/owner,created ($.owner=?)')
  const after = { key: 'k1234', values: ['2026-1234'] }
  const behind = (direction: 'asc' | 'desc') =>
    explained(findSql(spec, 'document', { where: { owner }, sort: [['created', direction]], after, ...page }, none))
  assert.match(behind('asc'), 'things_v1/owner,created ($.owner=? AND $.created>?)')
  assert.match(behind('desc'), 'things_v1/owner,created ($.owner=? AND $.created<?)')
  const few = { keys: { text: 'select ? as candidate', values: ['k1'] } }
  const narrowed = explained(findSql(spec, 'document', { where: { owner, text: { contains: 'few' } }, sort: newest, ...page }, () => few))
  assert.match(narrowed, 'USING INDEX sqlite_autoindex_things_v1_1 (key=?)')
  assert.not.match(narrowed, 'things_v1/owner')

  const narrow = openNarrowing(database)
  const rare = { owner, text: { contains: 'few 1234' } }
  const documentsRead = (sql: Sql) => explained(sql).match(/sqlite_autoindex_things_v1_1/g)?.length ?? 0
  const ofPage = 1
  assert.is(documentsRead(findSql(spec, 'document', { where: rare, sort: newest, ...page }, narrow)), ofPage)
  assert.is(documentsRead(countSql(spec, { ...rare, status: 'open' }, narrow)), 0)
  const [toTest, toSort] = [
    { where: { ...rare, risk: null }, sort: newest },
    { where: rare, sort: [['risk', 'asc']] as const },
  ]
  for (const asked of [toTest, toSort]) assert.is(documentsRead(findSql(spec, 'document', { ...asked, ...page }, narrow)), ofPage + 1)
  database.close()
  rmSync(folder, { recursive: true })
})

test.run()
