// The guest dashboard in a real browser: conditional questions with and without a script, an upload, the submission and its redirect; then the
// operator works the request on the desk's pages, the partner is told by webhook, and an auditor replays every step.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { audit } from '../cli/audit.ts'
import { until } from '../eventually.ts'
import { type Body, startTestService, type TestService } from '../journeys/service.ts'
import { complaintsOf, launch, looks, orSkip, problemsHere, problemsOf, signIn, violationsOn } from './chromium.ts'

const admin = { email: 'admin@example.com', password: 'correct horse battery staple' }

type Context = { service: TestService; browser: Browser; told: Body[]; partner: string; stop: () => Promise<void> }
const test = suite<Context>('the guest dashboard in a browser')
orSkip(4)

test.before(async (here) => {
  here.service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true', BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password })
  here.browser = await launch()
  here.told = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') here.told.push(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Partner</title><h1>Welcome back</h1>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  here.partner = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  here.stop = () => new Promise((resolve) => server.close(() => resolve()))
})

test.after(async ({ service, browser, stop }) => {
  await browser.close()
  await service.stop()
  await stop()
})

const requested = async ({ service, partner }: Pick<Context, 'service' | 'partner'>, name: string) => {
  const created = await service.live.post('/v1/partner/registration_requests', {
    state: 'TX',
    email: 'ann@example.com',
    company_name: name,
    tax_registration_types: ['state_unemployment_insurance'],
    redirect_uri: `${partner}/done`,
  })
  assert.is(created.status, 201, created.text)
  return created.body as Body
}

/** What npm run audit prints as JSON. */
const audited = async ({ dataDir }: TestService, ...args: readonly string[]): Promise<Body> => {
  const { code, stdout, stderr } = await audit(dataDir, ...args)
  assert.is(code, 0, stderr)
  return JSON.parse(stdout)
}

const positionOf = (steps: readonly Body[], type: string) => steps.find((step) => step.type === type)?.position

const violations = async (page: Page): Promise<readonly string[]> =>
  (await violationsOn(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)

test('an employer fills the dashboard, an operator works it, the partner sees and is told', async ({ service, browser, told, partner }) => {
  await service.live.post('/v1/webhooks', {
    url: `${partner}/hook`,
    enabled_events: ['registration_request.submitted', 'registration_request.updated'],
  })
  const request = await requested({ service, partner }, 'Browser Widgets LLC')
  const page = await browser.newPage()
  const complaints = complaintsOf(page)
  await page.goto(`${request.invite_link}?section=company`)
  assert.equal(await violations(page), [])

  const where = page.getByRole('group', { name: 'Where in Texas?' })
  assert.not.ok(await where.isVisible())
  await page.getByLabel('Does the company have a physical location in Texas?').selectOption('true')
  await where.waitFor()
  await where.getByLabel('Street address').fill('1 Main St')
  await where.getByLabel('City').fill('Austin')
  await where.getByLabel('State').fill('TX')
  await where.getByLabel('ZIP code').fill('78701')
  await page.getByLabel('What type of entity is the company?').selectOption('LLC')
  await page.getByLabel('When was the company formed?').fill('2020-01-02')
  await page.getByLabel('What does the company do?').fill('Widgets')
  await page.getByLabel('When were, or will, the first wages').fill('2026-11-01')
  await page.getByLabel('How many employees work in Texas?').fill('3')
  await page.getByLabel('At which number may the agency call').fill('512 555 0100')
  await page.getByLabel('Name', { exact: true }).first().fill('Ann Doe')
  await page.getByLabel('Did the company take over').selectOption('false')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  await page.getByRole('link', { name: 'Unemployment insurance' }).click()
  await page.getByLabel('Does the company have a TWC').selectOption('true')
  await page.getByLabel('TWC Tax Account Number', { exact: true }).fill('12-345678-9')
  await page.getByLabel('What is the largest amount of wages').fill('10000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Documents' }).click()
  await page
    .getByLabel('The latest rate notice')
    .setInputFiles({ name: 'rate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 rate') })
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('rate.pdf').waitFor()
  await page.getByRole('link', { name: 'Review and submit' }).click()
  assert.equal(await violations(page), [])
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Submit these answers?' }).waitFor()
  await page.getByText('Ann Doe').waitFor()
  assert.equal(await violations(page), [])
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  assert.is(page.url(), `${partner}/done`)

  const operator = await browser.newContext()
  const desk = await operator.newPage()
  const deskComplaints = complaintsOf(desk)
  await desk.goto(`${service.url}/desk`)
  await signIn(desk, admin)
  await desk.getByRole('link', { name: 'Registrations in TX' }).click()
  await desk.getByText('rate.pdf').first().waitFor()
  const [download] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('link', { name: 'rate.pdf' }).click()])
  assert.is(await readFile(await download.path(), 'utf8'), '%PDF-1.7 rate')
  await desk.getByLabel('Status').selectOption('in_progress')
  await desk.getByRole('button', { name: 'Set status' }).click()
  await desk.getByText('The status is set.').waitFor()
  await desk.getByText('In progress').first().waitFor()
  await desk.getByLabel('Ask the company').fill('Who signs?')
  await desk.getByRole('button', { name: 'Ask', exact: true }).click()
  await desk.getByText('Question sent to the company.').waitFor()

  const { body: exceptions } = await service.live.get('/v1/partner/exceptions')
  await page.goto(exceptions.data[0].url)
  await page.getByRole('textbox').fill('Ann Doe signs')
  await page.getByRole('button').click()
  await until('the answer is with the desk', async () => (await service.live.get('/v1/partner/exceptions')).body.count === 0)
  await desk.reload()
  await desk.getByText('Ann Doe signs').first().waitFor()
  await desk.getByRole('button', { name: 'Close' }).click()
  await desk.getByText('Question closed.').waitFor()
  await desk.getByLabel('What was issued').fill('rate')
  await desk.getByLabel('Value').fill('2.7')
  await desk.getByRole('button', { name: 'Record' }).click()
  await desk.getByText('The item is recorded.').waitFor()
  await desk.getByText('Rate: 2.7').first().waitFor()
  await desk.locator('summary', { hasText: 'Complete the request' }).click()
  await desk.getByRole('button', { name: 'Complete the request' }).click()
  await desk.getByText('The request is complete.').waitFor()
  assert.equal(deskComplaints, [])

  const { body: seen } = await service.live.get(`/v1/partner/registration_requests/${request.id}`)
  assert.equal([seen.status, seen.items[0].value, seen.agencies[0].status], ['completed', '2.7', 'completed'])
  await until('the partner has been told of the completion', async () => told.some(({ data }) => data.object.status === 'completed'))
  assert.is(told[0].type, 'registration_request.submitted')
  await page.goto(request.invite_link)
  await page.getByText('The registrations are complete.').waitFor()
  assert.equal(complaints, [])

  const steps = (await audited(service, 'history', request.id, '--json')) as readonly {
    readonly type: string
    readonly actor: { readonly type: string }
  }[]
  const taken = steps.map(({ type, actor }) => `${type} by ${actor.type}`)
  assert.equal(
    taken.filter((step) => !step.startsWith('RegistrationAnswersSaved')),
    [
      'RegistrationRequestCreated by api_key',
      'RegistrationDocumentUploaded by guest',
      'RegistrationRequestSubmitted by guest',
      'RegistrationAgencyUpdated by user',
      'RegistrationItemRecorded by user',
      'RegistrationAgencyUpdated by user',
      'RegistrationRequestCompleted by user',
    ],
  )
  assert.ok(taken.includes('RegistrationAnswersSaved by guest'))
  const atSubmission = await audited(service, 'as-of', request.id, String(positionOf(steps, 'RegistrationRequestSubmitted')))
  assert.equal([atSubmission.status, atSubmission.items], ['submitted', []])
  const replay = await audit(service.dataDir, 'replay')
  assert.is(replay.code, 0, replay.output)
  const verify = await audit(service.dataDir, 'verify')
  assert.is(verify.code, 0, verify.output)
})

test('an employer whose connection breaks off stays on the page with the answers, and is told', async ({ service, browser, partner }) => {
  const request = await requested({ service, partner }, 'Patient Widgets LLC')
  const context = await browser.newContext({ viewport: { width: 375, height: 700 } })
  const page = await context.newPage()
  await page.goto(`${request.invite_link}?section=company`)
  const what = page.getByLabel('What does the company do?')
  await what.fill('Widgets, in many words')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Reconnecting…').waitFor()
  assert.is(await what.inputValue(), 'Widgets, in many words')
  await context.setOffline(false)
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await context.close()
})

test('without a script conditional questions appear when the answers are saved', async ({ service, browser, partner }) => {
  const request = await requested({ service, partner }, 'Plain Widgets LLC')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${request.invite_link}?section=company`)
  const where = page.getByRole('group', { name: 'Where in Texas?' })
  await page.getByLabel('Does the company have a physical location in Texas?').selectOption('true')
  assert.not.ok(await where.isVisible())
  await page.getByRole('button', { name: 'Save' }).click()
  await where.waitFor()
  assert.ok(await where.isVisible())
})

test('axe-core finds nothing serious on the guest’s and the desk’s pages, light and dark, on a phone and a desk, however long the words', async ({
  service,
  browser,
  partner,
}) => {
  const word = 'Pneumonoultramicroscopicsilicovolcanoconiosis'
  const { invite_link: link } = await requested({ service, partner }, `${word} & ${word} LLC`)
  const problems: string[] = []
  for (const look of looks) {
    const context = await browser.newContext({ ...look, bypassCSP: true })
    const page = await context.newPage()
    const letter = Buffer.from(`Oregon Department of Revenue\nTo: ${word}\nYour contribution rate is 2.4%.`)
    await page.goto(`${service.url}/mail`)
    await signIn(page, admin)
    await page.getByLabel('Scan').setInputFiles({ name: `${word.repeat(4)}.txt`, mimeType: 'text/plain', buffer: letter })
    await page.getByRole('button', { name: 'Read' }).click()
    await page.getByRole('heading', { name: 'Letter details' }).waitFor()
    problems.push(...(await problemsHere(page, 'a letter that is recorded', look)))
    await page.getByRole('button', { name: 'Record' }).click()
    await page.getByText('The letter is recorded.').waitFor()
    problems.push(...(await problemsHere(page, 'a letter', look)))
    await page.goto(`${service.url}/registrations`)
    const requests = await page.locator('td a').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
    problems.push(...(await problemsOf(page, service.url, [...requests, '/registrations', '/desk'], look)))
    const guest = ['', '?section=company', '?section=review'].map((section) => `${link}${section}`)
    problems.push(...(await problemsOf(page, '', guest, look)))
    await context.close()
  }
  assert.equal(problems, [])
})

test.run()
