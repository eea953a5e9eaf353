// How routes and pages read a record: the account's own, now or as it stood at a moment.
import { type Resource, refused } from '../commands/refused.ts'
import { notFound, unavailable } from '../interface/errors.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import { projections } from '../projections/all.ts'
import { type Moment, recordAsOf } from '../projections/history.ts'
import type { Document, FindOptions } from '../stores/document-store.ts'
import { noteRead } from './access-log.ts'
import type { ProbityContext } from './environment.ts'
import type { Service } from './service.ts'

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
  noteRead(c, [id])
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
  noteRead(c, [id])
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
