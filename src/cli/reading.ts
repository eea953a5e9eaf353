// Opens the stores for reading only, whether or not the service is running. The log and MongoDB are read in place; embedded read models
// are read from a snapshot.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { projections } from '../projections/all.ts'
import { openEventStoreDB, openMongoDocumentStore } from '../stores/cluster.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../stores/embedded/event-store.ts'
import { checkRestored } from '../stores/embedded/folder.ts'
import { type EventLog, openEventLog } from '../stores/event-log.ts'
import type { EventStore } from '../stores/event-store.ts'
import { checkKeys, subjectsKept } from '../stores/kept-keys.ts'
import { openKeyRing } from '../stores/key-ring.ts'
import { readMasterKey } from '../stores/master-key.ts'
import { openInParts } from '../stores/opening.ts'
import { sealingDetails } from '../stores/sealed-details.ts'
import { logFileIn, masterKeyOf } from './connection.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type LogReading = {
  readonly store: EventStore
  /** Whether positions have no gaps. */
  readonly contiguous: boolean
  readonly close: () => Promise<void>
}

export type Reading = LogReading & {
  readonly documents: DocumentStore
  readonly log: EventLog
}

const readModelFiles = ['read-models.sqlite', 'authentication.sqlite'] as const

/** The log in place, up to its current end. @throws WrongSetting when there is nothing to read */
export const openLogForReading = async ({ eventStoreUrl, dataDir }: Config): Promise<LogReading> => {
  if (eventStoreUrl !== null) {
    const store = await openEventStoreDB({ url: eventStoreUrl })
    return { store, contiguous: false, close: () => store.close() }
  }
  const file = logFileIn(dataDir)
  checkRestored(dataDir)
  const store = await openEmbeddedEventStore({ file, readOnly: true })
  return { store, contiguous: true, close: () => store.close() }
}

/** @throws WrongSetting when there is nothing to read, or no master key; LostKeys, WrongMasterKey */
export const openForReading = async (config: Config): Promise<Reading> => {
  const masterKey = masterKeyOf(config)
  const { documents: stored, log: reading, close } = await openDocuments(config, () => openLogForReading(config))
  const documents = sealingDetails(stored, masterKey)
  try {
    const { store, contiguous } = reading
    const { records } = documents
    const subjects = await subjectsKept(store)
    if (subjects.size > 0) await checkKeys({ subjects, records, masterKey, acceptLoss: config.acceptLostKeys })
    await documents.define(projections.map(({ spec }) => spec))
    const log = openEventLog({ store, keyRing: openKeyRing({ records, masterKey }) })
    return { store, documents, log, contiguous, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The read models alone. Without the master key, what is sealed in them stays so. null where there are none yet. */
export const openReadModels = async (
  config: Config,
): Promise<{ readonly documents: DocumentStore; readonly close: () => Promise<void> } | null> => {
  if (config.mongoUrl === null && !existsSync(join(config.dataDir, readModelFiles[0]))) return null
  const opened = await openDocuments(config, async () => ({ close: async () => undefined }))
  const masterKey = config.masterKey ?? readMasterKey(config.dataDir)
  const documents = masterKey ? sealingDetails(opened.documents, masterKey) : opened.documents
  await documents.define(projections.map(({ spec }) => spec))
  return { ...opened, documents }
}

/**
 * The read models come before the log, so that they are never ahead of it; the records after it, so that they have the key of every event in it.
 * @param openLog opens it up to its current end
 */
const openDocuments = <Log extends Pick<LogReading, 'close'>>(
  { mongoUrl, dataDir }: Config,
  openLog: () => Promise<Log>,
): Promise<{ readonly documents: DocumentStore; readonly log: Log; readonly close: () => Promise<void> }> =>
  openInParts(async (kept) => {
    if (mongoUrl !== null) {
      const documents = kept(await openMongoDocumentStore({ url: mongoUrl }))
      return { documents, log: kept(await openLog()) }
    }
    const { path: folder, remove } = temporaryFolder('probity-audit-')
    kept({ close: remove })
    const take = (names: readonly string[]) => {
      for (const name of names) if (existsSync(join(dataDir, name))) snapshot(join(dataDir, name), join(folder, name))
    }
    take(readModelFiles)
    const log = kept(await openLog())
    take(['records.sqlite'])
    return { documents: kept(await openEmbeddedDocumentStore({ folder })), log }
  })

/** A copy as of one moment of a database that others may be writing to. SQLite's backup would begin again at each of their commits. */
const snapshot = (from: string, to: string): void => {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}
