// The plain fields of a business: what analysts group and count by, and what reviewers search by.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { riskTable } from '../../src/commands/risk-table.ts'
import type { EvidenceEvent } from '../../src/events/evidence-file.ts'
import { emptyFile, fileAfter } from '../../src/events/evidence-file.ts'
import type { ReviewTask } from '../../src/events/parts.ts'
import { businessColumns } from '../../src/projections/business-columns.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { submitted, watchlistHit } from '../commands/businesses.ts'
import { address, elsewhere, person, registration } from '../commands/evidence.ts'
import { samples } from '../events/samples.ts'
import { at, id, other } from './fold-step.ts'

type Described = Parameters<typeof businessColumns>[0]

const bare: Described = {
  status: 'open',
  submitted,
  added: { names: [] },
  file: emptyFile,
  orders: [],
  review: null,
  risk_override: null,
  created_at: at(0),
  reviewed_at: null,
  waiting_since: null,
  decided_at: null,
  next_review: null,
  relationship_ended: false,
}
const of = (change: Partial<Described> = {}) => businessColumns({ ...bare, ...change })
const sent = (change: Partial<Described['submitted']>) => of({ submitted: { ...submitted, ...change } })

const found = (...events: readonly EvidenceEvent[]) => ({ file: events.reduce((file, event) => fileAfter(file, event, at(1)), emptyFile) })
const sources = registration().sources
const order = { order_id: id, sources }

const task = (key: string, status: ReviewTask['status'], more: Partial<ReviewTask> = {}): ReviewTask => ({
  category: 'c',
  key,
  label: key,
  name: key,
  status,
  sub_label: `${status} of ${key}`,
  message: 'm',
  sources: [],
  ...more,
})

test('a business of which nothing is known has every field, empty', () => {
  const known = {
    state: null,
    city: null,
    website: null,
    industry: null,
    naics_code: null,
    high_risk: null,
    entity_type: null,
    formation_state: null,
    formation_date: null,
    tin_outcome: null,
    products: [],
    tasks_success: 0,
    tasks_warning: 0,
    tasks_failure: 0,
    tasks_neutral: 0,
    concerns: [],
    risk: 'none',
    risk_rank: 5,
    risk_tier: null,
    risk_tier_computed: null,
    risk_points: null,
    findings: [],
    oldest_source: null,
    name_search: 'Acme Widgets LLC',
    search: 'Acme Widgets LLC',
    registrations: 0,
    watchlist_hits: 0,
    created_month: '2026-01',
    decided_month: null,
    seconds_to_review: null,
    seconds_to_decision: null,
    review_due_at: null,
    review_soon_at: null,
    review_told: null,
  }
  assert.equal(of(), known, 'documents with other fields need a higher `version` of the collection, in src/projections/businesses.ts')
})

test('the place is that of the first address, and the website the one that was submitted', () => {
  const { state, city } = sent({ addresses: [address, { ...elsewhere, city: 'Reno', state: 'NV' }] })
  assert.equal([state, city], ['OR', 'Portland'])
  assert.is(sent({ website: { url: 'https://acme.example' } }).website, 'https://acme.example')
})

test('the industry is the classification that fits best', () => {
  const sample = samples.IndustryClassified[0]?.data as { categories: readonly { readonly name: string }[] }
  const [category] = sample.categories
  const classified = (...categories: readonly object[]) =>
    of(found({ type: 'IndustryClassified', data: { ...sample, order_id: id, sources, categories } } as never))
  const steel = { ...category, name: 'Steel', score: 0.8, high_risk: true, naics_codes: ['331000', '331001'] }
  const widgets = { ...category, name: 'Widgets', score: 0.7, high_risk: false, naics_codes: [] }
  for (const { industry, naics_code, high_risk } of [classified(steel, widgets), classified(widgets, steel)])
    assert.equal([industry, naics_code, high_risk], ['Steel', '331000', true])
  const { industry, naics_code, high_risk } = classified(widgets)
  assert.equal([industry, naics_code, high_risk], ['Widgets', null, false])
  assert.is(classified().industry, null)
})

test('formation, TIN, registrations and hits are counted from the file', () => {
  const formation = {
    type: 'FormationEstablished',
    data: { ...order, entity_type: 'LLC', formation_date: '2001-02-03', formation_state: 'OR' },
  }
  const { entity_type, formation_state, formation_date } = of(found(formation as never))
  assert.equal([entity_type, formation_state, formation_date], ['LLC', 'OR', '2001-02-03'])
  const checked = { type: 'TinChecked', data: { ...order, outcome: 'person', name: 'Ann Doe', attempt: 2 } }
  assert.is(of(found(checked as never)).tin_outcome, 'person')
  const registered = [id, other].map((each) => ({
    type: 'RegistrationFound',
    data: { ...order, registration: registration({ id: each }) },
  }))
  assert.is(of(found(...(registered as never[]))).registrations, 2)
  const hits = { [id]: { ...watchlistHit, id, sources }, [other]: { ...watchlistHit, id: other, sources } }
  const dismissals = { [id]: { reason: 'another', by: 'user', at: at(1) } }
  assert.is(of({ file: { ...emptyFile, hits: hits as never } }).watchlist_hits, 2)
  assert.is(of({ file: { ...emptyFile, hits: hits as never, dismissals: dismissals as never } }).watchlist_hits, 1)
})

test('each product is named once', () => {
  assert.equal(of({ orders: [{ product: 'tin' }, { product: 'website' }, { product: 'tin' }] }).products, ['tin', 'website'])
})

test('the tasks of the review are counted by their status, and what fails comes before what warns', () => {
  const tasks = [
    task('industry', 'warning'),
    task('name', 'failure'),
    task('tin', 'success'),
    task('kyc_decision', 'failure'),
    task('website', 'neutral'),
    task('liens', 'warning'),
    task('phone', 'success'),
    task('email', 'warning'),
  ]
  const { tasks_success, tasks_warning, tasks_failure, tasks_neutral, concerns, risk, risk_rank, findings } = of({ review: { tasks } })
  assert.equal([tasks_success, tasks_warning, tasks_failure, tasks_neutral], [2, 3, 2, 1])
  assert.equal(concerns, [
    'name: failure of name',
    'kyc_decision: failure of kyc_decision',
    'industry: warning of industry',
    'liens: warning of liens',
    'email: warning of email',
  ])
  assert.equal([risk, risk_rank], ['blocks', 1])
  assert.equal(findings.slice(0, 2).toSorted(), ['Identity declined', 'Name not registered'])
})

test('a review without a fault has passed, and one that could not look everywhere is unknown and names no finding', () => {
  const rankOf = (...tasks: readonly ReviewTask[]) => {
    const { risk, risk_rank, findings } = of({ review: { tasks } })
    return [risk, risk_rank, findings]
  }
  assert.equal(rankOf(task('name', 'success')), ['passed', 4, []])
  const sanctioned = task('watchlist', 'warning', { sub_label: 'Hits' })
  assert.equal(rankOf(sanctioned, task('name', 'success')), ['sanctions', 0, ['Watchlist hit']])
  const [risk, rank, findings] = rankOf(task('name', 'neutral'))
  assert.equal([risk, rank, findings], ['unknown', 3, []])
})

test('the risk tier is that of the table, from its points, until a person sets another one', () => {
  const tiers = (change: Partial<Described>) => {
    const { risk_tier, risk_tier_computed, risk_points } = of(change)
    return [risk_tier, risk_tier_computed, risk_points]
  }
  const review = { tasks: [task('liens', 'warning'), task('lei', 'warning')] }
  assert.equal(tiers({ review }), ['medium', 'medium', 25])
  assert.equal(tiers({ review, risk_override: { tier: 'low' } }), ['low', 'medium', 25])
  const ownership = { parties: [{ country: 'KP' }], interests: [] } as never
  assert.equal(tiers({ review, submitted: { ...submitted, ownership } }), ['high', 'high', 75])
  const hits = { [id]: { ...watchlistHit, id, sources } } as never
  assert.equal(tiers({ review, file: { ...emptyFile, hits } }), ['high', 'high', 85])
})

test('a new table of risk comes with a new version of the collection, which holds the tiers', () => {
  /** By version of the table: the version of the collection that has its tiers. */
  const since: { readonly [table: number]: number } = { 1: 22 }
  assert.ok(businesses.spec.version >= (since[riskTable.version] ?? Infinity))
})

test('the oldest source is the earliest date that any of them states', () => {
  const dated = (as_of: unknown) => ({
    id,
    type: 't',
    metadata: { data_set: 'd', ...(as_of === undefined ? {} : { as_of: as_of as string }) },
  })
  const tasks = [
    task('name', 'success', { sources: [dated('2026-03-01'), dated(undefined)] }),
    task('tin', 'success', { sources: [dated('2025-12-31'), dated(null)] }),
    task('phone', 'success', { sources: [dated('2026-01-01')] }),
  ]
  assert.is(of({ review: { tasks } }).oldest_source, '2025-12-31')
  assert.is(of({ review: { tasks: [task('name', 'success', { sources: [dated(undefined)] })] } }).oldest_source, null)
})

test('a business is searched by names, TIN, addresses, people and ids, but not by a number of a person', () => {
  const change = {
    tin: '123456789',
    tin_type: 'ein' as const,
    addresses: [address, elsewhere],
    people: [person, { ...person, name: 'Bo Roe' }],
    external_id: 'own-1',
    unique_external_id: 'unique-1',
  }
  const lines = (type: 'ein' | 'ssn') =>
    of({ submitted: { ...submitted, ...change, tin_type: type }, added: { names: [{ id, name: 'Acme Old' }] } }).search.split('\n')
  const rest = [address.full_address, elsewhere.full_address, 'Ann Doe', 'Bo Roe', 'own-1', 'unique-1']
  assert.equal(lines('ein'), ['Acme Widgets LLC', 'Acme Old', '123456789', ...rest])
  assert.equal(lines('ssn'), ['Acme Widgets LLC', 'Acme Old', ...rest])
})

test('times are told by month and as seconds from step to step', () => {
  const created_at = '2026-01-31T23:59:00.000Z'
  const [reviewed_at, waiting_since, decided_at] = ['2026-02-01T00:00:30.000Z', '2026-02-01T00:01:30.000Z', '2026-02-01T00:02:30.500Z']
  const reviewed = of({ created_at, reviewed_at, waiting_since })
  assert.equal([reviewed.created_month, reviewed.seconds_to_review, reviewed.seconds_to_decision], ['2026-01', 90, null])
  const decided = of({ created_at, reviewed_at, waiting_since, decided_at })
  assert.equal([decided.decided_month, decided.seconds_to_decision], ['2026-02', 60.5])
  assert.is(of({ created_at, reviewed_at, waiting_since: decided_at, decided_at }).seconds_to_decision, 0)
  assert.is(of({ created_at, reviewed_at, waiting_since: '2026-02-01T00:02:30.501Z', decided_at }).seconds_to_decision, null)
  assert.is(of({ created_at, decided_at }).seconds_to_decision, null)
})

test('the next look is due unless the relationship has ended', () => {
  const next_review = { due_at: at(9), soon_at: at(5), told: 'due' as const }
  const dates = ({ review_due_at, review_soon_at, review_told }: ReturnType<typeof of>) => [review_due_at, review_soon_at, review_told]
  assert.equal(dates(of({ next_review })), [at(9), at(5), 'due'])
  assert.equal(dates(of({ next_review, relationship_ended: true })), [null, null, null])
})

test.run()
