// Websites from outside: what an integrator sees of a site made up by the sandbox, and of real ones that behave well or badly.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acmePlumbing } from '../evidence/website/acme-plumbing.ts'
import { type LocalServer, pages, serve } from '../evidence/website/local-server.ts'
import { filled } from '../filled.ts'
import { acme, type Body, reviewed, startTestService, subLabels, type TestService, taskOf, verified } from './service.ts'

const test = suite('website')
let probity: TestService
const sites: LocalServer[] = []
const site = async (...how: Parameters<typeof serve>): Promise<string> => {
  const server = await serve(...how)
  sites.push(server)
  return server.url
}

test.before(async () => {
  probity = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true', RDAP_URL: 'http://127.0.0.1:9' })
})
test.after(async () => {
  await probity.stop()
  await Promise.all(sites.map((server) => server.close()))
})

const withSite = (url: string, more: object = {}) => ({ ...acme, website: { url }, ...more })

test('in the sandbox any website verifies, with all its profiles, the same every time', async () => {
  const request = withSite('https://acme-widgets.example', { people: [{ name: 'Ann Smith', email: 'ann@acme-widgets.example' }] })
  const one = await verified(probity.test, request)
  const other = await verified(probity.test, request)
  assert.equal(
    one.orders.map(({ product, status }: Body) => [product, status]),
    [
      ['business_verification_verify', 'completed'],
      ['website', 'completed'],
    ],
  )
  for (const [key, label] of Object.entries({
    website_status: 'Online',
    website_verification: 'Verified',
    website_parked: 'Not Parked',
    web_business_name_verification: 'Verified',
    web_address_verification: 'Verified',
    web_email_address_verification: 'Verified',
    web_person_verification: 'Verified',
    web_presence_quality: 'High',
    profile_status: 'Online',
  }))
    assert.is(subLabels(one)[key], label, key)
  assert.is(taskOf(one, 'website_status').label, 'Website')
  assert.is(taskOf(one, 'website_status').category, 'website')
  assert.equal(one.profiles.map(({ type }: Body) => type).sort(), [
    'bbb',
    'facebook',
    'google',
    'instagram',
    'linkedin',
    'tiktok',
    'trustpilot',
    'x',
    'yelp',
  ])
  assert.equal(
    one.profiles.map(({ url, metadata }: Body) => [url, metadata]),
    other.profiles.map(({ url, metadata }: Body) => [url, metadata]),
  )
  assert.is(one.website.business_name_match, true)
  assert.is(one.website.rating.indicators.length, 17)
})

test('the sandbox has a website that is offline and one that is parked', async () => {
  const offline = await verified(probity.test, withSite('https://offline.example'))
  assert.is(taskOf(offline, 'website_status').sub_label, 'Offline')
  assert.is(taskOf(offline, 'website_status').status, 'warning')
  assert.is(offline.website.status, 'offline')
  const parked = await verified(probity.test, withSite('https://parked.example'))
  assert.is(taskOf(parked, 'website_status').sub_label, 'Parked')
  assert.is(taskOf(parked, 'website_status').status, 'warning')
  assert.is(parked.website.parked, true)
})

test('a business may consist of its website alone, and its industry be asked for', async () => {
  for (const subproducts of [['web_analysis'], ['industry_classification'], ['web_analysis', 'industry_classification']]) {
    const found = await verified(probity.test, {
      website: { url: 'https://acme-widgets.example' },
      orders: [{ product: 'website', subproducts }],
    })
    assert.is(found.website.status, 'online')
    assert.equal(
      filled<Body>(found.review.tasks).filter(({ status }) => status === 'failure'),
      [],
      'nothing was given that the site could tell',
    )
    assert.is(found.industry_classification !== null, subproducts.includes('industry_classification'))
  }
})

test('the review says whether the website tells the e-mail addresses of the business, not only those of its people', async () => {
  const found = await verified(
    probity.test,
    withSite('https://acme-widgets.example', { email_addresses: [{ email_address: 'Office@acme-widgets.example' }] }),
  )
  assert.is(taskOf(found, 'web_email_address_verification').status, 'success')
  assert.equal(
    found.website.email_addresses.map(({ email, submitted }: Body) => [email, submitted]),
    [['Office@acme-widgets.example', true]],
  )
})

test('the website of a business is read with or without the details of its indicators', async () => {
  const { id } = await verified(probity.test, withSite('https://acme-widgets.example'))
  const plain = await probity.test.get(`/v1/businesses/${id}/website`)
  assert.is(plain.status, 200)
  assert.ok(
    filled<Body>(plain.body.rating.indicators).every(
      (indicator: Body) => indicator.examples === undefined && indicator.explanation === undefined,
    ),
  )
  const detailed = await probity.test.get(`/v1/businesses/${id}/website?include=indicator_details`)
  for (const { explanation, examples } of filled<Body>(detailed.body.rating.indicators)) {
    assert.type(explanation, 'string')
    for (const { url, excerpt } of filled<Body>(examples)) assert.ok(URL.canParse(url) && typeof excerpt === 'string')
  }
  const unknown = await probity.test.get(`/v1/businesses/${id}/website?include=indicator_details,screenshots`)
  assert.is(unknown.status, 400)
  assert.is(unknown.body.errors[0].parameter, 'include')
})

test('no website, no business and a business of another account are 404', async () => {
  const { id } = await verified(probity.test, acme)
  assert.is((await probity.test.get(`/v1/businesses/${id}/website`)).status, 404)
  assert.is((await probity.test.get('/v1/businesses/0198c0de-0000-7000-8000-000000000001/website')).status, 404)
  const other = await probity.otherAccount()
  const created = await probity.test.post('/v1/businesses', withSite('https://acme-widgets.example'))
  assert.is((await other.get(`/v1/businesses/${created.body.id}/website`)).status, 404)
})

test('a website that has not been looked at yet is shown as it was submitted', async () => {
  const created = await probity.test.post('/v1/businesses', withSite('https://slow.example', { name: 'Slow Business' }))
  assert.is(created.body.website.url, 'https://slow.example')
  assert.is(created.body.website.status, 'unknown')
  const website = await probity.test.get(`/v1/businesses/${created.body.id}/website`)
  assert.is(website.body.id, created.body.website.id)
  assert.is(website.body.parked, null)
})

test('with a live key the site itself is read, once for all orders of a request', async () => {
  const server = await serve(pages(acmePlumbing))
  sites.push(server)
  const found = await verified(probity.live, {
    name: 'Acme Plumbing LLC',
    addresses: [{ full_address: '12 State St Ste 4, Albany, NY 12207' }],
    people: [{ name: 'Maria Lopez', email: 'billing@acme-plumbing.test' }],
    website: { url: server.url },
  })
  assert.is(server.requests.filter((path) => path === '/').length, 1)
  assert.is(found.website.title, 'Acme Plumbing | Albany NY plumbers')
  assert.is(found.website.business_name_match, true)
  assert.is(found.website.pages.length, 8)
  for (const [key, label] of Object.entries({
    website_status: 'Online',
    website_verification: 'Verified',
    web_business_name_verification: 'Verified',
    web_address_verification: 'Verified',
    web_email_address_verification: 'Verified',
    web_person_verification: 'Verified',
    domain_redirect: undefined,
  }))
    assert.is(subLabels(found)[key], label, key)
  assert.equal(found.industry_classification.categories[0].naics_codes, ['238220'])
  assert.ok(found.industry_classification.categories.some(({ mcc_codes }: Body) => mcc_codes.includes('1711')))
  assert.equal(found.profiles.map(({ type }: Body) => type).sort(), ['facebook', 'instagram', 'x', 'yelp'])
  for (const task of filled<Body>(found.review.tasks.filter(({ category }: Body) => category === 'website' || category === 'web')))
    for (const { metadata } of filled<Body>(task.sources)) assert.ok(metadata.data_set && metadata.version && metadata.row, task.key)
})

test('a site that tells of somebody else verifies nothing, and says so task by task', async () => {
  const url = await site(
    pages({
      '/': '<title>Globex</title><p>Globex Corporation, 500 West 2nd Street, Austin, TX 78701. We run an online casino and sports betting.</p>',
    }),
  )
  const found = await verified(
    probity.live,
    withSite(url, {
      people: [{ name: 'Ann Smith', email: 'ann@acme.example' }],
      orders: [{ product: 'identity', subproducts: ['industry_classification'] }],
    }),
  )
  assert.is(taskOf(found, 'website_status').status, 'success')
  assert.is(taskOf(found, 'website_verification').status, 'failure')
  assert.is(taskOf(found, 'website_verification').sub_label, 'Unverified')
  for (const key of [
    'web_business_name_verification',
    'web_address_verification',
    'web_email_address_verification',
    'web_person_verification',
  ])
    assert.is(taskOf(found, key).sub_label, 'Unverified', key)
  assert.is(taskOf(found, 'web_presence_quality').sub_label, 'Low')
  assert.is(taskOf(found, 'risky_keywords').sub_label, 'Found')
  assert.is(taskOf(found, 'industry').sub_label, 'High Risk')
  assert.is(found.website.business_name_match, false)
  assert.is(found.website.addresses[0].submitted, false)
})

test('a website exchanged since is not shown as the one that was looked at', async () => {
  const { id } = await verified(probity.test, withSite('https://acme-widgets.example'))
  const exchanged = await probity.test.post('/v1/actions', {
    object_type: 'businesses',
    object_id: id,
    type: 'add_attributes',
    payload: { website: { url: 'https://parked.example' } },
  })
  assert.is(exchanged.status, 201, exchanged.text)
  assert.is((await probity.test.get(`/v1/businesses/${id}/website`)).body.status, 'unknown')
  await probity.test.post(`/v1/businesses/${id}/orders`, { product: 'website' })
  const again = await reviewed(probity.test, id)
  assert.is(again.website.url, 'https://parked.example')
  assert.is(again.website.parked, true)
  assert.equal(again.profiles, [])
})

test('an order ends whatever its site does', async () => {
  const loop: string = await site((_, response) => response.writeHead(302, { location: '/again' }).end())
  const metadata: string = await site((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  )
  const nonsense: string = await site((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('no'),
  )
  for (const [url, status, error] of [
    [loop, 'offline', /redirects without end/],
    [metadata, 'unknown', /not public/],
    [nonsense, 'online', /packed wrongly/],
    ['http://127.0.0.1:1/', 'offline', /refuses connections/],
    ['http://10.0.0.1/', 'unknown', /not public/],
  ] as const) {
    const found = await verified(probity.live, withSite(url, { orders: [{ product: 'website' }] }))
    assert.is(found.website.status, status, url)
    assert.match(found.website.error ?? '', error)
    assert.is(found.orders[0].status, 'completed')
  }
})

test.run()
