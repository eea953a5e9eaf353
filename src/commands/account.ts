// The account aggregate: the tenant, its features and its API keys.
import type { AccountEvent } from '../events/account.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Key = { readonly key_hash: string; readonly revoked: boolean }
type State = { readonly exists: boolean; readonly features: ReadonlySet<string>; readonly keys: { readonly [keyId: string]: Key } }

type Data<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data']

export type AccountCommand =
  | { readonly type: 'CreateAccount'; readonly account: Data<'AccountCreated'> }
  | { readonly type: 'CreateApiKey'; readonly key: Data<'ApiKeyCreated'> }
  | { readonly type: 'RevokeApiKey'; readonly keyId: string }
  | { readonly type: 'SwitchFeature'; readonly feature: string; readonly on: boolean }

/** What can be switched per account; all are on in the account made at the first start. */
export const features = ['connections', 'operator_feedback', 'monitoring', 'lien_filing'] as const

export const account: Aggregate<State, AccountCommand, AccountEvent> = {
  name: 'account',

  initial: { exists: false, features: new Set(), keys: {} },

  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountCreated':
        return { ...state, exists: true, features: new Set(event.data.features) }
      case 'ApiKeyCreated':
        return { ...state, keys: { ...state.keys, [event.data.key_id]: { key_hash: event.data.key_hash, revoked: false } } }
      case 'ApiKeyRevoked':
        return { ...state, keys: { ...state.keys, [event.data.key_id]: { key_hash: event.data.key_hash, revoked: true } } }
      case 'FeatureSwitched': {
        const { feature, on } = event.data
        return { ...state, features: new Set(on ? [...state.features, feature] : [...state.features].filter((each) => each !== feature)) }
      }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type !== 'CreateAccount' && !state.exists) throw refused('account_not_found')
    switch (command.type) {
      case 'CreateAccount':
        return state.exists ? [] : [{ type: 'AccountCreated', data: command.account }]
      case 'CreateApiKey':
        return state.keys[command.key.key_id] ? [] : [{ type: 'ApiKeyCreated', data: command.key }]
      case 'RevokeApiKey': {
        const key = state.keys[command.keyId]
        if (!key) throw refused('api_key_not_found')
        return key.revoked ? [] : [{ type: 'ApiKeyRevoked', data: { key_id: command.keyId, key_hash: key.key_hash } }]
      }
      case 'SwitchFeature':
        if (!(features as readonly string[]).includes(command.feature)) throw refused('feature_unknown', 'feature')
        return state.features.has(command.feature) === command.on
          ? []
          : [{ type: 'FeatureSwitched', data: { feature: command.feature, on: command.on } }]
      default:
        return assertNever(command)
    }
  },
}
