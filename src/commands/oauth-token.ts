// The access token aggregate: issued once, revoked once. A revocation that comes first wins, so that two uses of one code leave no token.
import type { OAuthTokenEvent } from '../events/oauth-token.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends OAuthTokenEvent['type']> = Extract<OAuthTokenEvent, { type: Type }>['data']

type State = 'none' | 'issued' | 'revoked'

export type OAuthTokenCommand =
  | { readonly type: 'IssueAccessToken'; readonly token: Data<'AccessTokenIssued'> }
  | { readonly type: 'RevokeAccessToken'; readonly reason: Data<'AccessTokenRevoked'>['reason'] }

export const oauthToken: Aggregate<State, OAuthTokenCommand, OAuthTokenEvent> = {
  name: 'oauth_token',

  initial: 'none',

  evolve: (_, event) => {
    switch (event.type) {
      case 'AccessTokenIssued':
        return 'issued'
      case 'AccessTokenRevoked':
        return 'revoked'
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    switch (command.type) {
      case 'IssueAccessToken':
        if (state === 'revoked') throw refused('code_used_twice')
        return state === 'issued' ? [] : [{ type: 'AccessTokenIssued', data: command.token }]
      case 'RevokeAccessToken':
        return state === 'revoked' ? [] : [{ type: 'AccessTokenRevoked', data: { reason: command.reason } }]
      default:
        return assertNever(command)
    }
  },
}
