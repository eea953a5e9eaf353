// The pages with pictures in a real browser, in every look: nothing that axe-core finds, nothing too wide, no complaint, and a graph that the keyboard walks.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { admin, reviewed, startTestService } from '../pages/browser.ts'
import { chooseTest, complaintsOf, launch, orSkip, problemsHere, signIn } from './chromium.ts'

const screens = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport })),
)

orSkip(screens.length + 3)

const test = suite('the pictures in a browser')
const service = await startTestService()
const browser = await launch()
test.after(async () => {
  await browser.close()
  await service.stop()
})

const create = async (body: object) => ((await (await service.api('POST', '/v1/businesses', body)).json()) as { readonly id: string }).id
const address = { full_address: '548 Market St, San Francisco, CA 94104' }
const people = [{ name: 'Ada Lovelace' }, { name: 'Watchlist Person' }]
const id = await create({ name: 'Watchlist Business', addresses: [address], people })
const otherId = await create({ name: 'Second Bakery', addresses: [address], people: [{ name: 'Ada Lovelace' }] })
const decidedId = await create({ name: 'Inactive Business', addresses: [{ full_address: '1 Main St, Juneau, AK 99801' }] })
for (const each of [id, otherId, decidedId]) await reviewed(service, each)
await service.api('PATCH', `/v1/businesses/${decidedId}`, { status: 'rejected' })

const paths = ['/', `/businesses/${id}`, `/businesses/${decidedId}`, `/businesses/${id}/connections`, `/businesses/${id}/history?at=9`]

for (const screen of filled(screens))
  test(`pictures are accessible in ${screen.colorScheme} at ${screen.viewport.width} pixels`, async () => {
    const context = await browser.newContext({ ...screen, bypassCSP: true })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${service.url}/`)
    await signIn(page, admin)
    await chooseTest(page)
    const problems: string[] = []
    for (const path of paths) {
      await page.goto(service.url + path)
      const cutTabs = `[...document.querySelectorAll('.tabs [aria-current]')].filter((tab) => tab.getBoundingClientRect().right > innerWidth).length`
      if (await page.evaluate<number>(cutTabs)) problems.push(`${path} ${screen.viewport.width} px: the tab of the page is cut`)
      problems.push(...(await problemsHere(page, path, screen, () => true)))
    }
    assert.equal(problems, [])
    assert.equal(complaints, [])
    await context.close()
  })

test('the graph leads by keyboard to a connected business, and the slider moves the plot', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${service.url}/`)
  await signIn(page, admin)
  await chooseTest(page)
  await page.goto(`${service.url}/businesses/${id}/connections`)
  await page.locator('.graph').focus()
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.textContent')) === '') continue
    if (String(await page.evaluate('document.activeElement.textContent')).startsWith('Second Bakery')) break
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${service.url}/businesses/${otherId}`)
  await page.goto(`${service.url}/businesses/${id}/history`)
  assert.is(await page.locator('circle.later').count(), 0)
  await page.locator('input[type=range]').focus()
  await page.keyboard.press('Home')
  await page.locator('circle.later').first().waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: 'State after event 1 of' }).waitFor()
})

test('on paper a drawing is as large as the page at most', async () => {
  const a4 = { width: 794, height: 1123 }
  const page = await (await browser.newContext({ viewport: a4 })).newPage()
  await page.goto(`${service.url}/`)
  await signIn(page, admin)
  await chooseTest(page)
  const chain = (levels: number): object[] =>
    Array.from({ length: 6 }, (_, at) => ({
      business: { name: `Company ${levels}.${at}`, ...(at === 0 && levels > 0 && { ownership: chain(levels - 1) }) },
      percentage: 10,
    }))
  const wideId = await create({ name: 'Wide And Tall Inc', addresses: [address], ownership: chain(12) })
  for (const path of [`/businesses/${wideId}/ownership`, `/businesses/${id}/connections`, `/businesses/${id}/history`]) {
    await page.goto(service.url + path)
    await page.emulateMedia({ media: 'print' })
    const box = await page.locator('.chart svg').boundingBox()
    assert.ok(box && box.width > 0 && box.x >= 0 && box.x + box.width <= a4.width, `${path}: ${JSON.stringify(box)}`)
    assert.ok(box.height <= a4.height * 0.7, `${path}: ${box.height} pixels tall`)
    await page.emulateMedia({ media: null })
  }
})

test('a name of right-to-left letters is cut at its left, and its links stand at the left like all others', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${service.url}/`)
  await signIn(page, admin)
  await chooseTest(page)
  const where = [{ full_address: '7 Turned St, Reno, NV 89501' }]
  const turnedId = await create({ name: 'חברת השקעות ישראל 2020 גדולה מאוד LLC', addresses: where, people: [{ name: 'Ada Lovelace' }] })
  const besideId = await create({ name: 'Beside It LLC', addresses: where })
  for (const each of [turnedId, besideId]) await reviewed(service, each)
  await page.goto(`${service.url}/businesses/${turnedId}/connections`)
  const name = page.locator('.chart .root text', { hasText: '…' })
  const [first, last] = await name.evaluate((text) => {
    const drawn = text as unknown as { getExtentOfChar: (at: number) => { readonly x: number }; getNumberOfChars: () => number }
    return [drawn.getExtentOfChar(0).x, drawn.getExtentOfChar(drawn.getNumberOfChars() - 1).x] as const
  })
  assert.ok(last < first, `the name begins at ${first} and is cut at ${last}`)
  await page.goto(`${service.url}/businesses/${besideId}`)
  const alignment = `getComputedStyle(document.querySelector('.ages a[href$="${turnedId}"]')).textAlign`
  assert.is(await page.evaluate<string>(alignment), 'left')
  await page.close()
})

test.run()
