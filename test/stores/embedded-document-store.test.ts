// The embedded document store: the contract, and what holds for its files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { documentStoreContract } from '../contract/document-store.ts'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'documents-'))

const contract = documentStoreContract('embedded document store', async () => {
  const folder = temporaryFolder()
  const store = await openEmbeddedDocumentStore({ folder })
  let current = store
  return {
    store,
    reopen: async () => {
      await current.close()
      current = await openEmbeddedDocumentStore({ folder })
      return current
    },
    close: async () => {
      await current.close()
      rmSync(folder, { recursive: true })
    },
  }
})
contract.run()
