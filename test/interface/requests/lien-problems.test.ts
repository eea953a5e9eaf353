// Bodies of liens that hold as many problems as they can: the work on them has an end.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiError } from '../../../src/interface/errors.ts'
import { CreateLien, filingsFrom } from '../../../src/interface/requests/liens.ts'

const problemsOf = (entry: object): ApiError['entries'] => {
  try {
    filingsFrom(CreateLien, entry, { defaults: { secured_parties: [], collateral: null }, partyId: () => 'id' })
    return []
  } catch (error) {
    assert.instance(error, ApiError)
    return (error as ApiError).entries
  }
}
const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry)

test('a thousand debtors with nothing in sixty states are told once each, and no further state is looked at', () => {
  const entries = problemsOf({ debtors: many(1_000, {}), states: many(60, 'PA') })
  assert.equal(new Set(entries.map(({ parameter, message }) => `${parameter} ${message}`)).size, entries.length)
  assert.ok(entries.length <= 2_000 + 60, `${entries.length} problems`)
  assert.ok(entries.some(({ parameter }) => parameter === 'debtors.999.addresses'))
})

test('parties beyond the most are not looked at one by one', () => {
  const entries = problemsOf({ debtors: many(10_000, {}), secured_parties: many(10_000, {}), state: 'PA' })
  assert.ok(['debtors', 'secured_parties'].every((list) => entries.some(({ parameter }) => parameter === list)))
  assert.ok(entries.length < 3_000, `${entries.length} problems`)
})

test('states beyond the most are not looked at one by one', () => {
  const entries = problemsOf({ debtors: [{}], states: many(1_000, 'PA') })
  assert.ok(entries.some(({ parameter }) => parameter === 'states'))
  assert.ok(entries.length < 70, `${entries.length} problems`)
})

test('of a debtor with many addresses what is wrong with the first two is told', () => {
  const told = (addresses: unknown) =>
    problemsOf({ debtors: [{ organization_name: 'Acme', addresses }], state: 'PA' })
      .filter(({ parameter = '' }) => parameter.startsWith('debtors'))
      .map(({ parameter }) => parameter)
  const two = told(many(2, {}))
  assert.ok(two.includes('debtors.0.addresses') && two.includes('debtors.0.addresses.1.state'))
  for (const count of [3, 1_000]) assert.equal(told(many(count, {})), two, `${count}`)
})

test.run()
