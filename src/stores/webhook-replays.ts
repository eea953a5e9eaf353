// The replays of webhooks: one durable record for each, with its progress. Which deliveries belong to one is kept in the deliveries themselves.
import type { Records, StoredRecord } from './document-store.ts'
import { recordPages } from './record-pages.ts'

/** The kind of its records. */
export const replayKind = 'webhook_replays'

/** How far back a replay may begin, and how long replays and deliveries that have ended are kept. */
export const replayableDays = 30
export const replayableMs = replayableDays * 24 * 3_600_000

export type WebhookReplay = {
  readonly id: string
  readonly webhook_id: string
  readonly account_id: string
  /** Events from this time on (ISO 8601). */
  readonly since: string
  /** Events behind this position of the log only; null: `since` alone counts. */
  readonly after: string | null
  readonly status: 'collecting' | 'delivering' | 'completed' | 'cancelled'
  /** The position in the log up to which events were looked at, and the time of the event there. */
  readonly position: string | null
  readonly position_at: string | null
  readonly total: number
  readonly delivered: number
  readonly failed: number
  readonly created_at: string
  readonly ended_at: string | null
}

export type StoredReplay = { readonly replay: WebhookReplay; readonly revision: number }

export type WebhookReplays = {
  /** @returns the one that is there already, when there is one with this id */
  readonly add: (replay: WebhookReplay) => Promise<WebhookReplay>
  /** undefined when another writer has changed it meanwhile. */
  readonly update: (stored: StoredReplay, change: Partial<WebhookReplay>) => Promise<StoredReplay | undefined>
  readonly get: (webhookId: string, id: string) => Promise<StoredReplay | undefined>
  /** All of them, the newest first. */
  readonly of: (webhookId: string) => Promise<readonly WebhookReplay[]>
  /** Those that have not ended, the oldest first. */
  readonly open: () => Promise<readonly StoredReplay[]>
}

const most = 1_000
const endOfTime = new Date(8_640_000_000_000_000)
const keyOf = ({ webhook_id: webhookId, id }: Pick<WebhookReplay, 'webhook_id' | 'id'>) => `${webhookId}/${id}`
const byAge = (one: WebhookReplay, other: WebhookReplay) => (one.created_at < other.created_at ? -1 : 1)

export const openWebhookReplays = (records: Records): WebhookReplays => {
  const put = async (replay: WebhookReplay, expectedRevision: number): Promise<StoredReplay | undefined> => {
    const ended = replay.ended_at
    const times =
      ended === null
        ? // Due at once until a worker takes it on, and then always among those that have not ended.
          { dueAt: expectedRevision < 0 ? new Date(0) : endOfTime }
        : { expiresAt: new Date(Date.parse(ended) + replayableMs) }
    const revision = await records.put(replayKind, keyOf(replay), replay, { expectedRevision, ...times })
    return revision === undefined ? undefined : { replay, revision }
  }
  const get = async (webhookId: string, id: string) => {
    const record = await records.get(replayKind, keyOf({ webhook_id: webhookId, id }))
    return record && storedReplay(record)
  }
  return {
    add: async (replay) => ((await put(replay, -1)) ?? (await get(replay.webhook_id, replay.id)))?.replay ?? replay,
    update: ({ replay, revision }, change) => put({ ...replay, ...change }, revision),
    get,
    of: async (webhookId) => {
      const found: WebhookReplay[] = []
      for await (const page of recordPages(records, replayKind, `${webhookId}/`))
        found.push(...page.map((each) => storedReplay(each).replay))
      return found.toSorted((one, other) => byAge(other, one))
    },
    open: async () => {
      const found = (await records.due([replayKind], endOfTime, most)).map(storedReplay)
      return found.toSorted((one, other) => byAge(one.replay, other.replay))
    },
  }
}

export const storedReplay = ({ value, revision }: StoredRecord): StoredReplay => ({ replay: value as WebhookReplay, revision })
