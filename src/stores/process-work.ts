// The states of work that a process still has to do: its retry inbox writes them into the records, the operator reads them there.

/** What needs attention most comes first. */
export const workStates = ['dead_letter', 'failed', 'queued', 'deferred'] as const
export type WorkState = (typeof workStates)[number]

/** Whether a person may have to help. */
export const isFailing = (state: WorkState): boolean => state === 'dead_letter' || state === 'failed'

/** The current name of a state. Records and requests from before 0.3 call a dead letter `parked`. */
export const currentStateName = (name: unknown): unknown => (name === 'parked' ? 'dead_letter' : name)
