// What a corrected name and corrected people take from the searches that were made before.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { NewOrder } from '../../src/commands/business-orders.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { differences, type Evidence } from '../../src/commands/findings.ts'
import { outdatedChecks } from '../../src/commands/outdated-checks.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import { emptyFile } from '../../src/events/evidence-file.ts'
import { businessId, completed, created, order, placed, review, reviewed, source } from './businesses.ts'
import { person } from './evidence.ts'
import { given } from './given.ts'

const other = { ...person, id: randomUUID(), name: 'Bob Roe', dob: '1980-01-01' }
const record = (product: string, of: string | null) => ({
  id: randomUUID(),
  kind: 'any',
  product,
  person_id: of,
  subject_id: of ?? randomUUID(),
  content: {},
  sources: [source],
})
const product_records = [record('bankruptcies', null), record('kyc', person.id), record('kyc', other.id)]
const [bankruptcy, ann, bob] = product_records.map(({ id }) => id) as [string, string, string]
const search = (product: string, ...record_ids: string[]) => ({
  id: randomUUID(),
  product,
  outcome: 'searched' as const,
  reason: null,
  record_ids,
  sources: [source],
})
const evidence: Evidence = {
  product_records,
  searches: [search('registrations'), search('bankruptcies', bankruptcy), search('documents', randomUUID()), search('kyc', ann, bob)],
}
const known = [created({ people: [person, other] })].reduce(business.evolve, business.initial) as Business
const searched = differences(known.file, evidence, null).reduce(business.evolve, known) as Business

const after = (changes: Parameters<typeof outdatedChecks>[1]) =>
  outdatedChecks(searched, changes).map((event) => {
    assert.is(event.type, 'ProductSearched')
    const { product, outcome, record_ids } = event.type === 'ProductSearched' ? event.data.search : search('none')
    return [product, outcome, record_ids]
  })

test('searches by another name answer no more; what they found stands until one by the new name, but for documents', () => {
  assert.equal(after({ name: 'Zanzibar Trombones Inc' }), [
    ['bankruptcies', 'unavailable', [bankruptcy]],
    ['documents', 'unavailable', []],
  ])
  assert.equal(after({ name: 'ACME WIDGETS, L.L.C.' }), [], 'the same name')
})

test('searches of people answer no more for whom was given or corrected since, and stand for the others', () => {
  assert.equal(after({ people: [person, other] }), [])
  assert.equal(after({ people: [{ ...person, email: 'new@example.com' }, other] }), [], 'nothing that was checked')
  assert.equal(after({ people: [other] }), [['kyc', 'searched', [bob]]], 'nobody else is left')
  assert.equal(after({ people: [{ ...person, dob: '1971-01-01' }, other] }), [['kyc', 'unavailable', [bob]]])
  assert.equal(after({ people: [person, { ...other, id: randomUUID(), name: 'Cay Brown' }] }), [['kyc', 'unavailable', [ann]]])
})

test('a person whom an action adds was not checked either', () => {
  const add = (people: readonly (typeof person)[]) =>
    business
      .decide(
        {
          type: 'TakeAction',
          action: { action_id: randomUUID(), object_type: 'businesses', object_id: businessId, note: null, actors: [] },
          asked: {
            type: 'add_attributes',
            attributes: { names: [], addresses: [], people: [...people], phone_numbers: [], email_addresses: [], website: null },
          },
          review,
        },
        business.evolve(searched, reviewed),
      )
      .flatMap((event) => (event.type === 'ProductSearched' ? [event.data.search] : []))
  const [kyc, ...more] = add([{ ...person, id: randomUUID(), name: 'Cay Brown' }])
  assert.equal([kyc?.product, kyc?.outcome, kyc?.record_ids, more], ['kyc', 'unavailable', [ann, bob], []])
  assert.equal(add([person]), [], 'known already')
})

const number = { tin: '123456789', tin_type: 'ein' } as const
const check = (name: string | null, order_id: string | null = null) => ({
  type: 'TinChecked' as const,
  data: { order_id, sources: [source], outcome: 'found' as const, name, attempt: 1 },
})
const vouched: BusinessEvent = { type: 'TinVouched', data: { action_id: randomUUID(), verified: true, by: 'user' } }
const renamed: BusinessEvent = { type: 'BusinessUpdated', data: { name: 'Zanzibar Trombones Inc' } }
const types = (events: readonly BusinessEvent[]) => events.map(({ type }) => type)
const stateAfter = (...events: readonly BusinessEvent[]) =>
  [created({ ...number, people: [person, other] }), ...events].reduce(business.evolve, business.initial) as Business

test("a check of the number and a person's word on it end with the name that they were about", () => {
  const known = stateAfter(check(null), vouched)
  assert.equal(types(outdatedChecks(known, { name: 'Zanzibar Trombones Inc' })), ['TinCheckGone', 'TinVouchingEnded'])
  assert.equal(outdatedChecks(known, { name: 'ACME WIDGETS, L.L.C.' }), [], 'the same name')
  assert.equal(outdatedChecks(known, { name: 'Zanzibar Trombones Inc', tin: '987654321' }), [], 'they end with the number')
  const ended = outdatedChecks(known, { name: 'Zanzibar Trombones Inc' })
  const after = [renamed, ...ended].reduce(business.evolve, known) as Business
  assert.equal([after.file.tin, after.file.tin_vouched], [null, null])
  assert.equal(outdatedChecks(business.evolve(after, vouched) as Business, { people: [person] }), [], 'said of the new name')
})

test('a check that found the number of a submitted person ends with that person', () => {
  const known = stateAfter(check(person.name))
  assert.equal(outdatedChecks(known, { people: [person] }), [])
  assert.equal(types(outdatedChecks(known, { people: [other] })), ['TinCheckGone'])
  assert.equal(outdatedChecks(stateAfter(check('ACME WIDGETS LLC')), { people: [] }), [], 'it is of the business')
})

test('what an earlier version let stand after a correction of the name ends at the next verification, unless it was asked since', () => {
  const [verify, tin, again] = [order('identity'), order('tin'), order('tin')]
  const asked = [placed(tin), check(null), completed(tin), vouched, ...differences(emptyFile, evidence, null)]
  const old = [created(number), ...asked, renamed]
  const verified = (known: readonly BusinessEvent[], found: Evidence, by: NewOrder) =>
    given(business, [...known, placed(by)])
      .when({ type: 'CompleteOrder', orderId: by.order_id, evidence: found, review })
      .events()
      .map(({ type }) => type)
      .filter((type) => type !== 'OrderStarted' && type !== 'OrderCompleted' && type !== 'ReviewCompleted')
  assert.equal(verified(old, {}, verify), ['TinCheckGone', 'TinVouchingEnded', 'ProductSearched', 'ProductSearched'])
  const { order_id: _, ...same } = check(null).data
  assert.equal(
    verified(old, { tin: same }, again),
    ['TinCheckGone', 'TinVouchingEnded', 'ProductSearched', 'ProductSearched', 'TinChecked'],
    'checked now',
  )
  assert.equal(
    verified([...old, placed(again), completed(again), vouched], {}, verify),
    ['ProductSearched', 'ProductSearched'],
    'asked by the new name, with the same answer',
  )
})

test.run()
