// Creates and reads at a steady rate for an hour, and shows memory and latency at intervals. The last line tells what grows without end.
//   npm run bench -- soak [--minutes 60] [--every 5] [--rate 20]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { parseOptions } from './parts/options.ts'

const options = {
  minutes: { type: 'string', default: '60' },
  /** Minutes between two lines. */
  every: { type: 'string', default: '5' },
  /** Requests a second; each fifth is a create with its verification. */
  rate: { type: 'string', default: '20' },
} as const
const { values } = parseOptions({ options })
const [minutes, every, rate] = [Number(values.minutes), Number(values.every), Number(values.rate)]
if (!(minutes > 0 && every > 0 && rate > 0)) {
  console.error('soak: --minutes, --every and --rate must be numbers above 0')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'probity-soak-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
const probity = await startProbity(join(folder, 'data'), key)

const ids: string[] = []
const times = { create: [] as number[], read: [] as number[] }
/** By status, or by what the connection failed with. */
const failures: Record<string, number> = {}
const failed = (what: string) => {
  failures[what] = (failures[what] ?? 0) + 1
}
let count = 0

const timed = async (kind: keyof typeof times, path: string, init: RequestInit): Promise<Response | undefined> => {
  const began = performance.now()
  try {
    const answer = await fetch(`http://127.0.0.1:${probity.port}${path}`, { headers, ...init })
    if (!answer.ok) failed(String(answer.status))
    times[kind].push(performance.now() - began)
    return answer
  } catch (error) {
    failed(String((error as { readonly cause?: { readonly code?: string } }).cause?.code ?? error))
    return undefined
  }
}

const one = async () => {
  count++
  const known = ids[Math.floor((count * 7919) % Math.max(1, ids.length))]
  if (count % 5 === 0 || known === undefined) {
    const body = { name: `Soak Company ${count} LLC`, addresses: [{ full_address: `${count % 9000} Main St, Portland, OR 97201` }] }
    const answer = await timed('create', '/v1/businesses', { method: 'POST', body: JSON.stringify(body) })
    const { id } = answer?.ok ? ((await answer.json()) as { readonly id: string }) : {}
    if (id) ids.push(id)
  } else await (await timed('read', `/v1/businesses/${known}`, {}))?.arrayBuffer()
}

const percentile = (all: number[], share: number): number => {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Line = { readonly mb: number; readonly read: number; readonly create: number }
const lines: Line[] = []
const report = () => {
  const line = { mb: probity.residentMb(), read: percentile(times.read, 0.99), create: percentile(times.create, 0.99) }
  lines.push(line)
  const of = (kind: keyof typeof times) =>
    `p50 ${percentile(times[kind], 0.5).toFixed(1)} ms  p99 ${percentile(times[kind], 0.99).toFixed(1)} ms`
  console.log(
    `${String(Math.round((performance.now() - began) / 60_000)).padStart(4)} min  ${line.mb.toFixed(0).padStart(5)} MB  read ${of('read')}  create ${of('create')}  ${ids.length} businesses, failures: ${JSON.stringify(failures)}`,
  )
  times.create = []
  times.read = []
}

console.log(`${rate} requests a second for ${minutes} minutes, a line every ${every}`)
const began = performance.now()
const ends = began + minutes * 60_000
let next = began + every * 60_000
const open = new Set<Promise<void>>()
while (performance.now() < ends) {
  // At a fixed rate, whatever the answers take: a slow service meets as many requests as a fast one.
  const due = Math.floor(((performance.now() - began) / 1_000) * rate)
  for (let behind = due - count; behind > 0; behind--) {
    const request = one().finally(() => open.delete(request))
    open.add(request)
  }
  if (performance.now() >= next) {
    report()
    next += every * 60_000
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000 / rate))
}
await Promise.all(open)
if (times.read.length > 0) report()
// The first line has the caches' warming in it.
const [from, to] = [lines[Math.min(1, lines.length - 1)] as Line, lines.at(-1) as Line]
const ratio = (one: number, other: number) => (one > 0 ? (other / one).toFixed(2) : '-')
console.log(
  `last line to ${lines.length > 1 ? 'second' : 'first'}: memory ${ratio(from.mb, to.mb)}, p99 of reads ${ratio(from.read, to.read)}, of creates ${ratio(from.create, to.create)}`,
)
await probity.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = Object.keys(failures).length > 0 ? 1 : 0
