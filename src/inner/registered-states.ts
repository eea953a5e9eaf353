// In how many states the account's businesses are registered, for the overview.
import { states } from '../interface/records/common.ts'
import { registeredStates } from '../projections/registered-states.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'

export type RegisteredState = { readonly state: string; readonly businesses: number; readonly active: number }

/** The states with registrations, that with the most businesses first. `active`: businesses with an active registration there. */
export const registrationsByState = async (inner: Pick<Reads, 'read'>, c: ProbityContext): Promise<readonly RegisteredState[]> => {
  const documents = own(inner, c, registeredStates)
  const counted = await Promise.all(
    states.map(async (state) => {
      const businesses = await documents.count({ 'registered_in[]': state })
      return { state, businesses, active: businesses === 0 ? 0 : await documents.count({ 'active_in[]': state }) }
    }),
  )
  return counted.filter(({ businesses }) => businesses > 0).toSorted((a, b) => b.businesses - a.businesses)
}
