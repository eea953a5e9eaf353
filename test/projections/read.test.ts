// Reading the documents of a projection from a store.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projection } from '../../src/projections/projection.ts'
import { reader } from '../../src/projections/read.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { erase, write } from '../contract/sample-documents.ts'

const things = projection<{ readonly id: string; readonly colour: string }>()({
  collection: 'things',
  version: 2,
  indexes: ['colour'],
  starts: {},
})

const test = suite('read')
const { store, close } = await inFolder(mkdtempSync(join(tmpdir(), 'probity-')), (folder) => openEmbeddedDocumentStore({ folder }))
const read = reader(store)

test.before(async () => {
  await store.define([things.spec])
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

test.run()
