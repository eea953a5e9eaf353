// Copies a whole event log to another store, in order, and checks every hash chain on the way. After an interruption, it does not copy
// events twice. At the end it compares both logs event by event.
import { LRUCache } from 'lru-cache'
import { eventHash, genesis } from '../events/chain.ts'
import { type EventStore, lastEvent, type RecordedEvent } from '../stores/event-store.ts'

/** The source's chain is broken, or the target has events that the source does not. The message names the event. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

export type CopyProgress = { readonly doing: 'copying' | 'comparing'; readonly events: number; readonly share: number }

export type Copied = {
  readonly events: number
  /** Events that were there from an earlier attempt. */
  readonly before: number
  /** Maps positions of the source to the target's positions after the same events; -1 if nothing comes before. */
  readonly positions: ReadonlyMap<bigint, bigint>
}

/** The maximum number of consecutive events of one stream in one append. */
const appendedAtOnce = 100
/** The number of streams whose ends are kept in memory; those of others are read again. */
const keptEnds = 200_000

/** @throws CopyRefused, StoreUnavailable */
export const copyLog = async ({
  from,
  to,
  positions = [],
  onProgress = () => undefined,
}: {
  readonly from: EventStore
  readonly to: EventStore
  /** Positions of the source to find in the target. */
  readonly positions?: readonly bigint[]
  readonly onProgress?: (progress: CopyProgress) => void
}): Promise<Copied> => {
  const end = (await lastEvent(from))?.position ?? 0n
  const progress = (doing: CopyProgress['doing'], events: number, position: bigint) =>
    onProgress({ doing, events, share: end === 0n ? 1 : Math.min(1, Number((position * 10_000n) / end) / 10_000) })
  const linked = chainCheck(from)
  const resumeAfter = await copiedBefore(from, to)
  let copied = 0

  const append = async (events: readonly RecordedEvent[]) => {
    const [first] = events
    if (!first) return
    await to.append(
      first.stream,
      events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      first.revision - 1,
    )
    copied += events.length
    progress('copying', copied, events.at(-1)?.position ?? 0n)
  }

  let batch: RecordedEvent[] = []
  for await (const event of from.readAll(resumeAfter === undefined ? {} : { after: resumeAfter })) {
    await linked(event)
    if (batch.length > 0 && (batch[0]?.stream !== event.stream || batch.length === appendedAtOnce)) {
      await append(batch)
      batch = []
    }
    batch.push(event)
  }
  await append(batch)
  const compared = await compare(from, to, positions, (events, position) => progress('comparing', events, position))
  return { ...compared, before: compared.events - copied }
}

/** The source's position of the target's last event. */
const copiedBefore = async (from: EventStore, to: EventStore): Promise<bigint | undefined> => {
  const there = await lastEvent(to)
  if (!there) return undefined
  const [here] = await from.read(there.stream, { from: there.revision, limit: 1 })
  if (here?.id !== there.id)
    throw new CopyRefused(
      `the target holds ${named(there)}, which the source does not: copy into an empty store, or continue an earlier copy of the same source`,
    )
  return here.position
}

/** Checks each event against the previous one of its stream. */
const chainCheck = (from: EventStore) => {
  const ends = new LRUCache<string, { readonly revision: number; readonly hash: unknown }>({ max: keptEnds })

  const before = async ({ stream, revision }: RecordedEvent) => {
    const kept = ends.get(stream)
    if (kept) return kept
    if (revision === 0) return { revision: -1, hash: genesis(stream) }
    const [event] = await from.read(stream, { from: revision - 1, limit: 1 })
    return event ? { revision: event.revision, hash: event.metadata.hash } : { revision: -1, hash: genesis(stream) }
  }

  return async (event: RecordedEvent): Promise<void> => {
    const { revision, hash } = await before(event)
    const problem =
      event.revision !== revision + 1
        ? `should be revision ${revision + 1}: events are missing before it`
        : event.metadata.prev_hash !== hash
          ? 'is not chained to the event before it'
          : event.metadata.hash !== eventHash(event)
            ? 'does not contain what was written'
            : undefined
    if (problem) throw new CopyRefused(`${named(event)} ${problem}`)
    ends.set(event.stream, { revision: event.revision, hash: event.metadata.hash })
  }
}

const compare = async (
  from: EventStore,
  to: EventStore,
  wanted: readonly bigint[],
  onProgress: (events: number, position: bigint) => void,
): Promise<Omit<Copied, 'before'>> => {
  const asked = wanted.toSorted((a, b) => (a < b ? -1 : 1))
  const positions = new Map<bigint, bigint>()
  const theirs = to.readAll()[Symbol.asyncIterator]()
  let events = 0
  let reached = -1n
  let next = 0
  const settle = (until: bigint | undefined) => {
    for (let position = asked[next]; position !== undefined && (until === undefined || position < until); position = asked[++next])
      positions.set(position, reached)
  }
  for await (const event of from.readAll()) {
    settle(event.position)
    const { value: copy } = await theirs.next()
    if (!copy) throw new CopyRefused(`${named(event)} is missing in the target`)
    if (!isSame(event, copy)) throw new CopyRefused(`the target holds ${named(copy)} where the source holds ${named(event)}`)
    reached = copy.position
    events++
    if (events % 1_000 === 0) onProgress(events, event.position)
  }
  const { value: more } = await theirs.next()
  if (more) throw new CopyRefused(`the target holds ${named(more)}, which the source does not`)
  settle(undefined)
  return { events, positions }
}

const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.id === other.id &&
  one.stream === other.stream &&
  one.revision === other.revision &&
  one.metadata.hash === other.metadata.hash &&
  other.metadata.hash === eventHash(other)

const named = ({ stream, revision, type, position }: RecordedEvent): string =>
  `event ${revision} of ${stream} (${type}, position ${position})`
