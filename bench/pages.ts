// Measures how fast and how large the dashboard's pages are, compared with the same data as JSON from the API.
//   npm run bench -- pages [--rounds 200] [--businesses 10000]
// With `--businesses` the account has that many, and no page may take over 250 ms on the server.
import { startTestService, visitor } from '../test/pages/browser.ts'
import { medianMs } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'

const { values: given } = parseOptions({
  options: { rounds: { type: 'string', default: '200' }, businesses: { type: 'string', default: '25' } },
})
const rounds = Number(given.rounds)
const many = Number(given.businesses)
/** Businesses that are created at a time. */
const atOnce = 50
const service = await startTestService()
const user = visitor(service.url)
await user.signIn()

const create = async (body: object): Promise<string> => {
  const answer = await service.api('POST', '/v1/businesses', { addresses: [{ full_address: '1 Main St, Reno, NV 89501' }], ...body })
  return ((await answer.json()) as { readonly id: string }).id
}
for (let n = 0; n < many; n += atOnce)
  await Promise.all(
    Array.from({ length: Math.min(atOnce, many - n) }, (_, each) => create({ name: `Many Company ${n + each}`, tags: ['a', 'b'] })),
  )
const id = await create({ name: 'Watchlist Business', people: [{ name: 'Watchlist Person' }] })
const status = async () => ((await (await service.api('GET', `/v1/businesses/${id}`)).json()) as { readonly status: string }).status
while ((await status()) !== 'in_review') await new Promise((resolve) => setTimeout(resolve, 50))
const unfinished = async () => {
  const counts = await Promise.all(
    ['open', 'pending'].map(async (each) => (await service.api('GET', `/v1/businesses?status=${each}&per_page=1`)).json()),
  )
  return (counts as readonly { readonly total_count: number }[]).some(({ total_count }) => total_count > 0)
}
while (await unfinished()) await new Promise((resolve) => setTimeout(resolve, 500))

let heaviest = 0
let slowest = 0

const line = async (path: string, ask: () => Promise<string>, baseline?: number): Promise<number> => {
  const bytes = Buffer.byteLength(await ask())
  if (!path.startsWith('/v1')) heaviest = Math.max(heaviest, bytes)
  const took = await medianMs(rounds, ask)
  if (!path.startsWith('/v1')) slowest = Math.max(slowest, took)
  const ratio = baseline === undefined ? '' : `   ${(took / baseline).toFixed(1)} of its JSON`
  console.log(`${path.padEnd(34)} ${took.toFixed(1).padStart(6)} ms ${(bytes / 1024).toFixed(0).padStart(5)} KB${ratio}`)
  return took
}

const json = (path: string) => line(path, async () => (await service.api('GET', path)).text())
const page = (path: string, name = path, baseline?: number) => line(name, async () => (await user.get(path)).text, baseline)

const list = await page('/businesses', `/businesses (25 of ${many})`, await json('/v1/businesses'))
await page(`/businesses/${id}`, '/businesses/{id}', await json(`/v1/businesses/${id}`))
for (const view of ['history', 'history?at=9', 'timeline', 'connections'])
  await page(`/businesses/${id}/${view}`, `/businesses/{id}/${view}`)
const linked = [...(await user.get('/')).text.matchAll(/<li><a href="([^"]+)"/g)].map(([, path = '']) => path)
for (const path of new Set([...linked, '/profile'])) if (path !== '/businesses') await page(path)
for (const view of ['?status=waiting&sort=risk', '?q=company+17', '?sort=name&page=200', '?assignee=nobody&sort=waiting'])
  if (many > 25) await page(`/businesses${view}`)

const budget = { ms: many > 25 ? 250 : 30, pageMs: 250, bytes: 150 * 1024 }
await service.stop()
const told = (isKept: boolean) => (isKept ? 'kept' : 'NOT KEPT')
const kept = [list < budget.ms, slowest <= budget.pageMs, heaviest <= budget.bytes] as const
console.log(
  `\n25 of ${many} businesses in under ${budget.ms} ms: ${told(kept[0])}; no page over ${budget.pageMs} ms: ${told(kept[1])} (${slowest.toFixed(0)} ms); no page over ${budget.bytes / 1024} KB: ${told(kept[2])}`,
)
process.exitCode = kept.every((each) => each) ? 0 : 1
