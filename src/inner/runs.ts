// Runs of agents and their threads as routes and pages read them.
import type { Artifact } from '../events/run.ts'
import { type BusinessDocument, businesses } from '../projections/businesses.ts'
import { recordAsOf } from '../projections/history.ts'
import type { AnyProjection } from '../projections/projection.ts'
import type { FeedbackDocument, RunDocument, StepDocument, ThreadDocument } from '../projections/runs.ts'
import type { ProbityContext } from './environment.ts'
import { ownPageOf, type Page } from './list-pages.ts'
import { findDocuments, ownDocument } from './reading.ts'
import type { Service } from './service.ts'

export type { Artifact, FeedbackDocument, RunDocument, StepDocument, ThreadDocument }

type Paging = { readonly page: number; readonly perPage: number }

const newestFirst = [['created_at', 'desc']] as const

export const ownRun = (service: Service, c: ProbityContext, id: string): Promise<RunDocument> =>
  ownDocument<RunDocument>(service, c, { collection: 'runs', id, resource: 'run' })

export const ownThread = (service: Service, c: ProbityContext, id: string): Promise<ThreadDocument> =>
  ownDocument<ThreadDocument>(service, c, { collection: 'threads', id, resource: 'thread' })

/** One page of the account's runs, or of those in one thread, the newest first. */
export const runPage = (
  service: Pick<Service, 'documents'>,
  c: ProbityContext,
  { threadId, ...paging }: Paging & { readonly threadId?: string },
): Promise<Page<RunDocument>> =>
  ownPageOf<RunDocument>(service, c, 'runs', { where: threadId === undefined ? {} : { thread_id: threadId }, ...paging })

/** One page of the account's threads, or of those about one business, the newest first. */
export const threadPage = (
  service: Pick<Service, 'documents'>,
  c: ProbityContext,
  { businessId, ...paging }: Paging & { readonly businessId?: string | undefined },
): Promise<Page<ThreadDocument>> =>
  ownPageOf<ThreadDocument>(service, c, 'threads', { where: businessId === undefined ? {} : { context_id: businessId }, ...paging })

/** A thread stands as the latest of its runs does. */
export const latestRun = async (service: Pick<Service, 'documents'>, threadId: string): Promise<RunDocument | undefined> => {
  const newest = { where: { thread_id: threadId }, sort: newestFirst, perPage: 1 }
  return (await findDocuments<RunDocument>(service, 'runs', newest))[0]
}

export const countRuns = ({ documents }: Pick<Service, 'documents'>, threadId: string): Promise<number> =>
  documents.count('runs', { thread_id: threadId })

/** The account's latest thread in which the agent has looked at the business. */
export const latestThread = async (
  service: Pick<Service, 'documents'>,
  c: ProbityContext,
  { businessId, agent }: { readonly businessId: string; readonly agent: string },
): Promise<ThreadDocument | undefined> => {
  const { accountId } = c.get('principal')
  const before = await findDocuments<ThreadDocument>(service, 'threads', {
    where: { context_id: businessId },
    sort: newestFirst,
    perPage: 50,
  })
  return before.find((thread) => thread.agent === agent && thread.account_id === accountId)
}

/** The latest runs about a business that the caller may read. */
export const latestRuns = (service: Pick<Service, 'documents'>, businessId: string, most: number): Promise<readonly RunDocument[]> =>
  findDocuments<RunDocument>(service, 'runs', { where: { context_id: businessId }, sort: newestFirst, perPage: most })

/** What was thought of a run's artifacts, the earliest first. */
export const feedbackOn = (service: Pick<Service, 'documents'>, { id }: RunDocument): Promise<readonly FeedbackDocument[]> =>
  findDocuments<FeedbackDocument>(service, 'run_feedback', { where: { run_id: id }, sort: [['created_at', 'asc']] })

/** The business as it stood when the run ended, so that later evidence does not stand in for what the agent saw. */
export const businessAtRun = async ({ history }: Pick<Service, 'history'>, run: RunDocument): Promise<BusinessDocument | null> =>
  recordAsOf<BusinessDocument>(
    businesses as unknown as AnyProjection,
    await history(`business-${run.context_id}`),
    run.context_id,
    run.ended_at === null ? undefined : { time: run.ended_at },
  )
