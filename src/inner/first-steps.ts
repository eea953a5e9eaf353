// Which of the first steps an account has done, for the checklist on its overview.
import { firstKeyName } from '../auth/api-keys.ts'
import { modes } from '../events/modes.ts'
import { apiKeys } from '../projections/accounts.ts'
import { businesses } from '../projections/businesses.ts'
import { users } from '../projections/users.ts'
import { webhooks } from '../projections/webhooks.ts'
import { exampleCount } from './examples.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import type { LoadedData, LoadedDataSet } from './loaded-data.ts'

export type FirstSteps = {
  readonly hasOwnKey: boolean
  /** One that is not an example, in either mode. */
  readonly hasBusiness: boolean
  readonly hasWebhook: boolean
  readonly hasColleague: boolean
  readonly data: readonly LoadedDataSet[]
  readonly examples: number
}

/** The keys that the first start makes. */
const firstKeys = modes.map(firstKeyName)

export const firstStepsOf = async (inner: Pick<Reads, 'read'> & LoadedData, c: ProbityContext): Promise<FirstSteps> => {
  const { read } = inner
  const { accountId: account_id } = c.get('principal')
  const [keys, all, test, hooks, people, examples] = await Promise.all([
    read(apiKeys).find({ where: { account_id }, sort: [['created_at', 'asc']], perPage: 100 }),
    read(businesses).count({ account_id }),
    read(webhooks).count({ account_id, mode: 'test' }),
    read(webhooks).count({ account_id, mode: 'live' }),
    read(users).count({ account_id }),
    exampleCount(inner, c),
  ])
  return {
    hasOwnKey: keys.some(({ name, revoked_at }) => revoked_at === null && !firstKeys.includes(name)),
    hasBusiness: all > examples,
    hasWebhook: test + hooks > 0,
    hasColleague: people > 1,
    data: inner.loadedData(),
    examples,
  }
}
