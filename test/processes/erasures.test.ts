// Orders to erase: who carries each out, how often, and what a failure leads to.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { refused } from '../../src/commands/refused.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { type CarryOutErasure, erasures } from '../../src/processes/erasures.ts'
import { created } from '../commands/businesses.ts'
import { accountId } from '../stores/log.ts'
import { type Dependencies, now, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const order_id = '0198c0de-0000-7000-8000-0000000000d1'
const hold_id = '0198c0de-0000-7000-8000-0000000000d2'
const ordered: DomainEvent = { type: 'ErasureOrdered', data: { order_id, person_id: null, reason: 'asked for', requested_by: 'Ann' } }
const stopped: DomainEvent = { type: 'ErasureStopped', data: { order_id, hold_id } }
const begun: DomainEvent = { type: 'ErasureBegun', data: { order_id } }
const erased: DomainEvent = {
  type: 'PersonalDataErased',
  data: { kind: 'business', reason: 'asked for', requested_by: 'Ann', subjects: [], order_id },
}

const carrying =
  (carryOutErasure: CarryOutErasure, scrub = async () => undefined) =>
  ({ load }: Dependencies) =>
    erasures({ load, carryOutErasure, scrub })
const refusing = (reason: 'legal_hold' | 'not_due') => carrying(() => Promise.reject(refused(reason)))
const unasked = carrying(() => Promise.reject(new Error('it was carried out')))

const each = { aggregate: 'business', history: [created(), ordered] }
const operator = { actor: { type: 'operator' as const, id: 'desk' } }
const user = { actor: { type: 'user' as const, id: accountId } }

test('the order of a user is carried out, in the record that it is about', async () => {
  const orders = new Map<string, string>()
  await inEveryWay({
    ...each,
    written: user,
    process: (dependencies, { id }) =>
      carrying(async (recordId, { order_id: of }) => void orders.set(`${recordId === id}`, of))(dependencies),
    leadsTo: [],
  })
  assert.equal([...orders], [['true', order_id]])
})

test('an order whose keys are being destroyed is carried out to its end', async () => {
  let count = 0
  await inEveryWay({
    ...each,
    history: [created(), ordered, begun],
    delivered: 1,
    written: user,
    process: carrying(async () => void count++),
    leadsTo: [],
  })
  assert.ok(count > 0)
})

test('what an order leaves in the files is scrubbed behind it, also where a kill came in between', async () => {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  await inEveryWay({ ...each, written: user, process: carrying(note('carried out'), note('scrubbed')), leadsTo: [] })
  assert.equal(done.slice(0, 2), ['carried out', 'scrubbed'])
  done.length = 0
  const history = [created(), ordered, erased]
  await inEveryWay({ ...each, history, delivered: 1, written: user, process: carrying(note('carried out'), note('scrubbed')), leadsTo: [] })
  assert.equal(new Set(done), new Set(['scrubbed']))
})

test('the order of an operator is left to the command line, which is waited for', () =>
  inEveryWay({ ...each, written: operator, recordedAt: [now, now], process: unasked, leadsTo: [], again: 600_000 }))

test('the order that a second person confirmed is carried out at once', async () => {
  let count = 0
  const written = { ...operator, proposedBy: user.actor }
  await inEveryWay({ ...each, written, process: carrying(async () => void count++), leadsTo: [] })
  assert.ok(count > 0)
})

test('an order that a legal hold ended is not carried out', () =>
  inEveryWay({ ...each, history: [created(), ordered, stopped], delivered: 1, written: user, process: unasked, leadsTo: [] }))

test('a legal hold that comes in between ends the matter', () =>
  inEveryWay({ ...each, written: user, process: refusing('legal_hold'), leadsTo: [] }))

test('any other refusal, and a store that is away, are told to the runner', async () => {
  assert.is(await failing({ ...each, written: user, process: refusing('not_due') }), 'not_due')
  const away = carrying(() => Promise.reject(new Error('the store is away')))
  assert.is(await failing({ ...each, written: user, process: away }), 'the store is away')
})

test.run()
