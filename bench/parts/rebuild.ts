// Rebuilds all read models of a data folder into a scratch store and, for comparison, merely reads and parses the log.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { projections } from '../../src/projections/all.ts'
import { startProjector } from '../../src/projections/projector.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openEventLog } from '../../src/stores/event-log.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'

/** Events per second. */
export const measureRebuild = async (dataDir: string): Promise<{ plain: number; rebuild: number }> => {
  const plain = plainRead(join(dataDir, 'events.sqlite'))
  const scratch = mkdtempSync(join(tmpdir(), 'probity-rebuild-'))
  const events = await openEmbeddedEventStore({ file: join(dataDir, 'events.sqlite') })
  const live = await openEmbeddedDocumentStore({ folder: dataDir })
  const documents = await openEmbeddedDocumentStore({ folder: scratch })
  await documents.define(projections.map(({ spec }) => spec))
  const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64')
  const log = openEventLog({ store: events, keyRing: openKeyRing({ records: live.records, masterKey }) })
  const [last] = await Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 }))
  const began = performance.now()
  const projector = await startProjector({ log, documents, projections })
  await projector.passed(last?.position ?? 0n, 3_600_000)
  const seconds = (performance.now() - began) / 1000
  await projector.close()
  await events.close()
  await live.close()
  await documents.close()
  rmSync(scratch, { recursive: true })
  return { plain: plain.events / plain.seconds, rebuild: plain.events / seconds }
}

/** Reads every row of a log and parses what is in it. */
export const plainRead = (file: string): { readonly events: number; readonly seconds: number } => {
  const database = new DatabaseSync(file, { readOnly: true })
  const began = performance.now()
  let events = 0
  for (const row of database.prepare('SELECT data, metadata FROM events ORDER BY position').iterate()) {
    JSON.parse(String(row.data))
    JSON.parse(String(row.metadata))
    events++
  }
  const seconds = (performance.now() - began) / 1000
  database.close()
  return { events, seconds }
}
