// The webhooks of accounts as deliveries need them: looked up once, and again when one changes.
import type { Load } from '../../commands/handler.ts'
import { type WebhookState, webhook } from '../../commands/webhook.ts'
import { aggregateIdOf, type StoredEvent } from '../../events/catalogue.ts'
import type { Mode } from '../../events/modes.ts'
import type { WebhookEvent } from '../../events/webhook.ts'
import type { Read } from '../../projections/read.ts'
import { type WebhookDocument, webhooks } from '../../projections/webhooks.ts'
import type { EventLog } from '../../stores/event-log.ts'
import type { Json, RecordedEvent } from '../../stores/event-store.ts'
import { openMemo } from '../../stores/memo.ts'

export type WebhookSettings = {
  /** The enabled webhooks of an account, of the mode of what happened. @throws when the signal comes before the read models have the last change seen */
  readonly enabledIn: (accountId: string, mode: Mode, signal: AbortSignal) => Promise<readonly WebhookDocument[]>
  /** The enabled webhooks of an account of both modes, where they are in memory. */
  readonly known: (accountId: string) => readonly WebhookDocument[] | undefined
  /** The address, secret and status of a webhook. */
  readonly of: (webhookId: string) => Promise<WebhookState>
  /** Whether the webhook, which is enabled now, was there and enabled when that happened. */
  readonly wasEnabled: (webhook: WebhookDocument, event: StoredEvent) => Promise<boolean>
  /** Notes that a webhook changes with this event: what happens behind it is told by the settings from then on. */
  readonly changing: (event: Change) => void
  /** Reads the webhooks of the event's account again, once the read models have passed the event. @throws when the signal comes before */
  readonly changed: (event: StoredEvent, signal: AbortSignal) => Promise<void>
  /** Forgets the settings of a webhook that this process has just changed. */
  readonly forget: (webhookId: string) => void
  readonly clear: () => void
}

/** An event of a webhook, as far as it is needed. */
type Change = Pick<RecordedEvent, 'stream' | 'position'> & { readonly metadata: { readonly account_id?: Json } }

export type SettingsDependencies = {
  readonly log: Pick<EventLog, 'read'>
  readonly load: Load
  readonly read: Read
  /** Whether the read models have passed the position; false when that takes long. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
}

export const openWebhookSettings = ({ log, load, read, passed }: SettingsDependencies): WebhookSettings => {
  const enabled = openMemo<readonly WebhookDocument[]>()
  const settings = openMemo<WebhookState>()
  /** Where the last change of each account is, until the read models have passed it. What was read before it and remembered would hold until the next. */
  const changes = new Map<string, bigint>()

  const findEnabled = async (accountId: string, signal: AbortSignal): Promise<readonly WebhookDocument[]> => {
    const hasLastChange = async () => {
      const change = changes.get(accountId)
      if (change === undefined) return true
      const isThere = await passed(change, accountId)
      if (isThere && changes.get(accountId) === change) changes.delete(accountId)
      return isThere
    }
    while (!(await hasLastChange())) signal.throwIfAborted()
    const all = await read(webhooks).find({ where: { account_id: accountId }, perPage: 1_000 })
    return all.filter(({ disabled_at }) => disabled_at === null)
  }

  const changing: WebhookSettings['changing'] = ({ stream, position, metadata: { account_id } }) => {
    const accountId = String(account_id)
    settings.forget(aggregateIdOf(stream))
    if (position <= (changes.get(accountId) ?? -1n)) return
    changes.set(accountId, position)
    enabled.forget(accountId)
  }

  return {
    enabledIn: async (accountId, mode, signal) =>
      (await enabled.get(accountId, () => findEnabled(accountId, signal))).filter((each) => each.mode === mode),
    known: enabled.known,
    of: (webhookId) => settings.get(webhookId, () => load(webhook, webhookId)),
    wasEnabled: async ({ id, updated_at }, { position, metadata }) => {
      // A test clock's events may be recorded at a time long before: where they stand in the log decides.
      if (updated_at <= metadata.recorded_at) return true
      const history = (await log.read(`${webhook.name}-${id}`)).filter((each) => each.position < position)
      return (history as readonly WebhookEvent[]).reduce(webhook.evolve, webhook.initial).status === 'enabled'
    },
    changing,
    changed: async (event, signal) => {
      changing(event)
      const { account_id: accountId } = event.metadata
      await enabled.renew(accountId, () => findEnabled(accountId, signal))
    },
    forget: settings.forget,
    clear: () => {
      enabled.clear()
      settings.clear()
    },
  }
}
