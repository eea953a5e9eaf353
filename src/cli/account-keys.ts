// The commands for an account's API keys.
import { keyScopes } from '../events/key-scopes.ts'
import { modes } from '../events/modes.ts'
import { type AccountCommand, own } from './account-parts.ts'
import { accountNamed } from './accounts.ts'
import { WrongUse } from './command-line.ts'
import { orNearest } from './nearest-word.ts'
import { show } from './output.ts'
import { path } from './path.ts'
import { optionalTimeIn } from './times.ts'

const keyColumns = ['id', 'name', 'mode', 'last_four', 'scopes', 'expires_at'] as const

export const keyCommands: readonly AccountCommand[] = [
  {
    usage: 'keys',
    about: 'lists the API keys',
    options: own,
    run: async (operator, _, options) => {
      const { id } = await accountNamed(operator, options)
      const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', `/accounts/${id}/keys`)
      show(data, [...keyColumns, 'last_used_at', 'created_at', 'revoked_at'], options)
    },
  },
  {
    usage: 'keys create NAME',
    about: 'creates an API key and shows it once',
    options: [...own, 'mode', 'scopes', 'expires'],
    examples: ['keys create "the website" --mode live', 'keys create reports --scopes businesses:read,orders:read --expires 2027-01-31'],
    run: async (operator, [name], options) => {
      const { id } = await accountNamed(operator, options)
      const wished = { name, mode: modeIn(options.mode), scopes: scopesIn(options.scopes), expires_at: optionalTimeIn(options.expires) }
      show([await operator.request<object>('POST', `/accounts/${id}/keys`, wished)], ['key', ...keyColumns], options)
    },
  },
  {
    usage: 'keys rotate KEY_ID',
    about: 'creates a new key with the same rights; the old one works until a given time',
    options: [...own, 'until', 'expires'],
    examples: ['keys rotate 0198c0de-0000-7000-8000-000000000001 --until 2027-01-31T12:00Z'],
    run: async (operator, [keyId], options) => {
      const { id } = await accountNamed(operator, options)
      const wished = { old_key_until: optionalTimeIn(options.until), expires_at: optionalTimeIn(options.expires) }
      show([await operator.request<object>('POST', path`/accounts/${id}/keys/${keyId}/rotate`, wished)], ['key', ...keyColumns], options)
    },
  },
  {
    usage: 'keys revoke KEY_ID',
    about: 'revokes an API key at once',
    options: ['account'],
    examples: ['keys revoke 0198c0de-0000-7000-8000-000000000001'],
    run: async (operator, [keyId], options) => {
      const { id } = await accountNamed(operator, options)
      await operator.request('DELETE', path`/accounts/${id}/keys/${keyId}`)
      console.log(`revoked ${keyId}`)
    },
  },
]

/** @throws WrongUse */
const modeIn = (mode = 'test'): string => {
  if (!modes.some((each) => each === mode)) throw new WrongUse(`--mode must be ${modes.join(' or ')}, but is "${mode}"`)
  return mode
}

/** @throws WrongUse */
const scopesIn = (written: string | undefined): readonly string[] | undefined => {
  const scopes = written?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !keyScopes.some((each) => each === scope))
  if (unknown === undefined) return scopes
  throw new WrongUse(`there is no scope "${unknown}"${orNearest(unknown, keyScopes) || `; scopes are ${keyScopes.join(', ')}`}`)
}
