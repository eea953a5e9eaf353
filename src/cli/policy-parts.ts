// Shared by the commands for policies: options, columns, and a policy of the account by id or name.
import { accountNamed } from './accounts.ts'
import { account, type Command, json, WrongUse } from './command-line.ts'
import { yes } from './confirmation.ts'
import type { Operator } from './connection.ts'

export const policyOptions = {
  account,
  json,
  yes,
  test: { type: 'boolean', about: 'for portfolio and shadow show: the test businesses' },
  list: {
    type: 'string',
    multiple: true,
    value: 'LIST=VERSION',
    about: 'for portfolio: screens again against this kept version of a list',
  },
  threshold: {
    type: 'string',
    value: 'SCORE',
    about: 'for portfolio: the lowest score of a watchlist hit, from 0.5 to 1; below 0.85 it screens again',
  },
} as const
export type PolicyCommand = Command<Operator, typeof policyOptions>

export type Policy = {
  readonly policy_id: string
  readonly name: string
  readonly versions: number
  readonly enabled: number | null
  readonly shadow: number | null
}

export const columns = ['name', 'enabled', 'shadow', 'versions', 'policy_id']

export const policyPath = async (operator: Operator, options: { readonly account?: string }, policy = ''): Promise<string> =>
  `/accounts/${(await accountNamed(operator, options)).id}/policies/${encodeURIComponent(policy)}`

/** @throws WrongUse */
export const versionIn = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUse(`VERSION must be a whole number, but is "${text}"`)
  return Number(text)
}
