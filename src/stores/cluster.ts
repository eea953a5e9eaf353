// The adapters of a cluster. Each is loaded where it is opened, and only there: their drivers would hold up every other start of a service or a command.
import type { openEventStoreDB as openEvents } from './eventstoredb/event-store.ts'
import type { openMongoDocumentStore as openDocuments } from './mongodb/document-store.ts'

/** @throws StoreMisconfigured, StoreUnavailable */
export const openEventStoreDB: typeof openEvents = async (settings) =>
  (await import('./eventstoredb/event-store.ts')).openEventStoreDB(settings)

/** @throws StoreMisconfigured, StoreUnavailable */
export const openMongoDocumentStore: typeof openDocuments = async (settings) =>
  (await import('./mongodb/document-store.ts')).openMongoDocumentStore(settings)
