// Pages that stay open, in a real browser: lists that update, a service that goes away, text that survives, times in the reader's zone.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { admin, startTestService, type TestService } from '../pages/browser.ts'
import { chooseTest, launch, looks, orSkip, problemsOf, signIn } from './chromium.ts'

type Context = { service: TestService; browser: Browser; context: BrowserContext; page: Page }
/** What is used of a browser's range. */
type Drawn = {
  readonly setStart: (node: unknown, at: number) => void
  readonly setEnd: (node: unknown, at: number) => void
  readonly getBoundingClientRect: () => { readonly left: number }
}
const test = suite<Context>('pages that stay open')
orSkip(9)

test.before(async (here) => {
  here.service = await startTestService()
  here.browser = await launch()
  here.context = await here.browser.newContext({ timezoneId: 'America/Los_Angeles' })
  here.page = await here.context.newPage()
  await here.page.goto(here.service.url)
  await signIn(here.page, admin)
  await chooseTest(here.page)
})
test.after(async ({ service, browser }) => {
  await browser.close()
  await service.stop()
})

test('a list shows what has come in since, without being loaded again', async ({ page, service }) => {
  await page.goto(`${service.url}/signals`)
  await page.evaluate('window.sameDocument = true')
  await service.api('POST', '/v1/signals', { name: 'Came In Later', addresses: ['1 Main St, Portland, OR 97201'] })
  await page.getByRole('link', { name: 'Came In Later' }).waitFor()
  assert.is(await page.evaluate('window.sameDocument'), true)
})

test('times are in the zone of the reader', async ({ page, service }) => {
  await page.goto(`${service.url}/signals`)
  const time = page.locator('td time').first()
  const at = new Date((await time.getAttribute('datetime')) ?? '')
  const there = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
  assert.match((await time.textContent()) ?? '', new RegExp(`, ${there}\\u00a0P[SD]T$`))
})

test('what is typed survives a sign-out and comes back to the same person, and is gone once it is sent', async ({ page, service }) => {
  await page.goto(`${service.url}/businesses/new`)
  const name = page.getByLabel('Name', { exact: true }).first()
  await name.fill('Typed Before Signing Out')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.getByLabel('Password').waitFor()
  await signIn(page, admin)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto(`${service.url}/businesses/new`)
  await page.getByText('What you typed before is here again.').waitFor()
  assert.is(await name.inputValue(), 'Typed Before Signing Out')
  await page.getByLabel('Address').fill('1 Main St, Portland, OR 97201')
  await page.getByLabel('Verify against').selectOption('test')
  await page.getByRole('button', { name: 'Create and verify' }).click()
  await page.getByRole('heading', { name: 'Typed Before Signing Out', level: 1 }).waitFor()
  await page.goto(`${service.url}/businesses/new`)
  assert.is(await name.inputValue(), '')
})

test('a form that is sent after a sign-out in another tab is not lost: after the next sign-in it still has its text', async ({
  page,
  service,
  context,
}) => {
  const made = await service.api('POST', '/v1/businesses', { name: 'Two Tabs', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })
  const { id } = (await made.json()) as { readonly id: string }
  await page.goto(`${service.url}/businesses/${id}`)
  await page.getByLabel('New note').fill('Typed in the first tab')
  const other = await context.newPage()
  await other.goto(service.url)
  await other.getByRole('button', { name: 'Sign out' }).first().click()
  await other.getByLabel('Password').waitFor()
  await other.close()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('your last action was not carried out').waitFor()
  await signIn(page, admin)
  await page.getByText('What you typed before is here again.').waitFor()
  assert.is(await page.getByLabel('New note').inputValue(), 'Typed in the first tab')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Note added.').waitFor()
  await page.goto(`${service.url}/businesses/${id}`)
  assert.is(await page.getByLabel('New note').inputValue(), '')
})

test('a list asks for a sign-in as soon as its session has ended', async ({ browser, service }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(service.url)
  await signIn(page, admin)
  await page.goto(`${service.url}/businesses`)
  await context.clearCookies()
  await page.evaluate('replace(location.href)')
  await page.getByLabel('Password').waitFor()
  await context.close()
})

test('the page says that the service does not answer, sends nothing meanwhile, and sends the form when it is back', async ({
  page,
  service,
  context,
}) => {
  await page.goto(`${service.url}/businesses/new`)
  await page.getByLabel('Name', { exact: true }).first().fill('Typed While Away')
  await page.getByLabel('Address').fill('1 Main St, Portland, OR 97201')
  await page.getByLabel('Verify against').selectOption('test')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create and verify' }).click()
  await page.getByText('Reconnecting…').waitFor()
  assert.is(await page.getByLabel('Name', { exact: true }).first().inputValue(), 'Typed While Away')
  await context.setOffline(false)
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create and verify' }).click()
  await page.getByRole('heading', { name: 'Typed While Away', level: 1 }).waitFor()
})

test('axe-core finds nothing serious on signals, deliveries, activity and a wrong link', async ({ browser, service }) => {
  await service.api('POST', '/v1/webhooks', { url: 'https://nowhere.invalid/hook' })
  const made = await service.api('POST', '/v1/signals', { name: 'Looked At', addresses: ['1 Main St, Portland, OR 97201'] })
  const { id } = (await made.json()) as { readonly id: string }
  const problems: string[] = []
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(service.url)
    await signIn(page, admin)
    await chooseTest(page)
    await page.goto(`${service.url}/deliveries`)
    const one = await page.locator('td.main a').first().getAttribute('href')
    const paths = ['/signals', `/signals/${id}`, '/deliveries', one, '/settings/activity', '/nowhere']
    problems.push(...(await problemsOf(page, service.url, paths, look)))
    await context.close()
  }
  assert.equal(problems, [])
})

test('a list is printed, without what is pressed in it', async ({ page, service }) => {
  await service.api('POST', '/v1/businesses', { name: 'Printed In A List', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  await page.goto(`${service.url}/businesses?q=printed`)
  const row = page.getByRole('link', { name: 'Printed In A List' })
  await row.waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.ok(await row.isVisible())
  for (const each of filled(await page.locator('form.filters, input, button, .bulk').all())) assert.not.ok(await each.isVisible())
  await page.emulateMedia({ media: null })
})

test('a name has the direction of its first letter and turns nothing beside it', async ({ page, service }) => {
  const names = ['Acme שלום', 'שלום Acme', 'شركة Acme', '\u202eevil override LLC']
  for (const name of names)
    await service.api('POST', '/v1/businesses', { name, addresses: [{ full_address: '1 Turned St, Reno, NV 89501' }] })
  await page.goto(`${service.url}/businesses?q=turned`)
  await page.getByRole('link', { name: 'Acme שלום' }).waitFor()
  /** The words of each name from left to right, as they are drawn. */
  const drawn = await page.locator('td.main a').evaluateAll((links) =>
    links.map((link) => {
      const text = link.firstChild as unknown as { readonly data: string }
      const left = (word: string, at: number) => {
        const range = (globalThis as unknown as { document: { createRange: () => Drawn } }).document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + word.length)
        return range.getBoundingClientRect().left
      }
      const words = [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, left: left(word, index) }))
      return words
        .sort((a, b) => a.left - b.left)
        .map(({ word }) => word)
        .join(' ')
    }),
  )
  assert.equal(drawn.toSorted(), ['Acme שלום', 'Acme שלום', 'Acme شركة', '[U+202E]evil override LLC'].toSorted())
})

test.run()
