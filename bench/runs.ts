// How many runs of an agent per second, and how late the last of many stream readers gets a frame.
//   npm run bench -- runs [--streams 1000]
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startChild } from './parts/child.ts'
import { load } from './parts/load.ts'

const { values } = parseArgs({ options: { streams: { type: 'string', default: '1000' }, runs: { type: 'string', default: '500' } } })
const streams = Number(values.streams)
const runs = Number(values.runs)
const folder = mkdtempSync(join(tmpdir(), 'probity-runs-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}` }
const probity = await startChild('src/main.ts', [], {
  PORT: '0',
  DATA_DIR: folder,
  BOOTSTRAP_TEST_KEY: key,
  RATE_LIMIT_PER_SECOND: '1000000',
  LOG_LEVEL: 'warn',
})
const base = `http://127.0.0.1:${probity.port}/v1`
type Answer = {
  readonly id: string
  readonly status: string
  readonly total_count: number
  readonly data: readonly { readonly status: string }[]
}

const call = async (method: string, path: string, body?: object): Promise<Answer> =>
  (await (
    await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  ).json()) as Answer

const until = async (what: () => Promise<boolean>) => {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 50))
}

const business = await call('POST', '/businesses', { name: 'Bench LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
await until(async () => (await call('GET', `/businesses/${business.id}`)).status === 'in_review')

const began = performance.now()
await load({
  port: probity.port,
  connections: 16,
  requests: runs,
  headers,
  request: () => ({ method: 'POST', path: '/v1/runs', body: JSON.stringify({ type: 'business_verification', business_id: business.id }) }),
})
await until(
  async () =>
    (await call('GET', '/runs?per_page=100')).data.every(({ status }) => status === 'completed') &&
    (await call('GET', '/runs')).total_count === runs,
)
console.log(`runs from start to end: ${(runs / ((performance.now() - began) / 1000)).toFixed(0)} a second`)

/** All readers wait for one run: its business is created and its stream opened before its steps are taken. */
const run = await call('POST', '/runs', {
  type: 'business_verification',
  business: { name: 'Slow Business', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] },
})
const ends: number[] = []
let failures = 0
const reader = () =>
  new Promise<void>((resolve) => {
    get(`${base}/runs/${run.id}/stream`, { headers }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('RUN_FINISHED')) ends.push(performance.now())
      })
      response.on('end', () => resolve())
    }).on('error', () => {
      failures++
      resolve()
    })
  })
const opened = performance.now()
await Promise.all(Array.from({ length: streams }, reader))
ends.sort((a, b) => a - b)
const first = ends[0] ?? opened
const at = (share: number) => ((ends[Math.floor(ends.length * share)] ?? first) - first).toFixed(0)
console.log(
  `${ends.length} of ${streams} streams got their last frame (${failures} failed): p50 ${at(0.5)} ms, p99 ${at(0.99)} ms behind the first reader`,
)
console.log(`memory of the service: ${probity.residentMb().toFixed(0)} MB`)
await probity.stop()
rmSync(folder, { recursive: true })
