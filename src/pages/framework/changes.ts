// Server-sent events for pages that update live: `changed` for each new event in a stream, once a page can show it.

import type { ProbityContext } from '../../inner/framework/environment.ts'
import type { Following } from '../../inner/framework/following.ts'
import { holdPlace } from '../../inner/framework/places.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'

const beatMs = 20_000
/** Browsers reconnect on their own. */
const longestMs = 10 * 60_000

export const changes = (
  { watch, passed, history }: Pick<Following, 'watch'> & Pick<Sending, 'passed'> & Pick<Reads, 'history'>,
  c: ProbityContext,
  stream: string,
): Response => {
  holdPlace(c, 'streams')
  const { accountId } = c.get('principal')
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      const changed = () => say('event: changed\ndata: {}\n\n')
      let isOver = false
      /** Where the read models take longer than a writer waits, the page is told all the same, and again once they are there. */
      const onEvents = async (position: bigint) => {
        for (let isShown = false; !isShown && !isOver; ) {
          isShown = await passed(position, accountId)
          if (!isOver) changed()
        }
      }
      const watching = watch(stream, (position) => void onEvents(position).catch(() => undefined))
      const beat = setInterval(() => say(': still here\n\n'), beatMs)
      const limit = setTimeout(() => stop(), longestMs)
      stop = () => {
        stop = () => {}
        isOver = true
        clearInterval(beat)
        clearTimeout(limit)
        watching.then((subscription) => subscription.close()).catch(() => {})
        try {
          controller.close()
        } catch {
          // The browser has already disconnected.
        }
      }
      const begin = async () => {
        await watching
        // Covers events between the page load and now, and those that the read models did not have then.
        const [last] = await history(stream, { direction: 'backwards', limit: 1 })
        void onEvents(last?.position ?? 0n).catch(() => undefined)
      }
      // Where the store is away, the page connects again.
      await begin().catch(() => stop())
    },
    cancel: () => stop(),
  })
  return c.body(body, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
}

/** Reloads the page during work when scripts are off. Must be outside the parts that the script replaces. */
export const refreshing = '<noscript><meta http-equiv="refresh" content="3"></noscript>'
