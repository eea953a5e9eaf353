// The rows of uploaded batches: read as they were written, however long, and gone when forgotten.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBatchRows, type Rows, sealRows } from '../../src/stores/batch-rows.ts'
import type { Records } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { filled } from '../filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-rows-'))
const documents = await openEmbeddedDocumentStore({ folder })
const { records } = documents
const keyRing = openKeyRing({ records, masterKey: randomBytes(32) })
const batchRows = openBatchRows({ records, keyRing })
test.after(async () => {
  await documents.close()
  rmSync(folder, { recursive: true })
})

const batch = '0198c0de-0000-7000-8000-000000000001'

test('chunks are read as they were written, also those longer than a record may be', async () => {
  const key = await batchRows.keyOf(batch)
  const short = [['Acme', '1 Main St']]
  const long = Array.from({ length: 12 }, (_, n) => [`Acme ${n}`, randomBytes(750_000).toString('base64')])
  for (const [chunk, rows] of [short, long, short].entries()) await batchRows.write(batch, chunk, sealRows(rows, key, chunk))
  await batchRows.write(batch, 0, sealRows(short, key, 0))
  assert.equal(await batchRows.read(batch, 0), short)
  assert.equal(await batchRows.read(batch, 1), long)
  assert.ok(filled(await records.list('batch_rows')).every(({ value }) => JSON.stringify(value).length < 9_000_000))
})

/** The keys that the records of a chunk are encrypted with in the file. */
const keysOf = (chunk: number): readonly Uint8Array[] => {
  const file = new DatabaseSync(join(folder, 'records.sqlite'), { readOnly: true })
  const found = file.prepare(`select pad from records join pads using (slot) where key glob '*/00000${chunk}*'`).all()
  file.close()
  return found.map(({ pad }) => pad as Uint8Array)
}

test('an erased row leaves nothing behind, also where its chunk becomes shorter', async () => {
  const former = [...keysOf(0), ...keysOf(1)]
  assert.is(former.length, 3)
  for (let row = 0; row < 6; row++) await batchRows.eraseRow(batch, 1, row)
  assert.ok(
    filled(filled((await batchRows.read(batch, 1)) ?? []).slice(0, 6)).every((cells) => filled(cells).every((cell) => cell === '[erased]')),
  )
  assert.equal(
    (await records.list('batch_rows', { prefix: `${batch}/000001` })).map(({ value }) => value.parts),
    [1],
  )
  await batchRows.eraseRow(batch, 0, 0)
  assert.equal(await batchRows.read(batch, 0), [['[erased]', '[erased]']])
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)))
  assert.not.ok(former.some((key) => filled(files).some((bytes) => bytes.includes(key))))
})

const erasedCells = ['[erased]', '[erased]']
/** Rows of two records, and of one when the second row is erased. */
const twoParts = (): Rows => [
  ['Ann', 'Main St'],
  ['Bob', randomBytes(6_400_000).toString('base64')],
]
const written = async (chunk: number, rows: Rows): Promise<void> =>
  batchRows.write(batch, chunk, sealRows(rows, await batchRows.keyOf(batch), chunk))
const recordsOf = async (chunk: number) => (await records.list('batch_rows', { prefix: `${batch}/00000${chunk}` })).length

test('rows of one chunk that are erased at once are all erased, and the others stay', async () => {
  const rows = Array.from({ length: 8 }, (_, n) => [`Acme ${n}`, 'Main St'])
  await written(3, rows)
  await Promise.all([0, 1, 2, 3, 4, 6].map((row) => batchRows.eraseRow(batch, 3, row)))
  assert.equal(
    await batchRows.read(batch, 3),
    rows.map((cells, row) => (row === 5 || row === 7 ? cells : erasedCells)),
  )
})

test('rows of a chunk of several records that are erased at once are all erased, and leave one writing', async () => {
  await written(4, [['Cat', 'Main St'], ...twoParts()])
  await Promise.all([0, 1].map((row) => batchRows.eraseRow(batch, 4, row)))
  const [cat, ann, bob] = (await batchRows.read(batch, 4)) ?? []
  assert.equal([cat, ann, bob?.[0]], [erasedCells, erasedCells, 'Bob'])
  assert.is(await recordsOf(4), 2)
})

/** The rows over records of which one kind of call is met before it is done. */
const over = (calls: Partial<Records>) => openBatchRows({ records: { ...records, ...calls }, keyRing })

test('a chunk that is replaced while it is read is read as it was or as it is', async () => {
  await written(5, twoParts())
  let isReplaced = false
  const read = await over({
    get: async (kind, key) => {
      // The first record was read, the second one is next.
      if (key.includes('000005.') && !isReplaced) {
        isReplaced = true
        await batchRows.eraseRow(batch, 5, 1)
      }
      return records.get(kind, key)
    },
  }).read(batch, 5)
  assert.equal([isReplaced, read], [true, [['Ann', 'Main St'], erasedCells]])
})

test('an erasure that is broken off at any write leaves the chunk whole, and nothing behind once it is repeated', async () => {
  for (const [chunk, row] of [
    [6, 0],
    [7, 1],
  ] as const) {
    const rows = twoParts()
    await written(chunk, rows)
    const without = rows.map((cells, at) => (at === row ? erasedCells : cells))
    let isBroken = true
    for (let last = 1; isBroken; last++) {
      let count = 0
      const counted = () => {
        if (++count === last) throw new Error('killed')
      }
      const { eraseRow } = over({
        put: (...put) => {
          counted()
          return records.put(...put)
        },
        remove: (...remove) => {
          counted()
          return records.remove(...remove)
        },
      })
      isBroken = await eraseRow(batch, chunk, row).then(
        () => false,
        ({ message }) => message === 'killed',
      )
      const read = JSON.stringify(await batchRows.read(batch, chunk))
      assert.ok(read === JSON.stringify(rows) || read === JSON.stringify(without), `chunk ${chunk}, at ${last}`)
    }
    assert.equal(await batchRows.read(batch, chunk), without)
    assert.is(await recordsOf(chunk), row === 0 ? 2 : 1)
  }
})

test('a chunk of an earlier release is read, and its records go when it is replaced', async () => {
  const sealed = sealRows(twoParts(), await batchRows.keyOf(batch), 8)
  const half = Math.ceil(sealed.length / 2)
  for (const [key, text] of [
    ['000008', sealed.slice(0, half)],
    ['000008.1', sealed.slice(half)],
  ] as const)
    await records.put('batch_rows', `${batch}/${key}`, { sealed: text, parts: 2 }, { expectedRevision: -1 })
  assert.equal((await batchRows.read(batch, 8))?.[0], ['Ann', 'Main St'])
  await batchRows.eraseRow(batch, 8, 1)
  assert.equal([await batchRows.read(batch, 8), await recordsOf(8)], [[['Ann', 'Main St'], erasedCells], 1])
})

test('a chunk of which a record is missing is not read', async () => {
  await written(9, twoParts())
  const [, second] = await records.list('batch_rows', { prefix: `${batch}/000009` })
  await records.remove('batch_rows', second?.key ?? '')
  assert.match(await batchRows.read(batch, 9).catch(({ message }) => message), 'is missing')
})

test('what is forgotten is gone, with its key', async () => {
  await batchRows.forget(batch)
  assert.equal(await records.list('batch_rows'), [])
  assert.is(await batchRows.keyOf(batch).catch(({ message }) => message), `the key of batch ${batch} has been destroyed`)
})

test.run()
