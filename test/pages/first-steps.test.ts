// The first ten minutes on the overview: the checklist, and the examples that are loaded and removed.
import * as assert from 'uvu/assert'
import { examples } from '../../src/inner/examples.ts'
import { firstStepsCard } from '../../src/pages/first-steps.ts'
import { until } from '../eventually.ts'
import { type SignedIn, signedInSuite, visitor } from './browser.ts'

const test = signedInSuite('first steps')

type Listed = { readonly total_count: number; readonly data: readonly { readonly id: string; readonly status: string }[] }

const listed = async ({ service }: SignedIn, query = ''): Promise<Listed> =>
  (await (await service.api('GET', `/v1/businesses?per_page=100${query}`)).json()) as Listed

const done = (page: string): readonly string[] =>
  [...page.matchAll(/>Done<\/span> <strong>(?:<a[^>]*>)?([^<]*)/g)].map(([, title = '']) => title)

test('the loaded data sets are counted in singular and plural', async () => {
  const of = async (count: number) => {
    const data = Array.from({ length: count }, () => ({ kind: 'ofac_sdn', version: '1', importedAt: '2026-03-01', isSample: false }))
    const steps = { hasOwnKey: false, hasBusiness: false, hasWebhook: false, hasColleague: false, data, examples: 0 }
    return String(await firstStepsCard({ steps, now: new Date('2026-03-02'), token: '', isEmpty: true, mayManage: true }))
  }
  assert.match(await of(1), /1 data set; the oldest/)
  assert.match(await of(2), /2 data sets; the oldest/)
})

test('an empty dashboard offers the steps and the examples', async ({ user }) => {
  const { text } = await user.get('/')
  assert.match(text, /Load examples/)
  assert.equal(done(text), [])
  assert.match(text, /Only the invented sample is loaded/)
  for (const address of ['/settings/credentials', '/businesses/new', '/webhooks', '/settings/users']) {
    assert.ok(text.includes(`<a href="${address}"`), address)
    assert.is((await user.get(address)).status, 200, address)
  }
})

test('examples are loaded once into the test side, whichever side is looked at, and are verified', async (context) => {
  const live = visitor(context.service.url, 'live')
  await live.signIn()
  await live.get('/')
  const { text } = await live.get('/')
  const hidden = /<form class="row" method="post" action="\/examples">([\s\S]*?)<button/.exec(text)?.[1] ?? ''
  const fields = Object.fromEntries(
    [...hidden.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  await live.post('/examples', fields)
  await live.post('/examples', fields)
  assert.is((await listed(context)).total_count, examples.length)
  await until('all are reviewed', async () => (await listed(context, '&status=in_review')).total_count === examples.length)
  const after = (await live.get('/')).text
  assert.match(after, /aria-pressed="true">Test/)
  assert.match(after, /Remove the 12 examples/)
  assert.not.match(after, /Load examples/)
  assert.not.ok(done(after).includes('Verify a first business'), 'examples are not one’s own')
})

test('a step is done once its thing is there', async ({ service, user }) => {
  await service.api('POST', '/v1/webhooks', { url: 'https://example.com/hook', enabled_events: ['business.created'] })
  assert.equal(done((await user.get('/')).text), ['Add a webhook'])
  await service.api('POST', '/v1/businesses', { name: 'My Own LLC', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] })
  assert.equal(done((await user.get('/')).text), ['Verify a first business', 'Add a webhook'])
})

test('examples are removed from lists, search, orders and connections; others and monitored ones stay', async (context) => {
  const { service, user } = context
  const [monitored, gone] = (await listed(context, '&tag=example')).data
  await service.api('POST', `/v1/businesses/${monitored?.id}/monitor`, { event_types: ['*'] })
  await until('the own business is reviewed', async () => (await listed(context, '&status=in_review')).total_count === examples.length + 1)
  await user.get('/')
  assert.is((await user.form('/examples/removal')).status, 303)
  assert.match((await user.get('/')).text, /11 examples are removed\. 1 stay/)
  assert.is((await listed(context)).total_count, 2)
  assert.is((await service.api('GET', `/v1/businesses/${gone?.id}`)).status, 404)
  assert.is((await user.get(`/businesses/${gone?.id}/history`)).status, 404)
  assert.match((await user.get('/')).text, /Remove the example</)
})

test('another account has its own first steps, without these examples', async ({ service }) => {
  const { email, password } = await service.otherAccount('other')
  const other = visitor(service.url)
  await other.signIn({ email, password })
  assert.match((await other.get('/')).text, /First steps/)
})

test.run()
