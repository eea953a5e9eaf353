// Legal entity identifiers of live businesses: given and found, refused and unknown, shown everywhere, and what a monitor tells of a new version.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { pdfText } from '../../src/evidence/registrations/pdf-text.ts'
import { until } from '../eventually.ts'
import { leiOf } from '../lei.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, liveKey, startTestService, verified } from './service.ts'

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const own = leiOf('JOURNEY0GIZMO')
const parent = leiOf('JOURNEY0PARENT')
const last = leiOf('JOURNEY0LAST')
const stranger = leiOf('JOURNEY0STRANGER')

type Entity = { readonly lei: string; readonly name: string; readonly line?: string; readonly city?: string; readonly status?: string }
const gizmo: Entity = { lei: own, name: 'Gizmo & Daughters Ltd', line: '5 Cog Lane', city: 'Dover' }
const others: readonly Entity[] = [
  { lei: parent, name: 'Gizmo Holding SE' },
  { lei: last, name: 'Last Holding SE' },
  { lei: stranger, name: 'Entirely Different Ventures GmbH' },
]
const states: Readonly<Record<string, readonly [region: string, country: string, code: string]>> = { Dover: ['US-DE', 'US', '19901'] }

const load = async (kind: string, version: string, header: string, rows: readonly (readonly string[])[]) => {
  const file = join(service.dataDir, `${kind}-${version}.csv`)
  writeFileSync(file, `${[header, ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind, files: [file], version, acceptSmaller: true })
}
const entities = (version: string, ...all: readonly Entity[]) =>
  load(
    'gleif_lei',
    version,
    'LEI,Entity.LegalName,Entity.LegalAddress.FirstAddressLine,Entity.LegalAddress.City,Entity.LegalAddress.Region,Entity.LegalAddress.Country,Entity.LegalAddress.PostalCode,Entity.LegalJurisdiction,Entity.LegalForm.EntityLegalFormCode,Entity.EntityStatus,Entity.EntityCreationDate,Registration.RegistrationStatus,Registration.NextRenewalDate',
    all.map(({ lei, name, line = 'Ring 1', city = 'Köln', status = 'ISSUED' }) => {
      const [region, country, code] = states[city] ?? ['DE-NW', 'DE', '50667']
      return [
        lei,
        name,
        line,
        city,
        region,
        country,
        code,
        region,
        'XTIQ',
        'ACTIVE',
        '1999-05-04T00:00:00Z',
        status,
        '2026-12-31T00:00:00Z',
      ]
    }),
  )
const relationships = (version: string, ...all: readonly (readonly [type: string, end: string, percentage?: string])[]) =>
  load(
    'gleif_rr',
    version,
    'Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus,Relationship.Quantifiers.1.QuantifierAmount,Relationship.Quantifiers.1.QuantifierUnits',
    all.map(([type, end, percentage = '']) => [own, end, type, 'ACTIVE', percentage, 'PERCENTAGE']),
  )

const direct = 'IS_DIRECTLY_CONSOLIDATED_BY'
const ultimate = 'IS_ULTIMATELY_CONSOLIDATED_BY'

const here = { name: 'Gizmo & Daughters', addresses: [{ full_address: '5 Cog Ln, Dover, DE 19901' }], orders: [{ product: 'identity' }] }
const elsewhere = { ...here, addresses: [{ full_address: '9 Far St, Reno, NV 89501' }] }
/** Verified once the version is in use: sources look for a new one every second. */
const verifiedBy = async (version: string, kind = 'gleif_lei'): Promise<Body> => {
  let business: Body
  await until(`version ${version} is in use`, async () => {
    business = await verified(service.live, here)
    return business.lei_record?.sources.some(({ metadata }: Body) => metadata.kind === kind && metadata.version === version) ?? false
  })
  return business
}
const task = ({ review }: Body): Body => review.tasks.find(({ key }: Body) => key === 'lei')
const verdict = (business: Body) => [task(business)?.status, task(business)?.sub_label]

test('an identifier is read in letters of either case, and one with wrong check digits is refused by its field', async () => {
  const { status, body } = await service.test.post('/v1/businesses', { ...acme, lei: ` ${own.toLowerCase()} ` })
  assert.equal([status, body.lei, body.submitted.lei], [201, own, own])
  const wrong = `${own.slice(0, 18)}${own.endsWith('99') ? '98' : String(Number(own.slice(18)) + 1).padStart(2, '0')}`
  for (const [lei, message] of [
    [wrong, /check digits of ISO 17442/],
    ['1234', /18 letters or digits and two digits/],
  ] as const) {
    for (const refused of [
      await service.test.post('/v1/businesses', { ...acme, lei }),
      await service.test.patch(`/v1/businesses/${body.id}`, { lei }),
    ]) {
      assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'lei'])
      assert.match(refused.body.errors[0].message, message)
    }
  }
  const removed = await service.test.patch(`/v1/businesses/${body.id}`, { lei: null })
  assert.equal([removed.status, removed.body.submitted.lei], [200, undefined])
})

test('in the sandbox the record of a submitted identifier is made up, and a business without one has none', async () => {
  const { lei_record, ...business } = await verified(service.test, { ...acme, lei: own })
  assert.equal([lei_record.lei, lei_record.is_own, verdict(business)], [own, true, ['success', 'Issued']])
  const without = await verified(service.test, { ...acme, name: 'Without Identifier LLC' })
  assert.equal([without.lei, without.lei_record, task(without)], [null, null, undefined])
})

test('without the data a submitted identifier cannot be looked up, and the review says so', async () => {
  const business = await verified(service.live, { ...here, lei: own })
  assert.equal([business.lei, business.lei_record, verdict(business)], [own, null, ['neutral', 'Not Available']])
})

test('a record is found by name and address, and is evidence of both, of the formation and of the parents', async () => {
  await entities('2026-01-01', gizmo, ...others)
  await relationships('2026-01-01', [direct, parent, '80.5'], [ultimate, last])
  const business = await verifiedBy('2026-01-01', 'gleif_rr')
  const { lei_record: record } = business
  assert.equal([business.lei, record.name, record.is_own, record.registration_status], [own, gizmo.name, true, 'ISSUED'])
  assert.equal(record.direct_parent, { lei: parent, name: 'Gizmo Holding SE', country: 'DE', percentage: 80.5, since: null })
  assert.equal(record.ultimate_parent.lei, last)
  assert.equal(record.sources.map(({ metadata }: Body) => [metadata.kind, metadata.version]).slice(0, 2), [
    ['gleif_lei', '2026-01-01'],
    ['gleif_rr', '2026-01-01'],
  ])
  assert.equal(verdict(business), ['success', 'Issued'])
  assert.match(task(business).message, `Direct parent: "Gizmo Holding SE" (${parent})`)
  const tasks = new Map(business.review.tasks.map((each: Body) => [each.key, each]))
  assert.match((tasks.get('name') as Body).message, 'the holder of a legal entity identifier')
  assert.is(business.addresses[0].submitted, true)
  assert.equal((tasks.get('address_verification') as Body).sub_label, 'Verified')
  assert.equal(
    [business.formation.entity_type, business.formation.formation_date, business.formation.formation_state],
    ['CORPORATION', '1999-05-04', 'DE'],
  )
})

test('the same name elsewhere is not the business, and another identifier of the same name is not taken either', async () => {
  const far = await verified(service.live, elsewhere)
  assert.equal([far.lei, far.lei_record, task(far)], [null, null, undefined])
})

test('an identifier of another company is told, proves nothing, and an unknown one is not found', async () => {
  const other = await verified(service.live, { ...elsewhere, lei: stranger })
  assert.equal([other.lei_record.is_own, verdict(other)], [false, ['failure', 'Other Name']])
  assert.not.match(JSON.stringify(other.names), 'Entirely Different')
  const unknown = await verified(service.live, { ...elsewhere, lei: leiOf('JOURNEY0NOBODY') })
  assert.equal([unknown.lei_record, verdict(unknown)], [null, ['failure', 'Not Found']])
})

test('a monitor tells of a lapsed identifier, a changed parent and a vanished record, each once', async () => {
  assert.is((await service.live.post('/v1/webhooks', { url: `${receiver.url}/all` })).status, 201)
  const { id } = await verified(service.live, here)
  const untold = await verified(service.live, here)
  assert.is((await service.live.post(`/v1/businesses/${id}/monitor`, { event_types: ['lei'] })).status, 201)
  const told = (of = id): readonly Body[] =>
    receiver.events('lei_record.updated').flatMap(({ data: { object } }) => (object.business_id === of ? [object] : []))
  const isTold = (count: number) => until(`${count} changes are told`, async () => told().length >= count)

  await entities('2026-02-01', { ...gizmo, status: 'LAPSED' }, ...others)
  await isTold(1)
  assert.equal([told()[0].registration_status, told()[0].changed_fields], ['LAPSED', ['registration status']])
  assert.equal(verdict((await service.live.get(`/v1/businesses/${id}`)).body), ['warning', 'Lapsed'])

  await relationships('2026-03-01', [direct, last], [ultimate, last])
  await isTold(2)
  assert.equal([told()[1].direct_parent.lei, told()[1].changed_fields], [last, ['direct parent']])

  await entities('2026-04-01', ...others)
  await isTold(3)
  assert.equal([told()[2].vanished_from, told()[2].status], ['2026-04-01', 'unknown'])
  const { body } = await service.live.get(`/v1/businesses/${id}/timeline?event_types=lei_record.updated`)
  assert.equal(
    body.data.map(({ data }: Body) => data.object.vanished_from ?? data.object.changed_fields),
    ['2026-04-01', ['direct parent'], ['registration status']],
  )
  assert.is(told().length, 3)
  assert.is(told(untold.id).length, 0, 'nothing is sent about a business that nobody monitors')
})

test('the PDF says the identifier, its status and its parents', async () => {
  await entities('2026-05-01', gizmo, ...others)
  const { id } = await verifiedBy('2026-05-01')
  const response = await fetch(`${service.url}/v1/businesses/${id}/pdf`, { headers: { Authorization: `Bearer ${liveKey}` } })
  const text = (await pdfText(new Uint8Array(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  assert.match(text, 'Legal entity identifier')
  assert.match(text.replaceAll(' ', ''), `${own}:Issued`)
  assert.match(text.replaceAll(' ', ''), `LastHoldingSE,${last}`)
})

test.run()
