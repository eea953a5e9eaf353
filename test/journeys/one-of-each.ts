// One of each thing that an account can have, made as integrators and the desk make them, for tests over all paths of the interface description.
import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { filing } from './lien-parties.ts'
import { acme, type Body, reviewed, type TestService, until, verified } from './service.ts'

export type OneOfEach = {
  readonly business: string
  readonly webhook: string
  readonly artifact: string
  /** By the collection that each is of, as paths name it. */
  readonly ids: Readonly<Record<string, string>>
  /** A path of the interface description with the ids in it. */
  readonly named: (path: string) => string
}

const file = { document_type: 'UCC-1', filename: 'one.txt', content_type: 'text/plain', content: Buffer.from('one').toString('base64') }

export const oneOfEach = async ({ test: owner, operator }: TestService): Promise<OneOfEach> => {
  const made = async (path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await owner.post(path, body, headers)
    assert.ok(answer.status === 201 || answer.status === 200, `${path} ${answer.text}`)
    return answer.body.id
  }
  const { id: business } = await verified(owner, { ...acme, website: { url: 'https://acme.example' } })
  await made(`/v1/businesses/${business}/monitor`, { event_types: ['*'] })
  await operator.post(`/operator/businesses/${business}/documents`, file)
  const lien = await made(`/v1/businesses/${business}/liens`, filing)
  await operator.post(`/operator/liens/${lien}/documents`, file)
  const inFirstVersion = { 'Probity-Version': '2026-11-22' }
  const webhook = await made('/v1/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['business.updated'] }, inFirstVersion)
  await owner.patch(`/v1/businesses/${business}`, { tags: ['told'] })
  const deliveries = async (): Promise<readonly Body[]> => (await owner.get(`/v1/webhooks/${webhook}/deliveries`)).body.data
  await until('something is to be delivered', async () => (await deliveries()).length > 0)
  const run = await made('/v1/runs', { type: 'business_verification', business_id: business })
  await until('the run ends', async () => (await owner.get(`/v1/runs/${run}`)).body.status === 'completed')
  const { thread_id: thread, output } = (await owner.get(`/v1/runs/${run}`)).body
  const { body: company } = await owner.post('/v1/partner/companies', { legal_name: 'Acme', external_id: 'acme' })
  const mail = await operator.post('/operator/mail', {
    account_id: company.account_id,
    company_id: company.id,
    sender_name: 'Agency',
    state: 'OR',
  })
  const ofBusiness = async (what: string): Promise<Body> => (await owner.get(`/v1/businesses/${business}/${what}`)).body.data[0]
  const lienDocument = (await ofBusiness('liens')).documents[0].id
  const csv = Buffer.from('name,address\nBatch LLC,"1 Main St, Portland, OR 97201"\n').toString('base64')
  const { body: accounts } = await operator.get('/operator/accounts')
  const policies = `/operator/accounts/${accounts.data[0].id}/policies`
  const never = (name: string) => ({ name: 'One', rules: [{ name, when: { '<': [{ var: 'registrations.count' }, 0] }, result: 'none' }] })
  const policy = (await operator.post(policies, never('none'))).body.policy_id
  await operator.put(`${policies}/${policy}`, { enabled: true })
  await operator.post(policies, never('never'))
  await operator.put(`${policies}/${policy}/shadow`, { version: 2 })
  const ids: Readonly<Record<string, string>> = {
    businesses: business,
    orders: (await ofBusiness('orders')).id,
    liens: lien,
    documents: (await ofBusiness('documents')).id,
    screenings: (await ofBusiness('screenings')).id,
    business_batches: await made('/v1/business_batches', { name: 'One', filename: 'one.csv', csv }),
    signals: await made('/v1/signals', { name: 'Acme', addresses: ['1 Main St, Portland, OR 97201'] }),
    actions: await made('/v1/actions', {
      object_type: 'businesses',
      object_id: business,
      type: 'add_attributes',
      payload: { names: ['Acme Two'] },
    }),
    threads: thread,
    runs: run,
    webhooks: webhook,
    discrepancies: randomUUID(),
    deliveries: (await deliveries())[0].id,
    replays: await made(`/v1/webhooks/${webhook}/replays`, { since: new Date().toISOString() }),
    registration_requests: await made('/v1/partner/registration_requests', {
      state: 'OR',
      email: 'ann@example.com',
      company_id: company.id,
    }),
    mail: mail.body.id,
    policies: policy,
    policy_trials: await made('/v1/policy_trials', {
      definition: {
        name: 'One',
        rules: [{ name: 'none', when: { '<': [{ var: 'registrations.count' }, 0] }, result: 'none', actions: [] }],
      },
    }),
    legal_holds: await made(`/v1/businesses/${business}/legal_holds`, { reason: 'Smith v. Acme' }),
    api_keys: await made('/v1/api_keys', { name: 'One' }),
    test_clocks: await made('/v1/test_clocks', { name: 'One' }),
  }
  const turnedAway = await made('/v1/businesses', { name: 'Turned Away LLC', addresses: [{ full_address: '2 Main St, Salem, OR 97301' }] })
  await reviewed(owner, turnedAway)
  await owner.put('/v1/notice_settings', { creditor_address: '1 Bank St, Salem, OR 97301' })
  await owner.patch(`/v1/businesses/${turnedAway}`, {
    status: 'rejected',
    status_reasons: [{ code: 'not_registered', findings: ['name'] }],
  })
  for (const path of ['', '/notice']) {
    if (path) await owner.post(`/v1/businesses/${turnedAway}/decision${path}`)
    await owner.get(`/v1/businesses/${turnedAway}/decision${path}`)
  }
  await owner.post(`/v1/businesses/${turnedAway}/relationship_end`, { ended_on: '2001-01-01' })
  await owner.put('/v1/retention', { customer_months: 60, applicant_months: 60, automatic: false })
  await owner.get('/v1/retention/due')
  await owner.post('/v1/retention/erasures', { business_ids: [business] })
  await owner.post(`/v1/businesses/${business}/legal_holds/${ids.legal_holds}/lift`, { reason: 'Settled.' })
  await owner.get(`/v1/test_clocks/${ids.test_clocks}`)
  await owner.get('/v1/test_clocks')
  await owner.post(`/v1/test_clocks/${ids.test_clocks}/advance`, { to: new Date(Date.now() + 86_400_000).toISOString() })
  const named = (path: string): string =>
    path
      .replace('/liens/{lien_id}/documents/{document_id}', `/liens/${lien}/documents/${lienDocument}`)
      .replaceAll(/\/([a-z_]+)\/\{[^}]+\}/g, (_, collection: string) => `/${collection}/${ids[collection]}`)
  return { business, webhook, artifact: output.artifacts[0].id, ids, named }
}
