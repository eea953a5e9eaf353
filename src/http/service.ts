// What routes are given to work with, and how they send a command: on behalf of the request's principal, with ids that an idempotent repetition
// finds again, and an answer that leaves once its reader would see what was written.
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { Aggregate } from '../commands/decider.ts'
import type { Handle, Handled, Load } from '../commands/handler.ts'
import { type Resource, refused } from '../commands/refused.ts'
import type { DomainEvent, StoredEvent } from '../events/catalogue.ts'
import type { IdentitySource } from '../evidence/identities.ts'
import type { Link, LinkedEntities } from '../evidence/links.ts'
import type { Jurisdictions } from '../evidence/registrations/jurisdictions.ts'
import type { Scored, SignalRequest } from '../evidence/signals/model.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import { projections } from '../projections/all.ts'
import { type Moment, recordAsOf } from '../projections/history.ts'
import type { UserDocument } from '../projections/users.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import type { Document, DocumentStore, FindOptions } from '../stores/document-store.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Subscription } from '../stores/event-store.ts'
import type { SealedDocuments } from '../stores/sealed-documents.ts'
import type { ProbityContext } from './environment.ts'
import { notFound, unavailable } from './errors.ts'
import type { Monitorable } from './resources/monitors.ts'

export type Service = {
  readonly documents: DocumentStore
  readonly handle: Handle
  readonly load: Load
  /** Whether the read models pass the position within the time that a writer waits. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly now: () => Date
  /** Everything that happened in a stream. */
  readonly history: (stream: string) => Promise<readonly StoredEvent[]>
  /** Calls back whenever something happens in a stream, from now on. */
  readonly watch: (stream: string, onEvents: () => void) => Promise<Subscription>
  /** Follows what happens in an account: what happened before, then what happens. @throws RangeError when the log does not reach to `after` */
  readonly follow: (what: Followed, onBatch: (batch: FollowedBatch) => Promise<void>) => Subscription
  /** Proves that a stream is what the log was sealed with; null when no seal covers it yet. */
  readonly proofOf: (stream: string) => Promise<object | null>
  /** What agents there are. */
  readonly agents: readonly { readonly id: string; readonly type: string; readonly name: string; readonly description: string }[]
  /** Whether there is a source that changes of this type can be noticed in. */
  readonly monitorable: Monitorable
  readonly identities: (mode: 'test' | 'live') => IdentitySource
  /** The businesses of the reference data that have one of the links; none for the sandbox. */
  readonly linked: (mode: 'test' | 'live') => (links: readonly Link[]) => Promise<LinkedEntities>
  readonly batchRows: BatchRows
  /** Webhooks made with live keys may name the machine itself too. */
  readonly allowLoopback: boolean
  readonly signalModels: readonly string[]
  readonly scoreSignal: (slug: string, mode: 'test' | 'live', request: SignalRequest) => Promise<Scored>
  readonly tinAvailable: (mode: 'test' | 'live') => Promise<boolean>
  /** Those that ship and those imported. */
  readonly jurisdictions: () => Jurisdictions
  /** Uploads of employers and scans of mail. */
  readonly sealedDocuments: SealedDocuments
  /** 32 bytes, the same on every instance: signs the links that open a page without a sign-in. */
  readonly guestSecret: Uint8Array
  /** The address that those links begin with; null: that of the request. */
  readonly appUrl: string | null
}

/** A stretch of the log, opened; `position` is what to follow behind. */
export type Followed = {
  readonly accountId: string
  /** Every type when absent. */
  readonly types?: readonly string[]
  /** The position behind which to begin; at the beginning when absent. */
  readonly after?: bigint
}
export type FollowedBatch = { readonly events: readonly StoredEvent[]; readonly position: bigint; readonly live: boolean }

/** The namespace of ids derived from Idempotency-Keys. */
const idempotent = '6b0e8f5c-2d0a-5f7e-9a35-0c6c1c0f9d11'

/** A new id; the same one again when the request is repeated under its Idempotency-Key. `what` tells several ids of one request apart. */
export const newId = (c: ProbityContext, what: string): string => {
  const seed = c.get('idempotencySeed')
  return seed === undefined ? uuidv7() : uuidv5(`${seed}/${what}`, idempotent)
}

/** By whom, in which request and under which id a command is sent; `what` tells several commands of one request apart. */
export const writeContext = ({ now }: Pick<Service, 'now'>, c: ProbityContext, what: string): WriteContext => {
  const { accountId, actor } = c.get('principal')
  return { accountId, actor, commandId: newId(c, what), requestId: c.get('requestId'), at: now() }
}

/**
 * Sends a command and waits until the read models have it; when they lag, the answer says so in `Probity-Read-Model: behind`.
 * @throws Refused, StoreUnavailable, Contended
 */
export const send = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  service: Service,
  c: ProbityContext,
  { aggregate, id, command }: { aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
): Promise<Handled<State>> => {
  const context = writeContext(service, c, `${aggregate.name}/${id}/${command.type}`)
  const handled = await service.handle(aggregate, id, command, context)
  if (handled.position !== null && !(await service.passed(handled.position, context.accountId))) {
    c.header('Probity-Read-Model', 'behind')
    c.set('behindOn', `${aggregate.name}-${id}`)
  }
  return handled
}

/**
 * The account's own document of a collection.
 * @throws ApiError 404 when there is none, or it is another account's; 503 when this request may have made it and the read models lag
 */
export const ownDocument = async <Doc extends { readonly account_id: string }>(
  service: Service,
  c: ProbityContext,
  { collection, id, resource }: { collection: string; id: string; resource: Resource },
): Promise<Doc> => {
  const behindOn = c.get('behindOn')
  const stored = await service.documents.get(collection, id)
  const document = (stored ?? (behindOn ? await folded(service, collection, behindOn, id) : undefined)) as Doc | undefined
  if (document === undefined && behindOn) throw unavailable('what was sent is kept, but cannot be shown yet; try again')
  if (document?.account_id !== c.get('principal').accountId) throw notFound(resource)
  return document
}

/** A document, whoever's it is. @throws ApiError 404 */
export const anyDocument = async <Doc>(
  { documents }: Pick<Service, 'documents'>,
  { collection, id, resource }: { collection: string; id: string; resource: Resource },
): Promise<Doc> => {
  const found = await documents.get(collection, id)
  if (!found) throw notFound(resource)
  return found as Doc
}

/** Documents of a collection, whoever's they are. */
export const findDocuments = async <Doc>(
  { documents }: Pick<Service, 'documents'>,
  collection: string,
  options: FindOptions,
): Promise<readonly Doc[]> => (await documents.find(collection, options)) as unknown as readonly Doc[]

/** The document as the read models will have it, or had it at a moment, from the events of the one stream that began it. */
const folded = async (
  { history }: Service,
  collection: string,
  stream: string,
  id: string,
  moment?: Moment,
): Promise<Document | undefined> => {
  const projection = projections.find(({ spec }) => spec.name === collection)
  return projection && (recordAsOf<Document>(projection, await history(stream), id, moment) ?? undefined)
}

/** The account's own document as it stood at a moment. @throws ApiError 404 when it did not exist then */
export const ownDocumentAsOf = async <Doc extends { readonly account_id: string }>(
  service: Service,
  c: ProbityContext,
  { collection, stream, id, resource, moment }: { collection: string; stream: string; id: string; resource: Resource; moment: Moment },
): Promise<Doc> => {
  const document = (await folded(service, collection, stream, id, moment)) as Doc | undefined
  if (document?.account_id !== c.get('principal').accountId) throw notFound(resource)
  return document
}

/** Documents as they stood at a moment, without those that did not exist then. */
export const documentsAsOf = async <Doc>(
  service: Service,
  collection: string,
  wanted: readonly { readonly id: string; readonly stream: string }[],
  moment: Moment,
): Promise<readonly Doc[]> => {
  const stood = await Promise.all(wanted.map(({ id, stream }) => folded(service, collection, stream, id, moment)))
  return stood.filter((document) => document !== undefined) as unknown as readonly Doc[]
}

/** The account that the request is made for. */
export const ownAccount = (service: Service, c: ProbityContext): Promise<AccountDocument> =>
  accountOf(service, c.get('principal').accountId)

export const accountOf = (service: Pick<Service, 'documents'>, id: string): Promise<AccountDocument> =>
  anyDocument<AccountDocument>(service, { collection: 'accounts', id, resource: 'account' })

/** @throws Refused 403 when the feature is switched off for the account */
export const requireFeature = async (service: Service, c: ProbityContext, feature: string): Promise<void> => {
  if (!(await ownAccount(service, c)).features.includes(feature)) throw refused('feature_not_enabled')
}

/** The users to whom these businesses are assigned, by their id. */
export const assignedUsers = async (
  { documents }: Pick<Service, 'documents'>,
  businesses: readonly { readonly assignee_id: string | null }[],
): Promise<ReadonlyMap<string, UserDocument>> => {
  const ids = new Set(businesses.flatMap(({ assignee_id }) => assignee_id ?? []))
  const users = new Map<string, UserDocument>()
  if (ids.size === 0) return users
  for (const [id, { document }] of await documents.getMany('users', [...ids])) if (document) users.set(id, document as UserDocument)
  return users
}

export const assigneeIn = (
  users: ReadonlyMap<string, UserDocument>,
  { assignee_id }: { readonly assignee_id: string | null },
): UserDocument | null => (assignee_id === null ? undefined : users.get(assignee_id)) ?? null

type Requester = { readonly id: string; readonly type: string }
type Requested = { readonly requester?: Requester; readonly submitted?: { readonly requester: Requester } }

/** The names of those who asked for these businesses or orders, by the id of account or user. */
export const requesterNames = async (
  { documents }: Pick<Service, 'documents'>,
  requested: readonly Requested[],
): Promise<ReadonlyMap<string, string>> => {
  const requesters = requested.flatMap(({ requester, submitted }) => [requester, submitted?.requester].filter((each) => each !== undefined))
  const names = new Map<string, string>()
  const look = async (collection: string, ids: ReadonlySet<string>) => {
    if (ids.size === 0) return
    for (const [id, { document }] of await documents.getMany(collection, [...ids])) if (document) names.set(id, String(document.name))
  }
  await look('users', new Set(requesters.filter(({ type }) => type === 'user').map(({ id }) => id)))
  await look('accounts', new Set(requesters.filter(({ type }) => type !== 'user').map(({ id }) => id)))
  return names
}
