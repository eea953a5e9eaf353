// Shared by the commands for accounts: their options.
import { keyResources } from '../events/key-scopes.ts'
import { account, type Command, json, type Options } from './command-line.ts'
import type { Operator } from './connection.ts'

export const accountOptions = {
  account,
  json,
  mode: { type: 'string', value: 'MODE', about: 'what a new key works on: test or live; by default test' },
  scopes: {
    type: 'string',
    value: 'SCOPES',
    about: `what a new key may do, separated by commas: businesses:read,liens:write; by default everything. Each is RESOURCE:read or RESOURCE:write, of ${keyResources.join(', ')}`,
  },
  expires: {
    type: 'string',
    value: 'TIME',
    about: 'when a new key expires (ISO 8601): 2027-01-31 or 2027-01-31T12:00Z; by default never',
  },
  until: { type: 'string', value: 'TIME', about: 'until when the old key works after keys rotate; by default for one day' },
} as const
export type AccountOptions = Options<typeof accountOptions>
export type AccountCommand = Command<Operator, typeof accountOptions>

/** Of the commands that show something of an account. */
export const own = ['account', 'json'] as const
