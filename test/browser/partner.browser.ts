// The guest dashboard in a real browser: conditional questions with and without a script, an upload, the submission and its redirect; then the
// operator works the request, and the partner is told by webhook.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/http/operator/routes.ts'
import { until } from '../eventually.ts'
import { type Body, startTestService, type TestService } from '../journeys/service.ts'
import { complaintsOf, launch, orSkip } from './chromium.ts'

type Context = { service: TestService; browser: Browser; told: Body[]; partner: string; stop: () => Promise<void> }
const test = suite<Context>('the guest dashboard in a browser')
orSkip(2)

test.before(async (here) => {
  here.service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
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

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(await axe)
  const { violations: found } = (await page.evaluate('axe.run()')) as AxeResults
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

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
  await where.getByLabel('City').fill('Austin')
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
  await page.getByRole('link', { name: 'Check and submit' }).click()
  assert.equal(await violations(page), [])
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  assert.is(page.url(), `${partner}/done`)

  const operator = service.as({ Authorization: `Bearer ${operatorToken(Buffer.alloc(32, 9))}` })
  const path = `/operator/registration_requests/${request.id}`
  const { body: work } = await operator.get(path)
  assert.is(work.answers.employee_count, '3')
  const { body: scan } = await operator.get(`${path}/documents/${work.documents[0].document_id}`)
  assert.is(Buffer.from(scan.content, 'base64').toString(), '%PDF-1.7 rate')
  const agency_slug = request.agencies[0].slug
  await operator.post(`${path}/items`, { agency_slug, key: 'rate', value: '2.7' })
  await operator.post(`${path}/complete`)
  const { body: seen } = await service.live.get(`/v1/partner/registration_requests/${request.id}`)
  assert.equal([seen.status, seen.items[0].value], ['completed', '2.7'])
  await until('the partner has been told of the completion', async () => told.some(({ data }) => data.object.status === 'completed'))
  assert.is(told[0].type, 'registration_request.submitted')
  await page.goto(request.invite_link)
  await page.getByText('The registrations are complete.').waitFor()
  assert.equal(complaints, [])
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

test.run()
