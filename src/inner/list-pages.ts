// One page of a collection, for the lists of routes and pages.
import type { Mode } from '../events/modes.ts'
import type { Projection } from '../projections/projection.ts'
import type { FieldConditions, Find } from '../projections/read.ts'
import { noteListed } from './access-log.ts'
import type { ProbityContext } from './environment.ts'
import { own, type Reads } from './reading.ts'

export type Page<Doc> = { readonly found: readonly Doc[]; readonly totalCount: number }

export const newestFirst = [['created_at', 'desc']] as const

type PageQuery<Doc, Field extends string, Where extends FieldConditions<Doc, Field>> = Required<Find<Doc, Field, Where>>

/** One page of the documents of a projection, and the total over all pages. */
export const pageOf = async <Doc, Field extends string, Where extends FieldConditions<Doc, Field>>(
  { read }: Pick<Reads, 'read'>,
  projection: Projection<Doc, Field>,
  query: PageQuery<Doc, Field, Where>,
): Promise<Page<Doc>> => {
  const documents = read(projection)
  const [found, totalCount] = await Promise.all([documents.find(query), documents.count(query.where)])
  return { found, totalCount }
}

/** One page of the caller's own documents. */
export const ownPageOf = async <
  Doc extends { readonly id: string; readonly account_id: string; readonly mode?: Mode },
  Field extends string,
  Where extends FieldConditions<Doc, Field>,
>(
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  projection: Projection<Doc, Field>,
  query: PageQuery<Doc, Field, Where>,
): Promise<Page<Doc>> => {
  const documents = own(inner, c, projection)
  const [found, totalCount] = await Promise.all([documents.find<Where>(query), documents.count<Where>(query.where)])
  noteListed(c, found)
  return { found, totalCount }
}
