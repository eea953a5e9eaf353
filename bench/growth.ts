// Measures whether the service slows down as it fills: requests at many businesses as ratios of those at 1,000, by the clock and in time on the cores.
//   npm run bench -- growth [--businesses 100000] [--verified 1] [--rounds 7] [--data FOLDER]
// The businesses are written to the log directly, as copies of a few that the service verified, and folded by the service. `--verified 0.1`: every tenth
// has the history of a verified one, and the others were created without an order. The two services, with few and with many, are measured in turns.
// With `--data` the folder is kept, and its businesses are used again next time.
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Child, startProbity } from './parts/child.ts'
import { writeBusinesses } from './parts/histories.ts'
import { load, quantile } from './parts/load.ts'
import { parseOptions } from './parts/options.ts'
import { openProgress, type Progress } from './parts/progress.ts'
import { oneOf, randomFrom } from './parts/random.ts'

const { values } = parseOptions({
  options: {
    businesses: { type: 'string', default: '100000' },
    verified: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    data: { type: 'string' },
  },
})
const few = 1_000
const many = Number(values.businesses)
const verified = Number(values.verified)
const rounds = Number(values.rounds)
const bound = 1.2
/** Discarded before the first round, so that caches and compiled code are as in use. */
const warmUp = 1
const key = 'bvs_test_0123456789abcdef0123'
const headers = { Authorization: `Bearer ${key}` }
const random = randomFrom(19)
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'probity-growth-'))

type Filled = { readonly probity: Child; readonly ids: readonly string[]; readonly businesses: number }
type Asked = { readonly method: string; readonly path: string; readonly body?: string }
type Kind = { readonly requests: number; readonly request: (filled: Filled, n: number) => Asked }
type Measured = { readonly times: readonly number[]; readonly cpuMs: number }

/** Which share of the names has a word: each word is one of this many. */
const shares = { company: 1, trading: 2, bakery: 10, harbour: 100, zinc: 1_000 } as const
/** Each also has one word that no other has, and not as a part of another word either. */
const nameOf = (n: number) => {
  const words = Object.entries(shares).flatMap(([word, share]) => (n % share === 0 ? [word] : []))
  return `Growing${n.toString(36).padStart(6, '0')} ${words.join(' ')} LLC`
}
const get = (path: string): Asked => ({ method: 'GET', path: `/v1/businesses${path}` })
const search = (words: string): Kind => ({ requests: 100, request: () => get(`?q=${words}`) })
let created = 0

const kinds: Readonly<Record<string, Kind>> = {
  'create a business': {
    requests: 100,
    request: () => ({
      method: 'POST',
      path: '/v1/businesses',
      body: JSON.stringify({ name: `New ${created++} LLC`, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }], orders: [] }),
    }),
  },
  'read a business': { requests: 300, request: ({ ids }) => get(`/${oneOf(ids, random)}`) },
  'first page of the list': { requests: 100, request: () => get('') },
  'a page further on': { requests: 100, request: () => get(`?page=${2 + Math.floor(random() * 18)}`) },
  'list by status': { requests: 100, request: () => get('?status=in_review') },
  'list by external_id': { requests: 200, request: (_, n) => get(`?external_id=none-${n}`) },
  'reviews that are due': { requests: 100, request: () => get('?due=overdue') },
  'search by a rare word of the name': {
    requests: 100,
    request: ({ businesses }) => get(`?q=${nameOf(Math.floor(random() * businesses)).split(' ')[0]}`),
  },
  'search by a word of one name in 1,000': search('zinc'),
  'search by a word of one name in 100': search('harbour'),
  'search by a word of one name in 10': search('bakery'),
  'search by a word that all names have': search('company'),
  'the same among those of a status': search('company&status=in_review'),
  'search by two words of half of the names': search('trading+growing'),
  'orders of a business': { requests: 200, request: ({ ids }) => get(`/${oneOf(ids, random)}/orders`) },
}

const [small, large] = [await filled('small', few), await filled('large', many)]
console.log(
  `\nms, all requests of ${rounds} rounds`.padEnd(44) +
    ['p50', 'p50', 'ratio', 'p99', 'p99', 'ratio', 'cores', 'cores', 'ratio'].map((word) => word.padStart(9)).join(''),
)
let worst = 0
for (const [what, kind] of Object.entries(kinds)) {
  const measured = [small, large].map((service) => ({ service, times: [] as number[], cpuMs: 0 }))
  for (let round = -warmUp; round < rounds; round++) {
    for (const each of measured) {
      const { times, cpuMs } = await asked(each.service, kind)
      if (round < 0) continue
      each.times.push(...times)
      each.cpuMs += cpuMs
    }
  }
  const [ofFew = [], ofMany = []] = measured.map(({ times, cpuMs }) => {
    times.sort((one, other) => one - other)
    return [quantile(times, 0.5), quantile(times, 0.99), cpuMs / times.length]
  })
  const figures = ofFew.flatMap((one, n) => [one, ofMany[n] ?? 0, (ofMany[n] ?? 0) / one])
  const ratio = figures[5] ?? 0
  worst = Math.max(worst, ratio)
  console.log(`${what.padEnd(43)}${figures.map((figure) => figure.toFixed(2).padStart(9)).join('')}${ratio > bound ? '  MISSED' : ''}`)
}
console.log(`  ${worst <= bound ? 'reached' : 'MISSED '}  worst ratio at p99: ${worst.toFixed(2)} (goal: at most ${bound})`)
console.log(`memory of the services: ${small.probity.residentMb().toFixed(0)} and ${large.probity.residentMb().toFixed(0)} MB`)
await small.probity.stop()
await large.probity.stop()
if (values.data === undefined) rmSync(folder, { recursive: true })

/** A service with this many businesses, which has folded them all. */
async function filled(name: string, businesses: number): Promise<Filled> {
  const data = join(folder, name)
  let began = performance.now()
  if (!existsSync(data)) await writeBusinesses(data, { businesses, nameOf, verified })
  const written = (performance.now() - began) / 1000
  began = performance.now()
  const probity = await startProbity(data, key)
  await folded(probity)
  const took = (performance.now() - began) / 1000
  const sizes = ['events', 'read-models', 'records'].map((file) =>
    (statSync(join(data, `${file}.sqlite`)).size / businesses / 1024).toFixed(1),
  )
  console.log(
    `${businesses.toLocaleString('en')} businesses: written in ${written.toFixed(0)} s, folded in ${took.toFixed(0)} s; log, documents, records of each: ${sizes.join(', ')} KB`,
  )
  return { probity, ids: await someIds(probity), businesses }
}

async function folded({ port }: Child): Promise<void> {
  const gauge = (metrics: string, position: string) =>
    Number(new RegExp(`^probity_${position}_position (\\d+)`, 'm').exec(metrics)?.[1] ?? -1)
  let bar: Progress | undefined
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const end = gauge(metrics, 'log')
    bar ??= openProgress('folding', end)
    bar.reach(gauge(metrics, 'projected'))
    if (['projected', 'processed'].every((each) => gauge(metrics, each) >= end)) return bar.end()
    await pause(500)
  }
}

/** The ids of businesses that are spread over the list. */
async function someIds({ port }: Child): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 10; page++) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses?per_page=100&page=${page}`, { headers })
    const { data = [] } = (await answer.json()) as { readonly data?: readonly { readonly id: string }[] }
    ids.push(...data.map(({ id }) => id))
  }
  return ids
}

async function asked(service: Filled, { requests, request }: Kind): Promise<Measured> {
  const before = service.probity.cpuMs()
  const { failures, times } = await load({
    port: service.probity.port,
    connections: 1,
    requests,
    headers,
    request: (n) => request(service, n),
  })
  if (failures > 0) throw new Error(`${failures} of ${requests} requests failed`)
  return { times, cpuMs: service.probity.cpuMs() - before }
}
