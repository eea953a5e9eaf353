// Background work takes turns at the one thread, so that requests are answered in between, however much waits. In each turn of the event loop as many
// pieces of work begin as fit into its time. Without this, every reader of the log and every reaction would take a slice of its own in the same turn.

export type Turns = {
  /** For work that somebody waits for, such as read models. Resolves when the next piece may begin. */
  readonly urgent: () => Promise<void>
  /** For all other work. In each turn one piece of it begins at least. */
  readonly usual: () => Promise<void>
  /** How long a piece of longer work may take now, in milliseconds. */
  readonly pieceMs: () => number
}

export type Pace = {
  /** The time of one turn in milliseconds: a piece that has begun ends, and no other begins after it. */
  readonly budgetMs: number
  /** After the usual work of a turn, the next begins only when this many times as long has gone by, or when the thread has nothing else to do. */
  readonly rests: number
}

export type TurnOptions = {
  /** Looked up for each turn. */
  readonly pace?: () => Pace
  /** Milliseconds. */
  readonly now?: () => number
  /** Calls back in the next turn of the event loop, in order, and lets what the call before set going run first. */
  readonly schedule?: (step: () => void) => void
  readonly later?: (step: () => void, ms: number) => void
  /** For how long the event loop has had nothing to do since it began, in milliseconds. */
  readonly idleMs?: () => number
}

/** Also where a turn has time for more. */
const longestPieceMs = 1

/** Whether others keep the thread busy is looked at again after this many milliseconds. */
const lookEveryMs = 1

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
  pace = () => ({ budgetMs: 8, rests: 0 }),
  now = () => performance.now(),
  schedule = (step) => void setImmediate(step),
  later = (step, ms) => void setTimeout(step, ms),
  idleMs = () => performance.nodeTiming.idleTime,
}: TurnOptions = {}): Turns => {
  const urgent = openLine()
  const usual = openLine()
  let scheduled = 0
  let turn: Turn | undefined
  /** When the usual work that was begun last began, until it has ended. */
  let since: number | undefined
  /** Until then usual work rests: for `owed` milliseconds, because of what it did in its last turn. */
  let restUntil = 0
  let owed = 0
  let isResting = false

  const beginTurn = (): Turn => {
    // Comes before all other steps of the next turn, because these are scheduled later.
    schedule(() => {
      settle(now())
      turn = undefined
    })
    const { budgetMs, rests } = pace()
    const began = now()
    owed = 0
    return { endsAt: began + budgetMs, rests, mayBeUsual: rests === 0 || began >= restUntil, hasUsual: false, hasUrgent: false }
  }

  /** Called when the usual work that began last has ended. */
  const settle = (at: number) => {
    if (since === undefined || !turn) return
    owed += (at - since) * turn.rests
    restUntil = at + owed
    since = undefined
  }

  /** Steps for all that waits, and one that sees the end of the last piece. */
  const scheduleSteps = () => {
    const waiting = urgent.length() + usual.length()
    if (waiting === 0) return
    if (urgent.length() === 0 && since === undefined && restUntil > now()) return rest()
    while (scheduled < Math.min(waiting + 1, mostScheduled)) {
      scheduled++
      schedule(step)
    }
  }

  /** Nothing but usual work waits, and it rests, for as long as others keep the thread busy. */
  const rest = () => {
    if (isResting) return
    isResting = true
    const begun = { at: now(), idle: idleMs() }
    later(() => {
      isResting = false
      if (idleMs() - begun.idle >= (now() - begun.at) / 2) restUntil = 0
      scheduleSteps()
    }, lookEveryMs)
  }

  const step = () => {
    scheduled--
    const at = now()
    settle(at)
    turn ??= beginTurn()
    const isOver = at >= turn.endsAt
    if (urgent.length() > 0 && (!isOver || !turn.hasUrgent)) {
      turn.hasUrgent = true
      urgent.serve()
    } else if (usual.length() > 0 && turn.mayBeUsual && (!isOver || !turn.hasUsual)) {
      turn.hasUsual = true
      since = at
      usual.serve()
    }
    scheduleSteps()
  }

  const waitIn = (line: ReturnType<typeof openLine>) => () => {
    const served = line.join()
    scheduleSteps()
    return served
  }

  return { urgent: waitIn(urgent), usual: waitIn(usual), pieceMs: () => Math.min(pace().budgetMs, longestPieceMs) }
}

type Turn = {
  readonly endsAt: number
  readonly rests: number
  readonly mayBeUsual: boolean
  hasUsual: boolean
  hasUrgent: boolean
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
