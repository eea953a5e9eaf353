// Opens the stores that the configuration asks for: the embedded ones in the data folder, or EventStoreDB and MongoDB.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from 'mongodb'
import type { DocumentStore } from './document-store.ts'
import { openEmbeddedDocumentStore } from './embedded/document-store.ts'
import { openEmbeddedEventStore } from './embedded/event-store.ts'
import { DataFolderUnusable, logFile, openDataFolder } from './embedded/folder.ts'
import type { EventStore } from './event-store.ts'

export type StoreSettings = {
  readonly dataDir: string
  readonly eventStoreUrl: string | null
  readonly mongoUrl: string | null
  readonly masterKey: Buffer | null
  /** Called with the name of each command that goes to MongoDB. */
  readonly onCommand?: (command: string) => void
}

export type Stores = {
  readonly events: EventStore
  readonly documents: DocumentStore
  readonly masterKey: Buffer
  /** Where instances count together; undefined where there is only one. */
  readonly counters?: Db
  /** Writes where this process listens, for others that find the data folder taken. */
  readonly announce: (address: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The adapters of a cluster are loaded only for one: they would hold up every other start. @throws DataFolderInUse, DataFolderUnusable, StoreUnavailable */
export const openStores = async ({ dataDir, eventStoreUrl, mongoUrl, masterKey, onCommand }: StoreSettings): Promise<Stores> => {
  if (eventStoreUrl !== null && mongoUrl !== null && masterKey !== null) {
    const { openEventStoreDB } = await import('./eventstoredb/event-store.ts')
    const { openMongoDocumentStore } = await import('./mongodb/document-store.ts')
    const events = await openEventStoreDB({ url: eventStoreUrl })
    const documents = await openMongoDocumentStore({ url: mongoUrl, ...(onCommand ? { onCommand } : {}) })
    const close = async () => {
      await events.close()
      await documents.close()
    }
    return { events, documents, masterKey, counters: documents.counters, announce: async () => undefined, close }
  }
  const folder = await openDataFolder(dataDir)
  const events = await openEmbeddedEventStore({ file: logFile(dataDir) })
  const documents = await openEmbeddedDocumentStore({ folder: dataDir, threaded: true })
  return {
    events,
    documents,
    masterKey: masterKey ?? readMasterKey(dataDir) ?? newMasterKey(dataDir),
    announce: (address) => folder.announce({ address }),
    close: async () => {
      await events.close()
      await documents.close()
      await folder.close()
    },
  }
}

/** Where the key lies that wraps all others; without it personal data cannot be read, so it belongs into the backup, apart from the stores. */
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key')

/** @returns undefined where there is none @throws DataFolderUnusable */
export const readMasterKey = (dataDir: string): Buffer | undefined => {
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) return undefined
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new DataFolderUnusable(`${file} does not hold 32 bytes in Base64`)
  return key
}

const newMasterKey = (dataDir: string): Buffer => {
  const key = randomBytes(32)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(masterKeyFile(dataDir), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return key
}
