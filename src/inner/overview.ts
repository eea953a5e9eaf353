// The overview of an account: businesses per status, those that wait for a person, and the latest ones.

import { waitingStatuses } from '../events/business-status.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import type { WhereOf } from '../projections/read.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { own, type Reads } from './framework/reading.ts'
import type { Clock } from './framework/sending.ts'

const perList = 8

export type Overview = {
  /** By status, in the order of the statuses asked for. */
  readonly counts: readonly number[]
  /** Created since midnight (UTC). */
  readonly today: number
  /** The oldest first. */
  readonly waiting: readonly BusinessDocument[]
  /** The newest first. */
  readonly latest: readonly BusinessDocument[]
}

export const overviewOf = async (
  inner: Clock & Pick<Reads, 'read'>,
  c: ProbityContext,
  statuses: readonly BusinessDocument['status'][],
): Promise<Overview> => {
  const documents = own(inner, c, businesses)
  const count = (where: WhereOf<typeof businesses>) => documents.count(where)
  const list = (where: WhereOf<typeof businesses>, direction: 'asc' | 'desc') =>
    documents.find({
      where,
      sort: [['created_at', direction]],
      perPage: perList,
    })
  const midnight = `${inner.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  const [counts, today, waiting, latest] = await Promise.all([
    Promise.all(statuses.map((status) => count({ status }))),
    count({ created_at: { gte: midnight } }),
    list({ status: { in: waitingStatuses } }, 'asc'),
    list({}, 'desc'),
  ])
  noteListed(c, [...waiting, ...latest])
  return { counts, today, waiting, latest }
}
