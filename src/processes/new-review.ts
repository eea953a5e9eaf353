// What a review is made with: its id, the time, and how old a source may be for the account.
import { account } from '../commands/account.ts'
import type { NewReview } from '../commands/business.ts'
import type { Load } from '../commands/handler.ts'
import type { Delivery } from './process.ts'

type Reviewing = { readonly load: Load; readonly now: () => Date }

/** @param id of the first review; a later one keeps it */
export const newReview = async ({ load, now }: Reviewing, id: string, delivery: Delivery): Promise<NewReview> => {
  const { sourceAgeLimit } = await load(account, delivery.context('review').accountId)
  return { id, at: now().toISOString(), ageLimitDays: sourceAgeLimit }
}
