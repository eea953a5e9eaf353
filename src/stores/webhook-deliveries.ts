// The outbox and log of webhooks: one durable record for each event that a webhook is to receive, with its own schedule of attempts. It holds no
// content: each attempt folds the same payload from the log up to the event. Finished ones are kept for as long as they may be replayed.
import { derivedId } from '../events/derived-id.ts'
import type { ListOptions, Records, StoredRecord } from './document-store.ts'
import { duePages, recordPages } from './record-pages.ts'
import { replayableMs } from './webhook-replays.ts'

/** The kind of its records. */
export const deliveryKind = 'webhook_deliveries'

export type WebhookDelivery = {
  readonly key: string
  readonly id: string
  readonly webhook_id: string
  readonly account_id: string
  /** Goes out as `webhook-id`: the same at every attempt, and for every webhook that receives the event. */
  readonly event_id: string
  readonly event_type: string
  /** The event of the log that it reports. */
  readonly stream: string
  readonly revision: number
  readonly created_at: string
  /** How many attempts there have been. */
  readonly attempt: number
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly response_status: number | null
  readonly duration_ms: number | null
  readonly attempted_at: string | null
  /** null when there will be none. */
  readonly next_attempt_at: string | null
  readonly error: string | null
  /** Another attempt was requested: it goes before deliveries that are only due. */
  readonly asked: boolean
  /** The latest replay that it belongs to, and when the replay took it: it is tried again from then on. */
  readonly replay_id?: string
  readonly replayed_at?: string
}

export type StoredDelivery = { readonly delivery: WebhookDelivery; readonly revision: number }

export type WebhookDeliveries = {
  /** Durable when it resolves; undefined when it is there already. */
  readonly add: (delivery: WebhookDelivery) => Promise<StoredDelivery | undefined>
  /** undefined when another writer has changed it meanwhile. */
  readonly update: (stored: StoredDelivery, change: Partial<WebhookDelivery>) => Promise<StoredDelivery | undefined>
  readonly get: (key: string) => Promise<StoredDelivery | undefined>
  /** All that have another attempt before them, page by page, the earliest due first. */
  readonly pending: () => AsyncIterable<readonly StoredDelivery[]>
  /** Those of the same webhook that are about later events, the oldest first. */
  readonly later: (key: string, limit: number) => Promise<readonly StoredDelivery[]>
  /** The newest first; behind the one with the key `after`, or behind the first `skip`. */
  readonly of: (webhookId: string, limit: number, from?: Pick<ListOptions, 'after' | 'skip'>) => Promise<readonly StoredDelivery[]>
  /** The newest `most`, one by one. Few are read at first, and no more than the caller takes. */
  readonly newest: (webhookId: string, most: number) => AsyncGenerator<StoredDelivery>
  /** The one with this id. One of an earlier release is only found among the newest `most`: nothing leads from its id to it. */
  readonly withId: (webhookId: string, id: string, most: number) => Promise<StoredDelivery | undefined>
  /** Which of the newest `most` this is, from 1; 0: none. */
  readonly placeOf: (key: string, most: number) => Promise<number>
  /** How many there are, `most` at most. */
  readonly count: (webhookId: string, most: number) => Promise<number>
  /** All of them, the newest first, page by page. */
  readonly pagesOf: (webhookId: string) => AsyncIterable<readonly StoredDelivery[]>
}

/** Newer events come first in the order of keys. */
export const deliveryKey = (webhookId: string, position: bigint, type: string): string => `${keysAt(webhookId, position)}${type}`

/** What the keys of the deliveries about one event begin with. */
const keysAt = (webhookId: string, position: bigint): string => `${webhookId}/${String(10n ** 19n - position).padStart(20, '0')}/`

/**
 * A uuid v8 (RFC 9562, 5.8) that ends in the position of the event, by which the delivery is found. No log is as long as its 60 bits.
 * @example
 * deliveryId('0198c0de-0000-7000-8000-000000000001', 255n, '0198c0de-0000-7000-8000-000000000002').slice(14) // => '8ffc-b000-0000000000ff'
 */
export const deliveryId = (webhookId: string, position: bigint, eventId: string): string => {
  const [derived, place] = [derivedId(webhookId, eventId), position.toString(16).padStart(15, '0')]
  return `${derived.slice(0, 14)}8${derived.slice(15, 20)}${place.slice(0, 3)}-${place.slice(3)}`
}

const withPosition = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]([0-9a-f]{3})-([0-9a-f]{12})$/

/** The position of the event that a delivery is about. */
export const positionOf = ({ key }: Pick<WebhookDelivery, 'key'>): bigint => 10n ** 19n - BigInt(key.split('/')[1] ?? 0)

const readFirst = 10
const readAtOnce = 100

export const openWebhookDeliveries = (records: Records): WebhookDeliveries => {
  const put = async (delivery: WebhookDelivery, expectedRevision: number): Promise<StoredDelivery | undefined> => {
    const { key, ...value } = delivery
    const due = delivery.next_attempt_at
    const revision = await records.put(deliveryKind, key, value, {
      expectedRevision,
      ...(due === null
        ? { expiresAt: new Date(Date.parse(delivery.attempted_at ?? delivery.created_at) + replayableMs) }
        : { dueAt: new Date(delivery.asked ? 0 : due) }),
    })
    return revision === undefined ? undefined : { delivery, revision }
  }
  const of: WebhookDeliveries['of'] = async (webhookId, limit, from = {}) =>
    (await records.list(deliveryKind, { prefix: `${webhookId}/`, limit, ...from })).map(storedDelivery)

  async function* newest(webhookId: string, most: number): AsyncGenerator<StoredDelivery> {
    let last: StoredDelivery | undefined
    for (let [seen, limit] = [0, Math.min(readFirst, most)]; seen < most; seen += limit, limit = Math.min(readAtOnce, most - seen)) {
      const some = await of(webhookId, limit, last && { after: last.delivery.key })
      yield* some
      if (some.length < limit) return
      last = some.at(-1)
    }
  }

  return {
    add: (delivery) => put(delivery, -1),
    update: ({ delivery, revision }, change) => put({ ...delivery, ...change }, revision),
    get: async (key) => {
      const record = await records.get(deliveryKind, key)
      return record && storedDelivery(record)
    },
    pending: async function* () {
      for await (const page of duePages(records, deliveryKind)) yield page.map(storedDelivery)
    },
    later: async (key, limit) => {
      const prefix = key.slice(0, key.indexOf('/') + 1)
      return (await records.list(deliveryKind, { prefix, after: key, limit, backwards: true })).map(storedDelivery)
    },
    of,
    newest,
    withId: async (webhookId, id, most) => {
      const place = withPosition.exec(id)
      const near = place
        ? (await records.list(deliveryKind, { prefix: keysAt(webhookId, BigInt(`0x${place[1]}${place[2]}`)) })).map(storedDelivery)
        : newest(webhookId, most)
      for await (const stored of near) if (stored.delivery.id === id) return stored
      return undefined
    },
    placeOf: async (key, most) => {
      const prefix = key.slice(0, key.indexOf('/') + 1)
      return (await records.keys(deliveryKind, { prefix, limit: most })).indexOf(key) + 1
    },
    count: (webhookId, most) => records.count(deliveryKind, { prefix: `${webhookId}/`, most }),
    pagesOf: async function* (webhookId) {
      for await (const page of recordPages(records, deliveryKind, `${webhookId}/`)) yield page.map(storedDelivery)
    },
  }
}

export const storedDelivery = ({ key, value, revision }: StoredRecord): StoredDelivery => ({
  delivery: { ...(value as Omit<WebhookDelivery, 'key'>), key },
  revision,
})
