// What erasing is going to destroy is planned from the log, also where an earlier attempt broke off.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { planAlongside, planErasure, planWhole } from '../../src/audit/erasure.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { erased, heirOf } from '../../src/events/personal-data.ts'
import { submitted } from '../commands/businesses.ts'
import { lienRequest } from '../commands/liens.ts'
import { filled } from '../filled.ts'
import { openStores, type Stores } from '../stores/log.ts'

const test = suite('erasure')
let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const person = (name: string) => ({ id: randomUUID(), name, title: null, email: null, phone: null, dob: null, ssn: null })
const [ann, bob] = [person('Ann Dorothea Example'), person('Bob Stays')]
const address = {
  full_address: '5 Hawthorn Close, Portland, OR 97201',
  address_line1: '5 Hawthorn Close',
  address_line2: null,
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
}
const owes = (first_name: string | null, last_name: string | null, organization_name: string | null = null) => ({
  id: randomUUID(),
  organization_name,
  first_name,
  last_name,
  addresses: [address],
})
const [annOwes, bobOwes, namesake] = [owes('Ann', 'EXAMPLE'), owes('Bob', 'Stays'), owes(null, null, 'Ann Example')]
const { business_id } = submitted
const lien_id = randomUUID()
const [business, lien] = [`business-${business_id}`, `lien-${lien_id}`]

const requested: DomainEvent = {
  type: 'LienRequested',
  data: lienRequest(lien_id, { business_id, debtors: [annOwes, bobOwes, namesake] }),
}

const written = async (change: Partial<typeof submitted> = {}) => {
  await stores.append(business, { type: 'BusinessCreated', data: { ...submitted, people: [ann, bob], ...change } })
  await stores.append(lien, requested)
}
const planFor = (personId: string | null) => planErasure(stores.log, { businessId: business_id, personId, liens: [lien] })
const ofLien = (subjects: readonly string[], unfinished = true) => ({ stream: lien, subjects, events: 1, unfinished })

test('a person is erased in the business and where they owe, and nobody else', async () => {
  await written()
  const plan = await planFor(ann.id)
  assert.equal(plan.business, { stream: business, subjects: [ann.id], events: 1 })
  assert.equal(plan.liens, [ofLien([annOwes.id])])
  assert.is(plan.values.get(ann.name), 'people.0.name')
  assert.is(plan.values.get('5 Hawthorn Close'), 'debtors.0.addresses.0.address_line1')
  assert.not.ok(plan.values.has(bob.name))
})

test('a business is erased with everybody in its streams who is a person', async () => {
  await written()
  const plan = await planFor(null)
  assert.equal(plan.business.subjects.toSorted(), [business_id, ann.id, bob.id].toSorted())
  assert.equal(
    plan.liens.map(({ subjects }) => subjects),
    [[annOwes.id, bobOwes.id]],
  )
})

test('what came to a lien after its erasure is erased with the business the next time', async () => {
  await written()
  for (const subject of [annOwes.id, bobOwes.id, lien_id]) await stores.keyRing.destroy(subject)
  const subjects = [annOwes.id, bobOwes.id, lien_id]
  await stores.append(lien, { type: 'PersonalDataErased', data: { kind: 'business', reason: 'asked', requested_by: 'officer', subjects } })
  assert.equal((await planFor(null)).liens, [])
  await stores.append(lien, { type: 'LienReturned', data: { reason: 'Ann signed nothing' } } as DomainEvent)
  const { liens, values } = await planFor(null)
  assert.equal(liens, [ofLien([heirOf(lien_id)])])
  assert.is(values.get('Ann signed nothing'), 'reason')
})

test('an erasure that broke off behind the keys is planned again, until it is noted', async () => {
  await written()
  for (const { id } of [ann, annOwes]) await stores.keyRing.destroy(id)
  const plan = await planFor(ann.id)
  assert.equal([plan.business.subjects, plan.liens, [...plan.values]], [[ann.id], [ofLien([annOwes.id])], []])
  const data = { kind: 'person' as const, reason: 'asked', requested_by: 'officer', subjects: [annOwes.id] }
  await stores.append(lien, { type: 'PersonalDataErased', data })
  assert.equal((await planFor(ann.id)).liens, [])
})

test('whether the state still has something to do under the name is told', async () => {
  await written()
  const filing = { file_number: '7', confirmation_number: null, filing_date: '2026-11-21', lapse_date: '2031-11-21' }
  const termination_id = randomUUID()
  for (const [event, unfinished] of [
    [{ type: 'LienFiled', data: filing }, false],
    [{ type: 'LienTerminationRequested', data: { termination_id, packet_number: 'P-2' } }, true],
    [{ type: 'LienTerminationCompleted', data: { file_number: '8', terminated_on: '2026-12-01' } }, false],
  ] as const) {
    await stores.append(lien, event)
    assert.equal((await planFor(ann.id)).liens, [ofLien([annOwes.id], unfinished)], event.type)
  }
})

test('a value that also stands in the log as what is not personal stays, and the fields that keep it are told', async () => {
  await written({ name: `The firm of ${ann.name}` })
  const plan = await planFor(ann.id)
  const alsoOf = 'LienRequested debtors.*.organization_name'
  assert.equal([plan.plainElsewhere, plan.values.has(ann.name)], [['BusinessCreated name', alsoOf], false])
})

test('the words of a certification go with the business: they mostly name who certified', async () => {
  await written()
  const wording = `I, ${ann.name}, certify this.`
  const certification = { id: randomUUID(), name: ann.name, title: 'Owner', wording, structure_sha256: 'ab'.repeat(32) }
  await stores.append(business, { type: 'OwnershipCertified', data: { certification } })
  const plan = await planFor(null)
  assert.is(plan.values.get(wording), 'certification.wording')
  assert.ok(plan.values.has(ann.name), 'the name stands in plain nowhere else')
})

const runId = randomUUID()
const run = `run-${runId}`
const asked = (question: string): DomainEvent => ({
  type: 'RunInterrupted',
  data: { interrupt_id: randomUUID(), question, options: [], about: runId },
})

test('of what agents wrote, that which speaks of the person goes with them, however it is written', async () => {
  await written()
  const planned = async (personId: string | null) => planAlongside(stores.log, run, await planFor(personId))
  assert.is(await planned(null), null, 'a run without anything sealed')
  await stores.append(run, asked('Is Bob Stays the same?'))
  assert.is(await planned(ann.id), null, 'a run about somebody else')
  assert.equal(await planned(null), { stream: run, subjects: [runId], events: 1 }, 'the whole business goes')
  await stores.append(run, asked(`Is ${ann.name.toUpperCase()} the same?`))
  assert.equal(await planned(ann.id), { stream: run, subjects: [runId], events: 2 })
})

test('why a run failed goes with the person whom an answer from outside named, and stands nowhere in plain', async () => {
  await written()
  const message = `Looking at the website: status 500, no page about ${ann.name}`
  await stores.append(run, { type: 'StepFailed', data: { step_id: randomUUID(), message } })
  await stores.append(run, { type: 'RunFailed', data: { message } })
  for (const { data } of filled(await stores.store.read(run))) assert.not.match(JSON.stringify(data), ann.name)
  const plan = await planAlongside(stores.log, run, await planFor(ann.id))
  assert.equal(plan, { stream: run, subjects: [runId], events: 2 })
  const messages = async () => (await stores.log.read(run)).map(({ data }) => 'message' in data && data.message)
  assert.equal(await messages(), [message, message])
  await stores.keyRing.destroy(runId)
  assert.equal(await messages(), [erased, erased])
})

test('what agents wrote is planned again where an erasure broke off behind the keys, until it is noted', async () => {
  await written()
  await stores.append(run, asked(`Is ${ann.name} the same?`))
  const planned = async () => planAlongside(stores.log, run, await planFor(ann.id))
  for (const id of [ann.id, annOwes.id, runId]) await stores.keyRing.destroy(id)
  assert.equal(await planned(), { stream: run, subjects: [runId], events: 1 })
  const data = { kind: 'person' as const, reason: 'asked', requested_by: 'officer', subjects: [runId] }
  await stores.append(run, { type: 'PersonalDataErased', data })
  assert.is(await planned(), null)
})

test('a record is erased whole with what belongs to it, until all of it is noted', async () => {
  const [own, other] = [run, `run-${randomUUID()}`]
  const noted = (stream: string): Promise<unknown> => {
    const data = { kind: 'company' as const, reason: 'asked', requested_by: 'officer', subjects: [stream.slice('run-'.length)] }
    return stores.append(stream, { type: 'PersonalDataErased', data })
  }
  await stores.append(own, asked('Is Ann Example the same?'))
  await stores.append(other, asked('Where does Bob Stays live?'))
  const planned = () => planWhole(stores.log, { kind: 'company', own, around: [other] })
  const parts = async () => {
    const plan = await planned()
    return plan && [plan.kind, plan.own, plan.around]
  }
  const [ofOwn, ofOther] = [own, other].map((stream) => ({ stream, subjects: [stream.slice('run-'.length)], events: 1 }))
  assert.equal(await parts(), ['company', ofOwn, [ofOther]])
  assert.equal(
    [...((await planned())?.values ?? [])],
    [
      ['Is Ann Example the same?', 'question'],
      ['Where does Bob Stays live?', 'question'],
    ],
  )
  await noted(other)
  assert.equal(await parts(), ['company', ofOwn, []], 'what is noted is done with')
  await noted(own)
  assert.is(await planned(), null)

  const [ownId, otherId] = [own, other].map((stream) => stream.slice('run-'.length)) as [string, string]
  for (const id of [ownId, otherId]) await stores.keyRing.destroy(id)
  await stores.append(other, asked('Where does Bob Stays live now?'))
  const later = await planned()
  const heir = heirOf(otherId)
  assert.equal(later?.around, [{ stream: other, subjects: [heir, otherId], events: 2 }], 'what came since is not')
  assert.equal([...(later?.values.keys() ?? [])], ['Where does Bob Stays live now?'])
})

test.run()
