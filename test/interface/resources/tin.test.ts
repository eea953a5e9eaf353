// What an answer says of a TIN: by what the tax authority said, or who vouched for it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { tinResource } from '../../../src/interface/resources/tin.ts'
import { at, businessId, submitted } from '../../commands/businesses.ts'

type Contents = Parameters<typeof tinResource>[0]
const told = (file: object, tin: string | null = '931234567') => {
  const business = {
    id: businessId,
    submitted: { ...submitted, tin, tin_type: 'ein' },
    file: { tin: undefined, tin_vouched: undefined, ...file },
  }
  return tinResource(business as unknown as Contents)
}
const checked = (outcome: string) => told({ tin: { outcome, name: 'ACME', updated_at: at, sources: [] } })

for (const [outcome, verified, unknown, mismatch, issued] of [
  ['found', true, false, false, true],
  ['mismatch', false, false, true, true],
  ['not_found', false, false, false, false],
  ['person', false, false, false, true],
  ['unknown', null, true, false, null],
  ['unavailable', null, true, false, null],
] as const)
  test(`a TIN that is ${outcome} is ${verified === null ? 'neither verified nor not' : verified ? 'verified' : 'not verified'}`, () => {
    const answer = checked(outcome)
    assert.equal([answer?.verified, answer?.unknown, answer?.mismatch, answer?.issued], [verified, unknown, mismatch, issued])
    assert.is(answer?.error !== null, outcome === 'unavailable')
    assert.equal([answer?.name, answer?.updated_at], ['ACME', at])
  })

test('a TIN that nobody was asked about is unknown, and without one there is no answer', () => {
  const answer = told({})
  assert.equal([answer?.verified, answer?.unknown, answer?.issued, answer?.updated_at], [null, true, null, undefined])
  assert.is(told({}, null), null)
})

for (const verified of [true, false])
  test(`what a person vouched for (${verified}) goes before what the tax authority said`, () => {
    const answer = told({
      tin: { outcome: 'mismatch', name: 'OTHER', updated_at: at, sources: [] },
      tin_vouched: { verified, at, by: null },
    })
    assert.equal([answer?.verified, answer?.mismatch, answer?.unknown, answer?.issued], [verified, false, false, verified ? true : null])
  })

test.run()
