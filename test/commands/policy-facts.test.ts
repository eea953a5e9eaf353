// The facts that policies speak of, counted from the evidence of one business.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import type { Evidence } from '../../src/commands/findings.ts'
import { factNames, isFact, type PolicyFacts, policyFacts } from '../../src/commands/policy-facts.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { at, created, order, placed, review, source, started } from './businesses.ts'
import {
  address,
  assessment,
  category,
  compared,
  elsewhere,
  formation,
  hit,
  industry,
  person,
  registration,
  screening,
} from './evidence.ts'

const verification = order('business_verification_verify')
const tinEvidence = (outcome: NonNullable<Evidence['tin']>['outcome']) => ({ tin: { outcome, name: null, attempt: 1, sources: [source] } })
const vouched = (verified: boolean): BusinessEvent => ({ type: 'TinVouched', data: { action_id: address.id, verified, by: 'user' } })

const factsOf = (
  evidence: Evidence,
  { submitted = {}, acted = [] }: { submitted?: object; acted?: readonly BusinessEvent[] } = {},
): PolicyFacts => {
  const before = [created(submitted), placed(verification), started(verification)].reduce(business.evolve, business.initial)
  const found = business.decide({ type: 'CompleteOrder', orderId: verification.order_id, evidence, review }, before)
  return policyFacts([...found, ...acted].reduce(business.evolve, before) as Business, at)
}

const personHit = { ...hit, id: address.id, screened: 'person' as const, screened_id: person.id, match: { ...hit.match, score: 0.9 } }
const dismissedHit = { ...hit, id: elsewhere.id, match: { ...hit.match, score: 0.95 } }
const category2 = { ...category, high_risk: true, naics_codes: [], mcc_codes: ['7995'], prohibited_labels: ['gambling'] }

for (const [formed, years] of [
  ['2023-11-21', 3],
  ['2023-11-22', 2.99],
  ['2026-11-22', -0.01],
] as const)
  test(`what was formed on ${formed} is ${years} years old`, () => {
    assert.is(factsOf({ formation: formation({ formation_date: formed }) }).formation.age_years, years)
  })

test('facts count what is on file, and name nobody', () => {
  const { tasks, ...facts } = factsOf(
    {
      registrations: [
        registration({ name: 'MOSS BAKERY INC', jurisdiction: 'FOREIGN', state: 'WA' }),
        registration({ match: { score: 0.5, explanation: 'with the name before' }, status: 'inactive' }),
        registration({ name: 'ACME WIDGTS LLC', status: 'unknown', jurisdiction: 'FOREIGN' }),
      ],
      formation: formation({ entity_type: 'LLC', formation_state: 'OR', formation_date: '2024-05-21' }),
      addresses: [{ ...elsewhere, labels: [], sources: [source] }],
      assessments: [
        { ...compared('verified'), deliverable: true, property_type: 'commercial', cmra: false },
        assessment({
          address_id: elsewhere.id,
          deliverable: false,
          property_type: 'residential',
          cmra: true,
          registered_agent_name: 'Agents Inc',
        }),
      ],
      people: [person, { ...person, id: elsewhere.id }].map(({ id }) => ({ id, name: 'DOE, ANN', titles: [], sources: [source] })),
      hits: [hit, personHit, dismissedHit],
      screening: screening(hit.id, personHit.id, dismissedHit.id),
      industry: { ...industry(), categories: [category, category2] },
      tax_exempt: {
        id: address.id,
        ein: '123456789',
        name: 'Acme',
        section: null,
        ruling_date: null,
        tax_period: null,
        revoked_at: '2020-01-01',
        ntee_code: null,
        sources: [source],
      },
      ...tinEvidence('found'),
    },
    {
      submitted: {
        addresses: [address],
        people: [person, { ...person, id: address.id }, { ...person, id: hit.id, name: 'Bob Roe' }],
        tin: '123456789',
        tin_type: 'ein',
        external_id: 'x',
        tags: ['west'],
        website: { url: 'https://acme.example' },
      },
      acted: [{ type: 'WatchlistHitDismissed', data: { action_id: address.id, hit_id: dismissedHit.id, reason: null } }],
    },
  )
  assert.equal(facts, {
    business: {
      status: 'in_review',
      mode: 'test',
      name: 'Acme Widgets LLC',
      tags: ['west'],
      external_id: 'x',
      products: ['business_verification_verify'],
      states: ['OR'],
      has_website: true,
    },
    tin: { submitted: true, type: 'ein', outcome: 'found', verified: true },
    registrations: {
      count: 3,
      active: 1,
      inactive: 1,
      unknown: 1,
      domestic_status: 'inactive',
      best_name_score: 1,
      states: ['WA', 'OR'],
    },
    formation: { entity_type: 'LLC', state: 'OR', date: '2024-05-21', age_years: 2.5 },
    addresses: { submitted: 1, verified: 1, undeliverable: 1, residential: 1, private_mailbox: 1, registered_agent: 1 },
    people: { submitted: 3, verified: 2, found: 2 },
    watchlist: { screened: true, lists: 1, hits: 2, business_hits: 1, person_hits: 1, dismissed: 1, best_score: 1 },
    industry: { naics: ['332000'], mcc: ['7995'], high_risk: true, prohibited: true },
    website: { status: null, parked: null },
    loans: { count: 0 },
    motor_carriers: { count: 0 },
    tax_exempt: { found: true, revoked: true },
  })
  assert.equal(tasks.watchlist, { status: 'warning', sub_label: 'Hits' })
  assert.not.match(JSON.stringify(facts), /ann/i)
})

test('of what nobody looked for, the facts are unknown and not zero', () => {
  const facts = factsOf({})
  assert.equal(facts.tin, { submitted: false, type: null, outcome: null, verified: null })
  assert.equal([facts.registrations.best_name_score, facts.registrations.domestic_status, facts.watchlist.best_score], [null, null, null])
  assert.equal(facts.formation, { entity_type: null, state: null, date: null, age_years: null })
  assert.equal(
    [facts.watchlist.screened, facts.business.has_website, facts.industry.high_risk, facts.industry.prohibited],
    [false, false, false, false],
  )
  assert.equal(facts.tax_exempt, { found: false, revoked: null })
})

const verified: readonly (readonly [NonNullable<Evidence['tin']>['outcome'], readonly BusinessEvent[], boolean | null])[] = [
  ['found', [], true],
  ['mismatch', [], false],
  ['not_found', [], false],
  ['person', [], false],
  ['unknown', [], null],
  ['unavailable', [], null],
  ['not_found', [vouched(true)], true],
  ['found', [vouched(false)], false],
]
for (const [outcome, acted, expected] of verified)
  test(`a number that is ${outcome}${acted.length > 0 ? ' and vouched for otherwise' : ''} is verified: ${expected}`, () =>
    assert.is(factsOf(tinEvidence(outcome), { acted }).tin.verified, expected))

test('every fact can be named in a condition, and nothing else', () => {
  const { tasks, ...facts } = factsOf({})
  assert.equal(factNames, Object.fromEntries(Object.entries(facts).map(([group, fields]) => [group, Object.keys(fields)])))
  for (const path of ['tasks.name', 'tasks.name.status', 'tasks.name.sub_label', 'watchlist.hits']) assert.ok(isFact(path), path)
  for (const path of ['tasks', 'tasks.Name', 'tasks.name.message', 'watchlist', 'watchlist.hits.length', 'people.name', ''])
    assert.not.ok(isFact(path), path)
})

test.run()
