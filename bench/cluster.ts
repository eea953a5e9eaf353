// Measures creates, verified businesses and the delay of reads elsewhere on EventStoreDB with MongoDB, for one and two instances, beside the embedded stores.
//   EVENT_STORE_URL=... MONGODB_URL=... npm run bench -- cluster [--creates 2000] [--connections 64]
// Without the two URLs it uses the small test servers. They are built to be correct, not fast, so they say little about the real ones.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEventStoreServer } from '../test/servers/eventstore.ts'
import { type Instance, startInstance, testKey } from '../test/servers/instances.ts'
import { startMongoServer } from '../test/servers/mongodb.ts'
import { startChild } from './parts/child.ts'
import { parseOptions } from './parts/options.ts'

const { EVENT_STORE_URL, MONGODB_URL } = process.env
const areReal = EVENT_STORE_URL !== undefined && MONGODB_URL !== undefined
const { values } = parseOptions({
  options: {
    creates: { type: 'string', default: areReal ? '2000' : '200' },
    connections: { type: 'string', default: areReal ? '64' : '16' },
  },
})
const [creates, connections] = [Number(values.creates), Number(values.connections)]
const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }

type Figures = {
  readonly perSecond: number
  /** Businesses a second until the last one has been verified. */
  readonly verifiedPerSecond: number
  readonly writes: readonly number[]
  readonly reads: readonly number[]
  readonly missed: number
  /** Creates that were answered with 503, and sent again. */
  readonly refused: number
}

/** Each client creates at one instance and immediately reads at the next. */
const measure = async (urls: readonly [string, ...string[]]): Promise<Figures> => {
  const there = await verified(urls[0])
  const [writes, reads]: [number[], number[]] = [[], []]
  let [missed, refused] = [0, 0]
  let begun = 0
  const client = async (_: unknown, n: number) => {
    const [one, other] = [urls[n % urls.length], urls[(n + 1) % urls.length]]
    while (begun++ < creates) {
      const name = `Bench Company ${randomUUID()} LLC`
      const body = JSON.stringify({ name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
      const sent = performance.now()
      const answer = await fetch(`${one}/v1/businesses`, { method: 'POST', headers, body })
      if (answer.status === 503) {
        await answer.arrayBuffer()
        refused++
        begun--
        await pause(1000)
        continue
      }
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
      const { id } = (await answer.json()) as { readonly id: string }
      const written = performance.now()
      const read = await fetch(`${other}/v1/businesses/${id}`, { headers })
      await read.arrayBuffer()
      // An answer that says that the read models lag promises nothing.
      if (read.status !== 200 && !answer.headers.has('probity-read-model')) missed++
      writes.push(written - sent)
      reads.push(performance.now() - written)
    }
  }
  const began = performance.now()
  const soFar = () => (performance.now() - began) / 1000
  await Promise.all(Array.from({ length: connections }, client))
  const perSecond = writes.length / soFar()
  while ((await verified(urls[0])) < there + writes.length) await pause(50)
  return { perSecond, verifiedPerSecond: writes.length / soFar(), writes, reads, missed, refused }
}

/** How many businesses have been verified. */
const verified = async (url: string): Promise<number> => {
  const answer = await fetch(`${url}/v1/businesses?status=in_review&per_page=1`, { headers })
  if (answer.status !== 200) return 0
  return ((await answer.json()) as { readonly total_count: number }).total_count
}

const at = (times: readonly number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0

const report = (name: string, { perSecond, verifiedPerSecond, writes, reads, missed, refused }: Figures) =>
  console.log(
    `${name.padEnd(38)} ${perSecond.toFixed(1).padStart(7)} creates/s   ${verifiedPerSecond.toFixed(1).padStart(7)} verified/s   create p50 ${at(writes, 0.5).toFixed(1)} ms, p99 ${at(writes, 0.99).toFixed(1)} ms   read elsewhere p50 ${at(reads, 0.5).toFixed(1)} ms, p99 ${at(reads, 0.99).toFixed(1)} ms   ${missed} missed, ${refused} refused`,
  )

const onEmbeddedStores = async (): Promise<Figures> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-bench-'))
  const settings = { PORT: '0', DATA_DIR: folder, BOOTSTRAP_TEST_KEY: testKey, RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'error' }
  const service = await startChild('src/main.ts', [], settings)
  const url = `http://127.0.0.1:${service.port}`
  const figures = await measure([url])
  await service.stop()
  rmSync(folder, { recursive: true })
  return figures
}

const onServers = async (apis: 1 | 2, workers: 1 | 2): Promise<Figures> => {
  const eventStore = areReal ? undefined : await startEventStoreServer()
  const mongo = areReal ? undefined : await startMongoServer()
  const stores = { eventStoreUrl: eventStore?.url ?? EVENT_STORE_URL ?? '', mongoUrl: mongo?.url ?? MONGODB_URL ?? '' }
  const one = await startInstance('api', stores)
  const others: Instance[] = []
  for (const role of [...Array<'api'>(apis - 1).fill('api'), ...Array<'worker'>(workers).fill('worker')])
    others.push(await startInstance(role, stores))
  const first = await fetch(`${one.url()}/v1/businesses`, { headers })
  for (let status = first.status; status !== 200; ) status = (await fetch(`${one.url()}/v1/businesses`, { headers })).status
  const figures = await measure([one.url(), ...others.filter(({ role }) => role === 'api').map(({ url }) => url())])
  await Promise.all([one, ...others].map((instance) => instance.stop()))
  await eventStore?.stop()
  await mongo?.stop()
  return figures
}

const embedded = await onEmbeddedStores()
report('one process, embedded stores', embedded)
const measured = async (apis: 1 | 2, workers: 1 | 2) => {
  const figures = await onServers(apis, workers)
  report(`${apis} api, ${workers} ${workers === 1 ? 'worker' : 'workers'}, ${areReal ? 'real' : 'TEST'} servers`, figures)
  return figures
}
const single = await measured(1, 1)
const twoApis = await measured(2, 1)
const twoWorkers = await measured(1, 2)
const servers = await measured(2, 2)
const goals: readonly (readonly [what: string, goal: string, of: (figures: Figures) => number])[] = [
  ['verified businesses a second', 'at least 0.6', ({ verifiedPerSecond }) => verifiedPerSecond],
  [`creates a second at ${connections} connections`, 'at least 0.6', ({ perSecond }) => perSecond],
  ['create p99', 'at most 2', ({ writes }) => at(writes, 0.99)],
]
const ratio = (what: string, goal: string, value: number) => console.log(`  ${what.padEnd(40)} ${value.toFixed(2)}   (goal: ${goal})`)
console.log('two api and two workers / embedded:')
for (const [what, goal, of] of goals) ratio(what, goal, of(servers) / of(embedded))
console.log('two / one, on servers:')
ratio('creates a second, api instances', 'more than 1', twoApis.perSecond / single.perSecond)
ratio('read of what another one wrote, p50', 'at most 2', at(twoApis.reads, 0.5) / at(single.reads, 0.5))
ratio('verified businesses a second, workers', 'more than 1', twoWorkers.verifiedPerSecond / single.verifiedPerSecond)
if (!areReal) console.log('These were the servers of the tests: set EVENT_STORE_URL and MONGODB_URL to measure real ones.')
process.exit([embedded, single, twoApis, twoWorkers, servers].some(({ missed }) => missed > 0) ? 1 : 0)
