// A log of any length that looks real: repeats the histories that the service writes for a few businesses, under new ids.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../src/config.ts'
import { sealedSubjectsIn } from '../../src/events/personal-data.ts'
import { wholeLog } from '../../src/projections/checkpoints.ts'
import { startService } from '../../src/service.ts'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'
import { openLogWriting } from '../../src/stores/embedded/log-writing.ts'
import type { EventLog } from '../../src/stores/event-log.ts'
import type { KeyRing } from '../../src/stores/key-ring.ts'
import { readProcessCheckpoints, saveProcessCheckpoints } from '../../src/stores/process-checkpoints.ts'
import { appendOf, copyOf, isChained, subjectsOf, type Template, templateOf } from './copied-history.ts'
import { openProgress } from './progress.ts'
import { openLog } from './rebuild.ts'

const names = ['Acme Widgets LLC', 'Unregistered Business', 'Inactive Business', 'Watchlist Business', 'Pacific Crest Bakery LLC']
const key = 'bvs_test_0123456789abcdef0123'
const writtenAtOnce = 200
/** The businesses are spread over one. */
const yearMs = 365 * 24 * 3_600_000

/** Creates a data folder with at least this many events. */
export const writeHistories = (folder: string, events: number): Promise<void> =>
  write(folder, { goal: events, of: 'events', left: ({ position }) => events - position })

export type Businesses = {
  readonly businesses: number
  readonly nameOf: (n: number) => string
  /** The share of them that was verified; the others were created without an order. */
  readonly verified?: number
}

/**
 * Creates a data folder with this many businesses besides the few that are copied, or adds as many to one that was made so. The read models are folded by
 * the service that starts there next; its processes have nothing to do with these businesses.
 */
export const writeBusinesses = async (folder: string, { businesses, nameOf, verified = 1 }: Businesses): Promise<void> => {
  await write(folder, { goal: businesses, of: 'businesses', left: ({ copies }) => businesses - copies, nameOf, verified })
  await passByProcesses(folder)
}

type Written = { readonly copies: number; readonly position: number }
type Writing = {
  readonly goal: number
  readonly of: string
  /** What is left of the goal; a copy takes at least one off. */
  readonly left: (written: Written) => number
  readonly nameOf?: (n: number) => string
  readonly verified?: number
}

const write = async (folder: string, { goal, of, left, nameOf, verified = 1 }: Writing): Promise<void> => {
  if (!existsSync(join(folder, 'events.sqlite'))) await verifyBusinesses(folder)
  const { log, keyRing, close } = await openLog(folder)
  const histories = await historiesIn(log, keyRing)
  const file = openEventsFile(join(folder, 'events.sqlite'))
  const commit = openLogWriting(file)
  const bar = openProgress(`writing ${of}`, goal)
  const began = Date.now() - yearMs
  let written: Written = { copies: 0, position: file.lastPosition() }
  while (left(written) > 0) {
    const begun = written.copies
    const copies = Array.from({ length: Math.min(writtenAtOnce, left(written)) }, (_, n) => {
      const number = begun + n
      const before = Math.floor(number * verified)
      const isVerified = Math.floor((number + 1) * verified) > before
      const { name, whole, created } = histories[(isVerified ? before : number) % histories.length] as History
      // Businesses that are created later come later in the log.
      const at = new Date(began + (1 - left(written) / goal) * yearMs + n)
      return copyOf(isVerified ? whole : created, nameOf?.(number) ?? name, at)
    })
    const keys = await keyRing.obtain(copies.flatMap(subjectsOf))
    const appends = copies.map((copy) => appendOf(copy, keys))
    if (written.copies === 0 && !appends.every(isChained))
      throw new Error('the hashes of the copies are not what the service makes of them')
    for (const outcome of commit(appends)) if (outcome.status === 'rejected') throw outcome.reason
    written = { copies: written.copies + copies.length, position: file.lastPosition() }
    bar.reach(goal - left(written))
  }
  bar.end()
  file.close()
  await close()
}

/** Moves the checkpoints of all processes to the end of the log. */
const passByProcesses = async (folder: string): Promise<void> => {
  const { log, documents, close } = await openLog(folder)
  const position = await log.store.end()
  const { partition } = wholeLog
  const { positions } = await readProcessCheckpoints(documents.records, partition)
  const passed = new Map([...positions.keys()].map((process) => [process, position]))
  await saveProcessCheckpoints(documents.records, partition, { positions: passed, logEnd: position })
  await close()
}

/** The service itself creates the first few businesses. */
const verifyBusinesses = async (folder: string): Promise<void> => {
  const environment = { DATA_DIR: folder, PORT: '0', BOOTSTRAP_TEST_KEY: key, RATE_LIMIT_PER_SECOND: '1000000' }
  const service = await startService(readConfig(environment), { log: pino({ level: 'silent' }) })
  const ask = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${service.url}/v1${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { readonly id: string; readonly status: string }
  }
  for (const name of names) {
    const people = [{ name: 'Wilhelmina Zuckerkandl' }, { name: 'Jo March' }]
    const { id } = await ask('/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }], people })
    while ((await ask(`/businesses/${id}`)).status !== 'in_review') await pause(50)
  }
  await service.stop()
}

/** `created`: the history until the first order. */
type History = { readonly name: string; readonly whole: Template; readonly created: Template }

/** Those of the businesses that the service has verified: the first ones in the log. */
const historiesIn = async ({ store }: EventLog, keyRing: KeyRing): Promise<readonly History[]> => {
  const created: string[] = []
  for await (const { stream } of store.readAll({ types: ['BusinessCreated'], limit: names.length })) created.push(stream)
  return Promise.all(
    created.map(async (stream) => {
      const events = await store.read(stream)
      const name = String(events[0]?.data.name)
      const keys = await keyRing.find([...sealedSubjectsIn(events.map(({ data }) => data))])
      return { name, whole: templateOf(events, name, keys), created: templateOf(events.slice(0, 1), name, keys) }
    }),
  )
}
