// Replays what a webhook missed: reads the log once from where the replay begins, puts what did not arrive into the outbox, and counts what becomes of it.
// The queues deliver it, so events of an object keep their order. A replay that a restart cut off goes on behind the position that it saved.
import type { StoredEvent } from '../../events/catalogue.ts'
import { webhookCauses } from '../../interface/webhook-topics.ts'
import { type WebhookDocument, webhooks } from '../../projections/webhooks.ts'
import type { RecordedEvent } from '../../stores/event-store.ts'
import { pauseFor } from '../../stores/pause-for.ts'
import { positionBefore } from '../../stores/position-before.ts'
import type { StoredDelivery, WebhookDeliveries, WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import type { StoredReplay, WebhookReplay, WebhookReplays } from '../../stores/webhook-replays.ts'
import { openTally, type Tally } from './tally.ts'
import { deliveriesTo, type WantedDependencies } from './wanted.ts'

export type ReplayDependencies = WantedDependencies & {
  readonly deliveries: WebhookDeliveries
  readonly replays: WebhookReplays
  readonly enqueue: (stored: StoredDelivery) => void
  readonly onError: (error: unknown) => void
}

export type Replays = {
  /** Takes a replay on. An older one of the same webhook ends. */
  readonly take: (stored: StoredReplay) => void
  /** To be called when a delivery has arrived or was given up. */
  readonly ended: (delivery: WebhookDelivery) => void
  /** Gives up the replays of these accounts. The next worker goes on with them. */
  readonly drop: (owns: (accountId: string) => boolean) => Promise<void>
}

/** The most events looked at between two saves of the position. */
const batchSize = 200
const retryMs = 1_000

export const openReplays = (dependencies: ReplayDependencies): Replays => {
  const running = new Map<string, Running>()
  return {
    take: (stored) => {
      const { id, webhook_id: webhookId, created_at } = stored.replay
      const known = running.get(webhookId)
      if (known?.replay.id === id) return
      const isNewer = known === undefined || known.replay.created_at <= created_at
      if (isNewer)
        running.set(
          webhookId,
          run(stored, dependencies, () => running.get(webhookId)?.replay.id === id && running.delete(webhookId)),
        )
      const older = isNewer ? known : run(stored, dependencies, () => undefined)
      older?.cancel()
    },
    ended: (delivery) => running.get(delivery.webhook_id)?.ended(delivery),
    drop: async (owns) => {
      const dropped = [...running.values()].filter(({ replay }) => owns(replay.account_id))
      for (const { replay } of dropped) running.delete(replay.webhook_id)
      await Promise.all(dropped.map(({ close }) => close()))
    },
  }
}

type Running = {
  readonly replay: WebhookReplay
  readonly ended: (delivery: WebhookDelivery) => void
  /** Ends the replay for good. What it put into the outbox is still delivered. */
  readonly cancel: () => void
  readonly close: () => Promise<void>
}

const run = (first: StoredReplay, dependencies: ReplayDependencies, onEnd: () => void): Running => {
  const { replays, now, onError } = dependencies
  const closing = new AbortController()
  const tally = openTally(first.replay.id)
  let stored = first
  let isCollected = first.replay.status === 'delivering'
  let isCancelled = false
  let place: Place = first.replay

  const present = (): Partial<WebhookReplay> => {
    const isDone = isCollected && tally.open() === 0
    const status = isDone ? 'completed' : isCancelled ? 'cancelled' : isCollected ? 'delivering' : 'collecting'
    return { ...place, ...tally.counts(), status, ended_at: isDone || isCancelled ? now().toISOString() : null }
  }

  const saveOnce = async () => {
    const after = await replays.update(stored, present())
    // Another worker has it now.
    if (!after) return void closing.abort()
    stored = after
    if (after.replay.ended_at === null) return
    closing.abort()
    onEnd()
  }

  const { save, saved } = inTurn(saveOnce, closing.signal, onError)

  const reached = (at: Place) => {
    place = at
    return save()
  }

  /** Puts what is left into the outbox. */
  const collectRest = async () => {
    await tally.recount(dependencies.deliveries, first.replay.webhook_id)
    if (!isCollected && !isCancelled) {
      const collecting = { replay: { ...first.replay, ...place }, tally, signal: closing.signal }
      const couldTakeAll = await collect(collecting, dependencies, reached)
      if (!couldTakeAll) isCancelled = true
    }
    if (closing.signal.aborted) return
    isCollected = !isCancelled
    await save()
  }

  const work = async () => {
    while (!closing.signal.aborted)
      try {
        return await collectRest()
      } catch (error) {
        if (!closing.signal.aborted) onError(error)
        await pauseFor(retryMs, closing.signal)
      }
  }

  const working = work()
  return {
    replay: first.replay,
    ended: (delivery) => {
      if (tally.ended(delivery)) void save()
    },
    cancel: () => {
      isCancelled = true
      void save()
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled([working, saved()])
    },
  }
}

/** One save after the other. Changes that come during one are saved together by the next. What fails is tried again. */
const inTurn = (saveOnce: () => Promise<void>, signal: AbortSignal, onError: (error: unknown) => void) => {
  let saving: Promise<void> | undefined
  let isChanged = false
  const saveAll = async () => {
    while (isChanged && !signal.aborted) {
      isChanged = false
      await saveOnce().catch(async (error) => {
        onError(error)
        isChanged = true
        await pauseFor(retryMs, signal)
      })
    }
    saving = undefined
  }
  return {
    save: (): Promise<void> => {
      isChanged = true
      saving ??= saveAll()
      return saving
    },
    /** When what is being saved is saved. */
    saved: () => saving,
  }
}

type Collecting = { readonly replay: WebhookReplay; readonly tally: Tally; readonly signal: AbortSignal }
type Place = Pick<WebhookReplay, 'position' | 'position_at'>

/** Reads the log up to the time at which the replay was requested. @returns whether the webhook could take it all: it was not deleted or disabled meanwhile */
const collect = async (
  { replay, tally, signal }: Collecting,
  dependencies: ReplayDependencies,
  reached: (place: Place) => Promise<void>,
): Promise<boolean> => {
  const { log, read } = dependencies
  const start = replay.position ?? replay.after
  const after = start === null ? await positionBefore(log.store, replay.since, webhookCauses) : BigInt(start)
  let batch: RecordedEvent[] = []

  const take = async (): Promise<boolean> => {
    const webhook = await read(webhooks).get(replay.webhook_id)
    if (!webhook || webhook.disabled_at !== null) return false
    const last = batch.at(-1)
    for (const event of await log.open(batch.filter((each) => isWithin(each, replay)))) {
      if (signal.aborted) return true
      await replayEvent(event, { webhook, replay, tally }, dependencies)
    }
    batch = []
    if (last) await reached({ position: String(last.position), position_at: String(last.metadata.recorded_at) })
    return true
  }

  for await (const event of log.store.readAll({ types: webhookCauses, ...(after === undefined ? {} : { after }) })) {
    if (signal.aborted) return true
    batch.push(event)
    if (batch.length >= batchSize && !(await take())) return false
  }
  return take()
}

const isWithin = ({ metadata }: RecordedEvent, { account_id, since, created_at }: WebhookReplay): boolean => {
  const at = String(metadata.recorded_at)
  return metadata.account_id === account_id && at >= since && at <= created_at
}

type Replayed = { readonly webhook: WebhookDocument; readonly replay: WebhookReplay; readonly tally: Tally }

const replayEvent = async (event: StoredEvent, { webhook, replay, tally }: Replayed, dependencies: ReplayDependencies) => {
  const { deliveries, enqueue, now } = dependencies
  const among = webhook.created_at <= event.metadata.recorded_at ? [webhook] : []
  for (const delivery of await deliveriesTo(event, among, dependencies))
    for (;;) {
      const known = await deliveries.get(delivery.key)
      if (known && !isToReplay(known.delivery, replay)) break
      const again = {
        status: 'pending',
        attempt: 0,
        next_attempt_at: now().toISOString(),
        replay_id: replay.id,
        replayed_at: now().toISOString(),
      } as const
      // It is counted first: it may end as soon as it is in the outbox.
      tally.add(delivery.key)
      const stored = await (known ? deliveries.update(known, again) : deliveries.add({ ...delivery, ...again })).catch((error) => {
        tally.remove(delivery.key)
        throw error
      })
      if (stored) {
        enqueue(stored)
        break
      }
      // Another writer was faster.
      tally.remove(delivery.key)
    }
}

/** What failed, and what is only to be tried again later. Each delivery comes once in a replay. */
const isToReplay = ({ status, attempt, replay_id }: WebhookDelivery, { id }: WebhookReplay): boolean =>
  replay_id !== id && (status === 'failed' || (status === 'pending' && attempt > 0))
