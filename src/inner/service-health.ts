// What operators want to see at a glance: how far each read model is, how old the reference data are, what processes could not do, and which webhooks fail.
import { type WebhookDocument, webhooks } from '../projections/webhooks.ts'
import type { WorkState } from '../stores/process-work.ts'
import { openWebhookDeliveries } from '../stores/webhook-deliveries.ts'
import { listOwnFailing, type RetryInboxKind } from './failed-work.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Documents, own, type Reads } from './framework/reading.ts'

/** `behind`: events of the log that it does not hold yet in every partition, counted up to `countedAtMost`; `since`: when the first of them happened. */
export type ReadModelLag = { readonly name: string; readonly behind: number; readonly since: string | null }

export const countedAtMost = 1_000

/** A data set in use. `version` is null where none can be opened, and `problem` says why. */
export type DataInUse = {
  readonly kind: string
  readonly title: string
  readonly version: string | null
  readonly as_of: string | null
  readonly imported_at: string | null
  readonly problem: string | null
}

export type ServiceHealth = {
  readonly readModelLags: () => Promise<readonly ReadModelLag[]>
  readonly dataInUse: () => Promise<readonly DataInUse[]>
}

/** Work of one process in one state. */
export type WorkCount = { readonly process: string; readonly state: WorkState; readonly count: number }

export type WebhookHealth = {
  readonly webhook: WebhookDocument
  /** Of the newest deliveries: given up, and waiting for another attempt. */
  readonly failed: number
  readonly retried: number
  readonly lastError: string | null
}

/** Of the account of the request, dead letters first; `mostFailing` events are counted. */
export const workCounts = async (
  inner: Documents,
  c: ProbityContext,
  retryInboxes: readonly RetryInboxKind[],
): Promise<readonly WorkCount[]> => {
  const counts = new Map<string, WorkCount>()
  for (const { process, state } of await listOwnFailing(inner, c, retryInboxes)) {
    const key = `${state} ${process}`
    counts.set(key, { process, state, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}

/** Deliveries that are looked at, of each webhook. */
export const newestDeliveries = 100
const mostWebhooks = 100

/** Webhooks of the account of the request that are disabled, or had failures among their newest deliveries. */
export const failingWebhooks = async (inner: Reads & Documents, c: ProbityContext): Promise<readonly WebhookHealth[]> => {
  const all = await own(inner, c, webhooks).find({ where: {}, sort: [['created_at', 'asc']], page: 1, perPage: mostWebhooks })
  const { of } = openWebhookDeliveries(inner.documents.records)
  const health = await Promise.all(
    all.map(async (webhook): Promise<WebhookHealth> => {
      const newest = (await of(webhook.id, newestDeliveries)).map(({ delivery }) => delivery)
      const failed = newest.filter(({ status }) => status === 'failed')
      const retried = newest.filter(({ status, attempt }) => status === 'pending' && attempt > 0)
      const [last] = newest.filter(({ error }) => error !== null)
      return { webhook, failed: failed.length, retried: retried.length, lastError: last?.error ?? null }
    }),
  )
  return health.filter(({ webhook, failed, retried }) => webhook.disabled_at !== null || failed + retried > 0)
}
