// The embedded stores of another thread of the service, which shares the files of the thread that owns the data folder. Only the owner writes the log and the
// technical records; the other thread writes the read models.
import { openEmbeddedDocumentStore } from './embedded/document-store.ts'
import { logFile } from './embedded/folder.ts'
import type { Line } from './embedded/line.ts'
import { type EventListener, type EventWriter, openThreadEventStore } from './embedded/thread-event-store.ts'
import { offerRecords, type RecordKeeper, threadRecords } from './embedded/thread-records.ts'
import type { Stores } from './open.ts'
import { sealingDetails } from './sealed-details.ts'

/** What the owner does for the other thread. */
export type StoreOwner = EventWriter & RecordKeeper & { readonly hasRoom: () => Promise<boolean> }

export const offerStores = ({ events, documents, hasRoom }: Pick<Stores, 'events' | 'documents' | 'hasRoom'>): StoreOwner => ({
  append: events.append,
  hasRoom,
  ...offerRecords(documents),
})

export type ThreadStoreSettings = {
  readonly dataDir: string
  readonly masterKey: Uint8Array
  /** Where the owner keeps its records, for messages to the operator. */
  readonly recordsPlace: string
}

export const openThreadStores = async (
  { dataDir, masterKey, recordsPlace }: ThreadStoreSettings,
  line: Line<StoreOwner>,
): Promise<Stores & EventListener> => {
  const events = openThreadEventStore(logFile(dataDir), line)
  const recordsElsewhere = threadRecords(recordsPlace, line)
  const key = Buffer.from(masterKey)
  const documents = await openEmbeddedDocumentStore({ folder: dataDir, threaded: true, recordsElsewhere })
  return {
    events,
    documents: sealingDetails(documents, key),
    masterKey: key,
    canShare: false,
    hasRoom: () => line.call('hasRoom'),
    announce: async () => undefined,
    grown: events.grown,
    close: async () => {
      await events.close()
      await documents.close()
    },
  }
}
