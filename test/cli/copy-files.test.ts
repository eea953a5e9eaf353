// Documents moved along with the records that say which file holds them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyFiles, copyRecords } from '../../src/cli/copy-records.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { folderFiles, recordFiles } from '../../src/stores/files.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { openSealedDocuments } from '../../src/stores/sealed-documents.ts'

const masterKey = Buffer.alloc(32, 3)
const root = mkdtempSync(join(tmpdir(), 'probity-copy-files-'))
test.after(() => rmSync(root, { recursive: true }))

test('a document kept in a folder is read from the records of the store that it was moved to, and back in a folder', async () => {
  const stores = await Promise.all(['one', 'two', 'three'].map((name) => openEmbeddedDocumentStore({ folder: join(root, name) })))
  const [one, two, three] = stores as [(typeof stores)[0], (typeof stores)[0], (typeof stores)[0]]
  const files = [
    folderFiles(join(root, 'one', 'documents')),
    recordFiles(two.records),
    folderFiles(join(root, 'three', 'documents')),
  ] as const
  const documentsIn = (store: typeof one, at: (typeof files)[number]) =>
    openSealedDocuments({ records: store.records, files: at, keyRing: openKeyRing({ records: store.records, masterKey }) })
  try {
    const bytes = Buffer.from('%PDF-1.7 articles')
    await documentsIn(one, files[0]).write('a business', 'a document', bytes)
    await documentsIn(one, files[0]).write('a business', 'an upload', Buffer.from('not sent yet'), new Date(Date.now() + 60_000))
    await copyRecords(one, two, 1)
    assert.is(await copyFiles(one, files[0], files[1]), 1)
    assert.equal(await documentsIn(two, files[1]).read('a document'), bytes)
    assert.equal((await documentsIn(two, files[1]).read('an upload'))?.toString(), 'not sent yet')
    await copyRecords(two, three, 1)
    assert.is(await copyFiles(two, files[1], files[2]), 1)
    assert.equal(await documentsIn(three, files[2]).read('a document'), bytes)
  } finally {
    for (const store of stores) await store.close()
  }
})

test('whoever is erased between two attempts to copy has no key in the target, and no key comes back to who was erased there', async () => {
  const stores = await Promise.all(['from', 'to'].map((name) => openEmbeddedDocumentStore({ folder: join(root, name) })))
  const [from, to] = stores as [(typeof stores)[0], (typeof stores)[0]]
  const ring = ({ records }: typeof from) => openKeyRing({ records, masterKey })
  const hasKey = async (store: typeof from, subject: string) => typeof (await ring(store).find([subject])).get(subject) === 'object'
  try {
    await ring(from).obtain(['ann', 'bob', 'cora'])
    assert.equal(await copyRecords(from, to, 1), { copied: 3, before: 0 })
    await ring(from).destroy('ann')
    await ring(to).destroy('bob')
    assert.equal(await copyRecords(from, to, 1), { copied: 0, before: 3 })
    assert.equal([await hasKey(to, 'ann'), await hasKey(to, 'bob'), await hasKey(to, 'cora')], [false, false, true])
    assert.is((await ring(to).obtain(['ann'])).get('ann'), 'erased')
  } finally {
    for (const store of stores) await store.close()
  }
})

test.run()
