// The review in a real browser: on every scenario of the sandbox the first screen names the worst finding, at a desk and on a phone.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { admin, reviewed, startTestService } from '../pages/browser.ts'
import { scenarios } from '../sandbox-scenarios.ts'
import { launch, orSkip, problemsHere, signIn } from './chromium.ts'

const screens = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

orSkip(screens.length + 1)

const test = suite('the review in a browser')
const service = await startTestService()
const browser = await launch()
test.after(async () => {
  await browser.close()
  await service.stop()
})

const made = await Promise.all(
  scenarios.map(async (scenario) => {
    const { id } = (await (await service.api('POST', '/v1/businesses', scenario.request)).json()) as { readonly id: string }
    return { ...scenario, id }
  }),
)

for (const screen of screens)
  test(`the first screen of ${screen.viewport.width} pixels names the worst finding`, async () => {
    const context = await browser.newContext({ ...screen, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${service.url}/businesses`)
    await signIn(page, admin)
    for (const { id, named, verdict } of made) {
      await reviewed(service, id)
      await page.goto(`${service.url}/businesses/${id}`)
      const line = page.locator('#verdict-line')
      assert.ok((await line.textContent())?.startsWith(verdict), named)
      const box = await line.boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= screen.viewport.height / 2, `${named}: the verdict stands at ${box?.y}`)
      const card = page.locator('.sanctions li, .finding').first()
      if (await card.count()) {
        const first = await card.boundingBox()
        assert.ok(first && first.y + 40 <= screen.viewport.height, `${named}: the finding stands at ${first?.y}`)
      }
      if (/Watchlist|323 Grand|Inactive/.test(named)) assert.equal(await problemsHere(page, named, screen), [])
    }
    await context.close()
  })

test('at 1280 pixels the tables of a case are not cut off', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${service.url}/businesses`)
  await signIn(page, admin)
  const request = {
    name: 'Officered Company LLC',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
    people: [{ name: 'Ada Lovelace' }, { name: 'Bartholomew Featherstonehaugh' }],
    website: { url: 'https://parked.example' },
  }
  const { id } = (await (await service.api('POST', '/v1/businesses', request)).json()) as { readonly id: string }
  await reviewed(service, id)
  await page.goto(`${service.url}/businesses/${id}`)
  for (const name of ['Submitted and found, compared', 'Registrations']) {
    const table = page.getByRole('group', { name, exact: true })
    const [needed, given] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
    assert.ok(needed <= given, `${name} needs ${needed} pixels and has ${given}`)
  }
  assert.match(
    (await page.getByRole('group', { name: 'Registrations', exact: true }).textContent()) ?? '',
    /Officers: .*Bartholomew Featherstonehaugh/,
  )
  await page.close()
})

test.run()
