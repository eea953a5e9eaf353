// Which role and which scope an act needs of who ends its proposal.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { overseenAggregates } from '../../src/commands/overseen.ts'
import { keyScopes } from '../../src/events/key-scopes.ts'
import { keysOf } from '../../src/events/keys-of.ts'
import type { Act } from '../../src/events/oversight.ts'
import { rightsFor, scopeFor } from '../../src/inner/proposal-rights.ts'
import { filled } from '../filled.ts'

for (const [aggregate, type, act, rights, scope] of [
  ['business', 'UpdateBusiness', 'approval', [], 'businesses:write'],
  ['business', 'SetRiskTier', 'approval', [], 'businesses:write'],
  ['business', 'TakeAction', 'dismissal', [], 'actions:write'],
  ['policies', 'EnablePolicy', 'policy', ['operate'], 'policies:write'],
  ['erasure_order_signal', 'OrderErasure', 'erasure', ['manage'], 'retention:write'],
  ['account', 'SetRetention', 'settings', ['manage'], 'retention:write'],
  ['account', 'SetReviewCalendar', 'settings', ['manage'], 'businesses:write'],
  ['account', 'SetNoticeSettings', 'settings', ['manage'], 'businesses:write'],
  ['account', 'SetTwoPersonRule', 'settings', ['manage'], 'proposals:write'],
  ['account', 'SetIpAllowlist', 'settings', ['operate'], null],
  ['account', 'SwitchFeature', 'settings', ['operate'], null],
  ['user', 'ChangeRoles', 'settings', ['manage'], null],
] as const)
  test(`to end a proposal of ${type} takes ${rights.join() || 'no role'} or ${scope ?? 'a key without scopes'}`, () => {
    const asked = { aggregate, acts: [act] satisfies Act[], command: { type } }
    assert.equal([rightsFor(asked), scopeFor(asked)], [rights, scope])
  })

test('every aggregate whose acts wait for a second person has a scope, but for users and most settings', () => {
  for (const aggregate of filled(keysOf(overseenAggregates))) {
    const scope = scopeFor({ aggregate: String(aggregate), acts: [], command: { type: 'Any' } })
    assert.is(scope !== null, aggregate !== 'user' && aggregate !== 'account', String(aggregate))
    if (scope) assert.ok(keyScopes.includes(scope))
  }
})

test.run()
