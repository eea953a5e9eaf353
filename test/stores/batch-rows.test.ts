// The rows of uploaded batches: read as they were written, however long, and gone when forgotten.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBatchRows, sealRows } from '../../src/stores/batch-rows.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { filled } from '../filled.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-rows-'))
const documents = await openEmbeddedDocumentStore({ folder })
const { records } = documents
const batchRows = openBatchRows({ records, keyRing: openKeyRing({ records, masterKey: randomBytes(32) }) })
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

test('what is forgotten is gone, with its key', async () => {
  await batchRows.forget(batch)
  assert.equal(await records.list('batch_rows'), [])
  assert.is(await batchRows.keyOf(batch).catch(({ message }) => message), `the key of batch ${batch} has been destroyed`)
})

test.run()
