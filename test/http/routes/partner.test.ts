// The partner's routes: companies and their applications, registration requests, letters, and the jurisdictions to ask for.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memberLimits as limits } from '../../../src/interface/limits.ts'
import { filled } from '../../filled.ts'
import { type Body, type Caller, idsOf, made, openScene, paged, portland, refusal, type Scene } from '../scene.ts'

const test = suite('routes of partners')

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after(() => scene.close())

const companies = '/v1/partner/companies'
const applications = '/v1/partner/applications'
const requests = '/v1/partner/registration_requests'

let count = 0
const newCompany = async (caller: Caller = scene.test): Promise<Body> => {
  count++
  return made(caller.post(companies, { legal_name: `Company ${count}`, external_id: `company-${count}` }))
}

/** The addresses that a company was made with. */
const placesOf = async ({ id }: Body): Promise<readonly Body[]> => {
  const { data } = await made(scene.test.get('/v1/events?limit=1000&types=PartnerCompanyCreated'))
  return data.find(({ data: { company_id } }: Body) => company_id === id).data.addresses
}

test('the address of a company may be in one line, and its parts go before it', async () => {
  const place = async (address: object) => {
    const answer = await scene.test.post(companies, { legal_name: 'Placed', external_id: `placed ${count++}`, addresses: [address] })
    return { ignored: answer.headers.get('probity-ignored'), places: await placesOf(await made(Promise.resolve(answer))) }
  }
  const parts = { address_line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201' }
  const inParts = await place({ ...parts, address_type: 'physical' })
  const inOneLine = await place({ ...portland, address_type: 'physical' })
  assert.equal([inOneLine.ignored, inOneLine.places[0].city, inOneLine.places[0].state], [null, 'Portland', 'OR'])
  assert.equal(inOneLine.places[0].address_type, inParts.places[0].address_type)
  assert.equal((await place({ ...portland, address_line2: 'Ste 4' })).places[0].address_line2, 'Ste 4')
  assert.is((await place({ ...portland, state: 'WA' })).ignored, 'addresses.0.state')
  const both = await place({ ...parts, address_type: 'physical', full_address: '2 Elm St, Salem, OR 97301' })
  assert.equal([both.ignored, both.places], ['addresses.0.full_address', inParts.places])
  assert.equal((await place({})).places[0].full_address, '')
})

const wish = (more: object = {}) => ({ state: 'OR', email: 'ann@example.com', company_name: 'New Employer Inc', ...more })

test('a company is made once, with its addresses or with none', async () => {
  const address = { address_line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201' }
  const first = await scene.test.post(companies, { legal_name: 'Placed', external_id: 'placed', addresses: [address] })
  assert.is(first.status, 201)
  assert.equal(
    (await placesOf(first.body)).map(({ city }: Body) => city),
    ['Portland'],
  )
  for (const addresses of [undefined, null, []])
    assert.equal(
      await placesOf(await made(scene.test.post(companies, { legal_name: 'Bare', external_id: `bare ${count++}`, addresses }))),
      [],
    )
  const again = await scene.test.post(companies, { legal_name: 'Placed again', external_id: 'placed' })
  assert.equal([again.status, again.body], [409, first.body])
  assert.is((await scene.live.post(companies, { legal_name: 'Placed', external_id: 'placed' })).status, 201)
})

test('an application invites the company of the id or of the external id, of the account alone', async () => {
  const company = await newCompany()
  const byId = await made(scene.test.post(applications, { company_id: company.id, redirect_uri: 'https://example.com/done' }))
  const byExternal = await made(scene.test.post(applications, { company_external_id: company.external_id }))
  assert.equal([byId.company_id, byExternal.company_id], [company.id, company.id])
  assert.match(byId.invite_link, /\/guest\//)
  assert.is.not(byId.invite_link, byExternal.invite_link)
  for (const caller of [scene.other, scene.live]) {
    assert.equal(refusal(await caller.post(applications, { company_id: company.id })), [422, 'company_id'])
    assert.equal(refusal(await caller.post(applications, { company_external_id: company.external_id })), [422, 'company_external_id'])
  }
  assert.equal(refusal(await scene.test.post(applications, {})), [422, 'company_id'])
})

test('a registration request is for the company of the id, of the external id, or a new one', async () => {
  const company = await newCompany()
  const ask = async (more: object): Promise<Body> => made(scene.test.post(requests, wish(more)))
  assert.is((await ask({ company_id: company.id, external_id: 'of no company' })).company_id, company.id)
  assert.is((await ask({ external_id: company.external_id })).company_id, company.id)
  const fresh = await ask({ external_id: 'fresh-1' })
  assert.is.not(fresh.company_id, company.id)
  assert.is((await ask({ external_id: 'fresh-1', company_name: 'Other Name' })).company_id, fresh.company_id)
  assert.is.not((await ask({})).company_id, (await ask({})).company_id)
  const known = await scene.test.post(companies, { legal_name: 'Whatever', external_id: 'fresh-1' })
  assert.equal([known.status, known.body.legal_name, await placesOf(known.body)], [409, 'New Employer Inc', []])
  assert.equal(refusal(await scene.other.post(requests, wish({ company_id: company.id }))), [400, 'company_id'])
  assert.equal(refusal(await scene.test.post(requests, wish({ company_name: undefined }))), [400, 'company_id'])
})

test('the registrations are those that are named, or those that a payroll of the state needs', async () => {
  const types = async (more: object) => {
    const { tax_registration_types, agencies, tax_registration } = await made(scene.test.post(requests, wish(more)))
    return [tax_registration_types, agencies.length, tax_registration.jurisdictions]
  }
  const both = ['state_tax_withholdings', 'state_unemployment_insurance']
  const place = 'pa-700102-eit'
  assert.equal(await types({}), [both, 2, []])
  assert.equal(await types({ tax_registration_types: [], jurisdictions: [] }), [both, 2, []])
  assert.equal(await types({ state: 'TX' }), [['state_unemployment_insurance'], 1, []])
  assert.equal(await types({ tax_registration_types: ['annual_filing', 'annual_filing'] }), [['annual_filing'], 1, []])
  assert.equal(await types({ state: 'PA', jurisdictions: [place, place] }), [[], 1, [place]])
  assert.equal(await types({ state: 'PA', jurisdictions: [place], tax_registration_types: both }), [both, 3, [place]])
  const untaxed = await scene.test.post(requests, wish({ state: 'TX', tax_registration_types: ['state_tax_withholdings'] }))
  assert.equal(refusal(untaxed), [400, 'tax_registration_types'])
  const unfit = await scene.test.post(requests, wish({ state: 'PA', jurisdictions: ['nowhere', place, 'oh-columbus-city'] }))
  assert.equal(refusal(unfit), [400, 'jurisdictions.0', 'jurisdictions.2'])
  assert.equal(
    unfit.body.errors.map(({ message }: Body) => message),
    ['there is no jurisdiction nowhere', 'oh-columbus-city is not in PA'],
  )
})

test('registration requests are listed, shown, linked to and deleted, by their own account', async () => {
  const request = await made(scene.test.post(requests, wish()))
  const path = `${requests}/${request.id}`
  assert.equal(await made(scene.test.get(path)), request)
  assert.is((await paged(scene.test, requests))[0], request.id)
  assert.match(
    (await made(scene.test.get(`${path}/guest_dashboard?section=documents`))).guest_dashboard_url,
    /\/guest\/.*\?section=documents$/,
  )
  assert.not.match((await made(scene.test.get(`${path}/guest_dashboard`))).guest_dashboard_url, 'section')
  const { most } = limits.section
  assert.is((await scene.test.get(`${path}/guest_dashboard?section=${'x'.repeat(most)}`)).status, 200)
  assert.equal(refusal(await scene.test.get(`${path}/guest_dashboard?section=${'x'.repeat(most + 1)}`)), [400, 'section'])
  for (const caller of [scene.other, scene.live]) {
    for (const answer of [caller.get(path), caller.del(path), caller.get(`${path}/guest_dashboard`)]) assert.is((await answer).status, 404)
    assert.equal(idsOf(await caller.get(requests)), [])
  }
  assert.equal(await made(scene.test.del(path)), request)
  assert.is((await scene.test.get(path)).status, 404)
  assert.is((await scene.test.del(path)).status, 404)
})

test('what the desk asks a company is listed while it is open', async () => {
  const company = await newCompany()
  const request = await made(scene.test.post(requests, wish({ company_id: company.id })))
  const asked = async (): Promise<Body> =>
    made(scene.operator.post(`/operator/registration_requests/${request.id}/information`, { information_requested: 'The lease' }))
  const [first, second] = [await asked(), await asked()]
  assert.equal(await paged(scene.test, '/v1/partner/exceptions'), [second.id, first.id])
  const { data, count: shown } = await made(scene.test.get('/v1/partner/exceptions?per_page=1'))
  assert.is(shown, 1)
  assert.equal([data[0].information_requested, data[0].company.id], ['The lease', company.id])
  assert.equal(idsOf(await scene.other.get('/v1/partner/exceptions')), [])
  await made(scene.operator.post(`/operator/information_requests/${second.id}/close`))
  assert.equal(idsOf(await scene.test.get('/v1/partner/exceptions')), [first.id])
})

test('letters are listed as asked for, shown with their company and their scan, and tagged', async () => {
  const company = await newCompany()
  const letter = (more: object): Promise<Body> => made(scene.operator.post('/operator/mail', { account_id: scene.accountId, ...more }))
  const document = { filename: 'scan.txt', content_type: 'text/plain', content: Buffer.from('Rate notice').toString('base64') }
  const b = await letter({ company_id: company.id, sender_name: 'Bureau', state: 'OR', arrived_at: '2026-01-03', document })
  const c = await letter({ company_id: company.id, sender_name: 'Collector', state: 'PA', arrived_at: '2026-01-01' })
  const a = await letter({ sender_name: 'Agency', state: 'OR', arrived_at: '2026-01-02' })
  const mail = '/v1/partner/mail'
  const sorted = { '': [c, b], 'sort_order=asc': [b, c], 'sort_by=arrived_at': [b, c], 'sort_by=sender_name&sort_order=asc': [b, c] }
  for (const [query, expected] of filled(Object.entries(sorted)))
    assert.equal(
      await paged(scene.test, `${mail}?${query}`),
      expected.map(({ id }) => id),
      query,
    )
  assert.equal(idsOf(await scene.test.get(`${mail}?state=PA`)), [c.id])
  assert.equal(idsOf(await scene.test.get(`${mail}?q=bureau`)), [b.id])
  assert.is((await made(scene.test.get(mail))).count, 2)
  for (const wrong of ['state=XX', 'sort_by=color', 'sort_order=up', `q=${'x'.repeat(limits.searchWords.most + 1)}`])
    assert.equal(refusal(await scene.test.get(`${mail}?${wrong}`)), [400, wrong.split('=')[0]])
  assert.equal(idsOf(await scene.test.get(`${mail}?q=${'x'.repeat(limits.searchWords.most)}`)), [])

  const shown = await made(scene.test.get(`${mail}/${b.id}`))
  const without = await made(scene.test.get(`${mail}/${c.id}`))
  assert.equal([shown.company.id, without.company.id], [company.id, company.id])
  assert.match(shown.document_url, /\//)
  assert.is(without.document_url, null)
  const tagged = await made(scene.test.patch(`${mail}/${b.id}`, ['rate notice', '2027']))
  assert.equal(tagged.tag_names, ['rate notice', '2027'])
  assert.equal(await made(scene.test.get(`${mail}/${b.id}`)), tagged)
  for (const caller of [scene.other, scene.live]) {
    assert.is((await caller.get(`${mail}/${b.id}`)).status, 404)
    assert.is((await caller.patch(`${mail}/${b.id}`, ['x'])).status, 404)
  }
  assert.is((await scene.test.get(`${mail}/${randomUUID()}`)).status, 404)
  const [other] = (await made(scene.live.get(mail))).data
  assert.equal([other.id, other.document_url, other.company.id], [a.id, null, null])
})

const search = '/v1/agent/jurisdictions/search'
const slugs = async (query: string): Promise<readonly string[]> =>
  (await made(scene.test.get(`${search}?per_page=100&${query}`))).data.map(({ slug }: Body) => slug)

test('jurisdictions are found by state, words, tax and slug', async () => {
  assert.equal(await slugs('q=510101'), ['pa-510101-eit'])
  assert.equal(await slugs('slug=pa-700102-eit'), ['pa-700102-eit'])
  assert.equal(await slugs('state=CA&tax_type=City'), await slugs('state=CA&tax_type=CITY'))
  assert.equal(await slugs('state=CA&tax_type=city'), ['ca-san-francisco-city'])
  assert.equal(await slugs('state=CA&local_only=true'), ['ca-san-francisco-city'])
  assert.is((await slugs('state=CA&local_only=false')).length, 3)
  await paged(scene.test, `${search}?state=CA`, 3)
  const [place] = (await made(scene.test.get(`${search}?slug=ca-san-francisco-city`))).data
  assert.equal([place.agency_items, place.city, place.state], [['account_number', 'filing_frequency', 'rate'], 'San Francisco', 'CA'])
  for (const [name, most] of [
    ['q', limits.searchWords.most],
    ['slug', limits.jurisdiction.most],
  ] as const) {
    assert.is((await scene.test.get(`${search}?${name}=${'x'.repeat(most)}`)).status, 200)
    assert.equal(refusal(await scene.test.get(`${search}?${name}=${'x'.repeat(most + 1)}`)), [400, name])
  }
  assert.equal(refusal(await scene.test.get(`${search}?tax_type=moon`)), [400, 'tax_type'])
  assert.equal(refusal(await scene.test.get(`${search}?local_only=maybe`)), [400, 'local_only'])
})

test('only what registration is supported in is listed of a state, without the state itself', async () => {
  const jurisdictions = scene.inner.jurisdictions()
  const asked: object[] = []
  const known = {
    ...jurisdictions,
    search: (wanted: Parameters<typeof jurisdictions.search>[0]) => {
      asked.push(wanted)
      return jurisdictions.search(wanted)
    },
  }
  const over = scene.over({ jurisdictions: () => known })
  assert.equal(
    (await made(over.get('/v1/agent/jurisdictions?state=ca'))).data.map(({ slug }: Body) => slug),
    ['ca-san-francisco-city'],
  )
  await made(over.get(`${search}?state=CA&supported_only=true&local_only=false`))
  assert.equal(asked, [
    { state: 'CA', localOnly: true, supportedOnly: true },
    { state: 'CA', q: undefined, type: undefined, localOnly: false, supportedOnly: true, slug: undefined },
  ])
  assert.equal(refusal(await scene.test.get('/v1/agent/jurisdictions')), [400, 'state'])
})

test('questions come for a state, for several, or for jurisdictions of one', async () => {
  const questions = async (query: string): Promise<Body> => made(scene.test.get(`/v1/agent/questions?${query}`))
  const one = await questions('state=CA')
  assert.equal([one.total_count, one.has_more, one.object], [one.data.length, false, 'list'])
  assert.ok(one.data.length > 5)
  const some = await questions('state=CA&categories[]=state_unemployment_insurance')
  assert.ok(some.data.length < one.data.length)
  assert.ok(filled<Body>(some.data).every(({ categories }) => categories.includes('state_unemployment_insurance')))
  const several = await questions('states[]=CA&states[]=tx&categories[]=state_unemployment_insurance')
  assert.equal([several.total_count, several.data.map(({ state }: Body) => state)], [2, ['CA', 'TX']])
  assert.equal(several.data[0].questions, some.data)
  assert.equal(
    (await questions('state=CA&states[]=TX')).data.map(({ state }: Body) => state),
    ['TX'],
  )
  const local = await questions('state=pa&jurisdiction_slugs[]=pa-700102-eit&jurisdiction_slugs[]=pa-510101-eit')
  assert.equal([local.total_count, Object.keys(local.data)], [2, ['pa-700102-eit', 'pa-510101-eit']])
  assert.ok(local.data['pa-700102-eit'].length > 0)
})

const questionsRefused: readonly (readonly [string, number, string])[] = [
  ['', 400, 'state'],
  ['jurisdiction_slugs[]=pa-700102-eit', 400, 'state'],
  ['state=ZZ&jurisdiction_slugs[]=pa-700102-eit', 422, 'state'],
  ['state=PA&jurisdiction_slugs[]=nowhere', 400, 'jurisdiction_slugs[]'],
  ['state=OH&jurisdiction_slugs[]=pa-700102-eit', 400, 'jurisdiction_slugs[]'],
  ['state=CA&categories[]=moon', 400, 'categories[]'],
  ['state=ZZ', 422, 'state'],
  ['states[]=CA&states[]=ZZ', 422, 'states[]'],
  [`state=PA&jurisdiction_slugs[]=${'x'.repeat(limits.jurisdiction.most + 1)}`, 400, 'jurisdiction_slugs[]'],
  [`state=PA${'&jurisdiction_slugs[]=pa-700102-eit'.repeat(limits.askedJurisdictions.most + 1)}`, 400, 'jurisdiction_slugs[]'],
  [`x=${'&states[]=CA'.repeat(limits.askedStates.most + 1)}`, 400, 'states[]'],
  [`state=CA${'&categories[]=annual_filing'.repeat(limits.registrationTypes.most + 1)}`, 400, 'categories[]'],
]

for (const [query, status, parameter] of questionsRefused)
  test(`questions with ${query.slice(0, 60)} are refused for ${parameter}`, async () => {
    const refused = await scene.test.get(`/v1/agent/questions?${query}`)
    assert.equal(refusal(refused), [status, parameter])
    assert.match(refused.body.errors[0].message, /\w+ \w+/)
  })

test.run()
