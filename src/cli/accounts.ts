// Finds the account that an operator's command line names.
import type { TwoPersonRule } from '../events/oversight.ts'
import { type Operator, OperatorError } from './connection.ts'

export type Account = {
  readonly id: string
  readonly slug: string
  readonly features: readonly string[]
  readonly interface_version: string
  readonly two_person_rule: TwoPersonRule
}

export const accounts = async (operator: Operator) =>
  await operator.request<{ readonly data: readonly Account[]; readonly features: readonly string[] }>('GET', '/accounts')

/** The account that `--account` names by id or slug; without it, the only account. */
export const accountNamed = async (operator: Operator, { account }: { readonly account?: string }): Promise<Account> =>
  pickAccount((await accounts(operator)).data, account)

/** By id or slug; without a name, the only one. @throws OperatorError where there is none, or more than one to choose from */
export const pickAccount = <Known extends Pick<Account, 'id' | 'slug'>>(all: readonly Known[], named: string | undefined): Known => {
  if (named === undefined && all.length > 1) throw new OperatorError('there are several accounts: choose one with --account')
  const found = named === undefined ? all[0] : all.find(({ id, slug }) => id === named || slug === named)
  if (!found)
    throw new OperatorError(named === undefined ? 'there is no account yet: start the service once' : `there is no account "${named}"`)
  return found
}
