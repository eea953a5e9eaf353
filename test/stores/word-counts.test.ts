// Which counts by words the embedded store takes from the counts that it keeps, and which it counts some other way: the answers of both are the same.
// What is kept is counted again only where something has changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec, Where } from '../../src/stores/document-store.ts'
import { openCollectionsFile } from '../../src/stores/embedded/collections-file.ts'
import { blockBits, openNarrowing } from '../../src/stores/embedded/searches.ts'
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
/** They fill one block of texts and a part of another. */
const documents = 2 ** blockBits + 500
const changes = Array.from({ length: documents }, (_, n) => ({
  key: `k${n}`,
  position: BigInt(n + 1),
  document: {
    owner: n % 3 === 0 ? 'one' : 'two',
    state: n < 30 ? null : n % 2 === 0 ? 'open' : 'closed',
    created: `2026-${n}`,
    name: `Çompany company ${n % 2 === 0 ? 'even' : 'odd'} ${n === 7 ? ' rare' : ''}`,
    notes: 'Company',
  },
}))
await store.commit([{ collection: 'things', partition: 'all', changes, position: BigInt(documents) }])
const database = new DatabaseSync(file)
let looked = 0
// What the store asks of each text where a word has other letters than English ones.
database.function('has_words', (text, words) => {
  looked++
  return String(text).toLowerCase().includes(String(words)) ? 1 : 0
})
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
  const isEven = (n: number) => n % 2 === 0
  const cases: readonly (readonly [Where, (n: number) => boolean])[] = [
    [{}, () => true],
    [{ owner: 'one' }, (n) => n % 3 === 0],
    [{ owner: 'nobody' }, () => false],
    [{ owner: { in: ['one', 'two', 'nobody'] } }, () => true],
    [{ owner: 'two', state: 'open' }, (n) => n % 3 > 0 && n >= 30 && isEven(n)],
    [{ owner: 'two', state: { in: ['open', 'closed'] } }, (n) => n % 3 > 0 && n >= 30],
    [{ state: null }, (n) => n < 30],
    [{ state: { in: [null, 'open'] } }, (n) => n < 30 || isEven(n)],
    [{ name: { contains: 'even COMPANY' } }, isEven],
    [{ name: { contains: 'odd' } }, (n) => !isEven(n)],
  ]
  for (const [where, isMet] of cases)
    assert.is(await counted({ ...company, ...where }), changes.filter((_, n) => isMet(n)).length, JSON.stringify(where))
})

test('what was counted is kept, and after a change only its block is counted again', async () => {
  const lookedFor = async (where: Where, count: number) => {
    looked = 0
    assert.is(await counted({ ...where, name: { contains: 'çompany' } }), count)
    return looked
  }
  assert.is(await lookedFor({}, documents), documents)
  assert.is(await lookedFor({}, documents), 0)
  assert.is(await lookedFor({ owner: 'one' }, changes.filter(({ document }) => document.owner === 'one').length), 0)
  const position = BigInt(documents + 1)
  const document = { ...changes[0]!.document, owner: 'other' }
  await store.commit([{ collection: 'things', partition: 'all', position, changes: [{ key: 'k0', position, document }] }])
  assert.is(await lookedFor({ owner: 'other' }, 1), 2 ** blockBits - 1)
})

test('what few have, what is no word, and what a filter asks for besides are counted some other way', async () => {
  const others: readonly Where[] = [
    { name: { contains: 'rare' } },
    { name: { contains: ' ' } },
    { name: 'Çompany company odd ' },
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
  await commit(9_001n, { owner: 'three', name: 'Another company' })
  assert.is(await counted(more), 1)
  await commit(9_002n, { owner: 'three', name: 'Renamed' })
  assert.is(await counted(more), 0)
  await commit(9_003n, { owner: 'three', name: 'Company again' })
  assert.is(await counted(more), 1)
  await commit(9_004n, null)
  assert.is(await counted(more), 0)
})

test.run()
