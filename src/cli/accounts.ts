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
export const accountNamed = async (operator: Operator, { account }: { readonly account?: string }): Promise<Account> => {
  const { data } = await accounts(operator)
  const found =
    account === undefined ? (data.length === 1 ? data[0] : undefined) : data.find(({ id, slug }) => id === account || slug === account)
  if (!found)
    throw new OperatorError(
      account === undefined ? 'there are several accounts: choose one with --account' : `there is no account "${account}"`,
    )
  return found
}
