// Measures what a page of a business's history costs as the history grows: first, middle and last page, and a past state.
//   npm run bench -- past [--changes 5000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { load } from './parts/load.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { changes: { type: 'string', default: '5000' } } })
const most = Number(values.changes)
const few = Math.ceil(most / 10)
const perPage = 100
const folder = mkdtempSync(join(tmpdir(), 'probity-past-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const probity = await startProbity(folder, key)
const headers = { Authorization: `Bearer ${key}` }
const one = { port: probity.port, connections: 1, headers }

const body = JSON.stringify({ name: 'Long Standing LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
let path = ''
await load({
  ...one,
  requests: 1,
  request: () => ({ method: 'POST', path: '/v1/businesses', body }),
  onAnswer: (_, answer) => {
    path = `/v1/businesses/${/"id":"([^"]+)"/.exec(answer)?.[1]}`
  },
})

let changes = 0
/** When the middle one of the changes was made. */
let middle = ''
const change = async (until: number) => {
  const request = (n: number) => ({ method: 'PATCH', path, body: JSON.stringify({ external_id: `change-${changes + n}` }) })
  const half = Math.floor((until - changes) / 2)
  await load({ ...one, requests: half, request })
  middle = new Date().toISOString()
  changes += half
  await load({ ...one, requests: until - changes, request })
  changes = until
}

/** Milliseconds. */
const measure = async () => {
  const median = async (of: string) => {
    const { p50, failures } = await load({ ...one, requests: 40, request: () => ({ method: 'GET', path: of }) })
    if (failures > 0) throw new Error(`${of}: ${failures} failures`)
    return p50
  }
  const page = (n: number) => median(`${path}/events?per_page=${perPage}&page=${n}`)
  const pages = Math.ceil(changes / perPage)
  return {
    'first page of the history': await page(1),
    'middle page of the history': await page(Math.ceil(pages / 2)),
    'last page of the history': await page(pages),
    'the business as it was': await median(`${path}?as_of=${encodeURIComponent(middle)}`),
    'the business now': await median(path),
  }
}

await change(few)
await measure()
const before = await measure()
await change(most)
const after = await measure()
console.log(`median in ms                ${`at ${few}`.padStart(10)} ${`at ${most}`.padStart(10)}     ratio`)
for (const [what, at] of Object.entries(before)) {
  const later = after[what as keyof typeof after]
  console.log(`${what.padEnd(28)}${at.toFixed(1).padStart(10)} ${later.toFixed(1).padStart(10)} ${(later / at).toFixed(2).padStart(9)}`)
}
await probity.stop()
rmSync(folder, { recursive: true })
