// What is proposed, in words.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { proposalResource } from '../../src/interface/proposals.ts'

type Held = Parameters<typeof proposalResource>[0]

const titleOf = (command: object): string =>
  proposalResource({ acts: [], proposed_by: { actor: { type: 'user', id: 'ann' } }, command } as unknown as Held, {
    names: new Map(),
    changed: [],
  }).title

test('a title names a decision and a feature in plain words', () => {
  assert.is(
    titleOf({ type: 'UpdateBusiness', status: 'approved', changes: { name: 'Acme' } }),
    'Approve the business, with changes to its data',
  )
  assert.is(titleOf({ type: 'Decide', status: 'in_review', reason: null }), 'Return the business to review')
  assert.is(titleOf({ type: 'UpdateBusiness', changes: {} }), 'Change the business')
  assert.is(titleOf({ type: 'SwitchFeature', feature: 'lien_filing', on: true }), 'Switch on the feature “lien filing”')
})

test.run()
