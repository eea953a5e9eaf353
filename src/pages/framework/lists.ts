// Lists that pages load from the API, one page at a time.
import type { InnerApi } from '../../inner/framework/api.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import type { Mode } from './mode.ts'

export const perPage = 25

export type ListQuery = { readonly query: URLSearchParams; readonly page: number }

/** The page number in the query, limited to valid numbers. */
export const listQuery = (c: ProbityContext): ListQuery => {
  const query = new URL(c.req.url).searchParams
  return { query, page: Math.max(1, Math.min(Number.parseInt(query.get('page') ?? '', 10) || 1, 1_000_000)) }
}

export type ApiList<Item> = { readonly data: readonly Item[]; readonly total_count: number }

/** @throws ApiError */
export const apiList = async <Item>(
  api: InnerApi,
  c: ProbityContext,
  { path, page, mode = c.get('principal').mode }: { path: string; page: number; mode?: Mode },
): Promise<ApiList<Item>> => api<ApiList<Item>>(c, { method: 'GET', path: `${path}?page=${page}&per_page=${perPage}`, mode })
