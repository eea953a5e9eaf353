// Rebuilds the read models of a data folder as a running service does, and for comparison merely reads the log: parsed, and also opened.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projections } from '../../src/projections/all.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import { startProjector } from '../../src/projections/projector.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'
import { openEventLog } from '../../src/stores/event-log.ts'
import { lastEvent, type RecordedEvent } from '../../src/stores/event-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'

export type Rates = {
  /** Events of the log per second, merely read and parsed. */
  readonly plain: number
  /** Parsed, and with personal data opened, as every reader needs it. */
  readonly opened: number
  /** While all read models are built. */
  readonly all: number
  /** While only one is built, as after a release that changes it; the non-empty ones, by name. */
  readonly one: readonly (readonly [collection: string, rate: number])[]
}

export const measureRebuild = async (dataDir: string): Promise<Rates> => {
  const { events, seconds } = plainRead(join(dataDir, 'events.sqlite'))
  const rate = (took: number) => events / took
  const opened = await openedRead(dataDir)
  const all = await built(dataDir, projections)
  const one: [string, number][] = []
  for (const each of projections)
    if (all.filled.has(each.spec.name)) one.push([each.spec.name, rate((await built(dataDir, [each])).seconds)])
  return { plain: rate(seconds), opened: rate(opened), all: rate(all.seconds), one: one.sort(([, some], [, other]) => some - other) }
}

/** Builds read models into their own store. @returns the time that took, and which hold more than a few documents */
const built = async (dataDir: string, chosen: readonly AnyProjection[]) => {
  const scratch = mkdtempSync(join(tmpdir(), 'probity-rebuild-'))
  const { log, close } = await openLog(dataDir)
  const documents = await openEmbeddedDocumentStore({ folder: scratch, threaded: true })
  await documents.define(chosen.map(({ spec }) => spec))
  const last = await lastEvent(log.store)
  const began = performance.now()
  const projector = await startProjector({ log, documents, projections: chosen })
  await projector.passed(last?.position ?? 0n, 3_600_000)
  const seconds = (performance.now() - began) / 1000
  const filled = new Set<string>()
  for (const { spec } of chosen) if ((await documents.count(spec.name)) > 10) filled.add(spec.name)
  await projector.close()
  await Promise.all([close(), documents.close()])
  rmSync(scratch, { recursive: true })
  return { seconds, filled }
}

/** Reads every event through the event log. @returns the time in seconds */
const openedRead = async (dataDir: string): Promise<number> => {
  const { log, close } = await openLog(dataDir)
  const began = performance.now()
  const pageSize = 4_000
  let page: RecordedEvent[] = []
  for await (const event of log.store.readAll()) {
    if (page.push(event) < pageSize) continue
    await log.open(page)
    page = []
  }
  await log.open(page)
  const seconds = (performance.now() - began) / 1000
  await close()
  return seconds
}

/** The log of a data folder, with no key in memory yet. */
export const openLog = async (dataDir: string) => {
  const store = await openEmbeddedEventStore({ file: join(dataDir, 'events.sqlite') })
  const live = await openEmbeddedDocumentStore({ folder: dataDir })
  const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64')
  const keyRing = openKeyRing({ records: live.records, masterKey })
  return {
    log: openEventLog({ store, keyRing }),
    documents: live,
    keyRing,
    masterKey,
    close: () => Promise.all([store.close(), live.close()]),
  }
}

/** Reads every row of a log, unpacks it and parses its content. */
export const plainRead = (path: string): { readonly events: number; readonly seconds: number } => {
  const file = openEventsFile(path, { readOnly: true })
  const until = file.lastPosition()
  const began = performance.now()
  let events = 0
  for (let after = 0; after < until; ) {
    const page = file.readLog({ direction: 'forwards', after, until, limit: 4_000, filter: {} })
    events += page.events.length
    after = page.position
  }
  const seconds = (performance.now() - began) / 1000
  file.close()
  return { events, seconds }
}
