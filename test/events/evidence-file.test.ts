// The file on a business: what a change tells beside the new fact, what people's judgements mean for it, and which of its events are on the timeline.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { differences, type Evidence, together } from '../../src/commands/findings.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { type EventType, timelineEvents } from '../../src/events/catalogue.ts'
import {
  type EvidenceEvent,
  type EvidenceFile,
  emptyFile,
  fileAfter,
  fileAfterUpdate,
  openHits,
  registriesSearched,
  registrySearch,
} from '../../src/events/evidence-file.ts'
import { holdsScope } from '../../src/events/key-scopes.ts'
import { kindOf, noRelationship, relationshipAfter } from '../../src/events/retention.ts'
import { changesOfEntry, dismissersIn } from '../../src/events/watchlist-dismissals.ts'
import { source, watchlistHit } from '../commands/businesses.ts'
import { assessment, hit, registration, screening } from '../commands/evidence.ts'
import { samples } from './samples.ts'

const at = '2026-11-21T09:30:00.000Z'
const later = '2026-11-22T09:30:00.000Z'
const dataOf = (type: EventType): never => samples[type][0]?.data as never
const sample = (type: EventType, change: object = {}, place = 0): EvidenceEvent =>
  // The samples are of the type by their name alone.
  ({ type, data: { ...samples[type][place]?.data, ...change } }) as unknown as EvidenceEvent

const found = (evidence: Evidence, file: EvidenceFile = emptyFile): EvidenceFile =>
  differences(file, evidence, null).reduce((after, event) => fileAfter(after, event, at), file)
const after = (file: EvidenceFile, ...events: readonly EvidenceEvent[]): EvidenceFile =>
  events.reduce((held, event) => fileAfter(held, event, later), file)
const changeIn = (before: Evidence, now: Evidence) => differences(found(before), now, null).map(({ data }) => data)

test('a changed registration tells the former values of its plain fields', () => {
  const id = registration().id
  const before = registration({ id, status: 'active', status_details: 'In good standing', officers: [] })
  const now = { ...before, status: 'inactive' as const, status_details: null, officers: [{ id, name: 'DOE, ANN', titles: [] }] }
  assert.equal(changeIn({ registrations: [before] }, { registrations: [now] }), [
    {
      order_id: null,
      sources: [source],
      registration: (({ sources: _, ...rest }) => rest)(now),
      previous_attributes: { status: 'active', status_details: 'In good standing' },
    },
  ])
  const back = changeIn({ registrations: [now] }, { registrations: [{ ...before, officers: now.officers }] })
  assert.equal(
    back.map((data) => (data as { previous_attributes?: object }).previous_attributes),
    [{ status: 'inactive', status_details: null }],
    'a field that was empty is told as well',
  )
})

test('a changed legal entity tells the identifiers of its former parents', () => {
  const held: { readonly lei_record: { readonly direct_parent: { readonly lei: string } } } = dataOf('LeiRecordFound')
  const record = { ...held.lei_record, sources: [source] }
  const parent = held.lei_record.direct_parent
  const previous = (before: object, now: object) =>
    changeIn({ lei_records: [{ ...record, ...before } as never] }, { lei_records: [{ ...record, ...now } as never] }).map(
      (data) => (data as { previous_attributes?: object }).previous_attributes,
    )
  assert.equal(previous({}, { direct_parent: null, status: 'inactive' }), [{ status: 'active', direct_parent: parent.lei }])
  assert.equal(previous({}, { ultimate_parent: { ...parent, lei: 'X' } }), [{ ultimate_parent: parent.lei }])
  assert.equal(previous({ head_office: null }, { head_office: parent }), [{ head_office: null }])
})

test('a changed record of a product names the fields of its content that differ', () => {
  const { record }: { record: object } = dataOf('ProductRecordFound')
  const recordOf = (content: object | string) => ({ product_records: [{ ...record, content, sources: [source] } as never] })
  const changed = (before: object | string, now: object) =>
    changeIn(recordOf(before), recordOf(now)).map((data) => (data as { changed?: readonly string[] }).changed)
  assert.equal(changed({ a: 1, b: [1], c: 'x' }, { a: 2, b: [1], d: 'x' }), [['a', 'c', 'd']])
  assert.equal(changed('[erased]', { a: 2, d: 'x' }), [['a', 'd']], 'of content that was erased no field is known')
})

test('contacts, searches and records that several looks find count once, and of other kinds the last look counts', () => {
  const phone = (number: string) => ({ id: number, number, contact_type: null, sources: [source] }) as never
  const email = (id: string) => ({ id, email: id, sources: [source] }) as never
  const search = (id: string) => ({ id, product: id, outcome: 'searched', reason: null, record_ids: [], sources: [] }) as never
  const all = together([
    {
      phone_numbers: [phone('1'), phone('2')],
      email_addresses: [email('a')],
      searches: [search('x')],
      product_records: [search('r')],
      names: [email('n')],
    },
    {
      phone_numbers: [phone('2'), phone('3')],
      email_addresses: [email('b')],
      searches: [search('y')],
      product_records: [search('s')],
      names: [email('m')],
    },
  ])
  const ids = Object.fromEntries(Object.entries(all).map(([kind, some]) => [kind, (some as readonly { id: string }[]).map(({ id }) => id)]))
  assert.equal(ids, {
    phone_numbers: ['1', '2', '3'],
    email_addresses: ['a', 'b'],
    searches: ['x', 'y'],
    product_records: ['r', 's'],
    names: ['m'],
  })
})

test('the timeline tells of what happens to a business, and of these facts about it', () => {
  assert.equal(timelineEvents.map(({ type }) => type).toSorted(), [
    'address.created',
    'address.deleted',
    'found_owner.created',
    'found_owner.deleted',
    'lei_record.created',
    'lei_record.deleted',
    'lei_record.updated',
    'name.created',
    'name.deleted',
    'note.created',
    'ownership.certified',
    'person.created',
    'person.deleted',
    'registration.created',
    'registration.updated',
    'review.due',
    'review.overdue',
    'risk.set',
  ])
})

test('what a person judged is on file with who and when, and an address that is gone has no assessment', () => {
  const address: { readonly address: { readonly id: string } } = dataOf('AddressGone')
  const { id } = address.address
  const file = found({ assessments: [assessment({ address_id: id }), assessment()] })
  assert.equal(Object.keys(after(file, sample('AddressGone')).assessments), [assessment().address_id])
  const rated = after(
    file,
    sample('AddressRiskSet', { address_id: 'a' }),
    sample('AddressRiskSet', { address_id: 'b', risk_rating: 'low' }),
  )
  assert.equal(rated.address_risks, { a: { risk_rating: 'high', by: 'user', at: later }, b: { risk_rating: 'low', by: 'user', at: later } })
  assert.equal(after(file, sample('TinVouched')).tin_vouched, { verified: true, by: 'user', at: later })
})

test('a screening leaves the hits that it found again', () => {
  const second = { ...hit, id: '0198c0de-0000-7000-8000-0000000000d9' }
  const file = found({ hits: [hit, second], screening: screening(hit.id, second.id) })
  assert.is(openHits(file).length, 2)
  assert.equal(Object.keys(found({ screening: screening(hit.id) }, file).hits), [hit.id])
})

test('a difference of owners is open, overdue and resolved, and one that is not known stays unknown', () => {
  const { discrepancy }: { discrepancy: { id: string } } = dataOf('OwnerDiscrepancyFound')
  const open = after(emptyFile, sample('OwnerDiscrepancyFound'))
  const held = { ...discrepancy, status: 'open', found_at: later, resolution: null }
  const of = (file: EvidenceFile) => file.owner_discrepancies?.[discrepancy.id] as object
  assert.equal(of(open), held)
  assert.equal(of(after(open, sample('OwnerDiscrepancyOverdue'))), { ...held, status: 'overdue', due_on: '2026-02-14' })
  const resolution = { cause: 'person', reason: 'The register is out of date.', at: later }
  assert.equal(of(after(open, sample('OwnerDiscrepancyResolved'))), { ...held, status: 'resolved', resolution })
  for (const type of ['OwnerDiscrepancyOverdue', 'OwnerDiscrepancyResolved'] as const)
    assert.equal(after(emptyFile, sample(type)), emptyFile)
  const two = after(open, sample('OwnerDiscrepancyFound', { discrepancy: { ...discrepancy, id: 'other' } }))
  assert.equal(Object.keys(two.owner_discrepancies ?? {}), [discrepancy.id, 'other'])
})

test('confirmed facts get their newer sources, and facts that are gone stay gone', () => {
  const held = registration()
  const file = found({ registrations: [held] })
  const newer = [{ ...source, metadata: { ...source.metadata, version: '2' } }]
  const confirmed = (id: string, kind = 'registrations') =>
    after(file, { type: 'EvidenceConfirmed', data: { facts: [{ kind, id, sources: newer }] } } as EvidenceEvent)
  assert.equal(confirmed(held.id).registrations[held.id]?.sources, newer)
  assert.equal([confirmed('gone'), confirmed(held.id, 'unheard of'), confirmed('tin', 'tin')], [file, file, file])
})

test('another number or identifier takes what was known of the former one with it', () => {
  const { lei_record }: { lei_record: { id: string; lei: string } } = dataOf('LeiRecordFound')
  const tin = { outcome: 'found', name: null, attempt: 1, sources: [source] } as never
  const file = after(found({ lei_records: [{ ...lei_record, sources: [source] } as never], tin }), sample('TinVouched'))
  const kept = (change: Parameters<typeof fileAfterUpdate>[1]) => {
    const { tin, tin_vouched, lei_records } = fileAfterUpdate(file, change)
    return [tin !== null, tin_vouched !== null, Object.keys(lei_records).length]
  }
  assert.equal(kept({}), [true, true, 1])
  assert.equal(kept({ tin: '987654321' }), [false, false, 1])
  assert.equal(kept({ tin: null }), [false, false, 1])
  assert.equal(kept({ lei: lei_record.lei }), [true, true, 1])
  assert.equal(kept({ lei: 'X' }), [true, true, 0])
  assert.equal(kept({ lei: null }), [true, true, 1])
})

test('the searched registries are those of the search of registrations', () => {
  const note = (product: string) =>
    ({ id: product, product, outcome: 'searched', reason: null, record_ids: [], sources: [source] }) as never
  assert.equal(registriesSearched(found({ searches: [note('liens')] })), [])
  assert.equal(registriesSearched(found({ searches: [note('liens'), note(registrySearch)] })), [source])
})

test('a dismissal keeps what was dismissed, and its end is kept with what had changed', () => {
  const file = found({ hits: [{ ...hit }], screening: screening(hit.id) })
  const older = { hit_id: hit.id }
  const dismissed = after(file, sample('WatchlistHitDismissed', older))
  const told = { reason: 'another person of that name', at: later, hit: file.hits[hit.id] }
  assert.equal(dismissed.dismissals[hit.id], { ...told, scope: 'hit', by: null })
  assert.is(openHits(dismissed).length, 0)
  const by = { actor_type: 'user', data: { id: samples.WatchlistHitDismissed[1]?.data.action_id } }
  assert.equal(after(file, sample('WatchlistHitDismissed', older, 1)).dismissals[hit.id], { ...told, scope: 'party', by } as never)
  assert.is(after(emptyFile, sample('WatchlistHitDismissed', older)).dismissals[hit.id]?.hit, null)

  const { cause, changes }: { cause: never; changes: never } = dataOf('WatchlistHitReopened')
  const reopened = after(dismissed, sample('WatchlistHitReopened', older))
  const end = { ...told, scope: 'hit', by: null, ended_at: later, cause, changes }
  assert.equal([reopened.dismissals, reopened.ended_dismissals], [{}, { [hit.id]: [end] }] as never)
  assert.is(openHits(reopened).length, 1)
  const again = after(reopened, sample('WatchlistHitDismissed', older), sample('WatchlistHitReopened', older))
  assert.is(again.ended_dismissals[hit.id]?.length, 2)
  assert.equal(after(file, sample('WatchlistHitReopened', older)), file, 'nothing was dismissed')
})

test('those who dismissed are users and accounts, of standing and ended dismissals alike', () => {
  const dismissal = (actor_type: string, id: string) => ({ by: { actor_type, data: { id } } }) as never
  const dismissals = { a: dismissal('user', '1'), b: dismissal('run', '2'), c: { by: null } as never }
  assert.equal(dismissersIn({ dismissals, ended_dismissals: { d: [dismissal('account', '3')], e: [] } }), [
    { id: '1', type: 'user' },
    { id: '3', type: 'account' },
  ])
})

test('a list says something else of an entry where a text is new or gone, whatever their order', () => {
  const entry = { ...watchlistHit, programs: ['A', 'B'], remarks: 'x' as string | null, title: 'Director' as string | null }
  const changes = (change: object) => changesOfEntry(entry, { ...entry, ...change })
  assert.equal(changes({ programs: ['B', 'A'], list: 'Another', matched_name: 'y' }), [])
  assert.equal(changes({ programs: ['B', 'C'], remarks: null, title: undefined }), [
    { field: 'programs', removed: ['A'], added: ['C'] },
    { field: 'remarks', removed: ['x'], added: [] },
  ])
  assert.equal(changes({ entity_name: 'ACME II' }), [{ field: 'entity_name', removed: ['ACME'], added: ['ACME II'] }])
})

test('a relationship ends, goes on and remembers an approval', () => {
  const turned = (...types: readonly BusinessEvent['type'][]) =>
    types.reduce((before, type) => relationshipAfter(before, { type, data: {} }), noRelationship)
  assert.equal(turned('BusinessApproved'), { wasApproved: true, end: null, turn: 1 })
  assert.equal(turned('BusinessRejected'), { wasApproved: false, end: 'rejection', turn: 1 })
  assert.equal(turned('BusinessApproved', 'BusinessRejected', 'BusinessReturnedToReview'), { wasApproved: true, end: null, turn: 3 })
  assert.equal(turned('RelationshipEnded', 'BusinessReturnedToReview'), { wasApproved: false, end: 'stated', turn: 1 })
  assert.equal(turned('BusinessApproved', 'RelationshipEnded', 'RelationshipResumed'), { wasApproved: true, end: null, turn: 3 })
  assert.is(turned('BusinessCreated'), noRelationship)
  const erased = (kind: string) => relationshipAfter(noRelationship, { type: 'PersonalDataErased', data: { kind } })
  assert.equal([erased('business').turn, erased('person').turn], [1, 0])
  assert.equal([kindOf(noRelationship), kindOf(turned('BusinessApproved'))], ['applicant', 'customer'])
})

test('a key has the scopes that it was given, reading with writing, and all of them where none were named', () => {
  const held = ['liens:write', 'notes:read']
  assert.equal(
    ['liens:write', 'liens:read', 'notes:read', 'notes:write', 'orders:read'].map((needed) => holdsScope(held, needed)),
    [true, true, true, false, false],
  )
  assert.equal([holdsScope(null, 'notes:write'), holdsScope([], 'notes:read')], [true, false])
})

test.run()
