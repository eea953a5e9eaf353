// Evidence as the sources find it, for tests that judge it.
import { randomUUID } from 'node:crypto'
import { business } from '../../src/commands/business.ts'
import type { Business, Submitted } from '../../src/commands/business-state.ts'
import type { Evidence } from '../../src/commands/findings.ts'
import { reviewTasks } from '../../src/commands/review/review.ts'
import type { BusinessEvent, Product } from '../../src/events/business.ts'
import { mainStreet } from '../main-street.ts'
import { at, created, order, placed, review, source, started, watchlistHit } from './businesses.ts'

type Registrations = NonNullable<Evidence['registrations']>
type Assessments = NonNullable<Evidence['assessments']>

export const address = {
  id: '0198c0de-0000-7000-8000-0000000000a1',
  ...mainStreet,
}
export const elsewhere = {
  ...address,
  id: '0198c0de-0000-7000-8000-0000000000a2',
  full_address: '2 Side St, Portland, OR 97201',
  address_line1: '2 Side St',
}
export const person = {
  id: '0198c0de-0000-7000-8000-0000000000b1',
  name: 'Ann Doe',
  title: null,
  email: null,
  phone: null,
  dob: null,
  ssn: null,
}

export const registration = (change: Partial<Registrations[number]> = {}): Registrations[number] => ({
  id: randomUUID(),
  name: 'ACME WIDGETS LLC',
  name_type: 'legal',
  match: { score: 1, explanation: 'the same name' },
  status: 'active',
  sub_status: null,
  status_details: null,
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '1',
  registration_date: null,
  state: 'OR',
  addresses: [],
  officers: [],
  registered_agent: null,
  source_url: null,
  history: [],
  sources: [source],
  ...change,
})

export const assessment = (change: Partial<Assessments[number]> = {}): Assessments[number] => ({
  address_id: address.id,
  latitude: null,
  longitude: null,
  valid: true,
  deliverable: null,
  property_type: null,
  cmra: null,
  virtual: null,
  registered_agent_name: null,
  location_count: null,
  comparison: null,
  sources: [source],
  ...change,
})

export const compared = (kind: 'verified' | 'approximate' | 'similar' | 'incomplete' | 'unverified') =>
  assessment({ comparison: { kind, full_address: null, distance_miles: null, explanation: 'compared' } })

export const hit = { ...watchlistHit, sources: [source] }
const list = { agency: 'Treasury', agency_abbr: 'T', organization: 'O', title: 'List', abbr: 'SDN', version: '1' }
export const screening = (...hits: string[]) => ({ screening_id: randomUUID(), lists: [list], hit_ids: hits, sources: [source] })

export const formation = (change: Partial<NonNullable<Evidence['formation']>>): NonNullable<Evidence['formation']> => ({
  entity_type: null,
  formation_date: null,
  formation_state: null,
  sources: [source],
  ...change,
})

export const category = {
  classification_system: 'NAICS' as const,
  name: 'Widget Making',
  sector: null,
  category: 'Manufacturing',
  score: 0.9,
  high_risk: false,
  naics_codes: ['332000'],
  sic_codes: [],
  mcc_codes: [],
  prohibited_labels: [],
}
export const industry = (change: { high_risk?: boolean; prohibited_labels?: string[] } = {}) => ({
  classification_id: randomUUID(),
  categories: [{ ...category, ...change }],
  sources: [source],
})

/** A business with these orders, of which this was found. */
export type Scene = {
  readonly products?: readonly Product[]
  readonly submitted?: Partial<Submitted>
  readonly evidence: Evidence
  /** What people did to it once the evidence was there. */
  readonly acted?: readonly BusinessEvent[]
}

/** The review's tasks after orders of these products have found this. */
export const tasksOf = ({ products = ['business_verification_verify'], submitted: change = {}, evidence, acted = [] }: Scene) => {
  const orders = products.map((product) => order(product))
  const history = [
    created({ addresses: [address], people: [person], ...change }),
    ...orders.flatMap((each) => [placed(each), started(each)]),
  ]
  const after = orders.reduce(
    (state, { order_id: orderId }) => {
      const events = business.decide({ type: 'CompleteOrder', orderId, evidence, review }, state)
      return events.reduce(business.evolve, state)
    },
    history.reduce(business.evolve, business.initial),
  )
  return reviewTasks(acted.reduce(business.evolve, after) as Business, at)
}
