// One page of a collection, for the lists of routes and pages.
import type { DocumentStore, FindOptions } from '../stores/document-store.ts'
import { noteListed } from './access-log.ts'
import type { ProbityContext } from './environment.ts'

export type Page<Doc> = { readonly found: readonly Doc[]; readonly totalCount: number }

/** One page of what a collection holds, newest first unless sorted otherwise, and how much it holds over all pages. */
export const pageOf = async <Doc>(
  { documents }: { readonly documents: DocumentStore },
  collection: string,
  {
    where,
    sort = [['created_at', 'desc']],
    page,
    perPage,
  }: Pick<Required<FindOptions>, 'where' | 'page' | 'perPage'> & Pick<FindOptions, 'sort'>,
): Promise<Page<Doc>> => {
  const [found, totalCount] = await Promise.all([
    documents.find(collection, { where, sort, page, perPage }),
    documents.count(collection, where),
  ])
  return { found: found as unknown as readonly Doc[], totalCount }
}

/** The same of what the account itself has. */
export const ownPageOf = async <Doc extends object>(
  service: { readonly documents: DocumentStore },
  c: ProbityContext,
  collection: string,
  { where = {}, ...options }: Pick<FindOptions, 'where' | 'sort'> & Pick<Required<FindOptions>, 'page' | 'perPage'>,
): Promise<Page<Doc>> => {
  const page = await pageOf<Doc>(service, collection, { ...options, where: { account_id: c.get('principal').accountId, ...where } })
  noteListed(c, page.found as readonly { readonly [field: string]: unknown }[])
  return page
}
