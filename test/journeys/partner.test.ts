import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { type Body, startTestService, type TestService } from './service.ts'

let it: TestService

test.before(async () => {
  it = await startTestService()
})
test.after(() => it.stop())

const company = { legal_name: 'Acme Widgets LLC', ein: '12-3456789', external_id: 'acme-1', contact_email: 'ann@example.com' }

test('a company is created once: the same EIN answers 409 with the company that is there', async () => {
  const created = await it.test.post('/v1/partner/companies', {
    ...company,
    addresses: [{ address_line1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97201', address_type: 'physical' }],
  })
  assert.is(created.status, 201, created.text)
  assert.is(created.body.object, 'company')
  assert.is(created.body.parent_account.id, created.body.account_id)
  const again = await it.test.raw('POST', '/v1/partner/applications', '{}', { 'Content-Type': 'application/json' })
  assert.is(again.status, 422)
  const second = await conflict({ ...company, legal_name: 'Another name', ein: '123456789', external_id: 'acme-2' })
  assert.equal(second, created.body)
})

test('without an EIN the external id tells which company it is; two EINs are two companies', async () => {
  const created = await it.test.post('/v1/partner/companies', { legal_name: 'Beta', external_id: 'beta' })
  assert.is(created.status, 201)
  assert.is((await conflict({ legal_name: 'Beta again', external_id: 'beta', ein: '987654321' })).id, created.body.id)
  const one = await it.test.post('/v1/partner/companies', { legal_name: 'Gamma', external_id: 'gamma', ein: '111111111' })
  const other = await it.test.post('/v1/partner/companies', { legal_name: 'Gamma Two', external_id: 'gamma', ein: '222222222' })
  assert.equal([one.status, other.status], [201, 201])
  assert.is((await conflict({ legal_name: 'Gamma', external_id: 'gamma' })).id, one.body.id)
})

test('of companies created at the same moment one is created, and the others are answered with it', async () => {
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      post('/v1/partner/companies', { legal_name: `Racing ${n}`, ein: '55-5555555', external_id: `r-${n}` }),
    ),
  )
  assert.is(all.filter(({ status }) => status === 201).length, 1)
  assert.is(all.filter(({ status }) => status === 409).length, 11)
  assert.is(new Set(all.map(({ body }) => body.id)).size, 1)
})

test('what is wrong with a company is named', async () => {
  const wrong = await it.test.post('/v1/partner/companies', { ein: '12', contact_email: 'nobody', formation_date: 'soon' })
  assert.is(wrong.status, 422)
  assert.equal(wrong.body.errors.map(({ parameter }: Body) => parameter).sort(), ['contact_email', 'ein', 'formation_date', 'legal_name'])
})

test('an application invites a company that exists', async () => {
  const { body: made } = await it.test.post('/v1/partner/companies', { legal_name: 'Invited', external_id: 'invited' })
  const application = await it.test.post('/v1/partner/applications', {
    company_external_id: 'invited',
    redirect_uri: 'https://example.com/done',
  })
  assert.is(application.status, 201, application.text)
  assert.is(application.body.company_id, made.id)
  assert.is(application.body.status, 'pending')
  assert.ok(application.body.invite_link.startsWith(`${it.url}/guest/`))
  assert.is((await it.test.post('/v1/partner/applications', { company_id: '0198c0de-0000-7000-8000-00000000dead' })).status, 422)
  assert.is((await it.test.post('/v1/partner/applications', { company_id: made.id, redirect_uri: 'javascript:alert(1)' })).status, 422)
  const both = (external: string) => it.test.post('/v1/partner/applications', { company_id: made.id, company_external_id: external })
  assert.is((await both('invited')).status, 201)
  const contradictory = await both('somebody else')
  assert.equal([contradictory.status, contradictory.body.errors[0].parameter], [422, 'company_external_id'])
  const stranger = await it.otherAccount()
  assert.is((await stranger.post('/v1/partner/applications', { company_id: made.id })).status, 422)
  assert.is((await stranger.post('/v1/partner/companies', { legal_name: 'Mine', external_id: 'invited' })).status, 201)
})

test('a registration request names what is missing with 400', async () => {
  const all: readonly (readonly [object, string])[] = [
    [{ email: 'a@example.com', company_name: 'X' }, 'state'],
    [{ state: 'XX', email: 'a@example.com', company_name: 'X' }, 'state'],
    [{ state: 'PA', company_name: 'X' }, 'email'],
    [{ state: 'PA', email: 'nobody', company_name: 'X' }, 'email'],
    [{ state: 'PA', email: 'a@example.com' }, 'company_id'],
    [{ state: 'PA', email: 'a@example.com', company_id: '0198c0de-0000-7000-8000-00000000dead' }, 'company_id'],
    [{ state: 'PA', email: 'a@example.com', company_name: 'X', jurisdictions: ['nowhere'] }, 'jurisdictions.0'],
    [{ state: 'OH', email: 'a@example.com', company_name: 'X', jurisdictions: ['pa-700102-eit'] }, 'jurisdictions.0'],
  ]
  for (const [body, parameter] of all) {
    const answer = await it.test.post('/v1/partner/registration_requests', body)
    assert.is(answer.status, 400, answer.text)
    assert.is(answer.body.errors[0].parameter, parameter)
  }
})

test('every problem of a request is named at once, addresses to send a browser to that are none among them', async () => {
  const wrong = { state: 'ZZ', email: 'x', redirect_uri: 'x', redirect_back_uri: 'http://user:word@example.com' }
  const request = await it.test.post('/v1/partner/registration_requests', wrong)
  assert.is(request.status, 400)
  assert.equal(request.body.errors.map(({ parameter }: Body) => parameter).toSorted(), [
    'company_id',
    'email',
    'redirect_back_uri',
    'redirect_uri',
    'state',
  ])
  const slugs = ['nowhere', 'pa-700102-eit', 'elsewhere']
  const unknown = await it.test.post('/v1/partner/registration_requests', {
    state: 'pa',
    email: 'a@example.com',
    company_name: 'X',
    jurisdictions: slugs,
  })
  assert.equal(
    unknown.body.errors.map(({ parameter }: Body) => parameter),
    ['jurisdictions.0', 'jurisdictions.2'],
  )
  const application = await it.test.post('/v1/partner/applications', { redirect_uri: '//' })
  assert.is(application.status, 422)
  assert.equal(
    application.body.errors.map(({ parameter }: Body) => parameter),
    ['redirect_uri', 'company_id'],
  )
})

test('without types, or with none, what the state has for a payroll is requested', async () => {
  const stranger = await it.otherAccount()
  const request = async (state: string, types?: readonly string[]) => {
    const more = types === undefined ? {} : { tax_registration_types: types }
    return stranger.post('/v1/partner/registration_requests', { state, email: 'a@example.com', company_name: 'Types LLC', ...more })
  }
  const both = ['state_tax_withholdings', 'state_unemployment_insurance']
  assert.equal((await request('OR')).body.tax_registration_types, both)
  assert.equal((await request('OR', [])).body.tax_registration_types, both)
  assert.equal((await request('TX')).body.tax_registration_types, ['state_unemployment_insurance'])
  const untaxed = await request('TX', ['state_tax_withholdings'])
  assert.equal([untaxed.status, untaxed.body.errors[0].parameter], [400, 'tax_registration_types'])
})

test('a registration request is created, shown, listed and deleted before it is submitted', async () => {
  const created = await it.test.post('/v1/partner/registration_requests', {
    state: 'PA',
    email: 'ann@example.com',
    company_name: 'New Employer Inc',
    external_id: 'employer-1',
    tax_registration_types: ['state_tax_withholdings', 'state_unemployment_insurance'],
    jurisdictions: ['pa-700102-eit', 'pa-700102-lst'],
  })
  assert.is(created.status, 201, created.text)
  assert.is(created.body.status, 'pending')
  assert.is(created.body.agencies.length, 4)
  assert.is(new Set(created.body.agencies.map(({ slug }: Body) => slug)).size, 4)
  const again = await it.test.post('/v1/partner/registration_requests', {
    state: 'CA',
    email: 'ann@example.com',
    company_name: 'New Employer Inc',
    external_id: 'employer-1',
  })
  assert.is(again.body.company_id, created.body.company_id)
  assert.is(again.body.agencies.length, 2)
  const path = `/v1/partner/registration_requests/${created.body.id}`
  assert.equal((await it.test.get(path)).body, created.body)
  const listed = await it.test.get('/v1/partner/registration_requests?per_page=1')
  assert.is(listed.body.data[0].id, again.body.id)
  assert.is(listed.body.total_count, 2)
  const link = await it.test.get(`${path}/guest_dashboard?section=documents`)
  assert.match(link.body.guest_dashboard_url, /^http.*\/guest\/.*\?section=documents$/)
  assert.is((await it.test.del(path)).status, 200)
  assert.is((await it.test.get(path)).status, 404)
  assert.is((await it.test.del(path)).status, 404)
  assert.is((await it.test.get(`${path}/guest_dashboard`)).status, 404)
})

test('mail and information requests are lists with a count', async () => {
  const mail = await it.test.get('/v1/partner/mail?state=PA&q=notice&sort_by=arrived_at&sort_order=asc')
  assert.equal(mail.body, { object: 'list', data: [], has_more: false, total_count: 0, url: '/v1/partner/mail', count: 0 })
  assert.is((await it.test.get('/v1/partner/exceptions')).body.count, 0)
  for (const wrong of ['state=XX', 'sort_by=color', 'sort_order=up', 'page=0'])
    assert.is((await it.test.get(`/v1/partner/mail?${wrong}`)).status, 400, wrong)
  const nothing = '/v1/partner/mail/0198c0de-0000-7000-8000-00000000dead'
  assert.is((await it.test.get(nothing)).status, 404)
  assert.is((await it.test.patch(nothing, ['rate notice'])).status, 404)
  assert.is((await it.test.patch(nothing, { tags: [] })).status, 400)
})

test('jurisdictions are found by name, code and municipality, with typing errors forgiven', async () => {
  const slugs = async (query: string) =>
    (await it.test.get(`/v1/agent/jurisdictions/search?${query}`)).body.data.map(({ slug }: Body) => slug)
  assert.equal(await slugs('q=510101'), ['pa-510101-eit'])
  assert.ok((await slugs('q=Pitsburgh')).includes('pa-700102-eit'))
  assert.ok(filled<string>(await slugs('q=gettysbrug&tax_type=LST')).every((slug: string) => slug.endsWith('-lst')))
  assert.ok((await slugs('q=gettysbrug&tax_type=LST')).length > 0)
  assert.equal(await slugs('q=qqqqqq'), [])
  assert.equal(await slugs('slug=pa-700102-eit'), ['pa-700102-eit'])
  assert.ok(!(await slugs('state=PA&local_only=true')).includes('pa-withholding-tax'))
  assert.ok((await slugs('state=PA&tax_type=STATE')).includes('pa-withholding-tax'))
  const page = await it.test.get('/v1/agent/jurisdictions/search?state=PA&per_page=2&page=2')
  assert.is(page.body.data.length, 2)
  assert.ok(page.body.has_more)
  for (const wrong of ['state=XX', 'tax_type=MOON', 'local_only=maybe'])
    assert.is((await it.test.get(`/v1/agent/jurisdictions/search?${wrong}`)).status, 400, wrong)
  assert.is((await it.test.get('/v1/agent/jurisdictions')).status, 400)
  const own = await it.test.get('/v1/agent/jurisdictions?state=OH')
  assert.ok(own.body.data.length > 0)
  assert.ok(filled(own.body.data).every(({ state, type }: Body) => state === 'OH' && type !== 'STATE'))
})

test('questions come in three forms', async () => {
  const one = await it.test.get('/v1/agent/questions?state=CA&categories[]=state_unemployment_insurance')
  assert.ok(one.body.data.length > 5)
  assert.ok(filled(one.body.data).every(({ categories }: Body) => categories.includes('state_unemployment_insurance')))
  const several = await it.test.get('/v1/agent/questions?states[]=CA&states[]=TX')
  assert.equal(
    several.body.data.map(({ state }: Body) => state),
    ['CA', 'TX'],
  )
  const local = await it.test.get('/v1/agent/questions?state=PA&jurisdiction_slugs[]=pa-700102-eit')
  assert.equal(Object.keys(local.body.data), ['pa-700102-eit'])
  assert.equal(local.body.data['pa-700102-eit'][0].jurisdiction_slugs, ['pa-700102-eit'])
  const wrong: readonly (readonly [string, number])[] = [
    ['', 400],
    ['?jurisdiction_slugs[]=pa-700102-eit', 400],
    ['?state=CA&categories[]=moon', 400],
    ['?state=ZZ', 422],
    ['?states[]=CA&states[]=ZZ', 422],
  ]
  for (const [query, status] of wrong) assert.is((await it.test.get(`/v1/agent/questions${query}`)).status, status, query)
})

const post = async (path: string, body: object): Promise<{ status: number; body: Body }> => {
  const answer = await fetch(`${it.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer bvs_test_0123456789abcdef0123`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The company that a creation is answered with because it exists: the one answer above 400 that is no error. */
const conflict = async (body: object): Promise<Body> => {
  const answer = await post('/v1/partner/companies', body)
  assert.is(answer.status, 409)
  return answer.body
}

test.run()
