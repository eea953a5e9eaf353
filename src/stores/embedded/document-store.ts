// The document store of a single instance: read models in one SQLite file, which analysts may be given, those of authentication in another, and
// technical records in a third, which is durable.
import type { DocumentStore, Inventory, Records } from '../document-store.ts'
import { makeFolder } from '../folders.ts'
import { type Keep, openInParts } from '../opening.ts'
import { openCollectionsFile } from './collections-file.ts'
import type { DurableThread } from './durable-thread.ts'
import { authenticationFile, DataFolderUnusable, readModelsFile, recordsFile } from './folder.ts'
import { partCollections } from './parted-collections.ts'
import { openRecords } from './records.ts'

export type EmbeddedDocumentStoreOptions = {
  /** Created when missing. */
  readonly folder: string
  /** Thrown away after the one thing it is for: nothing of it has to outlast a crash. */
  readonly scratch?: boolean
  /** See `EmbeddedEventStoreOptions`. Commits are then written without a thread. */
  readonly alone?: boolean
  /** Writes commits of the analysts' collections in a thread of their own, for a process that has other things to do meanwhile. */
  readonly threaded?: boolean
  /** See `CollectionsFileOptions`. */
  readonly searchThreadFrom?: number
  /** Writes the records; they are written here when absent, and with `alone`. */
  readonly thread?: Pick<DurableThread, 'recordsOf'> | undefined
  /** The records of the thread that has their file open; the file is opened here when absent. */
  readonly recordsElsewhere?: Records & RecordKinds
}

/** For an inventory: the kinds of records that there are. */
export type RecordKinds = { readonly kinds: () => Promise<readonly string[]> }

export const openEmbeddedDocumentStore = (options: EmbeddedDocumentStoreOptions): Promise<DocumentStore> =>
  openInParts((kept) => openFiles(options, kept))

const openFiles = async (options: EmbeddedDocumentStoreOptions, kept: Keep): Promise<Omit<DocumentStore, 'close'>> => {
  const { folder, scratch = false, alone = false, threaded = false, searchThreadFrom, thread, recordsElsewhere } = options
  makeFolder(folder)
  const usable = <Opened extends { readonly close: () => unknown }>(
    file: string,
    remedy: string,
    open: (file: string) => Opened,
  ): Opened => {
    try {
      return kept(open(file))
    } catch (error) {
      throw explained(file, remedy, error)
    }
  }
  const rebuilt = 'delete it, and the service builds it again'
  const collections = partCollections({
    analysts: usable(readModelsFile(folder), rebuilt, (file) => openCollectionsFile({ file, scratch, alone, threaded, searchThreadFrom })),
    // It rarely changes: a second thread would cost more than it takes off this one.
    authentication: usable(authenticationFile(folder), rebuilt, (file) => openCollectionsFile({ file, scratch, alone })),
  })
  const { records, kinds } = recordsElsewhere
    ? { records: recordsElsewhere, kinds: recordsElsewhere.kinds }
    : usable(recordsFile(folder), 'restore it from a backup', (file) => openRecords(file, { alone, thread: alone ? undefined : thread }))
  return {
    ...collections,
    records,
    inventory: async (): Promise<Inventory> => ({ recordKinds: await kinds(), checkpoints: collections.allCheckpoints() }),
  }
}

/** SQLite's "database disk image is malformed" and "file is not a database". */
const damaged = new Set([11, 26])

const explained = (file: string, remedy: string, error: unknown): unknown =>
  error instanceof Error && 'errcode' in error && damaged.has(Number(error.errcode) & 0xff)
    ? new DataFolderUnusable(`${file} is damaged (${error.message}): ${remedy}`, { cause: error })
    : error
