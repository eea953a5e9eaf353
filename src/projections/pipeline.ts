// The events on their way from the log into the read models, piece by piece: one is written while the next ones are folded. What could not be written
// stays here and is folded again with the next batch, so that nothing is lost, although the log was told that it had been taken.
import type { Batch, RecordedEvent } from '../stores/event-store.ts'

/** What is written at once: events, and the position that is reached with them. */
export type Piece = { readonly events: readonly RecordedEvent[]; readonly upTo: bigint }

export type PipelineOptions = {
  /** Events in a piece. On catching up, fewer wait for others. */
  readonly size: number
  /** Folds a piece, and writes it when the one `before` it has been written. @returns when it is folded */
  readonly write: (piece: Piece, before: Promise<void>) => Promise<{ readonly written: Promise<void> }>
  /** Called before what failed is done again. */
  readonly onFailure: () => void
  /** Called when a piece could not be written while no batch is being taken. The next batch is told, but it may not come for a long time. */
  readonly onUnnoticed: () => void
}

export type Pipeline = {
  /** Resolves when the next batch may come; all of a live one is then folded. Batches are taken one after the other. @throws what `write` threw, also of an earlier batch */
  readonly take: (batch: Batch) => Promise<void>
  /** Whether nothing waits here. */
  readonly isEmpty: () => boolean
  /** Resolves when nothing is being taken or written any more. */
  readonly close: () => Promise<void>
}

/** One is written meanwhile, and one waits for that: a write that takes longer than others holds up nobody. */
const mostUnderWay = 2

export const openPipeline = ({ size, write, onFailure, onUnnoticed }: PipelineOptions): Pipeline => {
  /** Not in a piece yet. */
  let waiting: readonly RecordedEvent[] = []
  /** Up to where events have been taken on. */
  let upTo = -1n
  /** Folded or being folded, in order. */
  let underWay: readonly Piece[] = []
  /** When the last of them is written. */
  let last: Promise<void> = Promise.resolve()
  let room = Promise.withResolvers<void>()
  /** Why a piece could not be written, until a batch has been told. */
  let failure: { readonly error: unknown } | undefined
  let taking: Promise<void> = Promise.resolve()
  let isTaking = false

  const begin = async (piece: Piece) => {
    underWay = [...underWay, piece]
    const { written } = await write(piece, last)
    last = written.then(() => {
      underWay = underWay.filter((each) => each !== piece)
      room.resolve()
      room = Promise.withResolvers()
    })
    last.catch((error: unknown) => {
      // Those behind it fail with it.
      if (failure) return
      failure = { error }
      if (!isTaking) onUnnoticed()
    })
  }

  const throwFailure = () => {
    if (failure) throw failure.error
  }

  const fold = async (isLive: boolean) => {
    do {
      const piece = waiting.slice(0, size)
      waiting = waiting.slice(size)
      await begin({ events: piece, upTo: waiting.length > 0 ? (piece.at(-1)?.position ?? upTo) : upTo })
      while (underWay.length >= mostUnderWay) await Promise.race([room.promise, last])
    } while (waiting.length >= (isLive ? 1 : size))
  }

  const takeNow = async ({ events, position, live }: Batch) => {
    waiting = [...waiting, ...events.filter((event) => event.position > upTo)]
    if (position > upTo) upTo = position
    isTaking = true
    try {
      throwFailure()
      if (live || waiting.length === 0 || waiting.length >= size) await fold(live)
      throwFailure()
    } catch (error) {
      await last.catch(() => undefined)
      onFailure()
      waiting = [...underWay.flatMap((piece) => piece.events), ...waiting]
      underWay = []
      last = Promise.resolve()
      failure = undefined
      throw error
    } finally {
      isTaking = false
    }
  }

  return {
    take: (batch) => {
      const taken = taking.then(() => takeNow(batch))
      taking = taken.catch(() => undefined)
      return taken
    },
    isEmpty: () => waiting.length === 0 && underWay.length === 0,
    close: async () => {
      await taking
      await last.catch(() => undefined)
    },
  }
}
