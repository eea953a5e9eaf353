// Measures how fast a batch becomes businesses, compared with a loop of single creates, and how fast reads are while 50 MB are uploaded.
//   npm run bench -- batch [--rows 5000] [--megabytes 50]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { type Load, load } from './parts/load.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { rows: { type: 'string', default: '5000' }, megabytes: { type: 'string', default: '50' } } })
const rows = Number(values.rows)
const megabytes = Number(values.megabytes)
const folder = mkdtempSync(join(tmpdir(), 'probity-bench-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}` }

const probity = await startProbity(join(folder, 'data'), key)
const url = `http://127.0.0.1:${probity.port}`

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

const upload = async (csv: string): Promise<Batch> => {
  const body = JSON.stringify({ name: 'bench', filename: 'bench.csv', csv: Buffer.from(csv).toString('base64') })
  const response = await fetch(`${url}/v1/business_batches`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Batch
}

const finished = async ({ id }: Batch): Promise<void> => {
  for (;;) {
    const batch = (await (await fetch(`${url}/v1/business_batches/${id}`, { headers })).json()) as Batch
    if (batch.completed_business_count === batch.business_count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const csvOf = (count: number, cell = ''): string =>
  [
    'name,address,note',
    ...Array.from({ length: count }, (_, n) => `Bench Company ${n} LLC,"${n} Main St, Portland, OR 97201",${cell}`),
  ].join('\n')

/** Waits until the created businesses have been verified. */
const quiet = async () => {
  for (let before = -1; ; ) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const now = Number(/probity_processed_position (\d+)/.exec(metrics)?.[1] ?? 0)
    if (now === before) return
    before = now
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

const line = (name: string, { perSecond, p50, p99, failures }: Load) =>
  console.log(
    `${name.padEnd(36)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms${failures ? `   ${failures} FAILED` : ''}`,
  )

// Rows per second from the upload to the last business created, compared with clients that create the same businesses one by one.
const one = await (
  await fetch(`${url}/v1/businesses`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Read LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }),
  })
).json()
const { id } = one as { readonly id: string }
for (const [connections, requests] of [
  [1, Math.ceil(rows / 5)],
  [16, rows],
] as const) {
  const plain = await load({
    port: probity.port,
    connections,
    requests,
    headers,
    request: (n) => ({
      method: 'POST',
      path: '/v1/businesses',
      body: JSON.stringify({ name: `Plain Company ${n} LLC`, addresses: [{ full_address: `${n} Main St, Portland, OR 97201` }] }),
    }),
  })
  line(`plain creates, ${connections} at a time`, plain)
  await quiet()
}
const timed = async (what: string, csv: string) => {
  const began = performance.now()
  await finished(await upload(csv))
  console.log(`${what.padEnd(36)} ${(rows / ((performance.now() - began) / 1000)).toFixed(0).padStart(6)} rows/s`)
  await quiet()
}
await timed(`a batch of ${rows} rows`, csvOf(rows))
await timed(`a batch of ${rows} wrong rows`, csvOf(rows, ',surplus'))

// Reads during an upload. Long cells make the file large, and its rows are invalid (too many cells), so that only the upload is measured.
const reads = (requests: number) =>
  load({ port: probity.port, connections: 4, requests, headers, request: () => ({ method: 'GET', path: `/v1/businesses/${id}` }) })
await reads(2_000)
const idle = await reads(5_000)
line('reads, idle', idle)
const wide = csvOf(Math.floor((megabytes * 1_048_576 * 0.97) / 1_080), `${'x'.repeat(1_000)},surplus`)
let uploading = true
const uploaded = upload(wide).finally(() => {
  uploading = false
})
const during: Load[] = []
while (uploading) during.push(await reads(250))
const batch = await uploaded
const requests = during.reduce((sum, each) => sum + each.requests, 0)
const p99 = during.map((each) => each.p99).toSorted((a, b) => a - b)
console.log(
  `${`reads while ${megabytes} MB are uploaded`.padEnd(36)} ${requests} reads   p99 of each 250, median ${(p99[Math.floor(p99.length / 2)] ?? 0).toFixed(2)} ms, worst ${(p99.at(-1) ?? 0).toFixed(2)} ms`,
)
const whole = during.reduce((sum, each) => sum + each.p99 * each.requests, 0) / Math.max(1, requests)
const rest: Load[] = []
for (let state = batch; state.completed_business_count < state.business_count && rest.length < 40; ) {
  rest.push(await reads(250))
  state = (await (await fetch(`${url}/v1/business_batches/${batch.id}`, { headers })).json()) as Batch
}
const after = rest.reduce((sum, each) => sum + each.p99, 0) / Math.max(1, rest.length)
console.log(
  `\nratios of p99 to idle: while uploading ${(whole / idle.p99).toFixed(1)}, while its rows are read ${(after / idle.p99).toFixed(1)}; memory ${probity.residentMb().toFixed(0)} MB`,
)
await probity.stop()
rmSync(folder, { recursive: true, force: true })
