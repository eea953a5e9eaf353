// One page of a collection, for the lists of routes and pages.
import { sees } from '../../auth/principal.ts'
import { streamOf } from '../../commands/decider.ts'
import type { Mode } from '../../events/modes.ts'
import { badRequest } from '../../interface/errors.ts'
import { Id } from '../../interface/ids.ts'
import type { Projection } from '../../projections/projection.ts'
import type { FieldConditions, Find, Reading } from '../../projections/read.ts'
import { noteListed } from './access-log.ts'
import type { ProbityContext } from './environment.ts'
import { own, type Reads } from './reading.ts'

export type Page<Doc> = { readonly found: readonly Doc[]; readonly totalCount: number; readonly hasMore: boolean }

export const newestFirst = [['created_at', 'desc']] as const

type PageQuery<Doc, Field extends string, Where extends FieldConditions<Doc, Field>> = Required<Omit<Find<Doc, Field, Where>, 'after'>>

/** One page of the documents of a projection, and the total over all pages: by its number, or what follows the document with the key `after`. */
export const pageOf = <Doc extends { readonly id: string }, Field extends string, Where extends FieldConditions<Doc, Field>>(
  { read }: Pick<Reads, 'read'>,
  projection: Projection<Doc, Field>,
  query: PageQuery<Doc, Field, Where>,
  after?: string,
): Promise<Page<Doc>> => pageFrom(read(projection), query, after)

/** Of a list whose records can be deleted: what reads the log, and the streams of its records. */
type Deletable = Pick<Reads, 'history'> & { readonly aggregate: { readonly name: string } }

type Changing<Doc> = {
  readonly deletable?: Deletable
  /** The document with the place that it had in the list, where a change has moved it. Absent: what the list is sorted by never changes. */
  readonly placed?: ((document: Doc) => Promise<Doc>) | undefined
}

/**
 * One page of the caller's own documents: by its number, or what follows the document that `starting_after` of the request names. With `deletable` the
 * list also goes on behind a document that was deleted meanwhile, and with `placed` behind one that was moved.
 */
export const ownPageOf = async <
  Doc extends { readonly id: string; readonly account_id: string; readonly mode?: Mode },
  Field extends string,
  Where extends FieldConditions<Doc, Field>,
>(
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  projection: Projection<Doc, Field>,
  query: PageQuery<Doc, Field, Where>,
  { deletable, placed }: Changing<Doc> = {},
): Promise<Page<Doc>> => {
  const former = async (id: string): Promise<Doc | undefined> => {
    const [first] = deletable ? await deletable.history(streamOf(deletable.aggregate, id), { limit: 1 }) : []
    const document = first && projection.fold(null, [first], id)
    return document && sees(c.get('principal'), document) ? document : undefined
  }
  const page = await pageFrom(own(inner, c, projection), query, cursorOf(c), { former, placed })
  noteListed(c, page.found)
  return page
}

const pageFrom = async <Doc extends { readonly id: string }, Field extends string, Where extends FieldConditions<Doc, Field>>(
  documents: Omit<Reading<Doc, Field>, 'all'>,
  query: PageQuery<Doc, Field, Where>,
  cursor: string | undefined,
  { former, placed }: Pick<Changing<Doc>, 'placed'> & { readonly former?: (id: string) => Promise<Doc | undefined> } = {},
): Promise<Page<Doc>> => {
  if (cursor === undefined) {
    const [found, totalCount] = await Promise.all([documents.find<Where>(query), documents.count<Where>(query.where)])
    return { found, totalCount, hasMore: query.page * query.perPage < totalCount }
  }
  // What such a list is sorted by never changes, so a deleted document has the place that it began with.
  const last = (await documents.get(cursor)) ?? (await former?.(cursor))
  if (last === undefined || !isOfList(last, query.where)) throw unknownCursor()
  const place = (await placed?.(last)) ?? last
  // A sort names members of the document.
  const values = query.sort.map(([field]) => (place as Readonly<Record<string, never>>)[field] ?? null)
  const [more, totalCount] = await Promise.all([
    documents.find<Where>({ ...query, after: { key: cursor, values }, page: 1, perPage: query.perPage + 1 }),
    documents.count<Where>(query.where),
  ])
  const found = more.slice(0, query.perPage)
  return { found, totalCount, hasMore: more.length > found.length }
}

/** One page of a list that is read as a whole. */
export const pageWithin = <Item>(
  c: ProbityContext,
  all: readonly Item[],
  { page, perPage, idOf }: { readonly page: number; readonly perPage: number; readonly idOf: (item: Item) => string },
): Page<Item> => {
  const cursor = cursorOf(c)
  const place = cursor === undefined ? 0 : all.findIndex((item) => idOf(item) === cursor) + 1
  if (cursor !== undefined && place === 0) throw unknownCursor()
  const start = cursor === undefined ? (page - 1) * perPage : place
  return { found: all.slice(start, start + perPage), totalCount: all.length, hasMore: start + perPage < all.length }
}

/** The id that the request names to go on from. @throws ApiError 400 beside a page */
export const cursorOf = (c: ProbityContext): string | undefined => {
  const cursor = c.req.query('starting_after')
  if (cursor !== undefined && Number(c.req.query('page') ?? 1) !== 1)
    throw badRequest('starting_after and page cannot be given together', 'starting_after')
  return cursor && (Id.safeParse(cursor).data ?? cursor)
}

export const unknownCursor = () => badRequest('starting_after must be the id of a record of this list', 'starting_after')

/**
 * Whether the document belongs to the same record as the list, such as the same business. It may no longer meet the list's other conditions, but its
 * place in the order has not changed.
 */
const isOfList = (document: object, where: object): boolean =>
  Object.entries(where).every(
    ([field, wanted]) =>
      !field.endsWith('_id') || typeof wanted !== 'string' || (document as Readonly<Record<string, unknown>>)[field] === wanted,
  )
