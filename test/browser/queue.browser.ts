// A day's work in a real browser: sixty cases of the sandbox decided by keyboard alone, and what axe-core finds on the pages of the queue.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { admin, reviewed, startTestService } from '../pages/browser.ts'
import { chooseTest, complaintsOf, launch, looks, orSkip, problemsHere, signIn } from './chromium.ts'

orSkip(4)

const test = suite('the queue in a browser')
const service = await startTestService()
const browser = await launch()
test.after(async () => {
  await browser.close()
  await service.stop()
})

const count = 60
const names = ['Clear Company LLC', 'Unregistered Business', 'Inactive Business', 'Watchlist Business', 'Similar Name Business']
const view = '/businesses?status=waiting&sort=waiting'

const total = async (status: string): Promise<number> =>
  ((await (await service.api('GET', `/v1/businesses?status=${status}&per_page=1`)).json()) as { readonly total_count: number }).total_count

/** Whether what has the keyboard lies under the bar of actions. */
const underBar = `(() => {
  const [here, bar] = [document.activeElement, document.querySelector('.bulk')]
  const [one, other] = [here, bar].map((each) => each.getBoundingClientRect())
  return !bar.contains(here) && one.top >= other.top && one.top < other.bottom && one.right > other.left && one.left < other.right
})()`

const created = Promise.all(
  Array.from({ length: count }, (_, index) => {
    const full_address = `${index + 1} Main St, Portland, OR 97201`
    return service.api('POST', '/v1/businesses', { name: names[index % names.length], addresses: [{ full_address }] })
  }),
)

/** The key that opens the form, and the beginning of the reason, by what the verdict says. */
const choices = [
  { verdict: /Watchlist hit/, key: 'r', reason: 'Sanctions' },
  { verdict: /^Do not approve yet/, key: 'r', reason: 'Not registered' },
  { verdict: /./, key: 'a', reason: 'The findings' },
] as const

test('sixty cases are decided by keyboard alone', async () => {
  await created
  await until('all are reviewed', async () => (await total('in_review')) === count, 300_000)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const complaints = complaintsOf(page)
  await page.goto(service.url + view)
  await signIn(page, admin)
  await chooseTest(page)
  await page.goto(service.url + view)
  await page.locator('[data-rows]').waitFor()
  const { keyboard } = page
  await keyboard.press('j')
  await keyboard.press('j')
  await keyboard.press('k')
  await keyboard.press('Enter')
  await page.locator('#verdict-line').waitFor()
  await page.waitForLoadState()
  for (let decided = 1; decided <= count; decided++) {
    const address = page.url()
    const line = (await page.locator('#verdict-line').textContent()) ?? ''
    const { key, reason } = choices.find(({ verdict }) => verdict.test(line)) ?? choices[2]
    await keyboard.press(key)
    await keyboard.type(reason)
    await keyboard.press('Control+Enter')
    await page.waitForURL((url) => url.href !== address && !url.pathname.endsWith('/decision'))
    await until(`${decided} are decided`, async () => (await total('in_review')) === count - decided)
  }
  await page.getByText('There are no more cases in this queue.').waitFor()
  assert.equal([await total('approved'), await total('rejected')], [24, 36])
  assert.equal(complaints, [])
})

test('the pages of the queue are accessible, with everything opened, and selection, search and help have keys', async () => {
  const open = { name: 'Undecided Company LLC', addresses: [{ full_address: '98 Main St, Portland, OR 97201' }] }
  await reviewed(service, ((await (await service.api('POST', '/v1/businesses', open)).json()) as { readonly id: string }).id)
  const problems: string[] = []
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${service.url}/businesses?sort=name`)
    await signIn(page, admin)
    await chooseTest(page)
    await page.goto(`${service.url}/businesses?sort=name`)
    await page.locator('[data-rows]').waitFor()
    problems.push(...(await problemsHere(page, 'the queue', look)))
    await page.goto(`${service.url}/businesses?sort=name`)
    await page.keyboard.press('/')
    assert.is(await page.evaluate('document.activeElement.name'), 'q')
    await page.keyboard.type('j?')
    assert.is(await page.getByLabel('Search').inputValue(), 'j?')
    await page.keyboard.press('Escape')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('?')
    await page.locator('#keys:popover-open').waitFor()
    assert.is(await page.evaluate('scrollY'), 0, 'the keys are shown over the page')
    assert.is(await page.evaluate('document.activeElement.id'), 'keys', 'the keyboard goes on in what was opened')
    await page.keyboard.press('Tab')
    assert.is(await page.evaluate('document.activeElement.matches("#keys [data-keys]")'), true)
    problems.push(...(await problemsHere(page, 'the keys', look)))
    await page.keyboard.press('Escape')
    await page.locator('#keys').waitFor({ state: 'hidden' })
    const all = page.getByLabel('Select all on this page')
    const selected = page.locator('[data-rows] td input:checked')
    await all.check()
    assert.is(await selected.count(), await page.locator('[data-rows] tbody tr').count())
    await selected.first().uncheck()
    assert.is(await all.isChecked(), false)
    await page.locator('[data-rows] td input:not(:checked)').check()
    assert.is(await all.isChecked(), true)
    await all.uncheck()
    assert.is(await selected.count(), 0)
    await page.setViewportSize({ width: Math.round(look.viewport.width / 2), height: 450 })
    await page.locator('[data-rows] td input').first().focus()
    for (let stop = 0; stop < 12; stop++) {
      await page.keyboard.press('Tab')
      assert.is(await page.evaluate(underBar), false, 'what has the keyboard is not under the bar of actions')
    }
    await page.setViewportSize(look.viewport)
    await page.evaluate('document.querySelector("[data-rows]").scrollIntoView()')
    const bar = await page.locator('.bulk').boundingBox()
    assert.ok(bar && bar.y + bar.height <= look.viewport.height, 'the actions are in sight')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    assert.is(await page.locator('[data-rows] input:checked').count(), 1)
    await page.getByRole('button', { name: 'Tag…' }).click()
    await page.getByRole('heading', { name: 'Please confirm' }).waitFor()
    problems.push(...(await problemsHere(page, 'the question before a bulk change', look)))
    await page.goto(service.url + view)
    await page.locator('td.main a').first().click()
    await page.locator('.queue-bar').waitFor()
    const decide = page.getByRole('link', { name: 'Decide', exact: true })
    assert.is(await decide.isVisible(), look.viewport.width < 1000)
    if (await decide.isVisible()) {
      await decide.click()
      assert.ok(((await page.locator('#decision').boundingBox())?.y ?? -1) < look.viewport.height / 2)
    }
    problems.push(...(await problemsHere(page, 'a case of the queue', look)))
    await context.close()
  }
  assert.equal(problems, [])
})

test('the row that has the cursor keeps it when others come in before it', async () => {
  const make = async (name: string) => {
    const body = { name, tags: ['moving'], addresses: [{ full_address: '97 Main St, Portland, OR 97201' }] }
    await reviewed(service, ((await (await service.api('POST', '/v1/businesses', body)).json()) as { readonly id: string }).id)
  }
  await make('Later Company LLC')
  const page = await (await browser.newContext()).newPage()
  await page.clock.install()
  await page.goto(service.url)
  await signIn(page, admin)
  await chooseTest(page)
  await page.goto(`${service.url}/businesses?tag=moving&sort=name`)
  await page.locator('[data-rows]').waitFor()
  await page.keyboard.press('j')
  const focused = page.locator('td.main a:focus')
  assert.is(await focused.textContent(), 'Later Company LLC')
  await make('Earlier Company LLC')
  await page.clock.runFor(15_000)
  await page.getByRole('link', { name: 'Earlier Company LLC' }).waitFor()
  assert.is(await focused.textContent(), 'Later Company LLC')
})

test('a case is taken and a hit dismissed by single keys, which can be switched off', async () => {
  const body = { name: 'Watchlist Business', addresses: [{ full_address: '99 Main St, Portland, OR 97201' }] }
  const { id } = (await (await service.api('POST', '/v1/businesses', body)).json()) as { readonly id: string }
  await reviewed(service, id)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${service.url}/businesses/${id}`)
  await signIn(page, admin)
  const { keyboard } = page
  await keyboard.press('m')
  await page.getByText('Assigned to Administrator.').waitFor()
  assert.is(await page.locator('[data-key=m]').count(), 0)
  await keyboard.press('d')
  await keyboard.type('Another company')
  assert.ok(
    await page
      .locator('textarea[name=reason]')
      .first()
      .evaluate((field) => field.checkVisibility()),
  )
  await keyboard.press('Control+Enter')
  await page.getByText('The hit is dismissed and the review updated.').waitFor()
  await keyboard.press('?')
  await page.getByLabel('Single keys are on').uncheck()
  await page.reload()
  await keyboard.press('a')
  assert.is(await page.locator('details.decide[open]').count(), 0)
  assert.is(await page.locator('.decide kbd').first().isVisible(), false)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await page.getByLabel('Single keys are on').check()
  await keyboard.press('Escape')
  await keyboard.press('a')
  await page.locator('details.decide[open]').waitFor()
})

test.run()
