// Measures whether a business slows down as its history grows: its first orders compared with those after hundreds.
//   npm run bench -- history [--orders 500]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProbity } from './parts/child.ts'
import { median } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { orders: { type: 'string', default: '500' } } })
const most = Number(values.orders)
/** The number of orders measured at either end. */
const sample = 20
const folder = mkdtempSync(join(tmpdir(), 'probity-history-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const probity = await startProbity(folder, key)

const call = async (method: string, path: string, body?: unknown): Promise<{ readonly id: string; readonly status: string }> => {
  const response = await fetch(`http://127.0.0.1:${probity.port}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string; status: string }
}

const taking = async <Value>(work: () => Promise<Value>): Promise<readonly [milliseconds: number, value: Value]> => {
  const began = performance.now()
  const value = await work()
  return [performance.now() - began, value]
}

const address = [{ full_address: '123 Main St, Portland, OR 97201' }]
const business = `/v1/businesses/${(await call('POST', '/v1/businesses', { name: 'Long Standing LLC', addresses: address })).id}`

const completed = async (order: string) => {
  while ((await call('GET', order)).status !== 'completed') await pause(2)
}

/** Milliseconds for one order from start to end, then for a read and a change of the business. */
const oneMore = async (n: number) => {
  const [ordering, { id }] = await taking(() => call('POST', `${business}/orders`, { product: 'business_verification_verify' }))
  const [verifying] = await taking(() => completed(`${business}/orders/${id}`))
  const [reading] = await taking(() => call('GET', business))
  const [changing] = await taking(() => call('PATCH', business, { external_id: `order-${n}` }))
  return { 'place an order': ordering, 'until it is completed': verifying, 'read the business': reading, 'change the business': changing }
}

const measured: Awaited<ReturnType<typeof oneMore>>[] = []
while ((await call('GET', business)).status !== 'in_review') await pause(20)
// The first ones warm up the service.
for (let n = 0; n < most + sample; n++) {
  measured.push(await oneMore(n))
  if (process.stderr.isTTY) process.stderr.write(`\r${n + 1} of ${most + sample} orders`)
}

console.log(`\nmedian in ms                  first orders   after ${most.toLocaleString('en')}   ratio`)
const few = measured.slice(sample, 2 * sample)
const many = measured.slice(-sample)
for (const what of Object.keys(few[0] ?? {}) as (keyof (typeof few)[number])[]) {
  const [before, after] = [few, many].map((some) => median(some.map((each) => each[what]))) as [number, number]
  console.log(
    `${what.padEnd(26)} ${before.toFixed(1).padStart(15)} ${after.toFixed(1).padStart(11)} ${(after / before).toFixed(2).padStart(7)}`,
  )
}
await probity.stop()
rmSync(folder, { recursive: true })
