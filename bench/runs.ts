// Measures the memory of a thousand open streams of agent runs, how soon the last reader gets a frame, and the runs completed per second.
//   npm run bench -- runs [--streams 1000] [--runs 500]
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './parts/child.ts'
import { load } from './parts/load.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { streams: { type: 'string', default: '1000' }, runs: { type: 'string', default: '500' } } })
const streams = Number(values.streams)
const runs = Number(values.runs)
const folder = mkdtempSync(join(tmpdir(), 'probity-runs-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}` }

/** A model that keeps a run in the middle of a step until it is released; it never answers. */
const held = Promise.withResolvers<void>()
let waiting = 0
const model = createServer(async (request, response) => {
  request.resume()
  waiting++
  await held.promise
  response.end('{}')
})
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))

const environment = {
  PORT: '0',
  DATA_DIR: folder,
  BOOTSTRAP_TEST_KEY: key,
  RATE_LIMIT_PER_SECOND: '1000000',
  LOG_LEVEL: 'warn',
  AGENT_MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
}
// The first start loads the sample, which is not measured.
await (await startChild('src/main.ts', [], environment)).stop()
const probity = await startChild('src/main.ts', [], environment)
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

/** All readers are connected while the run works, and wait for frames. */
const run = await call('POST', '/runs', { type: 'business_verification', business_id: business.id })
await until(async () => waiting > 0)
const before = probity.residentMb()
let open = 0
let failures = 0
const ends: number[] = []
const reader = () =>
  new Promise<void>((resolve) => {
    get(`${base}/runs/${run.id}/stream`, { headers, agent: false }, (response) => {
      response.once('data', () => open++)
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('RUN_FINISHED')) ends.push(performance.now())
      })
      response.on('end', () => resolve())
    }).on('error', () => {
      failures++
      resolve()
    })
  })
const readers = Array.from({ length: streams }, reader)
await until(async () => open + failures === streams)
await new Promise((resolve) => setTimeout(resolve, 2_000))
console.log(`${streams} streams open: ${probity.residentMb().toFixed(0)} MB (${before.toFixed(0)} MB without them)`)

held.resolve()
await Promise.all(readers)
ends.sort((a, b) => a - b)
const first = ends[0] ?? 0
const at = (share: number) => ((ends[Math.min(ends.length - 1, Math.floor(ends.length * share))] ?? first) - first).toFixed(0)
console.log(
  `${ends.length} of ${streams} streams got the last frame (${failures} failed): p50 ${at(0.5)} ms, p99 ${at(0.99)} ms behind the first reader`,
)

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
    (await call('GET', '/runs')).total_count === runs + 1,
)
console.log(`runs from start to end: ${(runs / ((performance.now() - began) / 1000)).toFixed(0)} a second`)
console.log(`memory of the service after them: ${probity.residentMb().toFixed(0)} MB`)
model.close()
await probity.stop()
rmSync(folder, { recursive: true })
