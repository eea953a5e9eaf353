// What of a file the review rests on after the client gave the business another name, until it is verified by that name.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import type { Evidence } from '../../src/commands/findings.ts'
import { withOwnFile } from '../../src/commands/own-file.ts'
import { reviewTasks } from '../../src/commands/review/review.ts'
import type { BusinessEvent, Product } from '../../src/events/business.ts'
import type { Source } from '../../src/events/parts.ts'
import { samples } from '../events/samples.ts'
import { at, created, order, placed, review } from './businesses.ts'
import { address, assessment, elsewhere, formation, industry, registration } from './evidence.ts'

const dataOf = (type: 'MotorCarrierFound' | 'WebsiteAnalysed') =>
  (samples[type].at(-1)?.data ?? {}) as { readonly [field: string]: unknown }
const { carrier } = dataOf('MotorCarrierFound') as { carrier: object }
const from = (data_set: string): Source => ({ id: randomUUID(), type: data_set, metadata: { data_set, version: '1', row: '7' } })
const filed = registration({ addresses: [{ ...elsewhere, labels: ['principal'] }] })
const onFiling: Source = { id: filed.id, type: 'registration', metadata: { data_set: 'or_sos', version: '1', row: '1' } }
const record = (kind: 'loan' | 'motor_carrier', name: string) => ({
  id: randomUUID(),
  kind,
  name,
  match: { score: 1, explanation: 'the same name' },
  full_address: null,
  sources: [from(kind)],
})
const near = {
  kind: 'approximate' as const,
  full_address: elsewhere.full_address,
  distance_miles: 0.1,
  explanation: 'lies 0.1 miles away',
}
const registered: Evidence = {
  registrations: [{ ...filed, sources: [onFiling] }],
  names: [{ id: randomUUID(), name: 'ACME WIDGETS LLC', type: 'legal', sources: [onFiling] }],
  formation: formation({ formation_date: '2001-02-03', sources: [onFiling] }),
  assessments: [assessment({ address_id: address.id, comparison: near, sources: [onFiling] })],
}
const found: Evidence = {
  ...registered,
  industry: industry(),
  carriers: [{ ...carrier, legal_name: 'ACME WIDGETS LLC', sources: [from('x')] }],
  public_records: [record('loan', 'ACME WIDGETS LLC')],
} as unknown as Evidence

const made = (evidence: Evidence, ...products: readonly Product[]): Business =>
  products.reduce(
    (state, product) => completed(state, evidence, product),
    business.evolve(business.initial, created({ addresses: [address] })) as Business,
  )
const completed = (state: Business, evidence: Evidence, product: Product): Business => {
  const placedOrder = order(product)
  const ordered = business.evolve(state, placed(placedOrder))
  const events = business.decide({ type: 'CompleteOrder', orderId: placedOrder.order_id, evidence, review }, ordered)
  return events.reduce(business.evolve, ordered) as Business
}
const renamed = (state: Business, name: string): Business => {
  const events = business.decide({ type: 'UpdateBusiness', changes: { name }, status: null, review }, state)
  return (events as readonly BusinessEvent[]).reduce(business.evolve, state) as Business
}
const outcomes = (state: Business, ...keys: readonly string[]) => {
  const tasks = reviewTasks(state, at)
  return keys.map((key) => tasks.find((task) => task.key === key)?.sub_label)
}
const aboutRegistration = ['name', 'sos_active', 'sos_not_found', 'sos_match', 'time_in_business', 'address_verification']

test('a registration of a former name alone counts for nothing, and nobody says that there is none of the present name', () => {
  const known = made(found, 'identity')
  assert.equal(outcomes(known, ...aboutRegistration), [
    'Verified',
    'Active',
    undefined,
    'Submitted Active',
    'Established',
    'Approximate Match',
  ])
  const after = renamed(known, 'Zanzibar Trombones Inc')
  assert.equal(outcomes(after, ...aboutRegistration), ['Unknown', undefined, 'Unknown', undefined, undefined, 'Unknown'])
  const name = after.review?.tasks.find(({ key }) => key === 'name')
  assert.equal([name?.message, name?.sources], ['The name was changed after the last verification. Order it again.', []])
  assert.equal(outcomes(after, 'motor_carriers', 'industry'), [undefined, undefined])
  assert.equal(Object.keys(after.file.registrations).length, 1, 'the file keeps what was found until then')
})

test('a record of a former name verifies no other one', () => {
  const known = made({ registrations: [], public_records: [record('loan', 'ACME WIDGETS LLC')] }, 'identity')
  assert.equal(outcomes(known, 'name'), ['Verified'])
  assert.equal(outcomes(renamed(known, 'Zanzibar Trombones Inc'), 'name'), ['Unknown'])
  assert.equal(outcomes(renamed(known, 'ACME Widgets, L.L.C.'), 'name'), ['Verified'], 'the same name')
})

test('a registration that bears the present name, or is tied by an address, counts on', () => {
  const misspelt = made(registered, 'identity')
  const corrected = renamed(renamed(misspelt, 'Zanzibar Trombones Inc'), 'Acme Widgets LLC')
  assert.equal(outcomes(corrected, ...aboutRegistration), outcomes(misspelt, ...aboutRegistration))
  const here = { ...registered, registrations: [{ ...filed, addresses: [{ ...address, labels: ['principal'] }], sources: [onFiling] }] }
  assert.equal(outcomes(renamed(made(here, 'identity'), 'Zanzibar Trombones Inc'), 'name', 'sos_active'), ['Unknown', 'Active'])
})

test('a verification by the present name answers again, also where it finds nothing', () => {
  const after = completed(renamed(made(found, 'identity'), 'Zanzibar Trombones Inc'), { registrations: [] }, 'identity')
  assert.equal(outcomes(after, 'name'), ['Unverified'])
})

test('which name the website carries is not known until it is read for the present one', () => {
  const { order_id: _, ...data } = dataOf('WebsiteAnalysed')
  const name_match = { name: 'Acme Widgets LLC', score: 1, explanation: 'the same name' }
  const read = {
    ...data,
    url: 'https://acme.example',
    status: 'online',
    parked: false,
    name_match,
    address_matches: [],
    sources: [from('website')],
  }
  const keys = ['web_business_name_verification', 'website_verification', 'website_status']
  const submitted = (website: object) => made({ website: { ...read, ...website } } as never, 'website')
  assert.equal(outcomes(submitted({ submitted: true }), ...keys), ['Verified', 'Verified', 'Online'])
  const after = renamed(submitted({ submitted: true }), 'Zanzibar Trombones Inc')
  assert.equal(outcomes(after, ...keys), ['Unknown', 'Unknown', 'Online'])
  assert.is(withOwnFile(after).file.website?.name_match, null)
})

test.run()
