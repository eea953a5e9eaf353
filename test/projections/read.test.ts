// Reading the documents of a projection from a store.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projection } from '../../src/projections/projection.ts'
import { eachFound, reader } from '../../src/projections/read.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { erase, write } from '../contract/sample-documents.ts'

const things = projection<{ readonly id: string; readonly colour: string }>()({
  collection: 'things',
  version: 2,
  indexes: ['colour'],
  starts: {},
})

const queue = projection<{ readonly id: string; readonly rank: number | null; readonly state: 'waiting' | 'done' }>()({
  collection: 'queue',
  version: 1,
  indexes: ['rank'],
  filters: ['state'],
  starts: {},
})

const test = suite('read')
const { store, close } = await inFolder(mkdtempSync(join(tmpdir(), 'probity-')), (folder) => openEmbeddedDocumentStore({ folder }))
const read = reader(store)

test.before(async () => {
  await store.define([things.spec, queue.spec])
  const [a, b, c] = ['a', 'b', 'c'].map((id, at) => write(id, BigInt(at), { id, colour: id === 'b' ? 'blue' : 'red' }))
  assert.ok(a && b && c)
  await store.commit([{ collection: 'things', partition: 'all', changes: [a, b, c, erase('gone', 3n)], position: 3n }])
})
test.after(close)

test('one document is read by its key, and undefined where there is none or it was deleted', async () => {
  assert.equal(await read(things).get('b'), { id: 'b', colour: 'blue' })
  assert.is(await read(things).get('d'), undefined)
  assert.is(await read(things).get('gone'), undefined)
})

test('several documents are read by their keys, without those that were deleted', async () => {
  const found = await read(things).getMany(['a', 'gone', 'd', 'b'])
  assert.equal([...found.keys()].sort(), ['a', 'b'])
  assert.is(found.get('a')?.colour, 'red')
})

test('the store is not asked for no documents', async () => {
  const nowhere = reader({ ...store, getMany: () => Promise.reject(new Error('asked')) })
  assert.is((await nowhere(things).getMany([])).size, 0)
  const refused = await nowhere(things)
    .getMany(['a'])
    .catch((error) => String(error))
  assert.is(refused, 'Error: asked')
})

test('documents are found and counted by a declared field, and all of them in the order of their keys', async () => {
  assert.equal(
    (await read(things).find({ where: { colour: 'red' }, sort: [['colour', 'desc']] })).map(({ id }) => id),
    ['c', 'a'],
  )
  assert.is(await read(things).count({ colour: 'red' }), 2)
  assert.is(await read(things).count(), 3)
  assert.equal(
    (await Array.fromAsync(read(things).all())).map(({ id }) => id),
    ['a', 'b', 'c'],
  )
})

const ranks = { f: null, d: 1, e: 1, a: 2, c: 2, b: 3 }
let position = 0n
const queued = (id: string, rank: number | null, state: 'waiting' | 'done') =>
  store.commit([{ collection: 'queue', partition: 'all', changes: [write(id, ++position, { id, rank, state })], position }])

for (const perPage of [1, 2, 3, 5, 6, 7])
  for (const [what, then] of [
    ['stays as it is', 'waiting'],
    ['leaves what is found as it is read', 'done'],
  ] as const)
    test(`each that is found comes once and in order, ${perPage} to a page, where it ${what}`, async () => {
      for (const [id, rank] of Object.entries(ranks)) await queued(id, rank, 'waiting')
      await queued('g', 2, 'done')
      const ids: string[] = []
      for await (const { id, rank } of eachFound(read(queue), { where: { state: 'waiting' }, by: 'rank', perPage })) {
        ids.push(id)
        // Where a fault brings the same again without end.
        if (ids.length > 6) break
        await queued(id, rank, then)
      }
      assert.equal(ids, Object.keys(ranks))
    })

test.run()
