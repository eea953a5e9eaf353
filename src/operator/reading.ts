// Opens the stores for reading only, while the service runs or not: of the embedded stores a snapshot is taken, EventStoreDB and MongoDB are read in place.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { type Config, WrongSetting } from '../config.ts'
import { projections } from '../projections/all.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../stores/embedded/event-store.ts'
import { type EventLog, openEventLog } from '../stores/event-log.ts'
import type { EventStore } from '../stores/event-store.ts'
import { openEventStoreDB } from '../stores/eventstoredb/event-store.ts'
import { openKeyRing } from '../stores/key-ring.ts'
import { openMongoDB } from '../stores/mongodb/document-store.ts'

export type Reading = {
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly log: EventLog
  readonly masterKey: Buffer
  /** Whether positions are numbered without gaps. */
  readonly contiguous: boolean
  readonly close: () => Promise<void>
}

const files = ['events.sqlite', 'read-models.sqlite', 'records.sqlite']

/** @throws WrongSetting when there is nothing to read, or no master key to read it with */
export const openForReading = async (config: Config): Promise<Reading> => {
  if (config.eventStoreUrl !== null && config.mongoUrl !== null && config.masterKey !== null) {
    const store = await openEventStoreDB({ url: config.eventStoreUrl })
    const documents = await openMongoDB({ url: config.mongoUrl })
    const close = async () => {
      await store.close()
      await documents.close()
    }
    return reading({ store, documents, masterKey: config.masterKey, contiguous: false, close })
  }
  const { dataDir } = config
  if (!existsSync(join(dataDir, 'events.sqlite')))
    throw new WrongSetting(`${dataDir} holds no event log: is DATA_DIR the service's data folder?`)
  const masterKey = config.masterKey ?? Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8').trim(), 'base64')
  const folder = mkdtempSync(join(tmpdir(), 'probity-audit-'))
  try {
    for (const file of files) if (existsSync(join(dataDir, file))) await snapshot(join(dataDir, file), join(folder, file))
    const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
    const documents = await openEmbeddedDocumentStore({ folder })
    const close = async () => {
      await store.close()
      await documents.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return reading({ store, documents, masterKey, contiguous: true, close })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
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

const reading = async (opened: Omit<Reading, 'log'>): Promise<Reading> => {
  await opened.documents.define(projections.map(({ spec }) => spec))
  return {
    ...opened,
    log: openEventLog({ store: opened.store, keyRing: openKeyRing({ records: opened.documents.records, masterKey: opened.masterKey }) }),
  }
}
