// The event stream of a run. A reader gets the same frames whether it connects early, late, twice, after the end or after a restart. All readers of
// a run share its events, the encoded frames and one timer. A reader is only an index into the frames, and gets the next one when it asks.

import { framed } from '../interface/run-frames.ts'
import type { RunDocument } from '../projections/runs.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Following } from './framework/following.ts'
import { holdPlace } from './framework/places.ts'
import type { Reads } from './framework/reading.ts'
import type { Sending } from './framework/sending.ts'
import { isStillLetIn } from './framework/still-let-in.ts'
import { requesterNames } from './people.ts'

const beatMs = 15_000

const encoder = new TextEncoder()
const beat = encoder.encode(': still working\n\n')

type State = { readonly count: number; readonly isOver: boolean; readonly isFinal: boolean }

type Look = { readonly state: State; readonly frames: readonly Uint8Array[] }

type Feed = {
  readonly state: () => Promise<State>
  /** The encoded frames. */
  readonly frames: () => Promise<readonly Uint8Array[]>
  /** Resolves at the next event, or when it is time for a keep-alive. */
  readonly next: () => Promise<'change' | 'beat'>
  readonly close: () => Promise<void>
}

type Streamed = Reads & Pick<Following, 'watch'> & Pick<Sending, 'passed'>

const openFeed = async (inner: Streamed, run: RunDocument): Promise<Feed> => {
  const stream = `run-${run.id}`
  const names = await requesterNames(inner, [run])
  let next = Promise.withResolvers<'change' | 'beat'>()
  let known: State | undefined
  let look: Promise<Look> | undefined
  const tell = (what: 'change' | 'beat') => {
    const told = next
    next = Promise.withResolvers()
    told.resolve(what)
  }
  const read = async (): Promise<Look> => {
    const events = await inner.history(stream)
    const { frames, isOver, status } = framed(events, names)
    // A client that hears of the end reads the run next, so the read model must show the end too.
    const last = events.at(-1)
    if (isOver && last) await inner.passed(last.position, run.account_id)
    return {
      state: { count: frames.length, isOver, isFinal: isOver && status !== 'interrupted' },
      frames: frames.map((frame, id) => encoder.encode(`event: ${frame.type}\nid: ${id}\ndata: ${JSON.stringify(frame)}\n\n`)),
    }
  }
  const looked = async (): Promise<Look> => {
    if (look) return look
    const own = read()
    look = own
    try {
      const found = await own
      if (look === own) known = found.state
      return found
    } catch (error) {
      if (look === own) look = undefined
      throw error
    }
  }
  // Watch first, then read, so that no event in between is missed.
  const watching = await inner.watch(stream, () => {
    known = undefined
    look = undefined
    tell('change')
  })
  const beats = setInterval(() => {
    // All readers have received them. They are encoded again for the next reader.
    look = undefined
    tell('beat')
  }, beatMs)
  beats.unref()
  return {
    state: async () => known ?? (await looked()).state,
    frames: async () => (await looked()).frames,
    next: () => next.promise,
    close: () => {
      clearInterval(beats)
      return watching.close()
    },
  }
}

export type StreamRun = (c: ProbityContext, run: RunDocument) => Promise<Response>

/**
 * Sends the frames behind the id in `Last-Event-ID`, or all of them, then new ones until the run ends, the reader leaves or its key ends. 204 to a reader that has
 * the last frame: a browser reconnects after the end of a stream until it gets that. One that has all frames of an interrupted run waits for the answer.
 */
export const runStreams = (inner: Streamed): StreamRun => {
  const feeds = new Map<string, { readonly feed: Promise<Feed>; readers: number }>()

  const join = (run: RunDocument) => {
    const shared = feeds.get(run.id) ?? { feed: openFeed(inner, run), readers: 0 }
    feeds.set(run.id, shared)
    shared.readers++
    const leave = once(() => {
      shared.readers--
      if (shared.readers > 0) return
      feeds.delete(run.id)
      shared.feed.then((feed) => feed.close()).catch(() => undefined)
    })
    return { feed: shared.feed, leave }
  }

  return async (c, run) => {
    holdPlace(c, 'streams')
    const lastId = c.req.header('last-event-id') ?? ''
    const { feed: joining, leave } = join(run)
    try {
      const feed = await joining
      const { count, isFinal } = await feed.state()
      const sent = /^\d{1,9}$/.test(lastId) ? Math.min(Number(lastId), count - 1) : -1
      if (isFinal && sent === count - 1) {
        leave()
        return c.body(null, 204)
      }
      return c.body(framesBehind(sent, feed, { leave, isLetIn: () => isStillLetIn(c) }), 200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-cache',
        'X-Accel-Buffering': 'no',
      })
    } catch (error) {
      leave()
      throw error
    }
  }
}

type Reader = {
  /** Called at the end. */
  readonly leave: () => void
  /** Asked after each wait: meanwhile the key of the reader may have ended. */
  readonly isLetIn: () => Promise<boolean>
}

/** One reader's frames, encoded on demand. */
const framesBehind = (last: number, feed: Feed, { leave, isLetIn }: Reader): ReadableStream<Uint8Array> => {
  let sent = last
  let isOpen = true
  const end = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    leave()
    controller.close()
  }
  const give = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    while (isOpen) {
      const next = feed.next()
      const now = await feed.state()
      if (!isOpen) return
      if (sent + 1 < now.count) {
        const frame = (await feed.frames())[sent + 1]
        sent++
        if (isOpen && frame) controller.enqueue(frame)
        return
      }
      if (now.isOver && sent > last) return end(controller)
      const told = await next
      const isWelcome = await isLetIn()
      if (!isOpen) return
      if (!isWelcome) return end(controller)
      if (told === 'beat') return controller.enqueue(beat)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      // A failing stream is not cancelled by its reader.
      pull: (controller) =>
        give(controller).catch((error) => {
          leave()
          throw error
        }),
      cancel: () => {
        isOpen = false
        leave()
      },
    },
    { highWaterMark: 0 },
  )
}

const once = (act: () => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
