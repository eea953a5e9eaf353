// The products beyond verification: what they find in the sandbox, what a configured vendor finds, and that nothing is made up without one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { products } from '../../src/events/products.ts'
import { searchProducts } from '../../src/evidence/products/products.ts'
import { acme, type Body, type Client, startTestService, subLabels, type TestService, verified } from './service.ts'

const test = suite('products')
let probity: TestService
let folder: string
let asked: string[] = []
const vendor = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`)
  const cases = [{ docket: { number: '24-777' }, chapter: '7', court: 'Oregon Bankruptcy Court', filed: '2024-05-06' }]
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(request.url?.startsWith('/cases') ? { data: { cases } } : { broken: true }))
})
test.before(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  folder = mkdtempSync(join(tmpdir(), 'probity-sources-'))
  const fields = { case_number: 'docket.number', chapter: 'chapter', court: 'court', filing_date: 'filed' }
  const search = { name: 'Court vendor', records: 'data.cases', fields, key: 'docket.number' }
  const config = {
    products: {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is named in the file.
      bankruptcies: { ...search, url: `${url}/cases?name={name}&state={state}`, headers: { authorization: 'Bearer ${VENDOR_TOKEN}' } },
      people_bankruptcies: { ...search, url: `${url}/cases?person={name}` },
      litigations: { ...search, url: `${url}/nonsense` },
    },
  }
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(config))
  process.env.VENDOR_TOKEN = 'a-token'
  probity = await startTestService({ SOURCES_CONFIG: join(folder, 'sources.json') })
})
test.after(async () => {
  await probity.stop()
  vendor.close()
  vendor.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const withOrders = (client: Client, request: object, products: readonly string[]): Promise<Body> =>
  verified(client, { ...acme, ...request, orders: ['identity', ...products].map((product) => ({ product })) })

const task = ({ review }: Body, key: string): Body => review.tasks.find((each: Body) => each.key === key)

test('in the sandbox each scenario finds one of its kind, and its task warns', async () => {
  const bankrupt = await withOrders(probity.test, { name: 'Bankrupt Business' }, ['bankruptcies', 'litigations', 'liens'])
  assert.is(bankrupt.bankruptcies.length, 1)
  assert.equal([task(bankrupt, 'bankruptcies').status, task(bankrupt, 'bankruptcies').sub_label], ['warning', 'Found'])
  assert.ok(task(bankrupt, 'bankruptcies').sources.length > 0)
  assert.equal([task(bankrupt, 'liens').status, task(bankrupt, 'liens').sub_label], ['success', 'None Found'])
  const sued = await withOrders(probity.test, { name: 'Litigated Business' }, ['litigations'])
  assert.is(sued.litigations[0].parties.length, 2)
  assert.is(subLabels(sued).litigations, 'Found')
  const liened = await withOrders(probity.test, { name: 'Liened Business' }, ['ucc_liens'])
  assert.equal([liened.liens[0].status, liened.liens[0].status_category, liened.liens[0].type], ['open', 'open', 'ucc'])
  assert.is(subLabels(liened).liens, 'Found')
})

test('every product completes in the sandbox', async () => {
  const found = await withOrders(probity.test, { people: [{ name: 'Ann Smith', dob: '1980-01-02' }] }, [
    ...searchProducts.filter((search) => (products as readonly string[]).includes(search)),
    'email_risk',
    'documents',
    'business_enrichment',
  ])
  assert.ok(found.orders.every(({ status }: Body) => status === 'completed'))
  assert.is(subLabels(found).kyc_decision, 'Approved')
  assert.equal(found.politically_exposed_person_screening.results, [])
  assert.equal(found.adverse_media_screening.results, [])
})

test('what a vendor named in SOURCES_CONFIG answers becomes records with their source', async () => {
  asked = []
  const found = await withOrders(probity.live, { people: [{ name: 'Ann Smith' }] }, ['bankruptcies', 'people_bankruptcies'])
  const [bankruptcy] = found.bankruptcies
  assert.equal([bankruptcy.case_number, bankruptcy.chapter, bankruptcy.filing_date], ['24-777', 7, '2024-05-06'])
  assert.is(task(found, 'bankruptcies').sources[0].metadata.data_set, 'Court vendor')
  assert.ok(asked.includes('/cases?name=Acme%20Widgets%20LLC&state=OR Bearer a-token'), asked.join('\n'))
  const ann = found.people.find(({ name }: Body) => name === 'Ann Smith')
  assert.is(ann.people_bankruptcies[0].case_number, '24-777')
  assert.is(found.bankruptcies.length, 1)
})

test('without a vendor, or with one that answers nonsense, the order completes and the review says that nothing was searched', async () => {
  const found = await withOrders(probity.live, { people: [{ name: 'Ann Smith' }] }, ['liens', 'litigations', 'enhanced_screenings', 'kyc'])
  assert.ok(found.orders.every(({ status }: Body) => status === 'completed'))
  for (const key of ['liens', 'litigations', 'politically_exposed_persons', 'adverse_media', 'kyc_decision'])
    assert.equal([task(found, key).status, task(found, key).sub_label], ['neutral', 'Not Available'], key)
  assert.match(task(found, 'liens').message, /not available from any configured source/)
  assert.match(task(found, 'litigations').message, /Court vendor answered without a list of records/)
  assert.equal([found.liens, found.litigations, found.politically_exposed_person_screening], [[], [], null])
})

test('e-mail addresses are rated, throw-away ones as high risk', async () => {
  const person = (email: string) => ({ people: [{ name: 'Ann Smith', email }] })
  const risky = await withOrders(probity.test, person('ann@mailinator.com'), ['email_risk'])
  assert.equal([task(risky, 'email_risk').status, task(risky, 'email_risk').sub_label], ['failure', 'High'])
  assert.equal([risky.email_addresses[0].disposable, risky.email_addresses[0].rating.risk_rating], [true, 'high'])
  const { indicators } = risky.email_addresses[0].rating
  assert.equal(
    indicators.map(({ value }: Body) => value),
    ['Valid', 'Deliverable', 'Disposable'],
  )
  assert.is(subLabels(await withOrders(probity.test, person('ann@gmail.com'), ['email_risk'])).email_risk, 'Moderate')
  assert.is(subLabels(await withOrders(probity.test, person('ann@acme-widgets.example'), ['email_risk'])).email_risk, 'Low')
})

test.run()
