// A log of any length that looks real: repeats the histories that the service writes for a few businesses, under new ids.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import { startService } from '../../src/service.ts'
import { beginning, type EventLog } from '../../src/stores/event-log.ts'
import { openLog } from './rebuild.ts'

const names = ['Acme Widgets LLC', 'Unregistered Business', 'Inactive Business', 'Watchlist Business', 'Pacific Crest Bakery LLC']
const key = 'bvs_test_0123456789abcdef0123'
const writtenAtOnce = 100
/** The businesses are spread over one. */
const yearMs = 365 * 24 * 3_600_000

/** Creates a data folder with at least this many events. */
export const writeHistories = (folder: string, events: number): Promise<void> =>
  write(folder, { isEnough: ({ position }) => position >= BigInt(events), goal: `${events} events` })

/**
 * Creates a data folder with this many businesses besides the few that are copied, or adds as many to one that was made so. The read models are folded by
 * the service that starts there next; its processes have nothing to do with these businesses.
 */
export const writeBusinesses = async (folder: string, businesses: number, nameOf: (n: number) => string): Promise<void> => {
  await write(folder, { isEnough: ({ copies }) => copies >= businesses, goal: `${businesses} businesses`, nameOf })
  await passByProcesses(folder)
}

type Written = { readonly copies: number; readonly position: bigint }
type Writing = { readonly isEnough: (written: Written) => boolean; readonly goal: string; readonly nameOf?: (n: number) => string }

const write = async (folder: string, { isEnough, goal, nameOf }: Writing): Promise<void> => {
  if (!existsSync(join(folder, 'events.sqlite'))) await verifyBusinesses(folder)
  const { log, close } = await openLog(folder)
  const histories = await historiesIn(log)
  let written: Written = { copies: 0, position: await log.store.end() }
  while (!isEnough(written)) {
    const { copies, position } = written
    const some = Array.from({ length: writtenAtOnce }, (_, n) =>
      copyOf(histories[(copies + n) % histories.length] ?? [], nameOf?.(copies + n)),
    )
    const positions = await Promise.all(some.map((copy) => writeOne(log, copy)))
    written = { copies: copies + some.length, position: positions.at(-1) ?? position }
    if (process.stderr.isTTY) process.stderr.write(`\r${written.copies} businesses, ${written.position} events written of ${goal} `)
  }
  await close()
}

/** Moves the checkpoints of all processes to the end of the log. */
const passByProcesses = async (folder: string): Promise<void> => {
  const { log, documents, close } = await openLog(folder)
  const position = await log.store.end()
  const { checkpoints } = await documents.inventory()
  const ofProcesses = checkpoints.filter(({ collection }) => collection.startsWith('process_'))
  await documents.define(ofProcesses.map(({ collection }) => ({ name: collection.split('@')[0] ?? '', version: 1, indexes: [] })))
  await documents.commit(ofProcesses.map(({ collection, partition }) => ({ collection, partition, changes: [], position })))
  await close()
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

/** Those of the businesses that the service has verified: the first ones in the log. */
const historiesIn = async (log: EventLog): Promise<readonly History[]> => {
  const created: string[] = []
  for await (const { stream } of log.store.readAll({ types: ['BusinessCreated'], limit: names.length })) created.push(stream)
  return Promise.all(created.map((stream) => log.read(stream)))
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The same history for another business with other people; only the account stays. */
const copyOf = (history: History, name?: string): History => {
  const [created] = history
  const account = created?.metadata.account_id ?? ''
  const ids = new Map([[account, account]])
  const other = (id: string) => {
    const known = ids.get(id) ?? randomUUID()
    ids.set(id, known)
    return known
  }
  const text = JSON.stringify(history.map(({ position: _, ...event }) => event)).replaceAll(uuid, other)
  const own = created?.type === 'BusinessCreated' ? created.data.name : ''
  return JSON.parse(name && own ? text.replaceAll(own, name) : text) as History
}

/** @returns the position of the last event */
const writeOne = async (log: EventLog, history: History): Promise<bigint> => {
  const [first] = history
  if (!first) return 0n
  const { account_id: accountId, actor, recorded_at, mode } = first.metadata
  const at = new Date(Date.parse(recorded_at) - Math.random() * yearMs)
  const context = { accountId, mode, actor, commandId: randomUUID(), at }
  const { position } = await log.append(first.stream, history as unknown as readonly DomainEvent[], beginning(first.stream), context)
  return position
}
