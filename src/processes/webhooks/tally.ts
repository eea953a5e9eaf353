// Counts what has become of the deliveries of a replay.
import type { WebhookDeliveries, WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import type { WebhookReplay } from '../../stores/webhook-replays.ts'

type Counts = Pick<WebhookReplay, 'total' | 'delivered' | 'failed'>
export type Tally = ReturnType<typeof openTally>

/** `id`: that of the replay. After a restart it is counted again from the deliveries, so that none counts twice. */
export const openTally = (id: string) => {
  let open = new Set<string>()
  let counts: Counts = { total: 0, delivered: 0, failed: 0 }
  /** Those that ended while they were counted. */
  let meanwhile: WebhookDelivery[] | undefined

  const ended = (delivery: WebhookDelivery): boolean => {
    if (meanwhile) {
      meanwhile.push(delivery)
      return false
    }
    const isOpen = open.delete(delivery.key)
    if (isOpen) counts = withEnd(counts, delivery)
    return isOpen
  }

  const isOwn = ({ replay_id }: WebhookDelivery) => replay_id === id

  return {
    open: () => open.size,
    counts: () => counts,
    ended,
    add: (key: string) => {
      open.add(key)
      counts = { ...counts, total: counts.total + 1 }
    },
    remove: (key: string) => {
      open.delete(key)
      counts = { ...counts, total: counts.total - 1 }
    },
    recount: async (deliveries: WebhookDeliveries, webhookId: string) => {
      const during: WebhookDelivery[] = []
      meanwhile = during
      const pending = new Set<string>()
      let recounted: Counts = { total: 0, delivered: 0, failed: 0 }
      for await (const page of deliveries.pagesOf(webhookId))
        for (const each of page.map(({ delivery }) => delivery).filter(isOwn)) {
          if (each.status === 'pending') pending.add(each.key)
          recounted = withEnd({ ...recounted, total: recounted.total + 1 }, each)
        }
      meanwhile = undefined
      open = pending
      counts = recounted
      during.forEach(ended)
    },
  }
}

const withEnd = (counts: Counts, { status }: WebhookDelivery): Counts => ({
  ...counts,
  delivered: counts.delivered + (status === 'delivered' ? 1 : 0),
  failed: counts.failed + (status === 'failed' ? 1 : 0),
})
