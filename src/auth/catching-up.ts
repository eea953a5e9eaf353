// While the service starts or rebuilds its read models, a valid key may not be known yet. The look-up waits until they have caught up.
import { type CaughtUp, NotCaughtUp } from '../projections/read-your-writes.ts'
import type { Authenticate } from './principal.ts'

/** @throws NotCaughtUp when the read models do not catch up with the log in time */
export const requireCaughtUp = async (caughtUp: CaughtUp): Promise<void> => {
  if (!(await caughtUp())) throw new NotCaughtUp('the read models do not know everything yet that is in the log')
}

/**
 * The result of `find`: at once, or after the read models have caught up with the log; undefined when there is still none.
 * @throws NotCaughtUp when that takes too long
 */
export const foundWhenCaughtUp = async <Found>(find: () => Promise<Found | undefined>, caughtUp: CaughtUp): Promise<Found | undefined> => {
  const found = await find()
  if (found !== undefined) return found
  await requireCaughtUp(caughtUp)
  return find()
}

export const authenticationWhenCaughtUp =
  (authenticate: Authenticate, caughtUp: CaughtUp): Authenticate =>
  (request) =>
    foundWhenCaughtUp(() => authenticate(request), caughtUp)
