// How work stands that a process still has to do: its retry inbox writes it into the records, the operator reads it there.

/** What most needs somebody's look stands first. */
export const workStates = ['parked', 'failed', 'queued', 'deferred'] as const
export type WorkState = (typeof workStates)[number]
