// The common pass over the log: readers that are far behind its end are fed by one subscription, which begins at the one that is furthest back.
// A reader that holds up the others leaves the pass and gets a place in the next one.
import {
  type Batch,
  type EventStore,
  type LogFilter,
  passes,
  type RecordedEvent,
  type SubscribeOptions,
  type Subscription,
} from './event-store.ts'
import { beginning } from './log-end.ts'

/** A reader's place in a pass. */
export type Seat = {
  /**
   * Waits for the stretch behind a position, of at most `size` events. Asked again for the same position it answers the same again.
   * @returns undefined when the reader has left the pass: what is still to come needs a new seat
   */
  readonly next: (position: bigint, size: number) => Promise<Stretch | undefined>
  readonly leave: () => void
}

export type Stretch = Pick<Batch, 'events' | 'position'>

export type Passes = {
  /** A seat for a reader behind that position: in the pass that is under way if it has not gone further, or else in the next one. */
  readonly seat: (after: bigint, options: SubscribeOptions) => Seat
  readonly close: () => Promise<void>
}

export type PassOptions = {
  /** A pass begins when no reader has come for this long, or ten times as long after the first. Readers that start together share it. */
  readonly gatherMs?: number
  /** A reader that has no room for this long, while others wait, leaves the pass. */
  readonly patienceMs?: number
  /** Called each time that a reader leaves a pass for this reason. */
  readonly onPutOff?: () => void
}

/** The pass hands over this many events at a time. */
const pieceSize = 1_000

type Passenger = {
  readonly after: bigint
  readonly options: SubscribeOptions
  readonly give: (stretch: Stretch) => void
  readonly hasRoom: () => boolean
  readonly putOff: () => void
}

type Pass = {
  readonly passengers: Set<Passenger>
  /** What all who were there at the begin want together. */
  readonly filter: LogFilter
  subscription: Subscription | undefined
  reached: bigint
  onRoom: () => void
}

export const openPasses = (
  store: EventStore,
  { gatherMs = 250, patienceMs = 5_000, onPutOff = () => undefined }: PassOptions = {},
): Passes => {
  const waiting = new Set<Passenger>()
  const ending = new Set<Promise<void>>()
  let gathering: NodeJS.Timeout | undefined
  let latestBegin = Number.POSITIVE_INFINITY
  let current: Pass | undefined
  let isClosed = false

  const gather = () => {
    if (isClosed || current || waiting.size === 0) return
    latestBegin = Math.min(latestBegin, performance.now() + 10 * gatherMs)
    clearTimeout(gathering)
    gathering = setTimeout(begin, Math.min(gatherMs, latestBegin - performance.now()))
  }

  const begin = () => {
    latestBegin = Number.POSITIVE_INFINITY
    if (waiting.size === 0) return
    const passengers = new Set(waiting)
    waiting.clear()
    const first = furthestBack([...passengers])
    const filter = filterFor([...passengers].map(({ options }) => options))
    const pass: Pass = { passengers, filter, subscription: undefined, reached: first, onRoom: () => undefined }
    current = pass
    const onError = (error: unknown) => {
      for (const { options } of pass.passengers) options.onError?.(error)
    }
    const onBatch = async ({ events, position }: Batch) => {
      pass.reached = position
      for (const passenger of pass.passengers) passenger.give({ events, position })
      await roomIn(pass, { patienceMs, onPutOff, goesOn: () => current === pass, othersWait: () => waiting.size > 0 })
    }
    const after = first === beginning ? {} : { after: first }
    pass.subscription = store.subscribe({ ...after, ...filter, batchSize: pieceSize, onError }, onBatch)
  }

  const end = (pass: Pass) => {
    if (current !== pass) return
    current = undefined
    pass.onRoom()
    const ended = (pass.subscription?.close() ?? Promise.resolve()).finally(() => ending.delete(ended))
    ending.add(ended)
    gather()
  }

  const leave = (passenger: Passenger) => {
    waiting.delete(passenger)
    if (!current?.passengers.delete(passenger)) return
    if (current.passengers.size === 0) end(current)
    else current.onRoom()
  }

  const board = (passenger: Passenger) => {
    if (current && passenger.after >= current.reached && covers(current.filter, passenger.options)) current.passengers.add(passenger)
    else {
      waiting.add(passenger)
      gather()
    }
  }

  return {
    seat: (after, options) => openSeat({ after, options, board, leave, onRoom: () => current?.onRoom() }),
    close: async () => {
      isClosed = true
      clearTimeout(gathering)
      for (const passenger of waiting) passenger.putOff()
      if (current) for (const passenger of current.passengers) passenger.putOff()
      await Promise.all(ending)
    },
  }
}

type Waiting = {
  readonly patienceMs: number
  readonly onPutOff: () => void
  /** Whether the pass is still under way. */
  readonly goesOn: () => boolean
  /** Whether readers wait for the next pass. */
  readonly othersWait: () => boolean
}

/** Resolves when every passenger has room, or those without have been put off because they held up others for too long. */
const roomIn = async (pass: Pass, { patienceMs, onPutOff, goesOn, othersWait }: Waiting): Promise<void> => {
  let until = performance.now() + patienceMs
  while (goesOn()) {
    const full = [...pass.passengers].filter((passenger) => !passenger.hasRoom())
    if (full.length === 0) return
    if (performance.now() >= until) {
      const holdsUp = full.length < pass.passengers.size || othersWait()
      for (const passenger of holdsUp ? full : []) {
        passenger.putOff()
        onPutOff()
      }
      until = performance.now() + patienceMs
      continue
    }
    const change = Promise.withResolvers<void>()
    pass.onRoom = change.resolve
    const timer = setTimeout(change.resolve, until - performance.now())
    await change.promise
    clearTimeout(timer)
  }
}

type SeatOptions = {
  readonly after: bigint
  readonly options: SubscribeOptions
  /** Takes the reader into the pass that is under way, or else into the next one. */
  readonly board: (passenger: Passenger) => void
  readonly leave: (passenger: Passenger) => void
  /** Tells the pass that the reader has room again. */
  readonly onRoom: () => void
}

const openSeat = ({ after, options, board, leave, onRoom }: SeatOptions): Seat => {
  const wanted = passes(options)
  const stretches = openStretches()
  let hasLeft = false
  let arrival = Promise.withResolvers<void>()

  const away = () => {
    hasLeft = true
    leave(passenger)
    arrival.resolve()
  }
  const passenger: Passenger = {
    after,
    options,
    give: ({ events, position }) => {
      stretches.add({ events: events.filter((event) => event.position > after && wanted(event)), position })
      arrival.resolve()
    },
    hasRoom: () => stretches.held() < (options.batchSize ?? pieceSize),
    putOff: away,
  }
  board(passenger)

  return {
    leave: away,
    next: async (position, size) => {
      for (;;) {
        arrival = Promise.withResolvers()
        if (stretches.forget(position)) onRoom()
        const stretch = stretches.first(position, size)
        if (stretch) return stretch
        if (hasLeft) return undefined
        await arrival.promise
      }
    },
  }
}

const furthestBack = (passengers: readonly Passenger[]): bigint => {
  let first = passengers[0]?.after ?? beginning
  for (const { after } of passengers) if (after < first) first = after
  return first
}

/** What a pass has handed to one reader and the reader has not yet handled. */
const openStretches = () => {
  const stretches: Stretch[] = []
  let held = 0
  return {
    held: () => held,
    add: (stretch: Stretch) => {
      const last = stretches.at(-1)
      if (last && stretch.events.length === 0) stretches[stretches.length - 1] = { events: last.events, position: stretch.position }
      else stretches.push(stretch)
      held += stretch.events.length
    },
    /** Forgets what ends at or before the position. @returns whether anything did */
    forget: (position: bigint): boolean => {
      const before = stretches.length
      while (stretches[0] && stretches[0].position <= position) held -= stretches.shift()?.events.length ?? 0
      return stretches.length < before
    },
    /** What lies behind the position, in at most `size` events; undefined where nothing does. */
    first: (after: bigint, size: number): Stretch | undefined => {
      if (stretches.length === 0) return undefined
      const events: RecordedEvent[] = []
      let position = after
      for (const stretch of stretches) {
        for (const event of stretch.events) {
          if (event.position <= after) continue
          if (events.length === size) return { events, position }
          events.push(event)
          position = event.position
        }
        position = stretch.position
      }
      return { events, position }
    },
  }
}

/** What all of these readers want together. */
const filterFor = (filters: readonly LogFilter[]): LogFilter => {
  const types = new Set(filters.flatMap((each) => each.types ?? []))
  const streamPrefixes = new Set(filters.flatMap((each) => each.streamPrefixes ?? []))
  return {
    ...(filters.every((each) => each.types) ? { types: [...types] } : {}),
    ...(filters.every((each) => each.streamPrefixes) ? { streamPrefixes: [...streamPrefixes] } : {}),
  }
}

/** Whether everything that one filter lets through passes the other. */
const covers = (filter: LogFilter, { types, streamPrefixes }: LogFilter): boolean =>
  isWithin(types, filter.types) && isWithin(streamPrefixes, filter.streamPrefixes)

const isWithin = (some: readonly string[] | undefined, all: readonly string[] | undefined): boolean =>
  all === undefined || some?.every((each) => all.includes(each)) === true
