// Measures whether the service slows down as it fills: latencies at 100,000 businesses as ratios of those at 1,000.
//   npm run bench -- growth [--businesses 100000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { load } from './parts/load.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { businesses: { type: 'string', default: '100000' } } })
const most = Number(values.businesses)
const folder = mkdtempSync(join(tmpdir(), 'probity-growth-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}` }
const probity = await startProbity(folder, key)
const { port } = probity
const ids: string[] = []

/** An order for `kyc` alone gathers no evidence, so the service fills without verifying. */
const business = (n: number) =>
  JSON.stringify({
    name: `Growing Company ${n} LLC`,
    addresses: [{ full_address: `${n} Main St, Portland, OR 97201` }],
    external_id: `g-${n}`,
    people: [{ name: 'Ann Smith' }],
    orders: [{ product: 'kyc' }],
  })

const fill = async (until: number) => {
  const from = ids.length
  for (let done = from; done < until; done = ids.length) {
    const requests = Math.min(5_000, until - done)
    await load({
      port,
      connections: 32,
      requests,
      headers,
      request: (n) => ({ method: 'POST', path: '/v1/businesses', body: business(done + n) }),
      onAnswer: (_, body) => ids.push(/"id":"([^"]+)"/.exec(body)?.[1] ?? ''),
    })
    if (process.stderr.isTTY) process.stderr.write(`\r${ids.length} of ${most} businesses`)
  }
  await quiet()
}

async function quiet() {
  for (let before = -1; ; ) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const now = Number(/probity_processed_position (\d+)/.exec(metrics)?.[1] ?? 0)
    if (now === before) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

const median = async (requests: number, request: (n: number) => { method: string; path: string; body?: string }) =>
  (await load({ port, connections: 1, requests, headers, request })).p50

/** Milliseconds. */
const measure = async () => {
  const someId = () => ids[Math.floor(Math.random() * ids.length)]
  return {
    'create a business': await median(500, (n) => ({ method: 'POST', path: '/v1/businesses', body: business(10_000_000 + n) })),
    'read a business': await median(1_000, () => ({ method: 'GET', path: `/v1/businesses/${someId()}` })),
    'first page of the list': await median(200, () => ({ method: 'GET', path: '/v1/businesses' })),
    'search by words of the name': await median(100, (n) => ({ method: 'GET', path: `/v1/businesses?q=growing%20company%20${n}%20` })),
    'list by external_id': await median(500, (n) => ({ method: 'GET', path: `/v1/businesses?external_id=g-${n}` })),
    'orders of a business': await median(500, () => ({ method: 'GET', path: `/v1/businesses/${someId()}/orders` })),
  }
}

await fill(1_000)
await measure()
const few = await measure()
await fill(most)
const many = await measure()
console.log(`\nmedian latency in ms            at 1,000   at ${most.toLocaleString('en')}   ratio`)
for (const [what, before] of Object.entries(few)) {
  const after = many[what as keyof typeof many]
  console.log(
    `${what.padEnd(28)} ${before.toFixed(2).padStart(10)} ${after.toFixed(2).padStart(12)} ${(after / before).toFixed(2).padStart(9)}`,
  )
}
console.log(`memory of the service: ${probity.residentMb().toFixed(0)} MB`)
await probity.stop()
rmSync(folder, { recursive: true })
