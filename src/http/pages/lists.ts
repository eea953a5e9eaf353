// Lists that pages take from the API: the page asked for, and one envelope of it.
import type { ProbityContext } from '../environment.ts'
import type { InnerApi } from '../inner-api.ts'

export const perPage = 25

export type ListQuery = { readonly query: URLSearchParams; readonly page: number }

/** Whatever is asked for, the page is one that there may be. */
export const listQuery = (c: ProbityContext): ListQuery => {
  const query = new URL(c.req.url).searchParams
  return { query, page: Math.max(1, Math.min(Number.parseInt(query.get('page') ?? '', 10) || 1, 1_000_000)) }
}

export type ApiList<Item> = { readonly data: readonly Item[]; readonly total_count: number }

/** @throws ApiError */
export const apiList = async <Item>(api: InnerApi, c: ProbityContext, path: string, page = 1): Promise<ApiList<Item>> =>
  (await api(c, { method: 'GET', path: `${path}${path.includes('?') ? '&' : '?'}page=${page}&per_page=${perPage}` })) as ApiList<Item>
