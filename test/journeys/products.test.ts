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
import { filled } from '../filled.ts'
import { acme, type Body, type Client, startTestService, subLabels, type TestService, verified } from './service.ts'

const test = suite('products')
let probity: TestService
let folder: string
let asked: string[] = []
const statute = '%PDF-1.7 articles of incorporation'
const vendor = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`)
  const times = asked.filter((each) => each.startsWith(`${request.url} `)).length
  if (request.url?.startsWith('/hangs')) return
  if (request.url?.startsWith('/recovers') && times < 3) return void response.writeHead(503).end()
  if (request.url?.startsWith('/recovers')) return void response.end('[]')
  if (request.url?.startsWith('/documents'))
    return void response.end(JSON.stringify([{ id: 'D-1', data: Buffer.from(statute).toString('base64'), filed: '2019-05-06' }]))
  if (request.url?.startsWith('/directory'))
    return void response.end(JSON.stringify([{ id: 'E-1', phones: ['+15035550100'], emails: ['office@acme.example'] }]))
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
    patience_seconds: 10,
    documents: {
      name: 'Registry agent',
      url: `${url}/documents?type={document_type}`,
      types: ['articles_of_incorporation'],
      fields: { key: 'id', content: 'data', filing_date: 'filed' },
    },
    products: {
      liens: { ...search, url: `${url}/recovers`, records: '' },
      adverse_media: { ...search, url: `${url}/hangs`, timeout_seconds: 1 },
      business_enrichment: {
        name: 'Directory',
        url: `${url}/directory`,
        fields: { phone_numbers: 'phones', email_addresses: 'emails' },
        key: 'id',
      },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is named in the file.
      bankruptcies: { ...search, url: `${url}/cases?name={name}&state={state}`, headers: { authorization: 'Bearer ${VENDOR_TOKEN}' } },
      people_bankruptcies: { ...search, url: `${url}/cases?person={name}` },
      litigations: { ...search, url: `${url}/nonsense` },
    },
  }
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(config))
  process.env.VENDOR_TOKEN = 'a-token'
  probity = await startTestService({ SOURCES_CONFIG: join(folder, 'sources.json'), ALLOW_LOOPBACK_FETCH: 'true' })
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
  ])
  assert.ok(filled(found.orders).every(({ status }: Body) => status === 'completed'))
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
  const elsewhere = { name: 'Sagebrush Nowhere LLC', addresses: [{ full_address: '1 Main St, Cheyenne, WY 82001' }] }
  const found = await withOrders(probity.live, { ...elsewhere, people: [{ name: 'Ann Smith' }] }, [
    'tax_liens',
    'litigations',
    'enhanced_screenings',
    'kyc',
  ])
  assert.ok(filled(found.orders).every(({ status }: Body) => status === 'completed'))
  for (const key of ['liens', 'litigations', 'politically_exposed_persons', 'adverse_media', 'kyc_decision'])
    assert.equal([task(found, key).status, task(found, key).sub_label], ['neutral', 'Not Available'], key)
  assert.match(task(found, 'liens').message, /not available from any configured source for WY/)
  assert.match(task(found, 'litigations').message, /Court vendor answered without a list of records/)
  assert.equal([found.liens, found.litigations, found.politically_exposed_person_screening], [[], [], null])
})

test('a vendor that fails is asked again, and its answer counts when it comes', async () => {
  asked = []
  const found = await withOrders(probity.live, {}, ['liens'])
  assert.is(asked.filter((each) => each.startsWith('/recovers')).length, 3)
  // Of Oregon's own register only the filings of one month are loaded.
  assert.equal([task(found, 'liens').status, task(found, 'liens').sub_label], ['neutral', 'Not Fully Searched'])
  assert.match(task(found, 'liens').message, /Searched: Court vendor;/)
})

test('a vendor that never answers holds an order up for as long as it is set to wait, and the review says so', async () => {
  const began = performance.now()
  const found = await withOrders(probity.live, {}, ['adverse_media'])
  assert.ok(performance.now() - began > 9_500)
  assert.ok(filled(found.orders).every(({ status }: Body) => status === 'completed'))
  assert.equal([task(found, 'adverse_media').status, task(found, 'adverse_media').sub_label], ['neutral', 'Not Available'])
  assert.match(task(found, 'adverse_media').message, /Court vendor does not answer in time/)
})

const ordered = (client: Client, ...subproducts: readonly string[]) =>
  verified(client, { ...acme, orders: [{ product: 'identity' }, { product: 'documents', subproducts }] })

test('an order for documents keeps the files that a vendor has, and says which it has not', async () => {
  const found = await ordered(probity.live, 'articles_of_incorporation', 'certificate_of_good_standing')
  const [document] = found.documents
  assert.equal(
    [found.documents.length, document.document_type, document.filing_date],
    [1, 'Articles of Incorporation', '2019-05-06T00:00:00.000Z'],
  )
  assert.is(await (await fetch(document.download_url)).text(), statute)
  assert.equal([task(found, 'sos').status, task(found, 'sos').sub_label], ['success', 'Received'])
  assert.match(task(found, 'sos').message, /Not received: Certificate of Good Standing: no configured source/)
})

test('in the sandbox documents say that they are made up, and an unregistered business has none', async () => {
  const found = await ordered(probity.test, 'articles_of_incorporation_with_fallback')
  assert.match(await (await fetch(found.documents[0].download_url)).text(), /Made up for the sandbox/)
  const orders = [{ product: 'identity' }, { product: 'documents' }]
  const none = await verified(probity.test, { ...acme, name: 'Unregistered Business', orders })
  assert.equal([none.documents, task(none, 'sos').sub_label], [[], 'None Found'])
})

test('an enrichment brings contacts from a directory, and says whether loans were looked for', async () => {
  const found = await withOrders(probity.live, {}, ['business_enrichment'])
  assert.ok(found.phone_numbers.some(({ number }: Body) => number === '+15035550100'))
  assert.ok(found.email_addresses.some(({ email }: Body) => email === 'office@acme.example'))
  assert.is(task(found, 'ppp_loans').status, 'neutral')
})

test('a litigation carries its judgments, and a certified business its certification', async () => {
  const sued = await withOrders(probity.test, { name: 'Litigated Business' }, ['litigations'])
  assert.is(sued.litigations[0].judgments[0].amount_cents, 480_000)
  assert.is(sued.litigations[0].judgments[0].litigation_id, sued.litigations[0].id)
  assert.is((await verified(probity.test, { ...acme, name: 'Certified Business' })).certifications[0].key, 'hubzone')
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
