// How long each webhook has been failing without a success between. One that fails for ten days is to be disabled.
import type { Records } from '../../stores/document-store.ts'
import { openMemo } from '../../stores/memo.ts'

/** A webhook that fails for this long is disabled. */
const disabledAfterMs = 10 * 24 * 3_600_000

const healthKind = 'webhook_health'

export type WebhookHealth = {
  /** Records the outcome of an attempt. @returns since when the webhook has been failing, when that is too long */
  readonly record: (webhookId: string, delivered: boolean) => Promise<string | undefined>
  /** Counts the webhook as healthy: its owner enabled it again. */
  readonly reset: (webhookId: string) => Promise<void>
  /** Forgets what is in memory. Another worker may have written since. */
  readonly clear: () => void
}

export const openWebhookHealth = (records: Records, now: () => Date): WebhookHealth => {
  const failingSince = openMemo<string | null>()

  const stored = async (webhookId: string): Promise<string | null> => {
    const record = await records.get(healthKind, webhookId)
    return typeof record?.value.failing_since === 'string' ? record.value.failing_since : null
  }

  const store = async (webhookId: string, since: string | null): Promise<void> => {
    const expectedRevision = (await records.get(healthKind, webhookId))?.revision ?? -1
    const written = await records.put(healthKind, webhookId, { failing_since: since }, { expectedRevision })
    // What is remembered is never ahead of what is stored. Where another worker was quicker, it is read again.
    if (written === undefined) failingSince.forget(webhookId)
    else await failingSince.renew(webhookId, async () => since)
  }

  return {
    record: async (webhookId, delivered) => {
      const since = await failingSince.get(webhookId, () => stored(webhookId))
      if (delivered && since !== null) await store(webhookId, null)
      if (!delivered && since === null) await store(webhookId, now().toISOString())
      const isTooLong = !delivered && since !== null && now().getTime() - Date.parse(since) >= disabledAfterMs
      return isTooLong ? since : undefined
    },
    reset: (webhookId) => store(webhookId, null),
    clear: failingSince.clear,
  }
}
