// Reads agent runs and their threads, for routes and pages.
import { type Artifact, agentTypes } from '../events/run.ts'
import type { BusinessDocument } from '../projections/businesses.ts'
import {
  type FeedbackDocument,
  type RunDocument,
  runFeedback,
  runs,
  type StepDocument,
  type ThreadDocument,
  threads,
} from '../projections/runs.ts'
import { businessAsOf } from './business/history.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { own, ownDocument, type Reads } from './framework/reading.ts'

/** The agents of the service. */
export type KnownAgents = {
  readonly agents: readonly { readonly id: string; readonly type: string; readonly name: string; readonly description: string }[]
}

export type { Artifact, FeedbackDocument, RunDocument, StepDocument, ThreadDocument }

type Paging = { readonly page: number; readonly perPage: number }

export const ownRun = (inner: Reads, c: ProbityContext, id: string): Promise<RunDocument> =>
  ownDocument(inner, c, { projection: runs, id, resource: 'run' })

export const ownThread = (inner: Reads, c: ProbityContext, id: string): Promise<ThreadDocument> =>
  ownDocument(inner, c, { projection: threads, id, resource: 'thread' })

/** One page of the account's runs, of those in one thread, or of those about one business, the newest first. */
export const runPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { threadId, businessId, ...paging }: Paging & { readonly threadId?: string; readonly businessId?: string | undefined },
): Promise<Page<RunDocument>> => {
  const where = { ...(threadId !== undefined && { thread_id: threadId }), ...(businessId !== undefined && { context_id: businessId }) }
  return ownPageOf(inner, c, runs, { where, sort: newestFirst, ...paging })
}

/** One page of the account's threads, or of those about one business, the newest first. */
export const threadPage = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { businessId, ...paging }: Paging & { readonly businessId?: string | undefined },
): Promise<Page<ThreadDocument>> =>
  ownPageOf(inner, c, threads, { where: businessId === undefined ? {} : { context_id: businessId }, sort: newestFirst, ...paging })

/** A thread has the status of its latest run. */
export const latestRun = async (inner: Pick<Reads, 'read'>, c: ProbityContext, threadId: string): Promise<RunDocument | undefined> => {
  const [latest] = await own(inner, c, runs).find({ where: { thread_id: threadId }, sort: newestFirst, perPage: 1 })
  return latest
}

export const countRuns = (inner: Pick<Reads, 'read'>, c: ProbityContext, threadId: string): Promise<number> =>
  own(inner, c, runs).count({ thread_id: threadId })

/** The account's latest thread of the agent about the business. */
export const latestThread = async (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { businessId, agent }: { readonly businessId: string; readonly agent: string },
): Promise<ThreadDocument | undefined> => {
  const type = agentTypes.find((each) => each === agent)
  if (!type) return undefined
  const [latest] = await own(inner, c, threads).find({ where: { context_id: businessId, agent: type }, sort: newestFirst, perPage: 1 })
  return latest
}

/** The latest runs about a business that the caller may read. */
export const latestRuns = (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  { businessId, most }: { readonly businessId: string; readonly most: number },
): Promise<readonly RunDocument[]> => own(inner, c, runs).find({ where: { context_id: businessId }, sort: newestFirst, perPage: most })

/** The feedback on a run's artifacts, earliest first. */
export const feedbackOn = (inner: Pick<Reads, 'read'>, c: ProbityContext, { id }: RunDocument): Promise<readonly FeedbackDocument[]> =>
  own(inner, c, runFeedback).find({ where: { run_id: id }, sort: [['created_at', 'asc']] })

/** The business as it was when the run ended: what the agent saw, without later evidence. */
export const businessAtRun = (inner: Pick<Reads, 'read' | 'history'>, run: RunDocument): Promise<BusinessDocument | null> =>
  businessAsOf(inner, run.context_id, run.ended_at === null ? undefined : { time: run.ended_at })
