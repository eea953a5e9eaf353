// Screens businesses again for a trial, with the versions of lists and the threshold that it names, and says what the business would be then.
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import type { Business } from '../commands/business-state.ts'
import type { Load } from '../commands/handler.ts'
import type { WatchlistFinding } from '../evidence/ports.ts'
import { heldListVersions, scoreByName } from '../evidence/reference/trial-screening.ts'
import { openTrialScreeningThread } from '../evidence/reference/trial-screening-thread.ts'
import type { ListTrials } from '../inner/list-trials.ts'
import { screeningThresholds } from '../inner/screening-thresholds.ts'
import { fromWatchlists } from '../processes/findings/findings.ts'
import { subjectOf } from '../processes/findings/parts.ts'

/** @param folder of the reference data */
export const listTrials = ({ folder, load }: { readonly folder: string; readonly load: Load }): Omit<ListTrials, 'onTrialError'> => {
  let free: Promise<void> = Promise.resolve()
  return {
    heldLists: () => heldListVersions(folder),
    screenAgain: async ({ accountId, versions, threshold }) => {
      const before = free
      const { promise, resolve: release } = Promise.withResolvers<void>()
      free = promise
      await before
      try {
        const { watchlists } = await load(account, accountId)
        const shift = threshold === null ? 0 : Math.min(0, threshold - screeningThresholds.business)
        const thread = await openTrialScreeningThread({ folder, versions, shift })
        return {
          lists: thread.lists.map(({ abbr, title, version }) => ({ list: abbr, title, version })),
          screened: async (state, at) => rescreened(state, atLeast(await thread.screen(subjectOf(state, watchlists)), threshold), at),
          close: async () => {
            release()
            await thread.close()
          },
        }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

const atLeast = (finding: WatchlistFinding, threshold: number | null): WatchlistFinding =>
  threshold === null ? finding : { ...finding, hits: finding.hits.filter((hit) => scoreByName(hit) >= threshold) }

/** As a monitor's check would leave it: with the review that follows, and without dismissals of entries that changed. */
const rescreened = (state: Business, finding: WatchlistFinding, at: string): Business => {
  const review = { id: state.review?.review_id ?? state.submitted.business_id, at }
  const events = business.decide({ type: 'RecordEvidence', evidence: fromWatchlists(state, subjectOf(state), finding), review }, state)
  return events.reduce(business.evolve, state) as Business
}
