// Where agents see the evidence speak against itself: a company among the officers is compared as a company.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business } from '../../../src/commands/business-state.ts'
import { contradictionsIn } from '../../../src/processes/agents/contradictions.ts'
import { created, order, placed, review, started } from '../../commands/businesses.ts'
import { person, registration } from '../../commands/evidence.ts'

const officerId = '0198c0de-0000-7000-8000-0000000000d1'

/** What the agents say of a business whose only submitted person and whose only officer bear these names. */
const contradictions = (submitted: string, officer: string): readonly string[] => {
  const asked = order('business_verification_verify')
  const history = [created({ people: [{ ...person, name: submitted }] }), placed(asked), started(asked)]
  const begun = history.reduce(business.evolve, business.initial)
  const registrations = [registration({ officers: [{ id: officerId, name: officer, titles: ['MANAGER'] }] })]
  const events = business.decide({ type: 'CompleteOrder', orderId: asked.order_id, evidence: { registrations }, review }, begun)
  return contradictionsIn(events.reduce(business.evolve, begun) as Business, 'people').map(({ text }) => text)
}

test('a submitted company without its legal form is the officer that bears it', () => {
  assert.equal(contradictions('Imaginary River Holdings', 'IMAGINARY RIVER HOLDINGS, LLC'), [])
})

test('a company that is an officer under another name contradicts', () => {
  const told = ['Contradiction: the registry names IMAGINARY HOLDINGS, LLC, none of whom was submitted.']
  assert.equal(contradictions('Imaginary River Holdings', 'IMAGINARY HOLDINGS, LLC'), told)
})

test.run()
