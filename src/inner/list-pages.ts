// One page of a collection, for the lists of routes and pages.
import type { DocumentStore, FindOptions } from '../stores/document-store.ts'

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
): Promise<{ readonly found: readonly Doc[]; readonly totalCount: number }> => {
  const [found, totalCount] = await Promise.all([
    documents.find(collection, { where, sort, page, perPage }),
    documents.count(collection, where),
  ])
  return { found: found as unknown as readonly Doc[], totalCount }
}
