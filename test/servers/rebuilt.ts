// What the log says happened, and whether the read models are what folding it anew makes of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Difference, differencesFromRebuild } from '../../src/audit/rebuild.ts'
import { projections } from '../../src/projections/all.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { type EventLog, openEventLog } from '../../src/stores/event-log.ts'
import type { EventStore } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { openMongoDocumentStore } from '../../src/stores/mongodb/document-store.ts'
import { masterKey, type Stores } from './instances.ts'

export type Opened = {
  readonly events: EventStore
  readonly documents: DocumentStore
  readonly log: EventLog
  readonly close: () => Promise<void>
}

/** The stores of running instances, looked at from outside. */
export const openTheirStores = async ({ eventStoreUrl, mongoUrl }: Stores): Promise<Opened> => {
  const events = await openEventStoreDB({ url: eventStoreUrl })
  const documents = await openMongoDocumentStore({ url: mongoUrl })
  await documents.define(projections.map(({ spec }) => spec))
  const keyRing = openKeyRing({ records: documents.records, masterKey: Buffer.from(masterKey, 'base64') })
  const close = async () => {
    await events.close()
    await documents.close()
  }
  return { events, documents, log: openEventLog({ store: events, keyRing }), close }
}

/** How often each event of these types stands in the log, by type and the id that it is about. */
export const occurrences = async ({ events }: Pick<Opened, 'events'>): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for await (const { type, data, stream } of events.readAll()) {
    const about = type === 'BusinessCreated' ? stream.slice('business-'.length) : 'order_id' in data ? String(data.order_id) : undefined
    if (about) counts.set(`${type} ${about}`, (counts.get(`${type} ${about}`) ?? 0) + 1)
  }
  return counts
}

/** Names every document that differs from what the log, folded anew into an empty store, makes of it. */
export const rebuiltDifferently = async ({ documents, log }: Opened): Promise<readonly Difference[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-rebuilt-'))
  const scratch = await openEmbeddedDocumentStore({ folder })
  try {
    return (await differencesFromRebuild({ log, documents, scratch, projections })).differences
  } finally {
    await scratch.close()
    rmSync(folder, { recursive: true })
  }
}
