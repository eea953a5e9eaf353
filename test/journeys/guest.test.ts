import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guestQuotas } from '../../src/auth/guest-rate.ts'
import { serviceLimits } from '../../src/interface/service-limits.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { type Body, startTestService, type TestService } from './service.ts'

let it: TestService

test.before(async () => {
  it = await startTestService()
})
test.after(() => it.stop())

const page = async (url: string, form?: Readonly<Record<string, string | Blob>>, filename = 'rates.pdf') => {
  const get = await fetch(url, { redirect: 'manual' })
  if (!form) return { status: get.status, text: await get.text(), headers: get.headers }
  const token = /name="form_token" value="([^"]+)"/.exec(await get.text())?.[1] ?? ''
  const multipart = Object.values(form).some((value) => typeof value !== 'string')
  const fields = multipart ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries({ form_key: crypto.randomUUID(), ...form, form_token: token }))
    if (typeof value === 'string') fields.append(name, value)
    else (fields as FormData).append(name, value, filename)
  const answer = await fetch(url, { method: 'POST', body: fields, redirect: 'manual', headers: { Origin: new URL(url).origin } })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const created = async (more: object = {}): Promise<Body> => {
  const answer = await it.test.post('/v1/partner/registration_requests', {
    state: 'TX',
    email: 'ann@example.com',
    company_name: 'Lone Star Widgets LLC',
    external_id: 'lone-star',
    tax_registration_types: ['state_unemployment_insurance'],
    redirect_uri: 'https://partner.example/done',
    redirect_back_uri: 'https://partner.example/back',
    ...more,
  })
  assert.is(answer.status, 201, answer.text)
  return answer.body
}

const company = {
  entity_type: 'LLC',
  formation_date: '2020-01-02',
  business_description: 'Widgets',
  first_wage_date: '2026-10-01',
  employee_count: '3',
  has_physical_location: 'true',
  'physical_location.address_line1': '1 Main St',
  'physical_location.city': 'Austin',
  'physical_location.state': 'TX',
  'physical_location.postal_code': '78701',
  contact_phone: '+1 512 555 0100',
  'officers.0.name': 'Ann Doe',
  'officers.0.title': 'Manager',
  acquired_business: 'false',
}

test('an employer answers, uploads, comes back, submits and sees the account number', async () => {
  const request = await created()
  const path = `/v1/partner/registration_requests/${request.id}`
  const link = (await it.test.get(`${path}/guest_dashboard?section=company`)).body.guest_dashboard_url.split('?')[0] as string
  const first = await page(`${link}?section=company`)
  assert.is(first.status, 200)
  assert.match(first.text, 'Lone Star Widgets LLC')
  assert.match(first.text, 'href="https://partner.example/back"')
  assert.match(first.text, /<fieldset data-needs="has_physical_location" data-needs-value="true" hidden/)

  assert.match(first.text, /<input type="date"[^>]* placeholder="YYYY-MM-DD"/)
  await page(`${link}?section=company`, { do: 'save', formation_date: '1/2/2020' })
  assert.match((await page(`${link}?section=company`)).text, 'Please give a date as YYYY-MM-DD.')

  const early = await page(`${link}?section=review`, { do: 'submit' })
  assert.is(early.status, 422)
  assert.match(early.text, 'Please answer or correct')

  assert.is((await page(`${link}?section=company`, { ...company, do: 'save' })).status, 303)
  const back = await page(`${link}?section=company`)
  assert.match(back.text, 'value="Ann Doe"')
  assert.not.match(back.text, /<fieldset data-needs="has_physical_location" data-needs-value="true" hidden/)

  const bad = { has_unemployment_account_number: 'true', unemployment_account_number: 'abc', quarterly_wages: '-1' }
  await page(`${link}?section=state_unemployment_insurance`, { ...bad, do: 'save' })
  const told = await page(`${link}?section=state_unemployment_insurance`)
  assert.match(told.text, 'Use the format ##-######-#')
  assert.match(told.text, 'Must be at least 0')
  const good = { has_unemployment_account_number: 'true', unemployment_account_number: '12-345678-9', quarterly_wages: '10000' }
  await page(`${link}?section=state_unemployment_insurance`, { ...good, do: 'save' })

  const file = new Blob(['%PDF-1.7 a notice'], { type: 'application/pdf' })
  assert.is((await page(`${link}?section=documents`, { question: 'rate_notice', do: 'upload', document: file })).status, 303)
  assert.match((await page(`${link}?section=documents`)).text, 'rates.pdf')

  const submitted = await page(`${link}?section=review`, { do: 'submit' })
  assert.is(submitted.status, 303, submitted.text)
  assert.is(submitted.headers.get('location'), 'https://partner.example/done')
  const seen = await it.test.get(path)
  assert.is(seen.body.status, 'submitted')
  assert.is((await it.test.del(path)).status, 400)

  await page(link, { do: 'save', employee_count: '99' })
  let done: Body
  await until('the sandbox has completed it', async () => {
    done = (await it.test.get(path)).body
    return done.status === 'completed'
  })
  assert.match(done.items.find(({ key }: Body) => key === 'account_number').value, /^\d\d-\d{6}-\d$/)
  assert.match((await page(link)).text, 'The registrations are complete')
})

test('a guest is told that a question has all the documents that it may have, and which', async () => {
  const { id } = await created({ company_name: 'Many Papers', external_id: 'many-papers' })
  const dashboard = await it.test.get(`/v1/partner/registration_requests/${id}/guest_dashboard`)
  const link = dashboard.body.guest_dashboard_url.split('?')[0] as string
  const documents = `${link}?section=documents`
  await page(`${link}?section=state_unemployment_insurance`, { has_unemployment_account_number: 'true', do: 'save' })
  const upload = (text: string, name?: string) =>
    page(documents, { question: 'rate_notice', do: 'upload', document: new Blob([text]) }, name)
  for (let n = 0; n < serviceLimits.questionDocuments.most; n++) assert.is((await upload(`${n}`)).status, 303)
  assert.is((await upload('0')).status, 303, 'the same again')
  const renamed = await upload('0', 'notice.pdf')
  assert.is(renamed.status, 422)
  assert.match(renamed.text, 'This file was uploaded before, as “rates.pdf”.')
  const refused = await upload('one more')
  assert.is(refused.status, 422)
  assert.match(refused.text, 'A question may have at most 10 documents: this one was not uploaded.')
  const shown = (await page(documents)).text
  assert.is(shown.split('<li>rates.pdf').length - 1, serviceLimits.questionDocuments.most)
  assert.match(shown, 'At most 10 for each of these')
})

test('a form that comes again with other contents, as after going back, is not taken for the first', async () => {
  const { id } = await created({ company_name: 'Back and Forth', external_id: 'back-and-forth' })
  const dashboard = await it.test.get(`/v1/partner/registration_requests/${id}/guest_dashboard`)
  const link = dashboard.body.guest_dashboard_url.split('?')[0] as string
  const form_key = crypto.randomUUID()
  const save = (business_description: string) => page(`${link}?section=company`, { business_description, do: 'save', form_key })
  for (const description of ['Cakes', 'Bread', 'Bread']) assert.is((await save(description)).status, 303)
  assert.match((await page(`${link}?section=company`)).text, 'Bread')

  await page(`${link}?section=state_unemployment_insurance`, { has_unemployment_account_number: 'true', do: 'save' })
  const documents = `${link}?section=documents`
  const upload = (text: string) => page(documents, { question: 'rate_notice', do: 'upload', document: new Blob([text]), form_key })
  for (let n = 0; n < serviceLimits.questionDocuments.most; n++) assert.is((await upload(`${n}`)).status, 303)
  assert.is((await page(documents)).text.split('<li>rates.pdf').length - 1, serviceLimits.questionDocuments.most)
  assert.is((await upload('one more')).status, 422)
})

test('who sends too much through one link is told to wait, and other links still work', async () => {
  const { body: made } = await it.test.post('/v1/partner/companies', { legal_name: 'Hasty Inc', external_id: 'hasty' })
  const linkOf = async () => (await it.test.post('/v1/partner/applications', { company_id: made.id })).body.invite_link as string
  const [hasty, other] = [await linkOf(), await linkOf()]
  const save = (link: string) => page(link, { business_description: 'Cakes', do: 'save' })
  for (let n = 0; n < guestQuotas.link.requests; n++) assert.is((await save(hasty)).status, 303)
  const stopped = await save(hasty)
  assert.is(stopped.status, 429)
  assert.ok(Number(stopped.headers.get('retry-after')) > 0)
  assert.match(stopped.text, 'Your last change was not saved')
  assert.is((await page(hasty)).status, 200, 'it can still be read')
  assert.is((await save(other)).status, 303)
})

test('a link opens its own request only, and nothing when tampered with, expired or made up', async () => {
  const [one, other] = [await created({ company_name: 'One Employer' }), await created({ company_name: 'Other', external_id: 'other' })]
  const own = new URL(one.invite_link)
  const foreign = new URL(other.invite_link)
  const [kind, id, expires, signature] = own.pathname.replace('/guest/', '').split('.')
  const foreignId = foreign.pathname.split('.')[1]
  const wrong = [
    [kind, foreignId, expires, signature],
    ['1', id, expires, signature],
    [kind, id, 'zzzzzzz', signature],
    [kind, id, expires, `${signature}A`],
    [kind, id, expires, ''],
    [kind, id, expires],
  ]
  assert.is((await page(own.href)).status, 200)
  for (const parts of wrong) {
    const answer = await page(`${it.url}/guest/${parts.join('.')}`)
    assert.is(answer.status, 404)
    assert.not.match(answer.text, 'Lone Star')
  }
  const blind = await fetch(own, { method: 'POST', body: new URLSearchParams({ do: 'submit' }) })
  assert.is(blind.status, 403)
})

test('an application is answered and submitted behind its invite link', async () => {
  const { body: made } = await it.test.post('/v1/partner/companies', { legal_name: 'Applicant Inc', external_id: 'applicant' })
  const { body: application } = await it.test.post('/v1/partner/applications', { company_id: made.id })
  const link = application.invite_link as string
  const answers = {
    entity_type: 'Corporation',
    business_description: 'Cakes',
    wage_states: 'OR',
    has_registrations: 'false',
    'principal_address.address_line1': '1 Main St',
    'principal_address.city': 'Salem',
    'principal_address.state': 'Oregon',
    'principal_address.postal_code': '97301',
    contact_phone: '503 555 0100',
  }
  assert.is((await page(link, { ...answers, do: 'save' })).status, 303)
  const submitted = await page(`${link}?section=review`, { do: 'submit' })
  assert.is(submitted.status, 303, submitted.text)
  assert.match((await page(link)).text, 'have been submitted')
})

test('what cannot be filed is refused beside its field, counted as open, and kept to be corrected; an SSN is masked', async () => {
  const { invite_link } = await created({ company_name: 'Strict Widgets', external_id: 'strict' })
  const link = invite_link.split('?')[0] as string
  const wrong = {
    ...company,
    'physical_location.address_line1': '1 Main St',
    'physical_location.state': 'Bavaria',
    'physical_location.postal_code': 'zz',
    'officers.0.ssn': '12',
    'officers.0.ownership_percentage': '150',
    do: 'save',
  }
  assert.is((await page(`${link}?section=company`, wrong)).status, 303)
  const told = (await page(`${link}?section=company&saved=1`)).text
  assert.not.match(told, 'class="notice good"')
  assert.match(told, 'Your answers were kept, but 2 answers need to be corrected.')
  for (const [, id = ''] of filled(told.matchAll(/<a href="#(q-[^"]+)"/g))) assert.match(told, `id="${id}"`)
  assert.is(told.split('<a href="#q-').length - 1, 2)
  for (const [field, problem] of [
    ['physical_location.state', 'Enter a US state'],
    ['physical_location.postal_code', 'Enter a ZIP code'],
    ['officers.0.ssn', 'Enter the nine digits'],
    ['officers.0.ownership_percentage', 'Enter a percentage from 0 to 100'],
  ] as const) {
    assert.match(told, new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    assert.match(told, new RegExp(`id="q-${field}-says"><strong class="problem">${problem}`))
  }
  assert.match(told, 'value="Bavaria"')
  assert.match(told, /section=company" aria-current="page">Company<\/a> <span class="quiet">2 left/)
  assert.is((await page(`${link}?section=review`, { do: 'submit' })).status, 422)

  const right = {
    ...company,
    'physical_location.address_line1': '1 Main St',
    'officers.0.ssn': '123-45-6789',
    'officers.0.ownership_percentage': '60',
    'officers.1.name': 'Bob Roe',
    'officers.1.ownership_percentage': '40',
    do: 'save',
  }
  await page(`${link}?section=company`, right)
  const saved = (await page(`${link}?section=company&saved=1`)).text
  assert.match(saved, 'class="notice good"')
  assert.not.match(saved, '45-6789')
  assert.match(saved, 'type="password" value="•••-••-6789"')
  assert.not.match(saved, /Company<\/a> <span class="quiet">\d+ left/)

  // The page has the mask alone, and sends it back.
  await page(`${link}?section=company`, { ...right, 'officers.0.ssn': '•••-••-6789' })
  await page(`${link}?section=state_unemployment_insurance`, { has_unemployment_account_number: 'false', quarterly_wages: '1', do: 'save' })
  const confirmed = await page(`${link}?section=review`, { do: 'confirm' })
  assert.is(confirmed.status, 200)
  assert.match(confirmed.text, 'Submit these answers?')
  assert.match(confirmed.text, 'Ann Doe, Manager, 60, •••-••-6789; Bob Roe, 40')
  assert.match(confirmed.text, '1 Main St, Austin, TX, 78701')
  assert.match(confirmed.text, 'name="do" value="submit"')
  assert.match((await page(link)).text, 'Review and submit', 'not yet submitted')
  assert.is((await page(`${link}?section=review`, { do: 'submit' })).status, 303)
})

test.run()
