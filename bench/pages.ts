// Measures how fast and how large the dashboard's pages are, compared with the same data as JSON from the API.
//   npm run bench -- pages [--rounds 200]

import { startTestService, visitor } from '../test/pages/browser.ts'
import { medianMs } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'

const rounds = Number(parseOptions({ options: { rounds: { type: 'string', default: '200' } } }).values.rounds)
const service = await startTestService()
const user = visitor(service.url)
await user.signIn()

const create = async (body: object): Promise<string> => {
  const answer = await service.api('POST', '/v1/businesses', { addresses: [{ full_address: '1 Main St, Reno, NV 89501' }], ...body })
  return ((await answer.json()) as { readonly id: string }).id
}
for (let n = 0; n < 25; n++) await create({ name: `Many Company ${n}`, tags: ['a', 'b'] })
const id = await create({ name: 'Watchlist Business', people: [{ name: 'Watchlist Person' }] })
const status = async () => ((await (await service.api('GET', `/v1/businesses/${id}`)).json()) as { readonly status: string }).status
while ((await status()) !== 'in_review') await new Promise((resolve) => setTimeout(resolve, 50))

let heaviest = 0

const line = async (path: string, ask: () => Promise<string>, baseline?: number): Promise<number> => {
  const bytes = Buffer.byteLength(await ask())
  if (!path.startsWith('/v1')) heaviest = Math.max(heaviest, bytes)
  const took = await medianMs(rounds, ask)
  const ratio = baseline === undefined ? '' : `   ${(took / baseline).toFixed(1)} of its JSON`
  console.log(`${path.padEnd(34)} ${took.toFixed(1).padStart(6)} ms ${(bytes / 1024).toFixed(0).padStart(5)} KB${ratio}`)
  return took
}

const json = (path: string) => line(path, async () => (await service.api('GET', path)).text())
const page = (path: string, name = path, baseline?: number) => line(name, async () => (await user.get(path)).text, baseline)

const list = await page('/businesses', '/businesses (25 of them)', await json('/v1/businesses'))
await page(`/businesses/${id}`, '/businesses/{id}', await json(`/v1/businesses/${id}`))
for (const view of ['history', 'history?at=9', 'timeline', 'connections'])
  await page(`/businesses/${id}/${view}`, `/businesses/{id}/${view}`)
const linked = [...(await user.get('/')).text.matchAll(/<li><a href="([^"]+)"/g)].map(([, path = '']) => path)
for (const path of new Set([...linked, '/profile'])) if (path !== '/businesses') await page(path)
await service.stop()

const budget = { ms: 30, bytes: 150 * 1024 }
const told = (isKept: boolean) => (isKept ? 'kept' : 'NOT KEPT')
console.log(
  `\n25 businesses in under ${budget.ms} ms: ${told(list < budget.ms)}; no page over ${budget.bytes / 1024} KB: ${told(heaviest <= budget.bytes)}`,
)
process.exitCode = list < budget.ms && heaviest <= budget.bytes ? 0 : 1
