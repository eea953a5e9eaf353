// Owners that published data names, beside the submitted ones: what differs, with its deadline, and how it is resolved.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { leiOf } from '../lei.ts'
import { startReceiver } from './receiver.ts'
import { type Body, startTestService, verified } from './service.ts'

let ahead = 0
const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' }, { now: () => new Date(Date.now() + ahead) })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const day = 86_400_000
const own = leiOf('OWNERS0THIMBLE')
const parent = leiOf('OWNERS0PARENT')

const load = async (kind: string, file: string, content: string, version: string) => {
  writeFileSync(join(service.dataDir, file), content)
  const files = [join(service.dataDir, file)]
  await importFiles({ folder: join(service.dataDir, 'reference'), kind, files, version, acceptSmaller: true })
}
const controller = (name: string, natures: readonly string[], more: object = {}) => ({
  company_number: '01234567',
  data: {
    kind: 'individual-person-with-significant-control',
    name: `Ms ${name}`,
    name_elements: { title: 'Ms', forename: name.split(' ')[0], surname: name.split(' ')[1] },
    date_of_birth: { month: 5, year: 1970 },
    natures_of_control: natures,
    notified_on: '2020-03-01',
    links: { self: `/company/01234567/persons-with-significant-control/individual/${name.replace(' ', '')}` },
    ...more,
  },
})
const register = (version: string, ...all: readonly object[]) =>
  load('uk_psc', `psc-${version}.txt`, `${all.map((each) => JSON.stringify(each)).join('\n')}\n`, version)

const request = {
  name: 'Thimble & Yarn Ltd',
  addresses: [{ full_address: '8 Spool Street, Leeds' }],
  lei: own,
  orders: [{ product: 'identity' }],
  ownership: [
    { person: { name: 'Ann Smith' }, percentage: 60 },
    { person: { name: 'Ben Jones' }, percentage: 40 },
  ],
}
const ownershipOf = async (id: string): Promise<Body> => (await service.live.get(`/v1/businesses/${id}/ownership`)).body
const taskOf = async (id: string): Promise<Body> =>
  (await service.live.get(`/v1/businesses/${id}`)).body.review.tasks.find(({ key }: Body) => key === 'owner_discrepancies')
const open = ({ discrepancies }: Body): readonly string[] =>
  discrepancies.flatMap(({ kind, status }: Body) => (status === 'resolved' ? [] : [kind])).toSorted()
const told = (type: string, id: string): readonly Body[] =>
  receiver.events(type).flatMap(({ data: { object } }) => (object.business_id === id ? [object] : []))

const ann = controller('Ann Smith', ['ownership-of-shares-25-to-50-percent'])
const cay = controller('Cay Brown', ['voting-rights-25-to-50-percent'])
let id = ''

test('owners of the register of control and of the identifier stand beside the submitted ones, with data set, version and row', async () => {
  assert.is((await service.live.post('/v1/webhooks', { url: `${receiver.url}/all` })).status, 201)
  const entity = (lei: string, name: string, line: string) => `${lei},${name},${line},Leeds,GB,LS1,RA000585,01234567,ACTIVE,ISSUED`
  const columns =
    'LEI,Entity.LegalName,Entity.LegalAddress.FirstAddressLine,Entity.LegalAddress.City,Entity.LegalAddress.Country,Entity.LegalAddress.PostalCode,Entity.RegistrationAuthority.RegistrationAuthorityID,Entity.RegistrationAuthority.RegistrationAuthorityEntityID,Entity.EntityStatus,Registration.RegistrationStatus'
  const entities = [columns, entity(own, 'Thimble & Yarn Ltd', '8 Spool Street'), entity(parent, 'Haberdasher Holding SE', '1 Ring')]
  await load('gleif_lei', 'lei.csv', `${entities.join('\n')}\n`, '2026-01-01')
  await load(
    'gleif_rr',
    'rr.csv',
    `Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus\n${own},${parent},IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE\n${own},${parent},IS_FUND-MANAGED_BY,ACTIVE\n`,
    '2026-01-01',
  )
  await register('2026-01-01', ann, cay, controller('Dee Gone', ['ownership-of-shares-75-to-100-percent'], { ceased_on: '2021-01-01' }))
  await until('the data are in use', async () => {
    id = (await verified(service.live, request)).id
    return (await ownershipOf(id)).found.length === 3
  })
  const { found } = await ownershipOf(id)
  const one = (name: string) => found.find((each: Body) => each.name === name)
  assert.equal([one('Ann Smith').relation, one('Ann Smith').interests], ['control_register', [{ kind: 'ownership', from: 25, to: 50 }]])
  const [source] = one('Cay Brown').sources
  assert.equal(
    [source.metadata.kind, source.metadata.version, source.metadata.row],
    ['uk_psc', '2026-01-01', '/company/01234567/persons-with-significant-control/individual/CayBrown'],
  )
  assert.equal([one('Haberdasher Holding SE').relation, one('Haberdasher Holding SE').lei], ['direct_parent', parent])
  const { owners } = await ownershipOf(id)
  assert.equal(owners.map(({ name }: Body) => name).toSorted(), ['Ann Smith', 'Ben Jones'], 'what was submitted stands')
})

test('each difference is a finding with a deadline of 14 days, in the review, in the queue and by webhook', async () => {
  const ownership = await ownershipOf(id)
  assert.equal(open(ownership), ['not_found', 'not_submitted', 'not_submitted', 'other_share'])
  const due = new Date(Date.now() + 14 * day).toISOString().slice(0, 10)
  assert.ok(filled(ownership.discrepancies).every(({ due_on }: Body) => Math.abs(Date.parse(due_on) - Date.parse(due)) <= day))
  const task = await taskOf(id)
  assert.equal([task.status, task.sub_label], ['warning', 'Owners Differ'])
  assert.match(task.message, '2 found and not submitted, 1 with another share, 1 submitted and not in the register')
  assert.not.match(task.message, 'Smith')
  await until('the differences are told', async () => told('owner_discrepancy.created', id).length === 4)
})

test('a person resolves a difference with a reason, twice is once, and a reason is needed', async () => {
  const { discrepancies } = await ownershipOf(id)
  const path = (difference: Body) => `/v1/businesses/${id}/ownership/discrepancies/${difference.id}/resolution`
  const difference = discrepancies.find(({ kind }: Body) => kind === 'other_share')
  assert.is((await service.live.post(path(difference), {})).status, 422)
  assert.is((await service.live.post(path({ id }), { reason: 'Because.' })).status, 404)
  const other = await service.otherAccount()
  assert.is((await other.post(path(difference), { reason: 'Because.' })).status, 404)
  for (const reason of ['She bought shares in May.', 'Again.']) {
    const { status, body } = await service.live.post(path(difference), { reason })
    assert.equal(
      [status, body.status, body.resolution.cause, body.resolution.reason],
      [200, 'resolved', 'person', 'She bought shares in May.'],
    )
  }
  const { body: decided } = await service.live.get(`/v1/businesses/${id}/decision`)
  const resolved = decided.discrepancies.filter(({ resolved_by }: Body) => resolved_by !== null)
  assert.equal(
    resolved.map((each: Body) => [each.id, each.resolved_by.type]),
    [[difference.id, 'api_key']],
  )
  assert.equal(open(await ownershipOf(id)), ['not_found', 'not_submitted', 'not_submitted'])
  await until('it is told', async () => told('owner_discrepancy.resolved', id).length === 1)
})

test('new data and a new submission resolve what no longer differs', async () => {
  assert.is((await service.live.post(`/v1/businesses/${id}/monitor`, { event_types: ['lei'] })).status, 201)
  await register('2026-02-01', ann, controller('Ben Jones', ['ownership-of-shares-25-to-50-percent']))
  await until('the register is read again', async () => open(await ownershipOf(id)).length === 1)
  const owners = [
    ...request.ownership,
    { business: { name: 'Haberdasher Holding SE', lei: parent }, percentage: null, kind: 'other_control' },
  ]
  assert.is((await service.live.put(`/v1/businesses/${id}/ownership`, { ownership: owners })).status, 200)
  const ownership = await ownershipOf(id)
  assert.equal(open(ownership), [])
  assert.equal((await taskOf(id)).sub_label, 'Owners Agree')
  const causes = ownership.discrepancies.map(({ resolution }: Body) => resolution.cause).toSorted()
  assert.equal(causes, ['data', 'data', 'data', 'person'])
})

test('past its deadline a difference fails the review and is told once, across a restart', async () => {
  assert.is((await service.live.put(`/v1/businesses/${id}/ownership`, { ownership: request.ownership })).status, 200)
  assert.equal(open(await ownershipOf(id)), ['not_submitted'])
  ahead = 13 * day
  await service.restart()
  assert.equal((await ownershipOf(id)).discrepancies.filter(({ status }: Body) => status === 'overdue').length, 0)
  ahead = 16 * day
  await service.restart()
  await until('it is overdue', async () => told('owner_discrepancy.overdue', id).length > 0)
  await until('the review says so', async () => (await taskOf(id)).sub_label === 'Owners Differ, Overdue')
  assert.is((await taskOf(id)).status, 'failure')
  assert.is(told('owner_discrepancy.overdue', id).length, 1)
})

test('an owner that published data alone names is screened, and counts in the 50 percent rule and in the exports', async () => {
  const all = 'ownership-of-shares-75-to-100-percent'
  await register('2026-03-01', ann, controller('Grigor Vulturov', [all], { date_of_birth: { month: 4, year: 1960 } }))
  let listed = ''
  await until('the register is in use', async () => {
    listed = (await verified(service.live, request)).id
    return (await ownershipOf(listed)).found.some(({ name }: Body) => name === 'Grigor Vulturov')
  })
  const ownership = await ownershipOf(listed)
  const hitsOf = (name: string) => ownership.found.find((each: Body) => each.name === name).watchlist_hits
  assert.equal([hitsOf('Grigor Vulturov'), hitsOf('Ann Smith')], [1, 0])
  assert.equal(ownership.listed, { percentage: 75, counts_as_listed: true })
  const { body: business } = await service.live.get(`/v1/businesses/${listed}`)
  const task = business.review.tasks.find(({ key }: Body) => key === 'listed_owners')
  assert.equal([task.status, task.sub_label], ['failure', 'Owned by Listed Parties'])
  const [screening] = (await service.live.get(`/v1/businesses/${listed}/screenings`)).body.data
  const certificate = (await service.live.get(`/v1/businesses/${listed}/screenings/${screening.id}/certificate`)).body
  assert.equal(
    certificate.screened.map(({ name }: Body) => name).toSorted(),
    ['Ann Smith', 'Ben Jones', 'Grigor Vulturov', 'Haberdasher Holding SE', 'Thimble & Yarn Ltd'],
    'each party once',
  )
  const statements = (await service.live.get(`/v1/businesses/${listed}/ownership/bods`)).body
  const found = statements.find(({ recordDetails }: Body) => recordDetails.names?.[0]?.fullName === 'Grigor Vulturov')
  assert.equal(found.source.type, ['officialRegister'])
  const held = statements.find(({ recordDetails }: Body) => recordDetails.interestedParty === found.recordId)
  assert.equal([held.recordDetails.subject, held.recordDetails.interests[0].share], [listed, { minimum: 75, maximum: 100 }])
})

test('a new listing of such an owner is found by the monitor', async () => {
  const watched = (await verified(service.live, request)).id
  assert.is((await ownershipOf(watched)).found.find(({ name }: Body) => name === 'Haberdasher Holding SE').watchlist_hits, 0)
  assert.is((await service.live.post(`/v1/businesses/${watched}/monitor`, { event_types: ['watchlist_result'] })).status, 201)
  const folder = 'sample/ofac_sdn'
  const files = readdirSync(folder).map((name) => join(folder, name))
  const list = readFileSync(join(folder, 'invented-sdn.csv'), 'utf8').trimEnd()
  const row = '9900098,"HABERDASHER HOLDING SE",-0- ,"RURITANIA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
  const longer = join(service.dataDir, 'invented-sdn.csv')
  writeFileSync(longer, `${list}\n${row}\n`)
  const others = files.filter((file) => !file.endsWith('invented-sdn.csv'))
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'ofac_sdn', files: [...others, longer], version: '2027-01-02' })
  await until('the hit shows', async () => {
    const { found } = await ownershipOf(watched)
    return found.find(({ name }: Body) => name === 'Haberdasher Holding SE').watchlist_hits === 1
  })
})

test.run()
