// Runs of agents in a real browser: followed while they work, answered and judged by keyboard, found well by axe-core, and their stream read by the
// browser's own EventSource, early, late, twice, from the middle, after the end and over a restart of the service.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { admin, reviewed, startTestService, type TestService } from '../pages/browser.ts'
import { type ModelServer, startModelServer } from '../processes/agents/model-server.ts'
import { complaintsOf, launch, looks, orSkip, problemsOf, signIn } from './chromium.ts'

type Context = {
  service: TestService
  model: ModelServer
  browser: Browser
  context: BrowserContext
  page: Page
  complaints: readonly string[]
}
const test = suite<Context>('runs in a browser')
orSkip(5)

const liveKey = 'bvs_live_0123456789abcdef0123'
/** While it is set, a run that words its findings waits. */
let held: PromiseWithResolvers<void> | undefined

test.before(async (here) => {
  here.model = await startModelServer(async () => {
    await held?.promise
    return 'nothing'
  })
  here.service = await startTestService({ AGENT_MODEL_URL: here.model.url, BOOTSTRAP_LIVE_KEY: liveKey })
  here.browser = await launch()
  here.context = await here.browser.newContext()
  here.page = await here.context.newPage()
  here.complaints = complaintsOf(here.page)
  await here.page.goto(here.service.url)
  await signIn(here.page, admin)
  await here.page.getByRole('heading', { name: 'Overview' }).waitFor()
})
test.after(async ({ service, browser, model }) => {
  held?.resolve()
  await browser.close()
  await service.stop()
  await model.close()
})
test.after.each(() => {
  held?.resolve()
  held = undefined
})

const reviewedOne = async (service: TestService, request: object = {}): Promise<string> => {
  const whole = { name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }], ...request }
  const { id } = (await (await service.api('POST', '/v1/businesses', whole, liveKey)).json()) as { id: string }
  await reviewed(service, id, liveKey)
  return id
}

const start = async (service: TestService, type: string, business: string): Promise<string> =>
  ((await (await service.api('POST', '/v1/runs', { type, business_id: business }, liveKey)).json()) as { id: string }).id

const becomes = (service: TestService, id: string, status: string) =>
  until(
    `the run is ${status}`,
    async () => ((await (await service.api('GET', `/v1/runs/${id}`, undefined, liveKey)).json()) as { status: string }).status === status,
  )

const working = async ({ service, model }: Context, business: string): Promise<string> => {
  held = Promise.withResolvers()
  const asked = model.asked.length
  const id = await start(service, 'business_verification', business)
  await until('the run works', async () => model.asked.length > asked)
  return id
}

test('a run’s page follows its steps without being loaded again', async (here) => {
  const { page, service, complaints } = here
  const id = await working(here, await reviewedOne(service))
  await page.goto(`${service.url}/runs/${id}`)
  await page.evaluate('window.sameDocument = true')
  await page.locator('[data-live=steps] .badge', { hasText: 'Running' }).first().waitFor()
  await page.getByText('updates automatically').waitFor()
  held?.resolve()
  await page.locator('[data-live=status] .badge', { hasText: 'Completed' }).waitFor()
  await page.getByRole('heading', { name: /^Recommendation/ }).waitFor()
  assert.is(await page.getByText('updates automatically').count(), 0)
  assert.is(await page.evaluate('window.sameDocument'), true)
  assert.equal(complaints, [])
})

test('a question is answered and an artifact judged with the keyboard alone', async ({ page, service }) => {
  const id = await start(service, 'sanctions_review', await reviewedOne(service, { people: [{ name: 'Gregor Vulturoff' }] }))
  await becomes(service, id, 'interrupted')
  await page.goto(`${service.url}/runs/${id}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.is(await page.evaluate('document.activeElement.textContent'), 'Different')
  await page.keyboard.press('Enter')
  await page.getByText('Answer sent. The run continues.').waitFor()
  await page.locator('[data-live=status] .badge', { hasText: 'Completed' }).waitFor()
  await page
    .getByRole('button', { name: /^Useful/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByText('found this useful').waitFor()
})

/** Opens an EventSource in the page and gathers what it hears, until it is closed for good. */
const listen = `(path) => {
  const source = new EventSource(path)
  const heard = { frames: [], ended: false, opened: 0 }
  source.addEventListener('open', () => heard.opened++)
  for (const type of ['RUN_STARTED', 'STATE_SNAPSHOT', 'RUN_FINISHED', 'RUN_ERROR'])
    source.addEventListener(type, ({ type, data, lastEventId }) => heard.frames.push({ type, lastEventId, data }))
  source.addEventListener('error', () => { heard.ended = source.readyState === EventSource.CLOSED })
  return (window.heard ??= []).push(heard) - 1
}`
type Heard = {
  readonly frames: readonly { readonly type: string; readonly lastEventId: string; readonly data: string }[]
  readonly ended: boolean
}

test('the browser’s EventSource hears every frame once, early and late, and stops by itself after the end', async (here) => {
  const { page, service } = here
  const id = await working(here, await reviewedOne(service))
  await page.goto(`${service.url}/profile`)
  const open = (times: number) => page.evaluate(`Array.from({ length: ${times} }, () => (${listen})('/runs/${id}/stream'))`)
  const heard = () => page.evaluate<readonly Heard[]>('window.heard')
  await open(2)
  await until('both have heard the beginning', async () => (await heard()).every(({ frames }) => frames.length > 1))
  assert.ok(filled(await heard()).every(({ frames }) => filled(frames).every(({ type }) => type !== 'RUN_FINISHED')))
  held?.resolve()
  await becomes(service, id, 'completed')
  await open(1)
  await until('all of them have stopped', async () => (await heard()).every(({ ended }) => ended))
  const [first, ...others] = await heard()
  assert.equal([first?.frames[0]?.type, first?.frames.at(-1)?.type], ['RUN_STARTED', 'RUN_FINISHED'])
  assert.equal(
    first?.frames.map(({ lastEventId }) => lastEventId),
    first?.frames.map((_, index) => String(index)),
  )
  for (const other of filled(others)) assert.equal(other.frames, first?.frames)
})

test('over a restart of the service the EventSource goes on behind the last frame that it heard', async (here) => {
  const { page, service } = here
  const id = await working(here, await reviewedOne(service))
  await page.goto(`${service.url}/profile`)
  await page.evaluate(`(${listen})('/runs/${id}/stream')`)
  const heard = async () => (await page.evaluate<readonly Heard[]>('window.heard'))[0]
  await until('the beginning is heard', async () => ((await heard())?.frames.length ?? 0) > 1)
  await service.restart()
  held?.resolve()
  await until('it has stopped', async () => (await heard())?.ended === true)
  const frames = (await heard())?.frames ?? []
  assert.equal(
    frames.map(({ lastEventId }) => lastEventId),
    frames.map((_, index) => String(index)),
  )
  assert.is(frames.at(-1)?.type, 'RUN_FINISHED')
})

test('axe-core finds nothing serious on the pages of runs, light and dark, on a phone and a desk', async ({
  context,
  service,
  browser,
  page,
}) => {
  const business = await reviewedOne(service, { people: [{ name: 'Gregor Vulturoff' }], website: { url: 'https://nowhere.invalid' } })
  const verification = await start(service, 'business_verification', business)
  const waiting = await start(service, 'sanctions_review', business)
  await becomes(service, verification, 'completed')
  await becomes(service, waiting, 'interrupted')
  await page.goto(`${service.url}/runs/${verification}`)
  const source = await page.locator('.cited a').first().getAttribute('href')
  const thread = await page.getByRole('link', { name: 'All runs of this thread' }).getAttribute('href')
  const paths = ['/runs', '/threads', `/runs/${verification}`, `/runs/${waiting}`, source, thread, `/businesses/${business}`]
  const storageState = await context.storageState()
  const problems: string[] = []
  for (const look of looks) {
    // Only the test's own script needs it.
    const visit = await browser.newContext({ ...look, storageState, bypassCSP: true })
    problems.push(...(await problemsOf(await visit.newPage(), service.url, paths, look)))
    await visit.close()
  }
  assert.equal(problems, [])
})

test.run()
