// A raised version on the embedded document store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { buildBesideContract } from '../contract/build-beside.ts'

buildBesideContract('embedded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-beside-'))
  const instances: DocumentStore[] = []
  return {
    instance: async () => {
      const store = await openEmbeddedDocumentStore({ folder })
      instances.push(store)
      return store
    },
    close: async () => {
      await Promise.all(instances.map((store) => store.close()))
      rmSync(folder, { recursive: true })
    },
  }
}).run()
