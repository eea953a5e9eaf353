// What the tests of the embedded document store share: a store in a folder of its own for each test, and connections of other programs to its files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Test } from 'uvu'
import type { Commit, DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'probity-documents-'))

export const rowsOf = (database: DatabaseSync, sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))

export const commitOf = (collection: string, position: bigint, ...changes: Commit['changes']): Commit => ({
  collection,
  partition: 'all',
  changes,
  position,
})

/** A schema with columns of each kind. */
export const schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    employees: { type: ['integer', 'null'] },
    revenue: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    active: { type: 'boolean' },
    status: { enum: ['open', 'closed', null] },
    'legal name': { type: 'string' },
    address: { type: 'object' },
    tags: { type: 'array' },
    mixed: { type: ['string', 'number'] },
  },
}

export const embeddedDocumentsScene = (test: Test) => {
  const scene = {
    folder: '',
    /** That of the test that runs. A test that opens it again puts the new one here. */
    store: {} as DocumentStore,

    /** A connection of another program. */
    opened: (file = 'read-models.sqlite') => new DatabaseSync(join(scene.folder, file), { readOnly: true }),
  }

  test.before.each(async () => {
    scene.folder = temporaryFolder()
    scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  })
  test.after.each(async () => {
    await scene.store.close()
    rmSync(scene.folder, { recursive: true })
  })
  return scene
}
