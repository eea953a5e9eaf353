// While the service starts, or builds its read models again, a valid key may not be known yet: whose it is is decided when they have caught up.
import { type CaughtUp, NotCaughtUp } from '../projections/read-your-writes.ts'
import type { Authenticate } from './principal.ts'

/**
 * What `find` finds, at once or when the read models have caught up with the log; undefined when there is nothing then.
 * @throws NotCaughtUp when that takes too long
 */
export const foundWhenCaughtUp = async <Found>(find: () => Promise<Found | undefined>, caughtUp: CaughtUp): Promise<Found | undefined> => {
  const found = await find()
  if (found !== undefined) return found
  if (!(await caughtUp())) throw new NotCaughtUp('the read models do not know everything yet that is in the log')
  return find()
}

export const authenticationWhenCaughtUp =
  (authenticate: Authenticate, caughtUp: CaughtUp): Authenticate =>
  (request) =>
    foundWhenCaughtUp(() => authenticate(request), caughtUp)
