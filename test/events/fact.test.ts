// A new kind of fact is one row: here a kind that no business has, from its declaration to its events and its file.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { differencesIn, type Findings } from '../../src/commands/findings.ts'
import { type FactEvent, fact, factSchemas, singleFact, telling } from '../../src/events/fact.ts'
import { emptyFactFile, type FactFile, factFold } from '../../src/events/fact-file.ts'

const Permit = z.object({ number: z.string(), valid: z.boolean() })
const Insurance = z.object({ insurer: z.string() })

const validity = telling({ was_valid: z.boolean() }, ({ valid }) => ({ was_valid: valid === true }))

const kinds = {
  permits: fact(Permit, {
    as: 'permit',
    id: 'number',
    found: 'PermitFound',
    changed: 'PermitChanged',
    telling: validity,
    gone: 'PermitLost',
  }),
  insurance: singleFact(Insurance, { found: 'InsuranceFound' }),
}
type Event = FactEvent<typeof kinds>

const schemas = factSchemas(kinds)
const differences = differencesIn(kinds)
const fold = factFold(kinds)

const empty = emptyFactFile(kinds)
const source = { id: '0198c0de-0000-7000-8000-000000000001', type: 'permits', metadata: { data_set: 'permits', version: '1', row: '7' } }
const orderId = '0198c0de-0000-7000-8000-000000000002'
const told = { order_id: orderId, sources: [source] }

const first = '2026-11-20T09:00:00.000Z'
const later = '2026-11-21T09:00:00.000Z'

const permit = { number: '7', valid: true, sources: [source] }
const evidence: Findings<typeof kinds> = { permits: [permit], insurance: { insurer: 'Mutual', sources: [source] } }

/** The file after the events that lead to the findings, each read through its schema. */
const fileAfter = (found: Findings<typeof kinds>, before: FactFile<typeof kinds> = empty, at = first): FactFile<typeof kinds> =>
  differences(before, found, orderId).reduce(
    (file, event) => fold(file, { ...event, data: schemas[event.type].parse(event.data) }, at),
    before,
  )

test('a file holds nothing of a declared kind before something is found', () => assert.equal(empty, { permits: {}, insurance: null }))

test('the events of a kind follow from its row', () =>
  assert.equal(Object.keys(schemas), ['PermitFound', 'PermitChanged', 'PermitLost', 'InsuranceFound']))

test('what is found is told by the event of its row and kept with its time', () => {
  const events: readonly Event[] = [
    { type: 'PermitFound', data: { ...told, permit: { number: '7', valid: true } } },
    { type: 'InsuranceFound', data: { ...told, insurer: 'Mutual' } },
  ]
  assert.equal(differences(empty, evidence, orderId), events)
  const { permits, insurance } = fileAfter(evidence)
  assert.equal(permits, { '7': { ...permit, created_at: first, updated_at: first } })
  assert.equal(insurance, { insurer: 'Mutual', sources: [source], created_at: first, updated_at: first })
})

test('what is found twice is told once', () => assert.equal(differences(fileAfter(evidence), evidence, orderId), []))

test('a fact that changed is told as changed, with what its row tells of the change, and keeps the time of its first finding', () => {
  const changed = { ...permit, valid: false }
  const event: Event = { type: 'PermitChanged', data: { ...told, permit: { number: '7', valid: false }, was_valid: true } }
  assert.equal(differences(fileAfter(evidence), { permits: [changed] }, orderId), [event])
  const { permits } = fileAfter({ permits: [changed] }, fileAfter(evidence), later)
  assert.equal(permits, { '7': { ...changed, created_at: first, updated_at: later } })
})

test('a kind without an event for a change is found again', () => {
  const again = { insurance: { insurer: 'Other Mutual', sources: [source] } }
  assert.equal(
    differences(fileAfter(evidence), again, orderId).map(({ type }) => type),
    ['InsuranceFound'],
  )
  const { insurance } = fileAfter(again, fileAfter(evidence), later)
  assert.equal(insurance, { ...again.insurance, created_at: first, updated_at: later })
})

test('a fact that is not found any more is told as gone and leaves the file; one that nobody looked for stays', () => {
  const file = fileAfter(evidence)
  assert.equal(differences(file, { permits: [] }, orderId), [
    { type: 'PermitLost', data: { ...told, permit: { number: '7', valid: true } } },
  ])
  assert.equal(fileAfter({ permits: [] }, file), { permits: {}, insurance: file.insurance })
  assert.equal(differences(file, {}, orderId), [])
})

test('an event of another kind leaves the file as it is', () => {
  const file = fileAfter(evidence)
  assert.is(fold(file, { type: 'BusinessApproved', data: {} }, later), file)
})

test.run()
