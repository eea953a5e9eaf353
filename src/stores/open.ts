// Opens the stores that the configuration asks for: the embedded ones in the data folder, or EventStoreDB and MongoDB.
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import type { Db } from 'mongodb'
import { openEventStoreDB, openMongoDocumentStore } from './cluster.ts'
import type { DocumentStore } from './document-store.ts'
import { openEmbeddedDocumentStore } from './embedded/document-store.ts'
import { openDurableThread } from './embedded/durable-thread.ts'
import { openEmbeddedEventStore } from './embedded/event-store.ts'
import { authenticationFile, logFile, openDataFolder, readModelsFile, recordsFile } from './embedded/folder.ts'
import { hasRoom } from './embedded/room.ts'
import { type EventStore, StoreUnavailable } from './event-store.ts'
import { checkKeys, lostKeys, noteMasterKey, subjectsKept, WrongMasterKey } from './kept-keys.ts'
import { checkReach, forgetAhead } from './log-reach.ts'
import { masterKeyFile, readMasterKey, writeMasterKey } from './master-key.ts'
import { type Keep, openInParts } from './opening.ts'
import { sealingDetails } from './sealed-details.ts'

export type StoreSettings = {
  readonly dataDir: string
  readonly eventStoreUrl: string | null
  readonly mongoUrl: string | null
  readonly masterKey: Buffer | null
  readonly acceptLostKeys: boolean
  /** Called with the name of each command that goes to MongoDB. */
  readonly onCommand?: (command: string) => void
  /** Called when the start waits until MongoDB has built this, which may take minutes. */
  readonly onBuild?: (what: string) => void
}

export type Stores = {
  readonly events: EventStore
  readonly documents: DocumentStore
  readonly masterKey: Buffer
  /** Whether the data folder takes more; true where there is none. */
  readonly hasRoom: () => Promise<boolean>
  /** Whether another thread can open the same files: not on servers, and not on a full disk, where one connection has each file alone. */
  readonly canShare: boolean
  /** Where instances count together; undefined where there is only one. */
  readonly counters?: Db
  /** Writes where this process listens, for others that find the data folder taken. */
  readonly announce: (address: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** @throws DataFolderInUse, DataFolderUnusable, LogUnusable, StoreUnavailable, LostKeys, WrongMasterKey */
export const openStores = (settings: StoreSettings): Promise<Stores> => {
  const { eventStoreUrl, mongoUrl, masterKey } = settings
  return openInParts<Opened>((kept) =>
    eventStoreUrl !== null && mongoUrl !== null && masterKey !== null
      ? openCluster({ ...settings, eventStoreUrl, mongoUrl, masterKey }, kept)
      : openEmbedded(settings, kept),
  )
}

type Opened = Omit<Stores, 'close'>
type ClusterSettings = StoreSettings & { readonly eventStoreUrl: string; readonly mongoUrl: string; readonly masterKey: Buffer }

const openCluster = async (
  { eventStoreUrl, mongoUrl, masterKey, onCommand, onBuild, acceptLostKeys }: ClusterSettings,
  kept: Keep,
): Promise<Opened> => {
  const events = kept(await openEventStoreDB({ url: eventStoreUrl }))
  const documents = kept(await openMongoDocumentStore({ url: mongoUrl, ...(onCommand && { onCommand }), ...(onBuild && { onBuild }) }))
  const { records, counters } = documents
  await checkKeys({ subjects: await subjectsKept(events), records, masterKey, acceptLoss: acceptLostKeys })
  await checkReach(events, documents)
  await forgetAhead(events, documents)
  await noteMasterKey({ records, masterKey })
  return {
    events,
    documents: sealingDetails(documents, masterKey),
    masterKey,
    counters,
    canShare: false,
    hasRoom: async () => true,
    announce: async () => undefined,
  }
}

/** In documents. To look through fewer takes less time than a slice of other work. */
const searchThreadFrom = 5_000

/** What the log says of itself. Its file stays as it is: after a refused start, the release that wrote it can be put back. */
const lookAtLog = async (file: string, alone: boolean): Promise<{ readonly subjects: ReadonlySet<string> } & Pick<EventStore, 'end'>> => {
  if (!existsSync(file)) return { subjects: new Set(), end: async () => 0n }
  const log = await openEmbeddedEventStore({ file, alone, keepLayout: true })
  try {
    const [subjects, end] = [await subjectsKept(log), await log.end()]
    return { subjects, end: async () => end }
  } finally {
    await log.close()
  }
}

/** A refused start leaves no new key and no new file behind, a backup a backup, and the log in the layout that it had. */
const openEmbedded = async ({ dataDir, acceptLostKeys, ...settings }: StoreSettings, kept: Keep): Promise<Opened> => {
  const folder = kept(await openDataFolder(dataDir))
  const alone = !(await hasRoom(dataDir))
  const thread = alone ? undefined : kept(openDurableThread())
  const { subjects, end } = await lookAtLog(logFile(dataDir), alone)
  const file = recordsFile(dataDir)
  if (subjects.size > 0 && !existsSync(file) && !acceptLostKeys) throw lostKeys(file, 'does not exist')
  const knownKey = settings.masterKey ?? readMasterKey(dataDir)
  if (subjects.size > 0 && knownKey === undefined)
    throw new WrongMasterKey(`the log holds personal data, but ${masterKeyFile(dataDir)} does not exist; restore it, or set MASTER_KEY`)
  const newModels = [readModelsFile, authenticationFile].map((file) => file(dataDir)).filter((file) => !existsSync(file))
  const documents = kept(await openEmbeddedDocumentStore({ folder: dataDir, threaded: true, searchThreadFrom, alone, thread }))
  const { records } = documents
  const masterKey = knownKey ?? randomBytes(32)
  try {
    await checkReach({ end }, documents)
    await checkKeys({ subjects, records, masterKey, acceptLoss: acceptLostKeys })
    await forgetAhead({ end }, documents)
  } catch (error) {
    await documents.close()
    for (const file of newModels) rmSync(file, { force: true })
    throw error
  }
  const events = kept(await openEmbeddedEventStore({ file: logFile(dataDir), alone, thread }))
  await folder.use()
  if (!knownKey) writeMasterKey(dataDir, masterKey)
  await noteMasterKey({ records, masterKey }).catch((error) => {
    // On a full disk the next start notes it.
    if (!(error instanceof StoreUnavailable)) throw error
  })
  return {
    events,
    documents: sealingDetails(documents, masterKey),
    masterKey,
    canShare: !alone,
    hasRoom: () => hasRoom(dataDir),
    announce: (address) => folder.announce({ address }),
  }
}
