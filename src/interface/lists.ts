// Lists: the query parameters for paging, and the envelope of the response (records.md, Lists).
import { z } from 'zod'
import { modes } from '../events/modes.ts'
import { serviceLimits } from './service-limits.ts'

const furthestPage = serviceLimits.pageNumber.most

const positive = z.string().transform((text, { issues }) => {
  if (/^[0-9]+$/.test(text) && Number(text) >= 1) return Number(text)
  issues.push({ code: 'custom', message: 'must be a positive whole number', input: text })
  return z.NEVER
})

const largestPage = serviceLimits.page.most

/** `page` and `per_page` with another default size. */
export const pagingBy = (perPage: number) => ({
  page: positive
    .refine((page) => page <= furthestPage, `must be at most ${furthestPage.toLocaleString('en-US')}`)
    .default(1)
    .meta({ type: 'integer', minimum: 1, maximum: furthestPage, default: 1, description: 'Which page, from 1.' }),
  starting_after: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({ description: 'Instead of `page`: the id of the last record that you have. Records that are added meanwhile move nothing.' }),
  per_page: positive
    .transform((size) => Math.min(size, largestPage))
    .default(perPage)
    .meta({
      type: 'integer',
      minimum: 1,
      default: perPage,
      description: `Items on a page; more than ${largestPage} is served as ${largestPage}.`,
    }),
})

/**
 * The query parameters of a list.
 * @example
 * import { z } from 'zod'
 * z.object({ ...paging, q: z.string() }).parse({ q: 'acme', per_page: '500' }) // => { q: 'acme', page: 1, per_page: 100 }
 */
export const paging = pagingBy(25)

/** For lists of records that exist in test and live mode. A record itself does not say its mode. A list of the other mode than the key's is empty. */
export const modeFilter = {
  mode: z
    .enum(modes)
    .optional()
    .meta({ description: 'The mode of the key, which is what a list holds when absent; the list of the other mode is empty.' }),
}

export type Page<Item> = {
  readonly data: readonly Item[]
  /** Over all pages. */
  readonly totalCount: number
  /** Whether there are more after these; told by the page when absent. */
  readonly hasMore?: boolean
  /** From 1. */
  readonly page: number
  readonly perPage: number
  /** The path of the list. */
  readonly url: string
  /** The lists of `/v1/partner/exceptions` and `/v1/partner/mail` carry `count` too: the number of items on the page. */
  readonly count?: boolean
}

/**
 * The envelope of every list.
 * @example
 * const list = listEnvelope({ data: ['a', 'b'], totalCount: 5, page: 1, perPage: 2, url: '/v1/letters' })
 * list // => { object: 'list', data: ['a', 'b'], has_more: true, total_count: 5, url: '/v1/letters' }
 */
export const listEnvelope = <Item>({
  data,
  totalCount,
  page,
  perPage,
  hasMore = page * perPage < totalCount,
  url,
  count = false,
}: Page<Item>) => ({
  object: 'list' as const,
  data,
  has_more: hasMore,
  total_count: totalCount,
  url,
  ...(count && { count: data.length }),
})

/** A short list that is not paged. */
export const wholeList = <Item>(data: readonly Item[], url: string) =>
  listEnvelope({ data, totalCount: data.length, page: 1, perPage: data.length, url })

/** The envelope's schema, for OpenAPI, named after its items: `Lien`, `LienList`. */
export const listOf = <Item extends z.ZodType>(item: Item, { count = false } = {}) => {
  const list = z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    total_count: z.int().nonnegative().meta({ description: 'Over all pages.' }),
    url: z.string(),
    ...(count && { count: z.int().nonnegative().meta({ description: 'Of this page.' }) }),
  })
  const named = item.meta()?.id
  return named === undefined ? list : list.meta({ id: `${named}List` })
}
