// Server-sent events for pages that update live: `changed` for each new event in a stream.

import type { ProbityContext } from '../inner/environment.ts'
import type { Following } from '../inner/following.ts'
import { holdPlace } from '../inner/places.ts'

const beatMs = 20_000
/** Browsers reconnect on their own. */
const longestMs = 10 * 60_000

export const changes = ({ watch }: Pick<Following, 'watch'>, c: ProbityContext, stream: string): Response => {
  holdPlace(c, 'streams')
  const encoder = new TextEncoder()
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      const changed = () => say('event: changed\ndata: {}\n\n')
      const watching = watch(stream, changed)
      const beat = setInterval(() => say(': still here\n\n'), beatMs)
      const limit = setTimeout(() => stop(), longestMs)
      stop = () => {
        stop = () => {}
        clearInterval(beat)
        clearTimeout(limit)
        watching.then((subscription) => subscription.close()).catch(() => {})
        try {
          controller.close()
        } catch {
          // The browser has already disconnected.
        }
      }
      await watching
      // Covers events between the page load and now.
      changed()
    },
    cancel: () => stop(),
  })
  return c.body(body, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
}

/** Reloads the page during work when scripts are off. Must be outside the parts that the script replaces. */
export const refreshing = '<noscript><meta http-equiv="refresh" content="3"></noscript>'
