// How risky an address is, by what speaks against it, and what its indicators tell.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addressRating } from '../../src/commands/address-rating.ts'
import { carrying } from '../../src/events/parts.ts'
import { source } from './businesses.ts'
import { assessment } from './evidence.ts'

const rated = (change: Parameters<typeof assessment>[0], set?: 'low' | 'moderate' | 'high') => {
  const { sources: _, ...plain } = assessment(change)
  return addressRating(plain, set && { risk_rating: set })
}

const indicators: readonly (readonly [type: string, change: Parameters<typeof assessment>[0], rating: string, value: string])[] = [
  ['valid_us_address', {}, 'positive', 'Valid'],
  ['valid_us_address', { valid: false }, 'negative', 'Invalid'],
  ['deliverability', { deliverable: true }, 'positive', 'Deliverable'],
  ['deliverability', { deliverable: false }, 'negative', 'Undeliverable'],
  ['geographical_location', { latitude: 45.5, longitude: -122.6 }, 'positive', '45.5, -122.6'],
  ['registered_agent', { registered_agent_name: 'Agents Inc' }, 'negative', 'Agents Inc'],
  ['private_mailbox', { cmra: false }, 'positive', 'No CMRA'],
  ['private_mailbox', { cmra: true }, 'negative', 'CMRA'],
  ['virtual_address', { virtual: false }, 'positive', 'Not virtual'],
  ['virtual_address', { virtual: true }, 'negative', 'Virtual'],
  ['location_frequency', { location_count: 49 }, 'positive', '49'],
  ['location_frequency', { location_count: 50 }, 'negative', '50'],
  ['property_type', { property_type: 'commercial' }, 'positive', 'Commercial'],
  ['property_type', { property_type: 'residential' }, 'neutral', 'Residential'],
]
for (const [type, change, rating, value] of indicators)
  test(`${type} of ${JSON.stringify(change)} is ${rating}: ${value}`, () => {
    const found = rated(change)
    const indicator = found.indicators.find((each) => each.type === type)
    assert.equal([indicator?.rating, indicator?.value], [rating, value])
    assert.is(found.risk_rating, rating === 'negative' ? 'moderate' : 'low')
  })

test('an address of which sources say no more than its place has no rating', () => {
  const place = carrying(source, 'location')
  assert.is(addressRating(assessment({ latitude: 45.5, longitude: -122.6, sources: [place] }), undefined).risk_rating, 'not_available')
  assert.is(
    addressRating(assessment({ location_count: 1, sources: [place, carrying(source, 'location_count')] }), undefined).risk_rating,
    'low',
  )
  assert.is(addressRating(assessment({ valid: false, sources: [place] }), undefined).risk_rating, 'moderate')
})

test('what nobody knows of an address is no indicator', () =>
  assert.equal(
    rated({ latitude: 45.5 }).indicators.map(({ type }) => type),
    ['valid_us_address'],
  ))

test('the frequency of a location says how many businesses stand there', () => {
  const said = (location_count: number) =>
    rated({ location_count }).indicators.find(({ type }) => type === 'location_frequency')?.description
  assert.is(said(1), '1 business stands at this address in the loaded registries.')
  assert.is(said(2), '2 businesses stand at this address in the loaded registries.')
})

test('several things against an address make its risk high; what a person set goes before; without an assessment there is no rating', () => {
  assert.is(rated({ cmra: true, virtual: true }).risk_rating, 'high')
  assert.is(rated({ cmra: true, virtual: true }, 'low').risk_rating, 'low')
  assert.equal(addressRating(undefined, undefined), { indicators: [], risk_rating: 'not_available' })
  assert.equal(addressRating(undefined, { risk_rating: 'moderate' }), { indicators: [], risk_rating: 'moderate' })
})

test.run()
