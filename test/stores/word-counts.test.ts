// Which counts by words the embedded store takes from the counts that it keeps, and which it counts some other way: the answers of both are the same.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec, Where } from '../../src/stores/document-store.ts'
import { openCollectionsFile } from '../../src/stores/embedded/collections-file.ts'
import { openNarrowing } from '../../src/stores/embedded/searches.ts'
import { openWordCounts } from '../../src/stores/embedded/word-counts.ts'

const spec: CollectionSpec = {
  name: 'things',
  version: 1,
  indexes: [['owner', 'created'], 'state'],
  filters: ['name', 'notes'],
  search: ['name'],
  counted: ['owner', 'state'],
}
const company = { name: { contains: 'Company' } }
const folder = mkdtempSync(join(tmpdir(), 'probity-word-counts-'))
const file = join(folder, 'read-models.sqlite')
const store = openCollectionsFile({ file })
await store.define([spec])
const changes = Array.from({ length: 300 }, (_, n) => ({
  key: `k${n}`,
  position: BigInt(n + 1),
  document: {
    owner: n % 3 === 0 ? 'one' : 'two',
    state: n < 30 ? null : n % 2 === 0 ? 'open' : 'closed',
    created: `2026-${n}`,
    name: `Company number ${n}${n === 7 ? ' rare' : ''}`,
    notes: 'Company',
  },
}))
await store.commit([{ collection: 'things', partition: 'all', changes, position: 300n }])
const database = new DatabaseSync(file)
const counts = openWordCounts(database, openNarrowing(database))

const test = suite('counts by words')
test.after(async () => {
  database.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const counted = async (where: Where, of = spec) => {
  const count = counts(of, where)
  if (count !== undefined) assert.is(count, await store.count('things', where))
  return count
}

test('words that many share are counted by any values of the counted fields', async () => {
  for (const [where, count] of [
    [{}, 300],
    [{ owner: 'one' }, 100],
    [{ owner: 'nobody' }, 0],
    [{ owner: { in: ['one', 'two', 'nobody'] } }, 300],
    [{ owner: 'two', state: 'open' }, 90],
    [{ owner: 'two', state: { in: ['open', 'closed'] } }, 180],
    [{ state: null }, 30],
    [{ state: { in: [null, 'open'] } }, 165],
  ] as const)
    assert.is(await counted({ ...where, ...company }), count, JSON.stringify(where))
  assert.is(await counted({ name: { contains: 'number COMPANY' } }), 300)
})

test('what few have, what is no word, and what a filter asks for besides are counted some other way', async () => {
  const others: readonly Where[] = [
    { name: { contains: 'rare' } },
    { name: { contains: ' ' } },
    { name: 'Company number 1' },
    { name: null },
    { name: { gte: 'Company' } },
    { ...company, created: { gte: '2026' } },
    { ...company, notes: { contains: 'Company' } },
    { notes: { contains: 'Company' } },
    { ...company, owner: { gte: 'one' } },
    { owner: 'one' },
    {},
  ]
  for (const where of others) assert.is(await counted(where), undefined, JSON.stringify(where))
  const { counted: _, ...uncounted } = spec
  assert.is(await counted(company, uncounted), undefined)
  assert.is(await counted(company, { ...spec, counted: [] }), undefined)
})

test('a change is counted at once, and the counts of before it no longer', async () => {
  const more = { ...company, owner: 'three' }
  assert.is(await counted(more), 0)
  const commit = (position: bigint, document: { readonly owner: string; readonly name: string } | null) =>
    store.commit([{ collection: 'things', partition: 'all', position, changes: [{ key: 'more', position, document }] }])
  await commit(301n, { owner: 'three', name: 'Another company' })
  assert.is(await counted(more), 1)
  await commit(302n, { owner: 'three', name: 'Renamed' })
  assert.is(await counted(more), 0)
  await commit(303n, { owner: 'three', name: 'Company again' })
  assert.is(await counted(more), 1)
  await commit(304n, null)
  assert.is(await counted(more), 0)
})

test.run()
