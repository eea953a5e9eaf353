// The business just before and just after an event of its stream, for the webhooks that tell of it. The latest fold of a stream is remembered for a while:
// webhooks about events that follow each other fold on from there, and do not read the stream from its beginning each time.
import { LRUCache } from 'lru-cache'
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import type { History } from '../../interface/webhook-objects.ts'
import { businesses } from '../../projections/businesses.ts'
import { asOf } from '../../projections/history.ts'
import type { EventLog } from '../../stores/event-log.ts'

type Stood = Awaited<ReturnType<History['business']>> & {
  readonly revision: number
  /** How many erasures this process knew of before it read the stream. */
  readonly erasures: number
}

/** The most businesses remembered, and for how long: another instance may erase one. */
const kept = { max: 100, ttl: 60_000 }

export const openBusinessesThen = (log: Pick<EventLog, 'read' | 'erasures'>): ((event: StoredEvent) => Promise<Stood>) => {
  const latest = new LRUCache<string, Promise<Stood>>(kept)

  const folded = async (event: StoredEvent, known: Stood | undefined): Promise<Stood> => {
    const { stream, revision } = event
    const erasures = log.erasures()
    const held = known?.erasures === erasures && known.revision <= revision ? known : undefined
    if (held?.revision === revision) return held
    const from = held ? held.revision + 1 : 0
    const between = revision > from ? await log.read(stream, { from, limit: revision - from }) : []
    // What was read before an erasure holds what was erased.
    if (held && [...between, event].some(({ type }) => type === 'PersonalDataErased')) return folded(event, undefined)
    const id = aggregateIdOf(stream)
    const before = asOf(businesses, held?.after ?? null, between, id)
    return { revision, erasures, before, after: asOf(businesses, before, [event], id) }
  }

  return (event) => {
    const { stream } = event
    const known = latest.get(stream)
    const standing = (async () => folded(event, await known?.catch(() => undefined)))()
    latest.set(stream, standing)
    standing.catch(() => {
      if (latest.get(stream) === standing) latest.delete(stream)
    })
    return standing
  }
}
