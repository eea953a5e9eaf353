// How routes and pages read a record: the account's own, now or as it was at a moment.
import { foundWhenCaughtUp } from '../../auth/catching-up.ts'
import { sees } from '../../auth/principal.ts'
import { type Resource, refused } from '../../commands/refused.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import type { Mode } from '../../events/modes.ts'
import { notFound, unavailable } from '../../interface/errors.ts'
import { type AccountDocument, accounts } from '../../projections/accounts.ts'
import { type Moment, recordAsOf } from '../../projections/history.ts'
import { isApart, type Projection } from '../../projections/projection.ts'
import type { Read, Reading } from '../../projections/read.ts'
import type { DocumentStore } from '../../stores/document-store.ts'
import type { EventLog } from '../../stores/event-log.ts'
import { noteRead } from './access-log.ts'
import type { ProbityContext } from './environment.ts'

/** Reads read models. Where they lag, or for a moment in the past, it reads streams. */
export type Reads = {
  readonly read: Read
  /** The events of a stream, or a part of them. */
  readonly history: EventLog['read']
}

const readBackAtOnce = 100

/** The latest event of a stream that is wanted. The stream is read backwards, some events at a time, as far as that one. */
export const latestWhere = async (
  { history }: Pick<Reads, 'history'>,
  stream: string,
  isWanted: (event: StoredEvent) => boolean,
): Promise<StoredEvent | undefined> => {
  const page = { direction: 'backwards', limit: readBackAtOnce } as const
  let some = await history(stream, page)
  // Events that this release does not know are left out.
  if (some.length === 0) return (await history(stream)).findLast(isWanted)
  for (let first = some.at(-1)?.revision ?? 0; ; first -= readBackAtOnce) {
    const found = some.find(isWanted)
    if (found || first <= 0) return found
    some = await history(stream, { ...page, from: first - 1 })
  }
}

/** Technical records, and operations of the store itself. */
export type Documents = { readonly documents: DocumentStore }

type OwnedByAccount = { readonly account_id: string; readonly mode?: Mode }
type Wanted<Doc> = { readonly projection: Projection<Doc>; readonly id: string; readonly resource: Resource }

/**
 * The account's own document of a projection.
 * @throws ApiError 404 when there is none, or it is another account's; 503 when this request may have created it and the read models lag
 * @throws NotCaughtUp when a write names an object that the read models may not have yet
 */
export const ownDocument = async <Doc extends OwnedByAccount>(
  inner: Reads,
  c: ProbityContext,
  { projection, id, resource }: Wanted<Doc>,
): Promise<Doc> => {
  const behindOn = c.get('behindOn')
  const caughtUp = c.get('caughtUp')
  const find = () => inner.read(projection).get(id)
  if (behindOn === undefined && caughtUp) return ownedBy(c, await foundWhenCaughtUp(find, caughtUp), { id, resource })
  const document = (await find()) ?? (behindOn ? await folded(inner, projection, { stream: behindOn, id }) : undefined)
  if (document === undefined && behindOn) throw notShownYet()
  return ownedBy(c, document, { id, resource })
}

/** What the request wrote stands, and the read models lag. */
export const notShownYet = () => unavailable('the change is saved, but cannot be shown yet; try again')

/** The document, if it is the account's own. @throws ApiError 404 */
export const ownedBy = <Doc extends OwnedByAccount>(
  c: ProbityContext,
  document: Doc | null | undefined,
  { id, resource }: { readonly id: string; readonly resource: Resource },
): Doc => {
  if (!document || !opened(c, document)) throw notFound(resource)
  noteRead(c, [id])
  return document
}

/** Whether the object exists for the caller. Who opens an object on a page goes on in the object's mode. */
const opened = (c: ProbityContext, object: OwnedByAccount): boolean => {
  const principal = c.get('principal')
  if (!sees(principal, object)) return false
  if (object.mode && object.mode !== principal.mode) c.set('principal', { ...principal, mode: object.mode })
  return true
}

/**
 * Reads what the caller may see: of its account, and of its mode where the documents have one. Lists follow the mode that a person has chosen.
 * @example
 * import type { ProbityContext } from 'src/inner/framework/environment.ts'
 * import { liens } from 'src/projections/liens.ts'
 * declare const inner: Reads
 * declare const c: ProbityContext
 * const filed = await own(inner, c, liens).find({ where: { status: 'filed' }, perPage: 20 })
 */
export const own = <Doc extends OwnedByAccount, Field extends string>(
  { read }: Pick<Reads, 'read'>,
  c: ProbityContext,
  projection: Projection<Doc, Field>,
): Omit<Reading<Doc, Field>, 'all'> => {
  const { accountId, mode } = c.get('principal')
  const documents = read(projection)
  const isOwn = (document: Doc): boolean => sees(c.get('principal'), document)
  // Every projection of an account's objects declares these fields; test/events/modes.test.ts says so.
  const within = <Where>(where: Where | undefined) =>
    ({ ...where, account_id: accountId, ...(isApart(projection.spec) && { mode }) }) as Where
  /** A list of the other mode is empty. */
  const isOfOther = (where: object | undefined) => isApart(projection.spec) && where !== undefined && 'mode' in where && where.mode !== mode
  return {
    get: async (key) => [await documents.get(key)].find((found) => found && isOwn(found)),
    getMany: async (keys) => new Map([...(await documents.getMany(keys))].filter(([, found]) => isOwn(found))),
    find: async (options) => (isOfOther(options?.where) ? [] : documents.find({ ...options, where: within(options?.where) })),
    count: async (where) => (isOfOther(where) ? 0 : documents.count(within(where))),
  }
}

/** A document of any account. @throws ApiError 404 */
export const anyDocument = async <Doc>({ read }: Pick<Reads, 'read'>, { projection, id, resource }: Wanted<Doc>): Promise<Doc> => {
  const found = await read(projection).get(id)
  if (!found) throw notFound(resource)
  return found
}

/** The document folded from the events of its own stream: as the read models will show it, or as it was at a moment. */
const folded = async <Doc>(
  { history }: Reads,
  projection: Projection<Doc>,
  { stream, id, moment }: { readonly stream: string; readonly id: string; readonly moment?: Moment },
): Promise<Doc | undefined> => recordAsOf(projection, await history(stream), id, moment) ?? undefined

/** The account's own document as it was at a moment. @throws ApiError 404 when it did not exist then */
export const ownDocumentAsOf = async <Doc extends OwnedByAccount>(
  inner: Reads,
  c: ProbityContext,
  { projection, stream, id, resource, moment }: Wanted<Doc> & { readonly stream: string; readonly moment: Moment },
): Promise<Doc> => {
  return ownedBy(c, await folded(inner, projection, { stream, id, moment }), { id, resource })
}

/** Documents as they were at a moment, without those that did not exist then. */
export const documentsAsOf = async <Doc>(
  inner: Reads,
  projection: Projection<Doc>,
  wanted: readonly { readonly id: string; readonly stream: string }[],
  moment: Moment,
): Promise<readonly Doc[]> => {
  const stood = await Promise.all(wanted.map(({ id, stream }) => folded(inner, projection, { stream, id, moment })))
  return stood.filter((document) => document !== undefined)
}

/** The account of the request. */
export const ownAccount = (inner: Reads, c: ProbityContext): Promise<AccountDocument> => accountOf(inner, c.get('principal').accountId)

export const accountOf = (inner: Pick<Reads, 'read'>, id: string): Promise<AccountDocument> =>
  anyDocument(inner, { projection: accounts, id, resource: 'account' })

/** @throws Refused 403 when the feature is switched off for the account */
export const requireFeature = async (inner: Reads, c: ProbityContext, feature: string): Promise<void> => {
  if (!(await ownAccount(inner, c)).features.includes(feature)) throw refused('feature_not_enabled')
}
