// Measures how long a start takes: from the start of the process to the first answer, and until it is ready, beside a bare server in the same run.
//   npm run bench -- start [--businesses 0,1000,20000] [--rounds 5]
// The businesses are verified ones. Their read models are folded before, as after any earlier start; `anew` is the first start after they were deleted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startChild, startProbity } from './parts/child.ts'
import { writeBusinesses } from './parts/histories.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({
  options: { businesses: { type: 'string', default: '0,1000,20000' }, rounds: { type: 'string', default: '5' } },
})
const sizes = String(values.businesses).split(',').map(Number)
const rounds = Number(values.rounds)
const key = 'bvs_test_0123456789abcdef0123'
const folder = mkdtempSync(join(tmpdir(), 'probity-start-'))

/** In milliseconds since the process was started. */
type Start = { readonly answered: number; readonly ready: number }

const bare = () => started(() => startChild('bench/parts/bare-server.ts'))
const service = (data: string) => started(() => startProbity(data, key))

const filled: { readonly businesses: number; readonly data: string }[] = []
for (const businesses of sizes) {
  const data = join(folder, String(businesses))
  if (businesses > 0) await writeBusinesses(data, { businesses, nameOf: (n) => `Starting Company ${n} LLC` })
  // Folds them, and makes the first keys.
  await service(data)
  filled.push({ businesses, data })
}

console.log(
  `ms, medians of ${rounds} starts`.padEnd(44) + ['answered', 'of bare', 'ready', 'of bare'].map((word) => word.padStart(10)).join(''),
)
const measured = new Map<string, Start[]>()
const note = async (name: string, start: Promise<Start>) => measured.set(name, [...(measured.get(name) ?? []), await start])
for (let round = 0; round < rounds; round++) {
  await note('a bare server', bare())
  for (const { businesses, data } of filled) await note(`${businesses.toLocaleString('en')} businesses`, service(data))
}
for (const { businesses, data } of filled) {
  if (businesses === 0) continue
  for (const file of ['read-models.sqlite', 'authentication.sqlite']) rmSync(join(data, file))
  await note(`${businesses.toLocaleString('en')} businesses, read models built anew`, service(data))
}
const median = (starts: readonly Start[], part: keyof Start): number =>
  starts.map((each) => each[part]).toSorted((one, other) => one - other)[Math.floor(starts.length / 2)] ?? 0
const baseline = measured.get('a bare server') ?? []
for (const [name, starts] of measured) {
  const figures = (['answered', 'ready'] as const).flatMap((part) => {
    const took = median(starts, part)
    return [took.toFixed(0), (took / median(baseline, part)).toFixed(1)]
  })
  console.log(name.padEnd(44) + figures.map((figure) => figure.padStart(10)).join(''))
}
rmSync(folder, { recursive: true })

/** Starts it, looks when it answers and when it is ready, and ends it. */
async function started(start: () => Promise<Child>): Promise<Start> {
  const began = performance.now()
  const child = await start()
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${child.port}${path}`)).ok
  while (!(await ask('/healthz'))) await pause(5)
  const answered = performance.now() - began
  while (!(await ask('/readyz'))) await pause(5)
  const ready = performance.now() - began
  await child.stop()
  return { answered, ready }
}
