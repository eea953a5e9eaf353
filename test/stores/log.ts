// The event log on embedded stores in a folder of its own, for tests of what works on it.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { beginning, type EventLog, openEventLog, type WriteContext } from '../../src/stores/event-log.ts'
import type { EventStore } from '../../src/stores/event-store.ts'
import { type KeyRing, openKeyRing } from '../../src/stores/key-ring.ts'

export type Stores = {
  readonly folder: string
  readonly store: EventStore
  readonly documents: DocumentStore
  readonly keyRing: KeyRing
  readonly log: EventLog
  /** Appends behind whatever the stream holds; resolves with the position of the last event. */
  readonly append: (stream: string, ...events: readonly DomainEvent[]) => Promise<bigint>
  /** Closes the stores and opens them again, as a restart does. */
  readonly reopen: () => Promise<Stores>
  /** Closes the stores and removes the folder. */
  readonly close: () => Promise<void>
}

export const accountId = '0198c0de-0000-7000-8000-0000000000ac'
export const masterKey = Buffer.alloc(32, 3)

export const context = (change: Partial<WriteContext> = {}): WriteContext => ({
  accountId,
  actor: { type: 'api_key', id: accountId },
  commandId: randomUUID(),
  at: new Date('2026-11-21T09:30:00.000Z'),
  ...change,
})

/** Appends behind whatever a stream holds. */
export const appendTo =
  (log: EventLog, contextOf: () => WriteContext): Stores['append'] =>
  async (stream, ...events) => {
    const last = (await log.read(stream)).at(-1)
    const behind = last ? { revision: last.revision, hash: last.metadata.hash } : beginning(stream)
    return (await log.append(stream, events, behind, contextOf())).position
  }

export const openStores = async (folder = mkdtempSync(join(tmpdir(), 'probity-log-'))): Promise<Stores> => {
  const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
  const documents = await openEmbeddedDocumentStore({ folder })
  const keyRing = openKeyRing({ records: documents.records, masterKey })
  const log = openEventLog({ store, keyRing })
  const end = async () => {
    await store.close()
    await documents.close()
  }
  return {
    folder,
    store,
    documents,
    keyRing,
    log,
    append: appendTo(log, context),
    reopen: async () => {
      await end()
      return openStores(folder)
    },
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The simplest event that a stream can hold. */
export const switched = (feature: string, on = true): DomainEvent => ({ type: 'FeatureSwitched', data: { feature, on } })
