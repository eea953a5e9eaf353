// Takes on what is to be delivered: what was just stored, and what waits in the outbox when a share of the accounts begins.
import type { Share } from '../../projections/checkpoints.ts'
import { deliveryKind, type StoredDelivery, storedDelivery, type WebhookDeliveries } from '../../stores/webhook-deliveries.ts'
import { replayKind, type StoredReplay, storedReplay, type WebhookReplays } from '../../stores/webhook-replays.ts'
import { insistently } from '../running/pacing.ts'
import type { Poller } from '../running/poller.ts'
import type { DeliveryQueues } from './queue.ts'
import type { Replays } from './replays.ts'

type IntakeDependencies = {
  readonly deliveries: WebhookDeliveries
  readonly queues: DeliveryQueues
  readonly storedReplays: WebhookReplays
  readonly replays: Replays
  readonly onError: (error: unknown) => void
}

export const openIntake = ({ deliveries, queues, storedReplays, replays, onError }: IntakeDependencies) => {
  const shares = new Set<Share>()

  /** @returns whether any of them was not taken on before */
  const takeOwn = (stored: readonly StoredDelivery[], among: Iterable<Share>): boolean => {
    const owners = [...among]
    // A failed delivery may be due after a later one about the same object, which would go first if it were taken on first. Older events have larger keys.
    const ordered = stored.toSorted((one, other) => (one.delivery.key > other.delivery.key ? -1 : 1))
    const taken = ordered.filter(({ delivery }) => owners.some(({ owns }) => owns(delivery.account_id))).map(queues.add)
    return taken.includes(true)
  }

  /** Takes on what waits in the outbox, beside the start of the service. Nothing is sent before all of it was seen: what goes first may come last. */
  const takeBacklog = (share: Share) => {
    const closing = new AbortController()
    const letGo = queues.hold(share.owns)
    const takePages = async () => {
      for await (const page of deliveries.pending()) {
        if (closing.signal.aborted) return
        takeOwn(page, [share])
      }
    }
    const told = (error: unknown) => {
      if (!closing.signal.aborted) onError(error)
      throw error
    }
    const taken = insistently(() => takePages().catch(told), closing.signal).catch(() => undefined)
    const over = taken.then(letGo)
    return async () => {
      closing.abort()
      await over
    }
  }

  const takeReplays = (stored: readonly StoredReplay[], { owns }: Share) => {
    for (const each of stored) if (owns(each.replay.account_id)) replays.take(each)
  }

  return {
    /** Takes on what was just stored, where it belongs to a share that has begun. */
    take: (stored: readonly StoredDelivery[]): void => void takeOwn(stored, shares),

    /** Takes on the deliveries and replays of a share, now and as other instances store them. @returns what ends that */
    begin: async (share: Share, poller: Poller): Promise<() => Promise<void>> => {
      // What may fail comes first: a share is begun whole or not at all.
      const open = await storedReplays.open()
      shares.add(share)
      const endBacklog = takeBacklog(share)
      // What another instance was asked to deliver again.
      const unwatch = poller.watch(deliveryKind, (due) => takeOwn(due.map(storedDelivery), [share]))
      takeReplays(open, share)
      const unwatchReplays = poller.watch(replayKind, (due) => takeReplays(due.map(storedReplay), share))
      return async () => {
        unwatch()
        unwatchReplays()
        shares.delete(share)
        await endBacklog()
        await Promise.all([queues.drop(share.owns), replays.drop(share.owns)])
      }
    },
  }
}
