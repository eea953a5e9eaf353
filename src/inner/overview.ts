// How many businesses of an account stand where, which of them wait for a person, and which came last.
import type { BusinessDocument } from '../projections/businesses.ts'
import type { FindOptions } from '../stores/document-store.ts'
import { noteListed } from './access-log.ts'
import type { ProbityContext } from './environment.ts'
import { findDocuments } from './reading.ts'
import type { Service } from './service.ts'

const perList = 8

export type Overview = {
  /** By status, in the order in which the statuses were given. */
  readonly counts: readonly number[]
  /** Created since midnight (UTC). */
  readonly today: number
  /** The oldest first. */
  readonly waiting: readonly BusinessDocument[]
  /** The newest first. */
  readonly latest: readonly BusinessDocument[]
}

export const overviewOf = async (
  service: Pick<Service, 'documents' | 'now'>,
  c: ProbityContext,
  statuses: readonly string[],
): Promise<Overview> => {
  const account_id = c.get('principal').accountId
  const count = (where: FindOptions['where']) => service.documents.count('businesses', { account_id, ...where })
  const list = (where: FindOptions['where'], direction: 'asc' | 'desc') =>
    findDocuments<BusinessDocument>(service, 'businesses', {
      where: { account_id, ...where },
      sort: [['created_at', direction]],
      perPage: perList,
    })
  const midnight = `${service.now().toISOString().slice(0, 10)}T00:00:00.000Z`
  const [counts, today, waiting, latest] = await Promise.all([
    Promise.all(statuses.map((status) => count({ status }))),
    count({ created_at: { gte: midnight } }),
    list({ status: { in: ['in_review', 'in_audit'] } }, 'asc'),
    list({}, 'desc'),
  ])
  noteListed(c, [...waiting, ...latest])
  return { counts, today, waiting, latest }
}
