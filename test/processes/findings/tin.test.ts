import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business } from '../../../src/commands/business-state.ts'
import { fromTin } from '../../../src/processes/findings/tin.ts'
import { created, order, placed } from '../../commands/businesses.ts'

const ann = { id: '0198c0de-0000-7000-8000-0000000000a1', name: 'Ann Smith', title: null, email: null, phone: null, dob: null, ssn: null }
const ordered = (options: { readonly person_match?: boolean }) =>
  [created({ people: [ann], tin: '123456789', tin_type: 'ssn' }), placed(order('liens')), placed(order('tin', { options }))].reduce(
    business.evolve,
    business.initial,
  ) as Business
const outcome = (name: string, options: { readonly person_match?: boolean }) =>
  fromTin(ordered(options), { outcome: 'person', name, sources: [] }, 1).tin?.outcome

test('a number under the name of a submitted person counts as found where that was ordered', () => {
  assert.is(outcome('SMITH, ANN', { person_match: true }), 'found')
  assert.is(outcome('Ann Smith', { person_match: false }), 'person')
  assert.is(outcome('Ann Smith', {}), 'person')
})

test('a number under the name of somebody else stays a person’s', () => {
  assert.is(outcome('Robert Jones', { person_match: true }), 'person')
})

test.run()
