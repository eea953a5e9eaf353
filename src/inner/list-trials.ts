// The port for trials of screening lists: it names the versions that are held, screens against versions that are not in use, and reports failures.
import type { Business } from '../commands/business-state.ts'

export type ListVersion = { readonly list: string; readonly version: string }
export type HeldListVersion = ListVersion & { readonly title: string; readonly imported_at: string; readonly isInUse: boolean }

export type ScreenAgain = {
  /** What it screens against. */
  readonly lists: readonly { readonly list: string; readonly title: string; readonly version: string }[]
  /** The business as it would be after such a screening. */
  readonly screened: (business: Business, at: string) => Promise<Business>
  readonly close: () => Promise<void>
}

export type ScreeningChoice = {
  readonly accountId: string
  /** Instead of those in use. */
  readonly versions: readonly ListVersion[]
  /** The least score of a hit by name; null: the usual thresholds. */
  readonly threshold: number | null
}

export type ListTrials = {
  /** Called with why a trial broke off. Nobody waits for it. */
  readonly onTrialError: (error: unknown, trialId: string) => void
  /** Of each list the newest first. */
  readonly heldLists: () => readonly HeldListVersion[]
  /** One at a time: others wait, because each holds an index over all lists. @throws Error when a version cannot be read */
  readonly screenAgain: (choice: ScreeningChoice) => Promise<ScreenAgain>
}
