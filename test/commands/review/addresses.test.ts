// What a review says of addresses: the rows of the table of outcomes (records.md, section 5), and the sources that they rest on.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { carrying } from '../../../src/events/parts.ts'
import { source } from '../businesses.ts'
import { address, assessment, compared, elsewhere, person, tasksOf } from '../evidence.ts'
import { type Row, searchedIn, testRows } from './rows.ts'

const rated = (risk_rating: 'low' | 'moderate' | 'high', address_id = address.id): BusinessEvent => ({
  type: 'AddressRiskSet',
  data: { action_id: randomUUID(), address_id, risk_rating, by: 'user' },
})

const rows: readonly Row[] = [
  { task: ['address', 'address_verification', 'Office Address', 'success', 'Verified'], evidence: { assessments: [compared('verified')] } },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Approximate Match'],
    evidence: { assessments: [compared('approximate')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Similar Match'],
    evidence: { assessments: [compared('similar')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'warning', 'Incomplete Match'],
    evidence: { assessments: [compared('incomplete')] },
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'failure', 'Unverified'],
    evidence: { assessments: [compared('unverified')] },
  },
  {
    task: ['address', 'address_deliverability', 'Office Address', 'success', 'Deliverable'],
    evidence: { assessments: [assessment({ deliverable: true })] },
  },
  {
    task: ['address', 'address_deliverability', 'Office Address', 'failure', 'Undeliverable'],
    evidence: { assessments: [assessment({ deliverable: false })] },
  },
  {
    task: ['address', 'address_property_type', 'Office Address', 'success', 'Commercial'],
    evidence: { assessments: [assessment({ property_type: 'commercial' })] },
  },
  {
    task: ['address', 'address_property_type', 'Office Address', 'warning', 'Residential'],
    evidence: { assessments: [assessment({ property_type: 'residential' })] },
  },
  { task: ['address', 'address_cmra', 'Office Address', 'success', 'No CMRA'], evidence: { assessments: [assessment({ cmra: false })] } },
  { task: ['address', 'address_cmra', 'Office Address', 'warning', 'CMRA'], evidence: { assessments: [assessment({ cmra: true })] } },
  {
    task: ['address', 'address_registered_agent', 'Office Address', 'success', 'No Registered Agent'],
    evidence: { assessments: [assessment()] },
  },
  {
    task: ['address', 'address_registered_agent', 'Office Address', 'warning', 'Registered Agent'],
    evidence: { assessments: [assessment({ registered_agent_name: 'Agents Inc' })] },
  },
  {
    task: ['address', 'address_risk', 'Address Risk', 'failure', 'High'],
    submitted: { addresses: [address, elsewhere] },
    evidence: {},
    acted: [rated('low'), rated('high', elsewhere.id)],
    says: 'Set manually to high: 2 Side St, Portland, OR 97201 (user).',
  },
  { task: ['address', 'address_risk', 'Address Risk', 'warning', 'Moderate'], evidence: {}, acted: [rated('moderate')] },
  { task: ['address', 'address_risk', 'Address Risk', 'success', 'Low'], evidence: {}, acted: [rated('high'), rated('low')] },
  {
    task: ['address', 'address_risk', 'Address Risk', 'failure', 'High'],
    evidence: { addresses: [{ ...elsewhere, labels: [], sources: [source] }] },
    acted: [rated('high', elsewhere.id)],
  },
  {
    task: ['address', 'address_verification', 'Office Address', 'neutral', 'Unknown'],
    evidence: { ...searchedIn('FL'), assessments: [compared('unverified')] },
    says: 'Oregon was not searched: no data of its registry is loaded.',
  },
]
testRows(test, rows)

test('a row that carries only the place of an address is no source for its agent, nor for its comparison', () => {
  const zip = carrying({ ...source, id: person.id }, 'location')
  const registry = carrying({ ...source, id: address.id }, 'registered_agent', 'location_count')
  const verified = { comparison: { kind: 'verified' as const, full_address: null, distance_miles: null, explanation: 'compared' } }
  const judged = (...sources: (typeof source)[]) => {
    const tasks = tasksOf({ evidence: { assessments: [assessment({ ...verified, sources })] } })
    return ['address_registered_agent', 'address_verification'].map((key) => tasks.find((each) => each.key === key)?.sources)
  }
  assert.equal(judged(zip), [undefined, []])
  assert.equal(judged(zip, registry, carrying(source, 'comparison')), [[registry], [carrying(source, 'comparison')]])
})

test('an address that was given after the verification is an open check', () => {
  const outcome = (addresses: readonly object[]) =>
    tasksOf({
      evidence: { registrations: [], assessments: [assessment()] },
      acted: [{ type: 'BusinessUpdated', data: { addresses } } as never],
    }).find(({ key }) => key === 'address_verification')?.sub_label
  assert.equal([outcome([{ ...elsewhere, id: randomUUID() }]), outcome([])], ['Unknown', undefined])
})

test('of several addresses verification takes the best and a risk the worst', () => {
  const tasks = tasksOf({
    submitted: { addresses: [address, elsewhere] },
    evidence: {
      assessments: [
        { ...compared('unverified'), cmra: true },
        { ...compared('verified'), address_id: elsewhere.id, cmra: false },
      ],
    },
  })
  const found = (key: string) => tasks.find((each) => each.key === key)
  assert.is(found('address_verification')?.sub_label, 'Verified')
  assert.is(found('address_cmra')?.sub_label, 'CMRA')
  assert.is(found('address_cmra')?.message, 'CMRA: 1 Main St, Portland, OR 97201.')
})

test.run()
