// The document store of a single instance: read models in one SQLite file, which analysts may open beside it, technical records in another.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { addressOf, checkSpec, definedCollections, parsedAddress, positionsByName } from '../collections.ts'
import type { Change, CollectionSpec, DocumentStore } from '../document-store.ts'
import { inSlices, openSlices } from '../slices.ts'
import { openCheckpoints } from './checkpoints.ts'
import { openCommitThread } from './commit-thread.ts'
import { openCommits, type PreparedCommit } from './commits.ts'
import { DataFolderUnusable, recordsFile } from './folder.ts'
import { addTextSearch } from './query.ts'
import { openReadModels } from './read-models.ts'
import { type CollectionReads, openReads, readsOf } from './reads.ts'
import { openRecords } from './records.ts'
import { dropSearches, fitSearches, scrubSearches } from './searches.ts'
import { createTables, dropTables } from './tables.ts'
import { transactions } from './transactions.ts'
import { createView, dropView } from './view.ts'
import { changePreparer, type PreparedChange } from './writes.ts'

export type EmbeddedDocumentStoreOptions = {
  /** Created when missing. */
  readonly folder: string
  /** Thrown away after the one thing it is for: nothing of it has to outlast a crash. */
  readonly scratch?: boolean
  /** Writes commits in a thread of their own, for a process that has other things to do meanwhile. */
  readonly threaded?: boolean
}

type Collection = CollectionReads & { readonly prepared: (change: Change) => PreparedChange }

/**
 * `folder` holds `read-models.sqlite`, a cache of the log whose last commits may be lost with the power (never a part of one),
 * and `records.sqlite`, which is durable.
 */
export const openEmbeddedDocumentStore = async (options: EmbeddedDocumentStoreOptions): Promise<DocumentStore> => {
  const { folder, scratch = false, threaded = false } = options
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'read-models.sqlite')
  const database = usable(file, 'delete it, and the service builds it again', () => openReadModels(file, { scratch }))
  addTextSearch(database)
  const {
    records,
    kinds,
    close: closeRecords,
  } = usable(recordsFile(folder), 'restore it from a backup', () => {
    try {
      return openRecords(recordsFile(folder))
    } catch (error) {
      database.close()
      throw error
    }
  })
  const collections = definedCollections<Collection>()
  const { read, endRead, write } = transactions(database)
  const checkpoints = openCheckpoints(database)
  const thread = threaded ? openCommitThread(file) : undefined
  const commits = thread ?? openCommits(database, write)
  const addressAt = (name: string) => addressOf(collections.at(name).spec)

  return {
    ...openReads(database, collections, read),
    records,

    define: async (specs) => {
      specs.forEach(checkSpec)
      write(() => layOut(database, specs))
      for (const spec of specs) {
        collections.define(spec, { ...readsOf(database, spec), prepared: changePreparer(spec) })
        commits.define(spec)
      }
    },

    commit: async (all) => {
      const touched = all.map(({ collection }) => collections.at(collection))
      const slices = openSlices()
      const prepared: PreparedCommit[] = []
      for (const [index, { collection: _, changes, ...checkpoint }] of all.entries()) {
        const { spec, prepared: prepare } = touched[index] as Collection
        prepared.push({ ...checkpoint, address: addressOf(spec), changes: await inSlices(changes, prepare, slices) })
      }
      await commits.commit(prepared)
      // A caller that learns of the commit must not read the state before it.
      endRead()
      for (const { counts } of touched) counts.clear()
    },

    checkpoint: async (name, partition) => checkpoints.positions(partition).get(addressAt(name)),

    checkpoints: async (names, partition) => positionsByName(names, checkpoints.positions(partition), addressAt),

    drop: async (name) => {
      const defined = collections.has(name) ? collections.at(name).spec : undefined
      const version = defined ?? parsedAddress(name) ?? collections.at(name).spec
      if (defined) collections.at(name).counts.clear()
      write(() => {
        dropTables(database, version)
        dropSearches(database, version)
        checkpoints.forget(addressOf(version))
        if (defined) createTablesAndSearches(database, defined)
        else dropView(database, version)
      })
    },

    inventory: async () => ({ recordKinds: kinds(), checkpoints: checkpoints.all() }),

    scrub: async () => {
      endRead()
      scrubSearches(database)
      database.exec('vacuum')
      database.exec('pragma wal_checkpoint(truncate)')
    },

    close: async () => {
      if (!database.isOpen) return
      await thread?.close()
      closeRecords()
      endRead()
      database.exec('pragma optimize')
      database.close()
    },
  }
}

const createTablesAndSearches = (database: DatabaseSync, spec: CollectionSpec): void => {
  createTables(database, spec)
  fitSearches(database, spec)
}

const layOut = (database: DatabaseSync, specs: readonly CollectionSpec[]): void => {
  for (const spec of specs) {
    createTablesAndSearches(database, spec)
    createView(database, spec)
  }
}

/** SQLite's "database disk image is malformed" and "file is not a database". */
const damaged = new Set([11, 26])

/** @throws DataFolderUnusable when the file is damaged */
const usable = <Opened>(file: string, remedy: string, open: () => Opened): Opened => {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && damaged.has(Number(error.errcode) & 0xff))) throw error
    throw new DataFolderUnusable(`${file} is damaged (${error.message}): ${remedy}`, { cause: error })
  }
}
