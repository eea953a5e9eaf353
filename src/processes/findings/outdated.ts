// Evidence takes its time, and a client may change the business meanwhile.
import { Refused } from '../../commands/refused.ts'
import type { Later } from '../process.ts'

/**
 * Sends the command that records evidence. Evidence of what the business was before a change is dropped.
 * @param again when it is to be gathered anew
 * @returns that, if the business was changed meanwhile
 */
export const unlessOutdated = async (send: () => Promise<unknown>, again: Later): Promise<Later | undefined> => {
  try {
    await send()
    return undefined
  } catch (error) {
    if (error instanceof Refused && error.reason === 'evidence_outdated') return again
    throw error
  }
}
