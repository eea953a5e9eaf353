// Tells webhooks what happened: each event is written into the outbox once for every webhook that wants it, and delivered from there.

import type { Handle } from '../commands/handler.ts'
import { webhook as aggregate } from '../commands/webhook.ts'
import { aggregateIdOf, type EventType, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { goneStatus } from '../interface/gone-receiver.ts'
import { webhookCauses } from '../interface/webhook-topics.ts'
import type { WebhookDocument } from '../projections/webhooks.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { openWebhookDeliveries, type WebhookDelivery } from '../stores/webhook-deliveries.ts'
import { openWebhookReplays } from '../stores/webhook-replays.ts'
import type { Process, Reaction } from './process.ts'
import { openSending, type SendingDependencies } from './webhooks/attempt.ts'
import { openWebhookHealth, type WebhookHealth } from './webhooks/health.ts'
import { openIntake } from './webhooks/intake.ts'
import { openDeliveryQueues } from './webhooks/queue.ts'
import { openReplays } from './webhooks/replays.ts'
import { openWebhookSettings, type SettingsDependencies, type WebhookSettings } from './webhooks/settings.ts'
import { deliveriesTo, mayBeWanted } from './webhooks/wanted.ts'
import type { QueueDependencies } from './webhooks/webhook-queue.ts'

export type WebhookDependencies = SendingDependencies &
  SettingsDependencies & {
    readonly handle: Handle
    readonly documents: DocumentStore
    readonly onDeliveryError: (error: unknown) => void
  }

/** The events after which the webhooks of an account are read again. */
const webhookChanges: readonly EventType[] = [
  'WebhookCreated',
  'WebhookChanged',
  'WebhookSecretReplaced',
  'WebhookDisabled',
  'WebhookEnabled',
  'WebhookDeleted',
]

const changes: ReadonlySet<string> = new Set(webhookChanges)

export const webhooks = (dependencies: WebhookDependencies): Process => {
  const { documents, now, onDeliveryError } = dependencies
  const deliveries = openWebhookDeliveries(documents.records)
  const settings = openWebhookSettings(dependencies)
  const health = openWebhookHealth(documents.records, now)
  const queues = openDeliveryQueues({
    deliveries,
    now,
    attempt: openSending(dependencies, settings),
    onOutcome: disableWhenFailing(dependencies, settings, health),
    onEnd: (delivery) => replays.ended(delivery),
    onError: onDeliveryError,
  })
  const storedReplays = openWebhookReplays(documents.records)
  const replays = openReplays({ ...dependencies, deliveries, replays: storedReplays, enqueue: queues.add, onError: onDeliveryError })

  const intake = openIntake({ deliveries, queues, storedReplays, replays, onError: onDeliveryError })

  /** Only webhooks that were enabled at the time of the event. This process may be late: one may have been made or enabled between the event and now. */
  const enabledThen = async (event: StoredEvent, enabled: readonly WebhookDocument[], wanted: readonly WebhookDelivery[]) => {
    const hooks = enabled.filter(({ id }) => wanted.some(({ webhook_id }) => webhook_id === id))
    const were = new Map(await Promise.all(hooks.map(async (each) => [each.id, await settings.wasEnabled(each, event)] as const)))
    return wanted.filter(({ webhook_id }) => were.get(webhook_id))
  }

  const deliver: Reaction<EventType> = async (event, { signal }) => {
    const { account_id: accountId, mode = 'live' } = event.metadata
    const enabled = await settings.enabledIn(accountId, mode, signal)
    const wanted = await enabledThen(event, enabled, await deliveriesTo(event, enabled, dependencies))
    // A receiver may read the change at once. Read models that are far behind delay no webhook.
    if (wanted.length > 0) await dependencies.passed(event.position, accountId)
    const added = await Promise.all(wanted.map(deliveries.add))
    intake.take(added.flatMap((each) => each ?? []))
    return undefined
  }

  const renew: Reaction<EventType> = async (event, { signal }) => {
    const renewed = settings.changed(event, signal)
    if (event.type === 'WebhookEnabled') await health.reset(aggregateIdOf(event.stream))
    await renewed
    return undefined
  }

  const on: Process['on'] = Object.fromEntries([
    ...webhookCauses.map((type) => [type, deliver]),
    ...webhookChanges.map((type) => [type, renew]),
  ])

  return {
    name: 'webhooks',
    prompt: true,
    inRealTime: true,
    on,
    seen: (event) => {
      if (changes.has(event.type)) {
        settings.changing(event)
        return true
      }
      const enabled = settings.known(String(event.metadata.account_id))
      return enabled === undefined || mayBeWanted(event.type, enabled)
    },
    alongside: (share, poller) => {
      // Another worker may have had the share meanwhile.
      settings.clear()
      health.clear()
      return intake.begin(share, poller)
    },
  }
}

/** After each attempt: disables a webhook that has been failing for too long, or is gone. */
const disableWhenFailing =
  ({ handle, now }: WebhookDependencies, settings: WebhookSettings, health: WebhookHealth): QueueDependencies['onOutcome'] =>
  async ({ webhook_id: id, account_id: accountId, id: deliveryId, attempt }, { delivered, responseStatus }) => {
    const since = await health.record(id, delivered)
    const cause = responseStatus === goneStatus ? `attempt ${attempt} of ${deliveryId}` : since
    if (cause === undefined) return
    const commandId = derivedId(`disable since ${cause}`, id)
    const context = { accountId, actor: { type: 'process', id: 'webhooks' }, commandId, at: now() } as const
    await handle(aggregate, id, { type: 'DisableWebhook', reason: 'failing' }, context)
    settings.forget(id)
  }
