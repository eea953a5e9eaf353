// A log of any length that looks real: repeats the histories that the service writes for a few businesses, under new ids.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import { startService } from '../../src/service.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { beginning, type EventLog, openEventLog } from '../../src/stores/event-log.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'

const names = ['Acme Widgets LLC', 'Unregistered Business', 'Inactive Business', 'Watchlist Business', 'Pacific Crest Bakery LLC']
const key = 'bvs_test_0123456789abcdef0123'
const writtenAtOnce = 100

/** Creates a data folder with at least this many events. */
export const writeHistories = async (folder: string, events: number): Promise<void> => {
  await verifyBusinesses(folder)
  const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
  const documents = await openEmbeddedDocumentStore({ folder })
  const masterKey = Buffer.from(readFileSync(join(folder, 'master.key'), 'utf8').trim(), 'base64')
  const log = openEventLog({ store, keyRing: openKeyRing({ records: documents.records, masterKey }) })
  const histories = await historiesIn(log)
  let written = (await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 })))[0]?.position ?? 0n
  for (let n = 0; written < BigInt(events); n += writtenAtOnce) {
    const copies = Array.from({ length: writtenAtOnce }, (_, index) => copyOf(histories[(n + index) % histories.length] ?? []))
    const positions = await Promise.all(copies.map((copy) => write(log, copy)))
    for (const position of positions) if (position > written) written = position
    process.stderr.write(`\r${written} of ${events} events written `)
  }
  process.stderr.write('\n')
  await Promise.all([store.close(), documents.close()])
}

/** The service itself creates the first few businesses. */
const verifyBusinesses = async (folder: string): Promise<void> => {
  const environment = { DATA_DIR: folder, PORT: '0', BOOTSTRAP_TEST_KEY: key }
  const service = await startService(readConfig(environment), { log: pino({ level: 'silent' }) })
  const ask = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${service.url}/v1${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
    return (await response.json()) as { readonly id: string; readonly status: string }
  }
  for (const name of names) {
    const people = [{ name: 'Wilhelmina Zuckerkandl' }, { name: 'Jo March' }]
    const { id } = await ask('/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }], people })
    while ((await ask(`/businesses/${id}`)).status !== 'in_review') await pause(50)
  }
  await service.stop()
}

type History = readonly StoredEvent[]

const historiesIn = async (log: EventLog): Promise<readonly History[]> => {
  const created = (await Array.fromAsync(log.store.readAll())).filter(({ type }) => type === 'BusinessCreated')
  return Promise.all(created.map(({ stream }) => log.read(stream)))
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The same history for another business with other people; only the account stays. */
const copyOf = (history: History): History => {
  const account = history[0]?.metadata.account_id ?? ''
  const ids = new Map([[account, account]])
  const other = (id: string) => {
    const known = ids.get(id) ?? randomUUID()
    ids.set(id, known)
    return known
  }
  return JSON.parse(JSON.stringify(history.map(({ position: _, ...event }) => event)).replaceAll(uuid, other)) as History
}

/** @returns the position of the last event */
const write = async (log: EventLog, history: History): Promise<bigint> => {
  const [first] = history
  if (!first) return 0n
  const { account_id: accountId, actor, recorded_at } = first.metadata
  const context = { accountId, actor, commandId: randomUUID(), at: new Date(recorded_at) }
  const { position } = await log.append(first.stream, history as unknown as readonly DomainEvent[], beginning(first.stream), context)
  return position
}
