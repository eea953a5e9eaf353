// The speed of creating and reading businesses and of rebuilding the read models, each compared with a bare baseline in the same run.
//   npm run bench -- service [--creates 20000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startChild, startProbity } from './parts/child.ts'
import { type Load, load } from './parts/load.ts'
import { median } from './parts/median.ts'
import { measureRebuild } from './parts/rebuild.ts'

const { values } = parseArgs({ options: { creates: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '3' } } })
const creates = Number(values.creates)
const rounds = Number(values.rounds)
const connections = 64
const folder = mkdtempSync(join(tmpdir(), 'probity-bench-'))
const key = 'bvs_test_0123456789abcdef0123456789'

const business = (n: number) =>
  JSON.stringify({
    name: `Bench Company ${n} LLC`,
    addresses: [{ full_address: `${n} Main St, Portland, OR 97201` }],
    orders: [{ product: 'business_verification_verify' }],
  })

const line = (name: string, { perSecond, p50, p99, failures }: Load) =>
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(7)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms${failures ? `   ${failures} FAILED` : ''}`,
  )

const bare = await startChild('bench/parts/bare-server.ts', [join(folder, 'bare.sqlite')])
const probity = await startProbity(join(folder, 'data'), key)
const headers = { Authorization: `Bearer ${key}` }
const ids: string[] = []
const createRatios: number[] = []
const getRatios: number[] = []
let peak = 0

for (let round = 0; round < rounds; round++) {
  const count = Math.round(creates / rounds)
  const bareCreates = await load({
    port: bare.port,
    connections,
    requests: count,
    request: (n) => ({ method: 'POST', path: '/rows', body: business(n) }),
  })
  const sampling = setInterval(() => {
    peak = Math.max(peak, probity.residentMb())
  }, 200)
  const probityCreates = await load({
    port: probity.port,
    connections,
    requests: count,
    headers,
    request: (n) => ({ method: 'POST', path: '/v1/businesses', body: business(n) }),
    onAnswer: (_, body) => ids.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? ''),
  })
  clearInterval(sampling)
  line('bare durable insert', bareCreates)
  line('create a business', probityCreates)
  createRatios.push(probityCreates.perSecond / bareCreates.perSecond)
}

await quiet()
/** The baseline's rows have the size of the businesses that the service returns. */
const sample = await (await fetch(`http://127.0.0.1:${probity.port}/v1/businesses/${ids[0]}`, { headers })).text()
const { id: row } = (await (
  await fetch(`http://127.0.0.1:${bare.port}/rows`, { method: 'POST', body: sample, headers: { 'Content-Type': 'application/json' } })
).json()) as { id: number }
for (let round = 0; round < rounds; round++) {
  const count = 20_000
  const bareGets = await load({ port: bare.port, connections, requests: count, request: () => ({ method: 'GET', path: `/rows/${row}` }) })
  const probityGets = await load({
    port: probity.port,
    connections,
    requests: count,
    headers,
    request: (n) => ({ method: 'GET', path: `/v1/businesses/${ids[n % ids.length]}` }),
  })
  line('bare read of one row', bareGets)
  line('read a business', probityGets)
  getRatios.push(probityGets.perSecond / bareGets.perSecond)
}
console.log(`memory of the service under this load: ${peak.toFixed(0)} MB at its peak`)
await probity.stop()
await bare.stop()

const { plain, opened, all, one } = await measureRebuild(join(folder, 'data'))
const ofReading = (name: string, rate: number) =>
  console.log(
    `${name.padEnd(32)} ${rate.toFixed(0).padStart(9)} events/s   ${(rate / plain).toFixed(2)} of reading, ${(rate / opened).toFixed(2)} of reading and opening`,
  )
ofReading('log read and parsed', plain)
ofReading('log read, parsed and opened', opened)
ofReading('building all read models', all)
for (const [collection, rate] of one) ofReading(`building ${collection} alone`, rate)
console.log(
  `\nratios (median of ${rounds}): create ${median(createRatios).toFixed(2)}  get ${median(getRatios).toFixed(2)}  rebuild ${(all / plain).toFixed(2)} of reading, ${(all / opened).toFixed(2)} of reading and opening`,
)
rmSync(folder, { recursive: true })

/** Waits until the new businesses have been verified. */
async function quiet() {
  for (let before = -1; ; ) {
    const metrics = await (await fetch(`http://127.0.0.1:${probity.port}/metrics`)).text()
    const now = Number(/probity_processed_position (\d+)/.exec(metrics)?.[1] ?? 0)
    if (now === before) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
