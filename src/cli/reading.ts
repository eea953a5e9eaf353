// Opens the stores for reading only, whether or not the service is running. The log and MongoDB are read in place; embedded read models
// are read from a snapshot.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Config } from '../config.ts'
import { projections } from '../projections/all.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../stores/embedded/event-store.ts'
import { type EventLog, openEventLog } from '../stores/event-log.ts'
import type { EventStore } from '../stores/event-store.ts'
import { openEventStoreDB } from '../stores/eventstoredb/event-store.ts'
import { checkKeys, subjectsKept } from '../stores/kept-keys.ts'
import { openKeyRing } from '../stores/key-ring.ts'
import { readMasterKey } from '../stores/master-key.ts'
import { openMongoDocumentStore } from '../stores/mongodb/document-store.ts'
import { sealingDetails } from '../stores/sealed-details.ts'
import { logFileIn, masterKeyOf } from './connection.ts'

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

const files = ['read-models.sqlite', 'authentication.sqlite', 'records.sqlite'] as const

/** The log in place, up to its current end. @throws WrongSetting when there is nothing to read */
export const openLogForReading = async ({ eventStoreUrl, dataDir }: Config): Promise<LogReading> => {
  if (eventStoreUrl !== null) {
    const store = await openEventStoreDB({ url: eventStoreUrl })
    return { store, contiguous: false, close: () => store.close() }
  }
  const store = await openEmbeddedEventStore({ file: logFileIn(dataDir), readOnly: true })
  return { store, contiguous: true, close: () => store.close() }
}

/** @throws WrongSetting when there is nothing to read, or no master key; LostKeys, WrongMasterKey */
export const openForReading = async (config: Config): Promise<Reading> => {
  const masterKey = masterKeyOf(config)
  // Open the read models first, so that they are never ahead of the log.
  const { documents: stored, close: closeDocuments } = await openDocuments(config)
  const documents = sealingDetails(stored, masterKey)
  try {
    const { store, contiguous, close: closeLog } = await openLogForReading(config)
    const { records } = documents
    const subjects = await subjectsKept(store)
    if (subjects.size > 0) await checkKeys({ subjects, records, masterKey, acceptLoss: config.acceptLostKeys })
    await documents.define(projections.map(({ spec }) => spec))
    const log = openEventLog({ store, keyRing: openKeyRing({ records, masterKey }) })
    const close = async () => {
      await closeLog()
      await closeDocuments()
    }
    return { store, documents, log, contiguous, close }
  } catch (error) {
    await closeDocuments()
    throw error
  }
}

/** The read models alone. Without the master key, what is sealed in them stays so. null where there are none yet. */
export const openReadModels = async (
  config: Config,
): Promise<{ readonly documents: DocumentStore; readonly close: () => Promise<void> } | null> => {
  if (config.mongoUrl === null && !existsSync(join(config.dataDir, files[0]))) return null
  const opened = await openDocuments(config)
  const masterKey = config.masterKey ?? readMasterKey(config.dataDir)
  const documents = masterKey ? sealingDetails(opened.documents, masterKey) : opened.documents
  await documents.define(projections.map(({ spec }) => spec))
  return { ...opened, documents }
}

const openDocuments = async ({
  mongoUrl,
  dataDir,
}: Config): Promise<{ readonly documents: DocumentStore; readonly close: () => Promise<void> }> => {
  if (mongoUrl !== null) {
    const documents = await openMongoDocumentStore({ url: mongoUrl })
    return { documents, close: () => documents.close() }
  }
  const folder = mkdtempSync(join(tmpdir(), 'probity-audit-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const file of files) if (existsSync(join(dataDir, file))) await snapshot(join(dataDir, file), join(folder, file))
    const documents = await openEmbeddedDocumentStore({ folder })
    const close = async () => {
      await documents.close()
      remove()
    }
    return { documents, close }
  } catch (error) {
    remove()
    throw error
  }
}

/** A consistent copy of a database that others may be writing to. */
const snapshot = async (from: string, to: string): Promise<void> => {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to)
  } finally {
    source.close()
  }
}
