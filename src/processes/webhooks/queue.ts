// The queues of deliveries: one for each webhook. All that is in memory here is in the outbox too, so a kill loses nothing. Of one webhook only the oldest
// are in memory, and fewer where many webhooks have a backlog: the others wait in the outbox until there is room, so that no backlog fills the memory.
import { fairShares } from '../../stores/fair-shares.ts'
import type { StoredDelivery } from '../../stores/webhook-deliveries.ts'
import type { InMemory } from './lines.ts'
import { openWebhookQueue, type QueueDependencies, type WebhookQueue } from './webhook-queue.ts'

export type DeliveryQueues = {
  /**
   * Takes a delivery on. One that is here already gets its new time: it may be due at once.
   * @returns whether anything came of it: false for one that is here as it is stored, or waits in the outbox
   */
  readonly add: (stored: StoredDelivery) => boolean
  /** Begins no attempt for these accounts, until what it returns is called: what goes first may not be here yet. */
  readonly hold: (owns: (accountId: string) => boolean) => () => void
  /** Gives up the deliveries of these accounts, with the attempts under way. The next worker makes them again. */
  readonly drop: (owns: (accountId: string) => boolean) => Promise<void>
}

/** Attempts under way in all, and of one account: receivers that never answer hold up no other account's deliveries. */
const sharedAttempts = { places: 256, perAccount: 64 }

export const openDeliveryQueues = ({ attempt, ...others }: QueueDependencies): DeliveryQueues => {
  const shares = fairShares(sharedAttempts)
  const dependencies: QueueDependencies = {
    ...others,
    attempt: (delivery, signal) =>
      shares.run(delivery.account_id, async () => {
        signal.throwIfAborted()
        return attempt(delivery, signal)
      }),
  }
  const queues = new Map<string, { readonly accountId: string; readonly queue: WebhookQueue }>()
  const heldBack = new Set<(accountId: string) => boolean>()
  const inMemory: InMemory = { deliveries: 0 }
  const open = (accountId: string, onEmpty: () => void): WebhookQueue =>
    openWebhookQueue({ ...dependencies, inMemory, onEmpty, isHeldBack: () => [...heldBack].some((owns) => owns(accountId)) })
  return {
    add: (stored) => {
      const { webhook_id: id, account_id: accountId } = stored.delivery
      const forget = () => {
        if (queues.get(id) === known) queues.delete(id)
      }
      const known = queues.get(id) ?? { accountId, queue: open(accountId, forget) }
      queues.set(id, known)
      return known.queue.add(stored)
    },
    hold: (owns) => {
      heldBack.add(owns)
      return () => {
        heldBack.delete(owns)
        for (const { queue } of queues.values()) queue.pump()
      }
    },
    drop: async (owns) => {
      const dropped = [...queues].filter(([, { accountId }]) => owns(accountId))
      for (const [id] of dropped) queues.delete(id)
      await Promise.all(dropped.map(([, { queue }]) => queue.close()))
    },
  }
}
