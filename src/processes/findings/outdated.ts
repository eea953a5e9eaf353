// Gathering evidence takes time, and a client may change the business meanwhile.
import { Refused } from '../../commands/refused.ts'
import type { Later } from '../process.ts'

/**
 * Sends the command that records evidence. If the business was changed since the evidence was gathered, nothing is recorded.
 * @param again when to gather it again
 * @returns `again` if the business was changed
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
