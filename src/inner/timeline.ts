// A business's timeline, for its route and its page: its events, in order.
import { timelineEvents } from '../events/catalogue.ts'
import { timelineTypes as registryTypes } from '../events/monitor.ts'
import type { WhereOf } from '../projections/read.ts'
import { hitEntryTypes, type TimelineDocument, timeline } from '../projections/timeline.ts'
import { defined } from './framework/defined.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownPageOf, type Page } from './framework/list-pages.ts'
import type { Reads } from './framework/reading.ts'

/** First those of the registries, which also tell their own filings. */
export const timelineTypes: readonly string[] = [
  ...new Set([...registryTypes, ...timelineEvents.map(({ type }) => type), ...Object.values(hitEntryTypes)]),
]

export type { TimelineDocument }
export { registryTypes }

type Wanted = {
  readonly business: { readonly id: string }
  readonly plain_type?: string | undefined
  readonly type?: WhereOf<typeof timeline>['type']
  readonly occurred_on?: WhereOf<typeof timeline>['occurred_on']
  readonly page: number
  readonly perPage: number
}

/** The latest first. */
export const timelineOf = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { business, page, perPage, ...given }: Wanted,
): Promise<Page<TimelineDocument>> =>
  ownPageOf(inner, c, timeline, {
    where: { business_id: business.id, ...defined(given) },
    sort: [['occurred_at', 'desc']],
    page,
    perPage,
  })
