// Notifies everyone who watches a stream of new events: one subscription to the log per kind of stream, for any number of watchers.
import type { Following } from '../inner/framework/following.ts'
import { type EventStore, lastEvent, type Subscription } from '../stores/event-store.ts'

type Kind = { readonly watchers: Map<string, Set<(position: bigint) => void>>; readonly subscription: Promise<Subscription> }

export const watchStreams = (events: EventStore): Following['watch'] => {
  const kinds = new Map<string, Kind>()

  const begin = (prefix: string): Kind => {
    const watchers: Kind['watchers'] = new Map()
    const subscribe = async () => {
      const last = await lastEvent(events)
      return events.subscribe({ ...(last ? { after: last.position } : {}), streamPrefixes: [prefix] }, async (batch) => {
        for (const stream of new Set(batch.events.map((event) => event.stream)))
          for (const tell of watchers.get(stream) ?? []) tell(batch.position)
      })
    }
    const kind = { watchers, subscription: subscribe() }
    kinds.set(prefix, kind)
    return kind
  }

  return async (stream, onEvents) => {
    const prefix = stream.slice(0, stream.indexOf('-') + 1)
    const kind = kinds.get(prefix) ?? begin(prefix)
    const { watchers, subscription } = kind
    const own = watchers.get(stream) ?? new Set()
    const tell = (position: bigint) => onEvents(position)
    watchers.set(stream, own.add(tell))

    const close = async () => {
      own.delete(tell)
      if (own.size === 0 && watchers.get(stream) === own) watchers.delete(stream)
      if (watchers.size > 0 || kinds.get(prefix) !== kind) return
      kinds.delete(prefix)
      await (await subscription).close()
    }
    try {
      await subscription
    } catch (error) {
      await close().catch(() => undefined)
      throw error
    }
    return { close }
  }
}
