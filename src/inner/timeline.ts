// A business's timeline, for its route and its page: what the registries say happened to it.
import type { TimelineDocument } from '../projections/timeline.ts'
import type { Condition } from '../stores/document-store.ts'
import { defined } from './defined.ts'
import type { ProbityContext } from './environment.ts'
import { ownPageOf, type Page } from './list-pages.ts'
import type { Service } from './service.ts'

export { type TimelineType, timelineTypes } from '../events/monitor.ts'
export type { TimelineDocument }

type Wanted = {
  readonly business: { readonly id: string }
  readonly plain_type?: string | undefined
  readonly type?: Condition | undefined
  readonly occurred_on?: Condition | undefined
  readonly page: number
  readonly perPage: number
}

/** The latest first. */
export const timelineOf = (
  service: Pick<Service, 'documents'>,
  c: ProbityContext,
  { business, page, perPage, ...given }: Wanted,
): Promise<Page<TimelineDocument>> =>
  ownPageOf<TimelineDocument>(service, c, 'timeline', {
    where: { business_id: business.id, ...defined(given) },
    sort: [['occurred_at', 'desc']],
    page,
    perPage,
  })
