// The thread that empties the write-ahead log of the read models.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmptyingThread } from '../../src/stores/embedded/emptying-thread.ts'
import { eventually, inTime } from '../eventually.ts'

const test = suite('emptying the write-ahead log')

let folder: string
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-emptying-'))
})
test.after.each(() => rmSync(folder, { recursive: true }))

const megabyte = 'x'.repeat(1_000_000)

test('the log is copied into the file beside the commits, once it has grown long', async () => {
  const store = await openEmbeddedDocumentStore({ folder, threaded: true })
  await store.define([{ name: 'things', version: 1, indexes: [] }])
  const fileSize = () => statSync(join(folder, 'read-models.sqlite')).size
  try {
    let position = 0n
    const write = async () => {
      position++
      const document = { text: `${position} ${megabyte}` }
      await store.commit([{ collection: 'things', partition: '', position, changes: [{ key: String(position), position, document }] }])
    }
    for (let each = 0; each < 8; each++) await write()
    assert.ok(fileSize() < megabyte.length, 'a short log stays')
    // 16 MB are some 4,000 pages. A commit would copy them at 20,000.
    for (let each = 0; each < 8; each++) await write()
    await eventually('the log is in the file', () => fileSize() > 10 * megabyte.length)
    for (let key = 1; key <= 16; key++) assert.is((await store.get('things', String(key)))?.text, `${key} ${megabyte}`)
  } finally {
    await store.close()
  }
})

test('where the log cannot be emptied, nobody is troubled, and it is tried again', async () => {
  const emptying = openEmptyingThread(join(folder, 'nowhere', 'read-models.sqlite'))
  for (let each = 0; each < 3; each++) {
    emptying.look()
    await inTime('the look is over', emptying.idle())
  }
  await inTime('the thread has ended', emptying.close())
})

test.run()
