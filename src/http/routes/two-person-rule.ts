// The rule that says what needs a second person: read and set.
import { setTwoPersonRule } from '../../inner/account-settings.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { ownAccount, type Reads } from '../../inner/framework/reading.ts'
import { requireRight } from '../../inner/framework/rights.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { ProposedAct, SetTwoPersonRule, TwoPersonRule } from '../../interface/proposals.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

const path = '/two_person_rule'
const tag = 'Proposals'

export const twoPersonRuleRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(path, describe({ summary: 'What needs a second person in the account', tag, responses: { 200: TwoPersonRule } }), async (c) =>
      c.json({ object: 'two_person_rule', ...(await ownAccount(inner, c)).two_person_rule }),
    )

    app.put(
      path,
      describe({
        summary: 'Set what needs a second person',
        description:
          'The whole rule each time. Loosening it also needs a second person (202). Refused with 422 where the account has no second active user who may write.',
        tag,
        responses: { 200: TwoPersonRule, 202: ProposedAct },
      }),
      body(SetTwoPersonRule),
      async (c) => {
        requireRight(c, 'manage')
        await setTwoPersonRule(inner, senderOf(inner, c), c.req.valid('json'))
        return c.json({ object: 'two_person_rule', ...(await ownAccount(inner, c)).two_person_rule })
      },
    )
  }
