// What webhooks are told, type by type: each call fits the interface description, whose records are those that the paths answer with.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { submitAsGuest } from '../../src/cli/guest-form.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { checkWebhookAgainstOpenApi } from '../http/conformance.ts'
import { filing } from './lien-parties.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, startTestService, verified } from './service.ts'

let ahead = 0
const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' }, { now: () => new Date(Date.now() + ahead) })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})
const { test: client, live, operator } = service
const openapi = (await (await fetch(`${service.url}/openapi.json`)).json()) as object
for (const each of [client, live]) await each.post('/v1/webhooks', { url: receiver.url })

const told = (type: string): readonly Body[] => receiver.events(type)

const arrived = async (...types: readonly string[]) => {
  for (const type of types) await eventually(`${type} has arrived`, () => told(type).length > 0)
  for (const { event } of filled(receiver.received)) checkWebhookAgainstOpenApi(openapi, event)
}

const post = async (path: string, body: object): Promise<Body> => {
  const { status, body: made, text } = await client.post(path, body)
  assert.ok(status === 201 || status === 200, `${path} ${text}`)
  return made
}

test('of a business: its orders, what was found, and the decision', async () => {
  const { id } = await verified(client, {
    ...acme,
    name: 'Watchlist Business',
    addresses: [{ full_address: '323 Grand St., New York, NY 10013' }],
    people: [{ name: 'Ann Smith', title: 'President' }],
    tin: { tin: '000000003' },
  })
  await arrived('business.created', 'business.updated', 'order.completed', 'registration.created', 'address.created', 'name.created')
  await arrived('person.created', 'watchlist_result.created', 'tin.retried', 'tin.retrieved')
  const { body: business } = await client.get(`/v1/businesses/${id}`)
  for (const [type, list] of [
    ['address.created', business.addresses],
    ['name.created', business.names],
    ['person.created', business.people],
  ] as const) {
    const { object } = told(type)[0].data
    assert.equal([object.name, object.full_address], pick(list, object.id), type)
  }
  const updates = told('business.updated').length
  const add = {
    object_type: 'businesses',
    object_id: id,
    type: 'add_sources',
    payload: { sources: [{ url: 'https://yelp.com/biz/told' }] },
  }
  await post('/v1/actions', add)
  await eventually('the source is sent', () => told('business.updated').length > updates)
  await client.patch(`/v1/businesses/${id}`, { status: 'approved' })
  await client.patch(`/v1/businesses/${id}`, { status: 'rejected' })
  await arrived('business.approved', 'business.rejected')
})

const pick = (list: readonly Body[], id: string) => {
  const found = list.find((each) => each.id === id)
  return [found?.name, found?.full_address]
}

test('of liens and bankruptcies, filed and found', async () => {
  const { id } = await verified(client, acme)
  await post(`/v1/businesses/${id}/liens`, filing)
  const { id: found } = await verified(client, { ...acme, name: 'Liened Business' })
  await post(`/v1/businesses/${found}/orders`, { product: 'liens' })
  const { id: bankrupt } = await verified(client, { ...acme, name: 'Bankrupt Business' })
  await post(`/v1/businesses/${bankrupt}/orders`, { product: 'bankruptcies' })
  await arrived('lien.created', 'lien.updated', 'lien.found', 'bankruptcy.created')
})

test('of what searches find of the same case later, and of certifications', async () => {
  const { id: bankrupt } = await verified(client, { ...acme, name: 'Bankrupt Business' })
  const order = async () => {
    const { id } = await post(`/v1/businesses/${bankrupt}/orders`, { product: 'bankruptcies' })
    await eventually('the search has ended', () => told('order.completed').some(({ data }) => data.object.id === id))
  }
  await order()
  await client.patch(`/v1/businesses/${bankrupt}`, { name: 'BANKRUPT BUSINESS' })
  await order()
  await arrived('bankruptcy.updated')
  const { bankruptcies } = (await client.get(`/v1/businesses/${bankrupt}`)).body
  assert.equal(told('bankruptcy.updated')[0].data.object, bankruptcies[0])
  assert.is(bankruptcies[0].debtors[0].name, 'BANKRUPT BUSINESS')

  const { id: certified } = await verified(client, { ...acme, name: 'Certified Business' })
  await arrived('certification.created')
  const { certifications } = (await client.get(`/v1/businesses/${certified}`)).body
  assert.equal(told('certification.created')[0].data.object, certifications[0])
})

test('of the end of a lien: the lien as it stands, with its termination', async () => {
  const { id } = await verified(client, acme)
  const { id: lien } = await post(`/v1/businesses/${id}/liens`, filing)
  const listed = async () => (await client.get(`/v1/businesses/${id}/liens`)).body.data[0]
  const stands = (status: string) =>
    until(`the lien is ${status}`, async () => {
      ahead += 5_000
      return (await listed()).status === status
    })
  await stands('open')
  await post(`/v1/liens/${lien}/termination`, {})
  await stands('closed')
  await arrived('lien.terminated')
  const { object } = told('lien.terminated')[0].data
  assert.equal(object, await listed())
  assert.equal([object.id, object.status_category, object.lien_termination.status], [lien, 'terminated', 'completed'])
})

test('of what a registry changed and dropped: the registration as it is, and the rest as it was', async () => {
  const made = await verified(live, { name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
  assert.is((await live.post(`/v1/businesses/${made.id}/monitor`, { event_types: ['*'] })).status, 201)
  const lines = readFileSync('sample/or_sos/invented-biz-list.csv', 'utf8').trimEnd().split('\n')
  const kept = lines.filter((line) => !line.startsWith('900000002') || !/PO BOX 77|JOHN,,SAMPLE/.test(line))
  const file = join(service.dataDir, 'invented-biz-list.csv')
  writeFileSync(file, kept.join('\n').replaceAll('900000002,ACME WIDGETS LLC', '900000002,ACME WIDGET LLC'))
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_sos', files: [file], version: '2027-01-01' })
  await arrived('registration.updated', 'address.deleted', 'person.deleted')

  const after = (await live.get(`/v1/businesses/${made.id}`)).body
  const only = (type: string): Body => {
    assert.is(told(type).length, 1, type)
    return told(type)[0].data.object
  }
  const registration = only('registration.updated')
  assert.equal(
    registration,
    after.registrations.find(({ id }: Body) => id === registration.id),
  )
  assert.is(registration.name, 'ACME WIDGET LLC')
  for (const [type, before, now] of [
    ['address.deleted', made.addresses, after.addresses],
    ['person.deleted', made.people, after.people],
  ] as const) {
    const gone = only(type)
    assert.equal(
      gone,
      before.find(({ id }: Body) => id === gone.id),
      `${type} tells of it as it was`,
    )
    assert.not(filled<Body>(now).some(({ id }: Body) => id === gone.id))
  }
})

test('of a name that no record bears any more: the name as it was', async () => {
  const made = await verified(live, {
    name: 'Wobbly Table Carpentry LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  })
  assert.is((await live.post(`/v1/businesses/${made.id}/monitor`, { event_types: ['*'] })).status, 201)
  const [before] = made.names
  assert.ok(before.sources.length > 0, 'the registry bears the name')
  const file = join(service.dataDir, 'invented-biz-list.csv')
  const list = readFileSync('sample/or_sos/invented-biz-list.csv', 'utf8')
  writeFileSync(file, list.replaceAll('900000012,WOBBLY TABLE CARPENTRY LLC', '900000012,WOBBLY TABLES CARPENTRY LLC'))
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_sos', files: [file], version: '2027-02-01' })
  const goneNames = () => told('name.deleted').filter(({ data }) => data.object.business_id === made.id)
  await eventually('name.deleted has arrived', () => goneNames().length > 0)
  await arrived('name.deleted')
  assert.equal(
    goneNames().map(({ data }) => data.object),
    [before],
  )
  const { names } = (await live.get(`/v1/businesses/${made.id}`)).body
  assert.not(filled<Body>(names).some(({ id }: Body) => id === before.id))
  assert.ok(names.some(({ name }: Body) => name === 'WOBBLY TABLES CARPENTRY LLC'))
})

test('of monitors, signals, batches and runs', async () => {
  const { id } = await verified(client, acme)
  await post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })
  await client.put(`/v1/businesses/${id}/monitor`, { event_types: ['tin'] })
  await post('/v1/signals', { name: 'Acme', addresses: ['1 Main St, Portland, OR 97201'] })
  const csv = Buffer.from('name,address\nBatch LLC,"1 Main St, Portland, OR 97201"\n').toString('base64')
  await post('/v1/business_batches', { name: 'One', filename: 'one.csv', csv })
  const run = await post('/v1/runs', { type: 'business_verification', business_id: id })
  await arrived('monitor.created', 'monitor.updated', 'signal.created', 'business_batch.completed', 'run.completed')
  const { object } = told('run.completed')[0].data
  assert.equal([object.id, object.status], [run.id, 'completed'])
  assert.equal(object, (await client.get(`/v1/runs/${run.id}`)).body)
})

test('of registrations, what is asked of companies, and mail', async () => {
  const request = await post('/v1/partner/registration_requests', {
    state: 'OR',
    email: 'ann@example.com',
    company_name: 'Told LLC',
    tax_registration_types: ['annual_filing'],
  })
  await submitAsGuest(request.invite_link)
  await arrived('registration_request.submitted')
  const path = `/operator/registration_requests/${request.id}`
  const asked = await operator.post(`${path}/information`, { information_requested: 'Who is the president?' })
  assert.is((await operator.post(`/operator/information_requests/${asked.body.id}/close`, {})).status, 200)
  await operator.post(`${path}/agencies`, { agency_slug: request.agencies[0].slug, status: 'in_progress' })
  const { body: company } = await client.post('/v1/partner/companies', { legal_name: 'Mailed LLC', external_id: 'mailed' })
  const mail = await operator.post('/operator/mail', { account_id: company.account_id, sender_name: 'Agency', state: 'OR' })
  assert.is((await live.patch(`/v1/partner/mail/${mail.body.id}`, ['notice'])).status, 200)
  await arrived('registration_request.updated', 'agent_info_request.created', 'agent_info_request.updated', 'mail.created', 'mail.updated')
})

test.run()
