// Pages that come with a capability: batches, liens and monitors, worked with as a user of the dashboard does.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService, unescaped, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor }
const test = suite<Context>('pages of the capabilities')

test.before(async (context) => {
  context.service = await startTestService()
  context.user = visitor(context.service.url)
  await context.user.signIn()
})
test.after(({ service }) => service.stop())

const until = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + 20_000; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 25)))
    if (await condition()) return
  throw new Error(`waited in vain until ${what}`)
}

test('a CSV is sent in by the form, and its page counts the rows up to the end', async ({ service, user }) => {
  const page = await user.get('/batches')
  const body = new FormData()
  for (const [, name = '', value = ''] of page.text.matchAll(/<input type="hidden" name="(form_[^"]*)" value="([^"]*)"/g))
    body.set(name, value)
  body.set('name', 'Spring "intake"')
  body.set('mode', 'test')
  body.set(
    'csv',
    new Blob(['name,address\nFirst Row LLC,"1 Main St, Reno, NV 89501"\nSecond Row LLC,"2 Main St, Reno, NV 89501"\n'], {
      type: 'text/csv',
    }),
    'rows.csv',
  )
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = await fetch(`${service.url}/batches`, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: service.url },
    redirect: 'manual',
  })
  const location = sent.headers.get('location') ?? ''
  assert.match(location, /^\/batches\/[0-9a-f-]{36}$/, await sent.text())
  await until('both rows are done', async () => (await user.get(location)).text.includes('2 of 2'))
  assert.match(unescaped((await user.get(location)).text), /<h1>Spring "intake"<\/h1>/)
  assert.match((await user.get(`/businesses?batch=${location.split('/').at(-1)}`)).text, /Second Row LLC/)
  assert.match((await user.get(`${location}/csv`)).text, /First Row LLC/)
})

test('a business is monitored and not monitored any more by its own page', async ({ service, user }) => {
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Watched',
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { id: string }
  await user.get(`/businesses/${id}`)
  await user.form(`/businesses/${id}/monitor`, { what: 'begin' })
  assert.match((await user.get('/monitors')).text, /Watched/)
  await user.get(`/businesses/${id}`)
  await user.form(`/businesses/${id}/monitor`, { what: 'end' })
  assert.not.match((await user.get('/monitors')).text, /Watched<\/a>/)
  const history = await service.api('GET', `/v1/businesses/${id}/monitor`)
  assert.is(history.status, 404)
})

test('a lien is listed with its debtor and is terminated by the button', async ({ service, user }) => {
  const party = (name: string) => ({
    type: 'ORGANIZATION',
    organization_name: name,
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Debtor Inc',
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { id: string }
  const lien = { state: 'NV', collateral: 'All assets', secured_parties: [party('Bank of Reno')], debtors: [party('Debtor <b>Inc</b>')] }
  await until('the business is verified', async () => (await service.api('POST', `/v1/businesses/${id}/liens`, lien)).status === 201)
  const list = await user.get('/liens')
  assert.ok(unescaped(list.text).includes('Debtor <b>Inc</b>'))
  assert.not.match(list.text, /<b>Inc/)
  await until('it may be terminated', async () => /\/liens\/[^"]+\/termination/.test((await user.get('/liens')).text))
  const action = /action="(\/liens\/[^"]+\/termination)"/.exec((await user.get('/liens')).text)?.[1] ?? ''
  await user.form(action)
  assert.match((await user.get('/liens')).text, /The termination is requested\./)
})

test.run()
