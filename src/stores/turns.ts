// Background work takes turns at the one thread, so that requests are answered in between, however much waits. In each turn of the event loop as many
// pieces of work begin as fit into its time. Without this, every reader of the log and every reaction would take a slice of its own in the same turn.

export type Turns = {
  /** For work that somebody waits for, such as read models. Resolves when the next piece may begin. */
  readonly urgent: () => Promise<void>
  /** For all other work. In each turn one piece of it begins at least. */
  readonly usual: () => Promise<void>
}

export type TurnOptions = {
  /** The time of one turn in milliseconds: a piece that has begun ends, and no other begins after it. */
  readonly budgetMs?: () => number
  /** Milliseconds. */
  readonly now?: () => number
  /** Calls back in the next turn of the event loop, in order, and lets what the call before set going run first. */
  readonly schedule?: (step: () => void) => void
}

/** Longer work is done in pieces of this length, in milliseconds. */
export const pieceMs = 3

/** More than a turn has room for. */
const mostScheduled = 64

/**
 * @example
 * const turns = openTurns()
 * const done: string[] = []
 * await Promise.all([turns.usual().then(() => done.push('usual')), turns.urgent().then(() => done.push('urgent'))])
 * done // => ['urgent', 'usual']
 */
export const openTurns = ({
  budgetMs = () => 8,
  now = () => performance.now(),
  schedule = (step) => void setImmediate(step),
}: TurnOptions = {}): Turns => {
  const urgent = openLine()
  const usual = openLine()
  let scheduled = 0
  let turn: { readonly endsAt: number; hasUsual: boolean; hasUrgent: boolean } | undefined

  const beginTurn = () => {
    // Comes before all other steps of the next turn, because these are scheduled later.
    schedule(() => {
      turn = undefined
    })
    return { endsAt: now() + budgetMs(), hasUsual: false, hasUrgent: false }
  }

  const scheduleSteps = () => {
    while (scheduled < Math.min(urgent.length() + usual.length(), mostScheduled)) {
      scheduled++
      schedule(step)
    }
  }

  const step = () => {
    scheduled--
    turn ??= beginTurn()
    const isOver = now() >= turn.endsAt
    if (urgent.length() > 0 && (!isOver || !turn.hasUrgent)) {
      turn.hasUrgent = true
      urgent.serve()
    } else if (usual.length() > 0 && (!isOver || !turn.hasUsual)) {
      turn.hasUsual = true
      usual.serve()
    }
    scheduleSteps()
  }

  const waitIn = (line: ReturnType<typeof openLine>) => () => {
    const served = line.join()
    scheduleSteps()
    return served
  }

  return { urgent: waitIn(urgent), usual: waitIn(usual) }
}

/** First come, first served. */
const openLine = () => {
  let waiting: (() => void)[] = []
  let served = 0
  return {
    length: () => waiting.length - served,
    join: () => new Promise<void>((resolve) => waiting.push(resolve)),
    serve: () => {
      waiting[served++]?.()
      if (served < 1_000 && served < waiting.length) return
      waiting = waiting.slice(served)
      served = 0
    },
  }
}
