// Dismissals of watchlist hits as sentences: what one covers, when it ends, and that it has a reason.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type BusinessCommand, business } from '../../src/commands/business.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { WatchlistHit } from '../../src/events/business-evidence.ts'
import { openHits } from '../../src/events/evidence-file.ts'
import { at, businessId, created, done, order, review, reviewed, source, submitted, watchlistHit } from './businesses.ts'
import { person } from './evidence.ts'
import { given } from './given.ts'

const actionId = '0198c0de-0000-7000-8000-0000000000d1'
const user = { actor_type: 'user' as const, data: { id: '0198c0de-0000-7000-8000-0000000000f1' } }
const verify = order('business_verification_verify')

const entry: WatchlistHit = { ...watchlistHit, entry_id: '17', entity_aliases: ['ACME GROUP'], dates_of_birth: [], addresses: ['1 Bad St'] }
const second: WatchlistHit = { ...entry, id: '0198c0de-0000-7000-8000-0000000000d4', entry_id: '18', entity_name: 'ACME II' }
const ofPerson: WatchlistHit = {
  ...entry,
  id: '0198c0de-0000-7000-8000-0000000000d5',
  screened: 'person',
  screened_id: person.id,
  entry_id: '19',
  entity_name: 'DOE, Ann',
}

const found = (hit: WatchlistHit): BusinessEvent => ({ type: 'WatchlistHitFound', data: { order_id: null, sources: [source], hit } })
const history = [created({ people: [person] }), ...done(verify), reviewed, found(entry), found(second), found(ofPerson)]

type Asked = {
  readonly reason?: string | null
  readonly note?: string | null
  readonly scope?: 'hit' | 'party'
  readonly hit?: WatchlistHit
}

const dismiss = ({ reason = 'born elsewhere', note = null, scope, hit = entry }: Asked = {}): BusinessCommand => ({
  type: 'TakeAction',
  action: { action_id: actionId, object_type: 'watchlist_result', object_id: hit.id, note, actors: [user] },
  asked: { type: 'dismissal', reason, ...(scope ? { scope } : {}) },
  review,
})

const dismissed = (hit: WatchlistHit, scope?: 'hit' | 'party'): BusinessEvent => ({
  type: 'WatchlistHitDismissed',
  data: { action_id: actionId, hit_id: hit.id, reason: 'born elsewhere', ...(scope ? { scope, by: user } : {}) },
})

const finds = (...hits: readonly WatchlistHit[]): BusinessCommand => ({
  type: 'RecordEvidence',
  evidence: { hits: hits.map((hit) => ({ ...hit, sources: [source] })) },
  review,
})

const after = (events: readonly BusinessEvent[]) => {
  const state = events.reduce(business.evolve, business.initial)
  if (state.status === 'none') throw new Error('there is no business')
  return state.file
}

test('a dismissal without a reason is refused', () =>
  given(business, history)
    .when(dismiss({ reason: null }))
    .isRefused('dismissal_reason_missing', 'payload.reason'))

test('the note of the action is a reason', () => {
  const [, event] = given(business, history)
    .when(dismiss({ reason: null, note: 'another firm' }))
    .events()
  assert.is(event?.type === 'WatchlistHitDismissed' && event.data.reason, 'another firm')
})

test('a dismissal says who gave it, why, and what it covers', () => {
  const [taken, event, ...more] = given(business, history).when(dismiss()).events()
  assert.equal(event, {
    type: 'WatchlistHitDismissed',
    data: { action_id: actionId, hit_id: entry.id, reason: 'born elsewhere', scope: 'hit', by: user, list: 'SDN', entity_name: 'ACME' },
  })
  assert.equal([taken?.type === 'ActionTaken' && taken.data.effects.length, more.map(({ type }) => type)], [1, ['ReviewCompleted']])
})

test('a dismissal of the party covers every hit that the party has, and nobody else’s', () => {
  const events = given(business, history)
    .when(dismiss({ scope: 'party' }))
    .events()
  assert.equal(
    events.flatMap((event) => (event.type === 'WatchlistHitDismissed' ? [event.data.hit_id] : [])),
    [entry.id, second.id],
  )
  assert.equal(
    openHits(after([...history, ...events])).map(({ id }) => id),
    [ofPerson.id],
  )
})

test('a hit on an entry that the list gains later stands, whatever was dismissed before', () => {
  const later: WatchlistHit = { ...entry, id: '0198c0de-0000-7000-8000-0000000000d6', entry_id: '20' }
  const events = given(business, [...history, dismissed(entry, 'party'), dismissed(second, 'party')])
    .when(finds(entry, second, ofPerson, later))
    .events()
  assert.equal(
    events.map(({ type }) => type),
    ['WatchlistHitFound', 'ReviewCompleted'],
  )
  assert.ok(openHits(after([...history, dismissed(entry, 'party'), ...events])).some(({ id }) => id === later.id))
})

test('a changed entry ends the dismissal and says what changed', () => {
  const changed: WatchlistHit = { ...entry, addresses: ['2 Worse St'], entity_aliases: ['ACME GROUP', 'ACME WORLD'] }
  const events = given(business, [...history, dismissed(entry, 'hit')])
    .when(finds(changed, second, ofPerson))
    .events()
  assert.equal(
    events.map(({ type }) => type),
    ['WatchlistHitChanged', 'WatchlistHitReopened', 'ReviewCompleted'],
  )
  assert.equal(events[1]?.data, {
    hit_id: entry.id,
    cause: 'entry_changed',
    changes: [
      { field: 'entity_aliases', removed: [], added: ['ACME WORLD'] },
      { field: 'addresses', removed: ['1 Bad St'], added: ['2 Worse St'] },
    ],
    list: 'SDN',
    entity_name: 'ACME',
  })
  const file = after([...history, dismissed(entry, 'hit'), ...events])
  assert.is(file.dismissals[entry.id], undefined)
  assert.equal(
    file.ended_dismissals[entry.id]?.map(({ reason, by, cause }) => [reason, by, cause]),
    [['born elsewhere', user, 'entry_changed']],
  )
})

test('an entry that says the same, in another order, by another score or read in more detail, ends nothing', () => {
  const aliases: WatchlistHit = { ...entry, entity_aliases: ['B', 'A'] }
  const again = { ...aliases, entity_aliases: ['A', 'B'], match: { score: 0.9, explanation: 'read anew' }, identifiers: ['Passport 1'] }
  const events = given(business, [...history, found(aliases), dismissed(aliases, 'hit')])
    .when(finds(again, second, ofPerson))
    .events()
  assert.equal(
    events.map(({ type }) => type),
    ['WatchlistHitChanged', 'ReviewCompleted'],
  )
  const [changed] = events
  assert.equal(changed?.type === 'WatchlistHitChanged' && changed.data.changes, [])
})

test('an entry that went and comes back changed ends the dismissal all the same', () => {
  const gone: BusinessEvent = {
    type: 'WatchlistScreened',
    data: { order_id: null, sources: [], screening_id: actionId, lists: [], hit_ids: [] },
  }
  const before = [...history, dismissed(entry, 'hit'), gone]
  const types = (hit: WatchlistHit) =>
    given(business, before)
      .when(finds(hit))
      .events()
      .map(({ type }) => type)
  assert.equal(types(entry), ['WatchlistHitFound', 'ReviewCompleted'])
  assert.equal(types({ ...entry, remarks: 'armed' }), ['WatchlistHitFound', 'WatchlistHitReopened', 'ReviewCompleted'])
})

const update = (changes: Extract<BusinessCommand, { type: 'UpdateBusiness' }>['changes']): BusinessCommand => ({
  type: 'UpdateBusiness',
  changes,
  status: null,
  review,
})

test('a dismissal of the party ends with a change of its data, and the review is filled anew', () => {
  const before = [...history, dismissed(entry, 'party'), dismissed(ofPerson, 'party')]
  const events = given(business, before)
    .when(update({ name: 'Acme Holding' }))
    .events()
  assert.equal(
    events.map(({ type }) => type),
    ['BusinessUpdated', 'WatchlistHitReopened', 'ReviewCompleted'],
  )
  assert.equal(events[1]?.type === 'WatchlistHitReopened' && [events[1].data.hit_id, events[1].data.cause, events[1].data.changes], [
    entry.id,
    'party_changed',
    [{ field: 'name', removed: [], added: [] }],
  ])
})

test('who approves with a change that ends a dismissal approves over the hit', () => {
  const [, , , approved] = given(business, [...history, dismissed(entry, 'party'), dismissed(second, 'hit'), dismissed(ofPerson, 'hit')])
    .when({ type: 'UpdateBusiness', changes: { name: 'Acme Holding' }, status: 'approved', statusReason: 'Licensed', review })
    .events()
  assert.equal(approved, { type: 'BusinessApproved', data: { note: 'Licensed', override: { hit_ids: [entry.id] } } })
})

test('a dismissal of a person ends with the birth date of that person', () => {
  const events = given(business, [...history, dismissed(entry, 'party'), dismissed(ofPerson, 'party')])
    .when(update({ people: [{ ...person, dob: '1970-01-01' }] }))
    .events()
  assert.equal(
    events.flatMap((event) => (event.type === 'WatchlistHitReopened' ? [event.data.hit_id] : [])),
    [ofPerson.id],
  )
})

test('a dismissal of a person outlives their removal, unless what told them apart goes with them', () => {
  const reopened = (dob: string | null, ...more: readonly BusinessEvent[]) =>
    given(business, [
      created({ people: [{ ...person, dob }] }),
      ...done(verify),
      reviewed,
      found(ofPerson),
      ...more,
      dismissed(ofPerson, 'party'),
    ])
      .when(update({ people: [] }))
      .events()
      .flatMap((event) => (event.type === 'WatchlistHitReopened' ? [event.data.changes.map(({ field }) => field)] : []))
  const owner: BusinessEvent = {
    type: 'OwnerFound',
    data: {
      order_id: null,
      sources: [source],
      found_owner: {
        id: '0198c0de-0000-7000-8000-0000000000d8',
        party_id: person.id,
        owned_id: businessId,
        relation: 'registration',
        type: 'person',
        name: person.name,
        born: null,
        country: null,
        lei: null,
        registration_number: null,
        interests: [],
        since: null,
        is_complete: false,
      },
    },
  }
  assert.equal(reopened(null), [])
  assert.equal(reopened(null, owner), [])
  assert.equal(reopened('1970-01-01'), [['dob']])
  assert.equal(reopened('1970-01-01', owner), [['dob']])
})

test('a dismissal of the party outlives what tells it from nobody, and one of a hit outlives the party’s data', () => {
  const party = [...history, dismissed(entry, 'party')]
  given(business, party)
    .when(update({ tags: ['new'] }))
    .thenTypes('BusinessUpdated')
  given(business, party)
    .when(update({ name: submitted.name }))
    .thenTypes()
  given(business, [...history, dismissed(entry, 'hit')])
    .when(update({ name: 'Acme Holding' }))
    .thenTypes('BusinessUpdated', 'ReviewCompleted')
})

test('another name that an action adds ends the dismissal of the party too', () => {
  const add: BusinessCommand = {
    type: 'TakeAction',
    action: { action_id: actionId, object_type: 'businesses', object_id: businessId, note: null, actors: [user] },
    asked: {
      type: 'add_attributes',
      attributes: {
        names: [{ id: actionId, name: 'Zed' }],
        addresses: [],
        people: [],
        phone_numbers: [],
        email_addresses: [],
        website: null,
      },
    },
    review,
  }
  given(business, [...history, dismissed(entry, 'party')])
    .when(add)
    .thenTypes('ActionTaken', 'AttributesAdded', 'WatchlistHitReopened', 'ReviewCompleted')
})

test('a dismissal from before scopes were known is of one hit', () => {
  const file = after([...history, dismissed(entry)])
  const { scope, by, reason } = file.dismissals[entry.id] ?? {}
  assert.equal([scope, by, reason, at.length > 0], ['hit', null, 'born elsewhere', true])
})

test.run()
