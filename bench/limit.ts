// Measures how near the service comes to what the machine can do: its speed as ratios of hand-written straight-line code.
//   npm run bench -- limit [--businesses 20000] [--backlog 2000]
// With WORK_IN_THREAD=true in the environment, the service does its background work in a thread.
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild, startProbity } from './parts/child.ts'
import { type Load, type LoadFigures, load } from './parts/load.ts'
import { median } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'
import { oneOf, randomFrom } from './parts/random.ts'
import { measureRebuild, openLog } from './parts/rebuild.ts'
import type { Template } from './parts/straight-line.ts'

const { values } = parseOptions({
  options: { businesses: { type: 'string', default: '20000' }, backlog: { type: 'string', default: '2000' } },
})
const [businesses, backlog] = [Number(values.businesses), Number(values.backlog)]
const connections = 64
/** Of reads when nothing else is to be done; behind the backlog they go on until it is done. */
const roundsOfReads = 40
const folder = mkdtempSync(join(tmpdir(), 'probity-limit-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}` }
const random = randomFrom(19)

const business = (n: number) =>
  JSON.stringify({
    name: `Bench Company ${n} LLC`,
    addresses: [{ full_address: `${n} Main St, Portland, OR 97201` }],
    orders: [{ product: 'business_verification_verify' }],
  })

const template = await verifiedOnce()
const created = await measureCreates()
await measureReads(created)
await measureRebuilds(created)
rmSync(folder, { recursive: true })

/** Verifies one business, and keeps what that leaves as the template of the straight line. */
async function verifiedOnce(): Promise<string> {
  const probity = await startProbity(join(folder, 'sample'), key)
  const answer = await fetch(urlOf(probity, ''), {
    method: 'POST',
    body: business(0),
    headers: { ...headers, 'Content-Type': 'application/json' },
  })
  const { id } = (await answer.json()) as { readonly id: string }
  await verified(probity)
  const document = await (await fetch(urlOf(probity, `/${id}`), { headers })).text()
  await probity.stop()
  const { log, close } = await openLog(join(folder, 'sample'))
  const events = (await log.read(`business-${id}`)).map(({ type, data, metadata: { prev_hash, hash, ...metadata } }) => ({
    type,
    data,
    metadata,
  }))
  await close()
  const file = join(folder, 'template.json')
  writeFileSync(file, JSON.stringify({ events, document: JSON.parse(document) } satisfies Template))
  console.log(`one verified business: ${events.length} events, an answer of ${(document.length / 1024).toFixed(1)} KB`)
  return file
}

type Created = { readonly straight: Child; readonly straightIds: string[]; readonly probity: Child; readonly ids: string[] }

async function measureCreates(): Promise<Created> {
  mkdirSync(join(folder, 'straight'))
  const straight = await startChild('bench/parts/straight-line.ts', [join(folder, 'straight'), template])
  const probity = await startProbity(join(folder, 'data'), key)
  const straightIds: string[] = []
  const ids: string[] = []
  const keepIn = (list: string[]) => (_: number, body: string) => list.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? '')
  await fill(probity, 500, ids)
  await verified(probity)

  const straightUsed = straight.cpuMs()
  const bare = await load({
    port: straight.port,
    connections,
    requests: businesses,
    request: (n) => ({ method: 'POST', path: '/businesses', body: business(n) }),
    onAnswer: keepIn(straightIds),
  })
  const straightCpu = (straight.cpuMs() - straightUsed) / businesses
  line('straight line, all of it', bare)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, probity.residentMb())
  }, 200)
  const used = probity.cpuMs()
  const began = performance.now()
  const creates = await fill(probity, businesses, ids)
  line('create a business', creates)
  await verified(probity)
  const perSecond = businesses / ((performance.now() - began) / 1000)
  clearInterval(sampling)
  const cpu = (probity.cpuMs() - used) / businesses
  console.log(`${'created and verified'.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s`)
  console.log(
    `  time on a core for each: straight line ${straightCpu.toFixed(2)} ms, service ${cpu.toFixed(2)} ms, ratio ${(straightCpu / cpu).toFixed(2)}`,
  )
  goal('created and verified, of the straight line', perSecond / bare.perSecond, atLeast(0.5))
  goal(`creates over ${connections} connections, p99 in ms`, creates.p99, atMost(100))
  goal('memory of the service at its peak, in MB', peak, atMost(600))
  return { straight, straightIds, probity, ids }
}

async function measureReads({ straight, straightIds, probity, ids }: Created): Promise<void> {
  const straightUsed = straight.cpuMs()
  const bare = await load({
    port: straight.port,
    connections,
    requests: 20_000,
    request: () => ({ method: 'GET', path: `/businesses/${oneOf(straightIds, random)}` }),
  })
  line('bare read of one row', bare)
  const [straightCpu, used] = [straight.cpuMs() - straightUsed, probity.cpuMs()]
  const reads = await load({ port: probity.port, connections, requests: 20_000, headers, request: readOf(ids) })
  line('read a business', reads)
  console.log(`  time on a core, of the bare read's: ${((probity.cpuMs() - used) / straightCpu).toFixed(1)} times as much`)
  goal('reads, of the bare read', reads.perSecond / bare.perSecond, atLeast(0.4))

  const few = { port: probity.port, connections: 4, headers, request: readOf(ids), requests: 500 }
  const idle: Load[] = []
  while (idle.length < roundsOfReads) idle.push(await load(few))
  line('read, nothing else to do', together(idle))
  await fill(probity, backlog, [])
  const until = await goalPosition(probity)
  const busy: Load[] = []
  while ((await gauge(probity, 'probity_processed_position')) < until) busy.push(await load(few))
  if (busy.length === 0) return console.log('the backlog was done before a read was measured: give a larger --backlog')
  line(`read, behind ${backlog} businesses`, together(busy))
  goal('p99 of reads behind the backlog, of the idle one', together(busy).p99 / together(idle).p99, atMost(2))
}

/** Rounds as one: the medians of their figures. So both sides of a ratio are seen over as many requests at a time. */
function together(rounds: readonly Load[]): LoadFigures {
  const of = (figure: (round: LoadFigures) => number) => median(rounds.map(figure))
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}

async function measureRebuilds({ straight, probity, ids }: Created): Promise<void> {
  const data = join(folder, 'data')
  await probity.stop()
  await straight.stop()
  const verifiedOnes = ids.length + backlog
  const perBusiness = (file: string) => statSync(join(data, file)).size / verifiedOnes / 1024
  console.log(
    `bytes per business: log ${perBusiness('events.sqlite').toFixed(1)} KB, documents ${perBusiness('read-models.sqlite').toFixed(1)} KB, records ${perBusiness('records.sqlite').toFixed(1)} KB`,
  )
  goal('log of a business, in KB', perBusiness('events.sqlite'), atMost(12))
  goal('documents of a business, in KB', perBusiness('read-models.sqlite'), atMost(15))
  const { plain, opened, all, one } = await measureRebuild(data)
  for (const [name, rate] of [
    ['log read and parsed', plain],
    ['log read, parsed and opened', opened],
    ['building all read models', all],
    ...one.map(([collection, alone]): [string, number] => [`building ${collection} alone`, alone]),
  ] as const)
    console.log(`${name.padEnd(36)} ${rate.toFixed(0).padStart(9)} events/s   ${(rate / opened).toFixed(2)} of reading and opening`)
  goal('rebuild, of reading and opening the log', all / opened, atLeast(0.5))

  const copy = join(folder, 'rebuilt')
  cpSync(data, copy, { recursive: true, filter: (file) => !/(read-models|authentication)\.sqlite|\.lock$/.test(file) })
  const rebuilding = await startProbity(copy, key)
  let longest = 0
  while ((await gauge(rebuilding, 'probity_projected_position')) < (await goalPosition(rebuilding)))
    for (let n = 0; n < 50; n++) {
      const began = performance.now()
      await (await fetch(`http://127.0.0.1:${rebuilding.port}/healthz`)).text()
      longest = Math.max(longest, performance.now() - began)
      await pause(5)
    }
  await rebuilding.stop()
  goal('longest answer of /healthz during a rebuild, in ms', longest, atMost(50))
}

function fill({ port }: Child, requests: number, ids: string[]): Promise<Load> {
  return load({
    port,
    connections,
    requests,
    headers,
    request: (n) => ({ method: 'POST', path: '/v1/businesses', body: business(n) }),
    onAnswer: (_, body) => ids.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? ''),
  })
}

function readOf(ids: readonly string[]) {
  return () => ({ method: 'GET', path: `/v1/businesses/${oneOf(ids, random)}` })
}

function urlOf({ port }: Child, path: string): string {
  return `http://127.0.0.1:${port}/v1/businesses${path}`
}

async function gauge(probity: Child, name: string): Promise<number> {
  return (await gauges(probity))(name)
}

async function gauges({ port }: Child): Promise<(name: string) => number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return (name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1] ?? 0)
}

function goalPosition(probity: Child): Promise<number> {
  return gauge(probity, 'probity_log_position')
}

/** Waits until every process has done its work up to the end of the log. The service takes some milliseconds to say so: that is why it pauses. */
async function verified(probity: Child): Promise<void> {
  for (let isDone = false; !isDone; ) {
    await pause(200)
    const at = await gauges(probity)
    isDone = at('probity_processed_position') >= at('probity_log_position')
  }
}

function line(name: string, { perSecond, p50, p99, failures }: LoadFigures): void {
  const rates = `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms`
  console.log(`${rates}${failures ? `   ${failures} FAILED` : ''}`)
}

type Bound = { readonly words: string; readonly holds: (value: number) => boolean }

function atLeast(bound: number): Bound {
  return { words: `at least ${bound}`, holds: (value) => value >= bound }
}

function atMost(bound: number): Bound {
  return { words: `at most ${bound}`, holds: (value) => value <= bound }
}

/** Prints a figure with its goal. */
function goal(what: string, value: number, { words, holds }: Bound): void {
  console.log(`  ${holds(value) ? 'reached' : 'MISSED '}  ${what}: ${value.toFixed(2)} (goal: ${words})`)
}
