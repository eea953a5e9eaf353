// The writer of commits, which in a service learns of definitions by messages.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openCommits } from '../../src/stores/embedded/commits.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { transactions } from '../../src/stores/embedded/transactions.ts'

const test = suite('commits')

test('a definition that arrives when the tables are those of a later one does no harm', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-commits-'))
  const now = { name: 'things', version: 1, indexes: ['owner', 'name'], search: ['name'], counted: ['owner'] }
  const store = await openEmbeddedDocumentStore({ folder })
  await store.define([now])
  const database = new DatabaseSync(join(folder, 'read-models.sqlite'))
  try {
    const { define, commit } = openCommits(database, transactions(database).write)
    define({ ...now, counted: ['name', 'owner'] })
    define(now)
    commit([{ address: 'things@1', partition: '', position: 1n, changes: [] }])
    assert.is((await store.checkpoint('things', '')) ?? 0n, 1n)
    assert.throws(() => commit([{ address: 'others@1', partition: '', position: 1n, changes: [] }]), /was not defined/)
  } finally {
    database.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

test.run()
