// The dashboard in a real browser: work followed live, decisions by keyboard, keys revoked, everything without a script too, and what axe-core finds.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { admin, startTestService, type TestService } from '../pages/browser.ts'
import { complaintsOf, launch, looks, orSkip, problemsHere, problemsOf, signIn } from './chromium.ts'

type Context = { service: TestService; browser: Browser; context: BrowserContext; page: Page; complaints: readonly string[] }
const test = suite<Context>('the dashboard in a browser')
orSkip(15)

test.before(async (here) => {
  here.service = await startTestService()
  here.browser = await launch()
  here.context = await here.browser.newContext()
  here.page = await here.context.newPage()
  here.complaints = complaintsOf(here.page)
  await here.page.goto(here.service.url)
  await signIn(here.page, admin)
  await here.page.getByRole('heading', { name: 'Overview' }).waitFor()
})

test.after(async ({ service, browser }) => {
  await browser.close()
  await service.stop()
})

const create = async (page: Page, url: string, name: string) => {
  await page.goto(`${url}/businesses/new`)
  await page.getByLabel('Name', { exact: true }).first().fill(name)
  await page.getByLabel('Address').fill('123 Main St, Portland, OR 97201')
  await page.getByLabel('Verify against').selectOption('test')
  await page.getByRole('button', { name: 'Create and verify' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

test('a business is created, and its page follows the verification without being loaded again', async ({ page, service, complaints }) => {
  await create(page, service.url, 'Audited Business')
  await page.evaluate('window.sameDocument = true')
  await page.locator('[data-live=status] .badge', { hasText: 'In audit' }).waitFor()
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.locator('#verdict-line', { hasText: /^(Ready to approve|Take a look|Do not approve|Nothing found)/ }).waitFor()
  await page.getByText('Approve').first().waitFor()
  assert.is(await page.evaluate('window.sameDocument'), true)
  assert.equal(complaints, [])
})

test('what somebody types, opens and chooses stays while the page follows, and so does the cursor', async ({
  page,
  service,
  complaints,
}) => {
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Slow Business',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  })
  const { id } = (await created.json()) as { readonly id: string }
  await page.goto(`${service.url}/businesses/${id}`)
  await page.locator('[data-follow]').waitFor()
  const product = page.getByLabel('Product')
  const chosen = await product.locator('option').last().getAttribute('value')
  await product.selectOption(chosen)
  await product.focus()
  await service.api('PATCH', `/v1/businesses/${id}`, { tags: ['tagged-meanwhile'] })
  await page.locator('[data-live=facts]', { hasText: 'tagged-meanwhile' }).waitFor()
  assert.is(await product.inputValue(), chosen)
  assert.is(await page.evaluate('document.activeElement.name'), 'product')
  assert.equal(complaints, [])
})

test('what somebody else decides is told on the open page of a case, and what is typed there stays', async ({
  page,
  service,
  complaints,
}) => {
  await create(page, service.url, 'Decided Elsewhere')
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.reload()
  const lookAgain = () => page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  await Promise.all([page.waitForResponse((answer) => answer.url().includes('/changed?') && answer.status() === 304), lookAgain()])
  await page.keyboard.press('a')
  const note = page.locator('details[open] textarea[name=note]')
  await note.fill('Half a thought')
  const [id = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? []
  await service.api('PATCH', `/v1/businesses/${id}`, { status: 'rejected', status_reason: 'Seen elsewhere' })
  await lookAgain()
  const told = page.locator('[data-changed] .notice', { hasText: /Since this page was opened: Rejected.* by / })
  await told.waitFor()
  assert.is(await note.inputValue(), 'Half a thought')
  await told.getByRole('link').click()
  await page.locator('[data-live=status] .badge', { hasText: 'Rejected' }).waitFor()
  assert.equal(complaints, [])
})

test('a decision is made with the keyboard alone', async ({ page, service }) => {
  await create(page, service.url, 'Keyboard Company')
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.reload()
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Businesses')
  await page.keyboard.press('a')
  await page.keyboard.type('All checks')
  await page.keyboard.press('Tab')
  await page.keyboard.type('by keyboard')
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Further reasons, with their findings')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The business is approved.').waitFor()
})

test('the slider shows the business as it was', async ({ page, service, complaints }) => {
  await create(page, service.url, 'Slider Company')
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  const slider = page.locator('input[type=range]')
  await slider.waitFor()
  await page.waitForLoadState()
  await slider.focus()
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: 'State after event 1' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'State after event 2' }).waitFor()
  assert.match(page.url(), /at=1$/)
  assert.equal(complaints, [])
})

test('an answer that is overtaken by a later one is not shown', async ({ page, service }) => {
  await create(page, service.url, 'Overtaken Company')
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/history?at=0', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.locator('input[type=range]').focus()
  const asked = page.waitForRequest('**/history?at=0')
  await page.keyboard.press('Home')
  const overtaken = await asked
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { name: 'State after event 2' }).waitFor()
  held.resolve()
  await (await overtaken.response())?.finished()
  // By the time that the page has had another answer, it has looked at this one.
  await page.evaluate('fetch(location.href).then((answer) => answer.text())')
  assert.is(await page.getByRole('heading', { name: 'State after event 2' }).count(), 1)
  await page.unroute('**/history?at=0')
})

test('a key is created, works, and is revoked', async ({ page, service }) => {
  await page.goto(`${service.url}/settings/credentials`)
  await page.getByLabel('Name', { exact: true }).fill('From the browser')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('.once code').textContent()) ?? ''
  assert.is((await service.api('GET', '/v1/businesses', undefined, key)).status, 200)
  await page.goto(`${service.url}/settings/credentials`)
  const row = page.getByRole('row', { name: /From the browser/ })
  await row.locator('summary', { hasText: 'Revoke' }).click()
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The key is revoked.').waitFor()
  assert.is((await service.api('GET', '/v1/businesses', undefined, key)).status, 401)
})

test('everything works without a script', async ({ browser, service }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${service.url}/businesses/new`)
  await signIn(page, admin)
  await create(page, service.url, 'Plain Company')
  await page.locator('details.decide summary', { hasText: 'Reject' }).click()
  await page.locator('details.decide[open] select[name=reason]').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('The business is rejected.').waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('link', { name: 'First' }).click()
  await page.getByRole('heading', { name: 'State after event 1' }).waitFor()
  await context.close()
})

test('a form that is refused comes back as it was sent, with what is wrong at the field and the cursor in it', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/settings/allowlist`)
  const ranges = page.getByLabel('Ranges, one per line')
  await ranges.fill('203.0.113.0/24\nnonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  assert.is(await ranges.inputValue(), '203.0.113.0/24\nnonsense')
  assert.is(await ranges.getAttribute('aria-invalid'), 'true')
  const says = (await ranges.getAttribute('aria-describedby')) ?? ''
  assert.match((await page.locator(`#${says}`).textContent()) ?? '', /“nonsense” is no IPv4 or IPv6 range/)
  assert.is(await page.evaluate('document.activeElement.name'), 'ranges')
})

test('what cannot be taken back is asked once more', async ({ page, service }) => {
  await page.goto(`${service.url}/settings/features`)
  const row = page.getByRole('row', { name: /^Monitoring/ })
  const button = row.getByRole('button', { name: 'Switch off' })
  assert.not.ok(await button.isVisible())
  await row.locator('summary').click()
  await button.focus()
  await page.keyboard.press('Escape')
  assert.not.ok(await button.isVisible())
  assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Switch off Monitoring/)
  await page.keyboard.press('Enter')
  await button.click()
  await page.getByText('Monitoring is switched off.').waitFor()
  await page
    .getByRole('row', { name: /^Monitoring/ })
    .getByRole('button', { name: 'Switch on' })
    .click()
  await page.getByText('Monitoring is switched on.').waitFor()
})

test('a wrong address leads to a page, and on paper there is nothing to press', async ({ page, service }) => {
  await page.goto(`${service.url}/nothing-here`)
  await page.getByRole('heading', { name: 'Not found' }).waitFor()
  await create(page, service.url, 'Printed Company')
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  await page.reload()
  const source = page.locator('.tasks .sources li').first()
  assert.not.ok(await source.isVisible())
  await page.emulateMedia({ media: 'print' })
  for (const each of filled(await page.locator('.side, form, button, .button, .tabs').all()))
    assert.not.ok(await each.isVisible(), await each.evaluate('each => each.outerHTML.slice(0, 200)'))
  assert.ok(await page.getByRole('heading', { name: 'Printed Company' }).isVisible())
  assert.ok(await source.isVisible())
  await page.emulateMedia({ media: null })
})

test('the interface description is dark where the other windows are, and follows when they change', async ({ page, service }) => {
  const brightness = () => page.evaluate<number>('Number(/\\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)[0])')
  await page.emulateMedia({ colorScheme: 'dark' })
  // Of a long description only what is in view is drawn: the link leads there.
  await page.goto(`${service.url}/docs#/Businesses/listBusinesses`)
  await page.getByText('List businesses', { exact: true }).waitFor()
  await until('it is dark', async () => (await brightness()) < 80)
  await page.emulateMedia({ colorScheme: 'light' })
  await until('it is light again', async () => (await page.evaluate('document.documentElement.className')) === '')
  await page.emulateMedia({ colorScheme: null })
})

/** Names without a space, and as many of everything as a list shows. */
const longNamed = async (service: TestService): Promise<string> => {
  const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
  const answer = await service.api('POST', '/v1/businesses', {
    name: word.repeat(6),
    external_id: 'x'.repeat(200),
    tags: ['t'.repeat(90)],
    addresses: [{ full_address: `12 ${word.repeat(4)} Boulevard, Reno, NV 89501` }],
    people: [{ name: `${word} ${word}`, title: word.repeat(3) }],
    website: { url: `https://example.com/${'p'.repeat(200)}` },
  })
  return `/businesses/${((await answer.json()) as { readonly id: string }).id}`
}

test('axe-core finds nothing serious on any page, light and dark, on a phone and a desk', async ({ context, service, browser, page }) => {
  await create(page, service.url, 'Watchlist Business')
  const business = new URL(page.url()).pathname
  const long = await longNamed(service)
  await page.goto(service.url + long)
  await page.locator('[data-live=status] .badge', { hasText: 'In review' }).waitFor()
  const has = async (path: string, body: object): Promise<string> =>
    ((await (await service.api('POST', `/v1${path}`, body)).json()) as { readonly id: string }).id
  const csv = Buffer.from(`name,address,tin\n${'Wrong'.repeat(30)},,12\n`).toString('base64')
  const batch = await has('/business_batches', { name: 'A batch', filename: 'rows.csv', csv })
  const webhook = await has('/webhooks', { url: `https://nowhere.invalid/${'hook'.repeat(40)}` })
  const party = { type: 'ORGANIZATION', organization_name: 'x'.repeat(90), addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] }
  const filing = { state: 'NV', collateral: 'All assets. '.repeat(99), secured_parties: [party], debtors: [party] }
  const lien = await has(`${business}/liens`, filing)
  const links = await page.locator('.side nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const paths = [
    ...new Set([
      ...links,
      '/businesses/new',
      business,
      `${business}/history?at=4`,
      `${business}/timeline`,
      `${business}/connections`,
      `${business}/liens/new`,
      `/batches/${batch}`,
      `/webhooks/${webhook}`,
      `/liens/${lien}`,
      long,
      `${long}/history?at=3`,
      `${long}/timeline`,
      '/profile',
    ]),
  ]
  const storageState = await context.storageState()
  const problems: string[] = []
  for (const look of looks) {
    // Only the test's own script needs it: what the pages send is looked at elsewhere.
    const visit = await browser.newContext({ ...look, storageState, bypassCSP: true })
    const guest = await browser.newContext({ ...look, bypassCSP: true })
    problems.push(...(await problemsOf(await visit.newPage(), service.url, paths, look)))
    problems.push(...(await problemsOf(await guest.newPage(), service.url, ['/sign-in'], look)))
    await visit.close()
    await guest.close()
  }
  assert.equal(problems, [])
})

test('axe-core finds nothing serious on what forms lead to: refusals, what is shown once, open audits', async ({
  context,
  service,
  browser,
}) => {
  const storageState = await context.storageState()
  const problems: string[] = []
  for (const look of looks) {
    const visit = await browser.newContext({ ...look, storageState, bypassCSP: true })
    const page = await visit.newPage()
    const press = (name: string) => page.getByRole('button', { name }).first().click()
    const see = async (name: string) => problems.push(...(await problemsHere(page, name, look)))
    await page.goto(`${service.url}/businesses/new`)
    await page.getByLabel('Name', { exact: true }).fill('Refused')
    await page.getByLabel('TIN').fill('12')
    await press('Create and verify')
    await page.getByRole('alert').waitFor()
    await see('a refused form')
    await page.goto(`${service.url}/settings/credentials`)
    await page.getByLabel('Name', { exact: true }).fill('Seen by axe')
    await press('Create key')
    await page.locator('.once').waitFor()
    await see('a new key')
    await page.goto(`${service.url}/settings/users`)
    await page.getByLabel('Name', { exact: true }).fill('Invited')
    await page.getByLabel('E-mail').fill(`${look.colorScheme}@example.com`)
    await press('Invite')
    const link = (await page.locator('.once code').textContent()) ?? ''
    await see('an invitation')
    await page.goto(link)
    await see('the page of an invitation')
    await page.goto(`${service.url}/profile`)
    await page.getByLabel('Current password').last().fill(admin.password)
    await press('Set up')
    await page.getByRole('textbox', { name: 'Code' }).waitFor()
    await see('setting up the second factor')
    await service.api('POST', '/v1/businesses', { name: 'Audited Business', addresses: [{ full_address: '9 Main St, Reno, NV 89501' }] })
    await until('an audit is open', async () => {
      await page.goto(`${service.url}/desk`)
      return (await page.getByRole('button', { name: 'Complete audit' }).count()) > 0
    })
    await see('an open audit')
    await page.goto(`${service.url}/nothing-here`)
    await see('a wrong address')
    await visit.close()
  }
  assert.equal(problems, [])
})

test('what was typed when the session ended is there again after the sign-in, with nothing more to press', async ({ browser, service }) => {
  const problems: string[] = []
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${service.url}/businesses/new`)
    await signIn(page, admin)
    await page.getByLabel('Name', { exact: true }).fill('Half typed')
    service.clock.offsetMs += 12 * 3600_000
    await page.getByRole('button', { name: 'Create and verify' }).click()
    await page.getByText('your input was kept').waitFor()
    problems.push(...(await problemsHere(page, 'the sign-in that keeps a form', look)))
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Please review your input').waitFor()
    assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half typed')
    problems.push(...(await problemsHere(page, 'a form that comes back', look)))
    await context.close()
  }
  assert.equal(problems, [])
})

test.run()
