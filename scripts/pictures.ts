// Takes the pictures of the README from the real pages: a review with findings, and the queue. Needs Chromium (CHROMIUM names another one).
//   node scripts/with-runtime.mjs scripts/pictures.ts
import { mkdirSync } from 'node:fs'
import { chooseTest, launch, signIn } from '../test/browser/chromium.ts'
import { admin, reviewed, startTestService } from '../test/pages/browser.ts'

const folder = 'docs/pictures'
const addresses = [{ full_address: '123 Main St, Portland, OR 97201' }]
const shown = [
  { name: 'Watchlist Business' },
  { name: 'Similar Name Business' },
  { name: 'Inactive Business' },
  { name: 'Harbor Coffee Roasters LLC' },
  { name: 'Blue Heron Freight Inc' },
  { name: 'Cascade Bicycle Works LLC' },
]

const service = await startTestService()
const browser = await launch()
try {
  mkdirSync(folder, { recursive: true })
  const ids: string[] = []
  for (const each of shown) {
    const response = await service.api('POST', '/v1/businesses', { ...each, addresses })
    if (response.status !== 201) throw new Error(await response.text())
    ids.push(((await response.json()) as { readonly id: string }).id)
  }
  for (const id of ids) await reviewed(service, id)

  const page = await (await browser.newContext({ viewport: { width: 1200, height: 760 } })).newPage()
  await page.goto(`${service.url}/businesses`)
  await signIn(page, admin)
  await chooseTest(page)
  for (const [name, path] of [
    ['review', `/businesses/${ids[0]}`],
    ['queue', '/businesses'],
  ] as const) {
    await page.goto(`${service.url}${path}`)
    await page.screenshot({ path: `${folder}/${name}.png` })
  }
} finally {
  await browser.close()
  await service.stop()
}
