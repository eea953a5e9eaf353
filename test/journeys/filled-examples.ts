// Makes records of which every member has a value where the sandbox can give one: what the plain things of one-of-each.ts leave empty.
import * as assert from 'uvu/assert'
import { leiOf } from '../lei.ts'
import { owner as debtor, filing } from './lien-parties.ts'
import type { OneOfEach } from './one-of-each.ts'
import { type Body, type Reply, reviewed, type TestService, until, verified } from './service.ts'

const at = [{ full_address: '1 Main St, Suite 5, Portland, OR 97201' }]
const ordered = (...products: readonly string[]) => ['business_verification_verify', ...products].map((product) => ({ product }))

const oidc = { token_url: 'https://id.example/token', client_id: 'probity', client_secret: 'a secret of some length' }

const told = { loan_principal_amount_cents: 1_000_000, alternative_designation: 'lessee_lessor' }

/** The kinds of entries that one search each finds, by the names that ask for them (docs/sandbox.md). */
const people = ['Watchlist', 'Political', 'Notorious', 'Liened', 'Litigated', 'Bankrupt', 'Convicted'].map((name) => `${name} Person`)
const searches = ['enhanced_screenings', 'people_ucc_liens', 'people_litigations', 'people_bankruptcies', 'people_criminal_history']

export const fillRecords = async (service: TestService, { ids, named }: OneOfEach): Promise<void> => {
  const { test: owner, operator } = service
  const done = (answer: Reply): Body => {
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const policies = `/operator/accounts/${done(await operator.get('/operator/accounts')).data[0].id}/policies`
  const matching = { '==': [{ var: 'business.name' }, 'Watchlist Business'] }
  const definition = {
    name: 'Listed',
    rules: [{ name: 'listed', when: matching, result: 'tagged', actions: [{ type: 'add_tag', tag: 'listed' }] }],
  }
  const { policy_id } = done(await operator.post(policies, definition))
  done(await operator.put(`${policies}/${policy_id}`, { enabled: true }))

  const person = { title: 'President', email: 'ann@acme-widgets.example', phone: '503-555-0100', date_of_birth: '1970-01-01' }
  const listed = await verified(owner, {
    name: 'Watchlist Business',
    names: [{ name: 'Listed Widgets', type: 'dba' }],
    external_id: 'filled',
    assignee_id: service.userId(),
    formation: { entity_type: 'LLC', formation_date: '2019-05-06', formation_state: 'OR' },
    addresses: [...at, { full_address: '623 Grand St., New York, NY 10013' }],
    people: people.map((name) => ({ ...person, name })),
    website: { url: 'https://acme-widgets.example' },
    email_addresses: [{ email_address: 'office@acme-widgets.example' }],
    tin: { tin: '000000001' },
    lei: leiOf('FILLED0RECORD'),
    orders: ordered(...searches, 'email_risk', 'website', 'tin'),
  })
  const others = ['Bankrupt', 'Litigated', 'Liened', 'Certified', 'Notorious', 'Foreign', 'Stale', 'Vanished'].map(
    (word) => `${word} Business`,
  )
  const courts = ['bankruptcies', 'litigations', 'liens', 'tax_liens', 'adverse_media']
  const shared = { addresses: at, people: [{ name: 'Political Person' }], website: { url: 'https://offline.example' } }
  const made = await Promise.all(others.map((name) => verified(owner, { ...shared, name, orders: ordered(...courts, 'website') })))
  await verified(owner, { name: 'Similar Name Business', addresses: at, tin: { tin: '000000003' } })
  for (const { name, id } of made) {
    if (name === 'Stale Business') done(await owner.get(`/v1/businesses/${id}/report`))
    if (name === 'Vanished Business') await verifiedAgain(service, id)
  }
  done(
    await owner.post('/v1/signals', {
      name: 'Watchlist Business',
      addresses: at.map(({ full_address }) => full_address),
      people: ['Ann Smith'],
      external_id: 'filled',
      tin: '123456789',
    }),
  )
  const sources = [{ type: 'facebook', url: 'https://facebook.com/listed' }]
  done(await owner.post('/v1/actions', { object_type: 'businesses', object_id: listed.id, type: 'add_sources', payload: { sources } }))
  await dismissed(service, listed.id)
  await reviewed(owner, listed.id)
  done(await owner.get(`/v1/businesses/${listed.id}/website?include=indicator_details`))
  done(await owner.get(`/v1/businesses/${listed.id}/policy_results`))
  done(await owner.get(`/v1/businesses/${listed.id}/connections`))
  const screening = done(await owner.get(`/v1/businesses/${listed.id}/screenings`)).data[0]
  done(await owner.get(`/v1/businesses/${listed.id}/screenings/${screening.id}/certificate`))
  await decided(service, listed.id)
  const { id: run } = done(await owner.post('/v1/runs', { type: 'sanctions_review', business_id: listed.id }))
  await until('the run ends or asks', async () => (await owner.get(`/v1/runs/${run}`)).body.status !== 'running')
  done(await owner.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', event_types: ['*'], oidc }))
  done(
    await owner.post(`/v1/businesses/${listed.id}/liens/batch`, {
      liens: [
        { ...filing, ...told, state: 'TN', debtors: [{ ...debtor, addresses: at }] },
        { ...filing, state: 'XX' },
      ],
    }),
  )
  await replayed(service)
  await until(
    'the batch is done',
    async () => (await owner.get(`/v1/business_batches/${ids.business_batches}`)).body.completed_business_count === 1,
  )
  done(await owner.get(`/v1/business_batches/${ids.business_batches}`))
  const [ofBatch] = done(await owner.get(`/v1/businesses?business_batch_id=${ids.business_batches}`)).data
  done(await owner.get(`/v1/businesses/${ofBatch.id}`))
  done(await owner.put(`/v1/orders/${listed.orders[0].id}`, { assignee_id: service.userId() }))
  await expanded(service)
  await partners(service)
  done(await owner.get('/v1/agent/questions?states[]=OR'))
  done(await owner.post('/v1/identities/autocomplete', { name: 'acme widgets' }))
  done(await owner.post('/v1/prefill/businesses', { names: ['Acme Widgets LLC'], website_url: 'https://acme.example' }))
  done(await owner.get(`/v1/runs/${ids.runs}?include=steps`))
  done(await owner.get(named('/v1/businesses/{id}')))
}

/** A business whose registration is not there any more. */
const verifiedAgain = async ({ test: owner }: TestService, id: string) => {
  assert.is((await owner.post(`/v1/businesses/${id}/orders`, { product: 'business_verification_verify' })).status, 201)
  await reviewed(owner, id)
  await owner.get(`/v1/businesses/${id}/timeline`)
}

/** A hit that was dismissed, counts again because the business has another address, and is dismissed once more. */
const dismissed = async ({ test: owner }: TestService, id: string) => {
  const path = `/v1/businesses/${id}`
  const hit = async (): Promise<Body> => (await owner.get(path)).body.watchlist.lists.flatMap(({ results }: Body) => results)[0]
  const payload = { reason: 'Another business of this name', scope: 'party' }
  const dismiss = async () =>
    owner.post('/v1/actions', { object_type: 'watchlist_result', object_id: (await hit()).id, type: 'dismissal', note: 'Seen', payload })
  assert.is((await dismiss()).status, 201)
  assert.is((await owner.patch(path, { addresses: [...at, { full_address: '723 Grand St., New York, NY 10013' }] })).status, 200)
  await until('the hit counts again', async () => (await hit()).earlier_dismissals.length > 0)
  assert.is((await dismiss()).status, 201)
}

/** A decision with its reasons that passes over the hits of people, and what states it. */
const decided = async ({ test: owner }: TestService, id: string) => {
  const path = `/v1/businesses/${id}`
  const approved = await owner.patch(path, { status: 'approved', status_reason: 'Known for years' })
  assert.is(approved.status, 200, approved.text)
  for (const part of ['decision', 'report']) await owner.get(`${path}/${part}`)
  const rejected = await owner.patch(path, { status: 'rejected', status_reasons: [{ code: 'not_registered', findings: ['name'] }] })
  assert.is(rejected.status, 200, rejected.text)
  assert.is((await owner.post(`${path}/decision/notice`)).status, 201)
  for (const part of ['decision', 'report', 'timeline', 'risk']) await owner.get(`${path}/${part}`)
}

/** The replay of a webhook that missed nothing: it ends. */
const replayed = async ({ test: owner }: TestService) => {
  const webhook = (await owner.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', event_types: ['run.completed'] })).body.id
  const path = `/v1/webhooks/${webhook}/replays`
  assert.is((await owner.post(path, { since: new Date().toISOString() })).status, 201)
  await until('the replay ends', async () => (await owner.get(path)).body.data[0].ended_at !== null)
}

/** Items of the list of businesses with all members that they can be expanded by. */
const expanded = async ({ url, test: owner }: TestService) => {
  const document: Body = await (await fetch(`${url}/openapi.json`)).json()
  const parameter = document.paths['/v1/businesses'].get.parameters.find(({ name }: Body) => name === 'expand[]')
  const query = parameter.schema.items.enum.map((name: string) => `expand[]=${name}`).join('&')
  assert.is((await owner.get(`/v1/businesses?per_page=100&${query}`)).status, 200)
}

const letter = 'Oregon Department of Revenue\nTo: Filled Widgets LLC\nNotice of tax rate for 2027. Please reply within 20 days.'

/** A letter with a document, and a question of an agency to the company. */
const partners = async ({ test: owner, operator }: TestService) => {
  const { body: company } = await owner.post('/v1/partner/companies', {
    legal_name: 'Filled Widgets LLC',
    dba_name: 'Filled',
    external_id: 'filled',
  })
  const request = await owner.post('/v1/partner/registration_requests', {
    state: 'OR',
    email: 'ann@example.com',
    company_id: company.id,
    external_id: 'filled',
  })
  const document = { filename: 'notice.txt', content_type: 'text/plain', content: Buffer.from(letter).toString('base64') }
  const mail = await operator.post('/operator/mail', {
    account_id: company.account_id,
    company_id: company.id,
    registration_request_id: request.body.id,
    arrived_at: '2026-11-02',
    external_id: 'letter',
    recipient_name: 'Filled Widgets LLC',
    mailbox_name: 'Salem',
    notes: 'Came by courier',
    document,
  })
  assert.is(mail.status, 201, mail.text)
  await owner.get(`/v1/partner/mail/${mail.body.id}`)
}
