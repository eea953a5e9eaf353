// Threads, runs, steps and feedback in responses.
import type { z } from 'zod'
import type { Artifact } from '../../events/run.ts'
import type { FeedbackDocument, RunDocument, StepDocument, ThreadDocument } from '../../projections/runs.ts'
import type { AgentsRun, AgentsRunFeedback, AgentsStep, AgentsThread } from '../records/agents.ts'
import type { RequesterNames } from './orders.ts'

const artifactResource = ({ id, title, type, confidence, summary, sources }: Artifact) => ({
  id,
  title,
  type,
  confidence,
  summary,
  sources: sources.map(({ id: _, ...source }) => source),
})

const stepResource = (run: RunDocument, step: StepDocument): z.output<typeof AgentsStep> => ({
  id: step.id,
  run_id: run.id,
  agent: run.agent,
  type: step.type,
  name: step.name,
  label: step.label,
  parent_step_id: step.parent_step_id,
  status: step.status,
  started_at: step.started_at,
  completed_at: step.completed_at,
  steps: run.steps.filter(({ parent_step_id }) => parent_step_id === step.id).map((child) => stepResource(run, child)),
  ...(step.resolution ? { result: { resolution: step.resolution } } : {}),
  artifacts: step.artifacts.map(artifactResource),
})

const stepsOf = (run: RunDocument) =>
  run.steps.filter(({ parent_step_id }) => parent_step_id === null).map((step) => stepResource(run, step))

/** `steps`: whether to include the execution trace. */
export const runResource = (run: RunDocument, names: RequesterNames, { steps }: { steps: boolean }): z.output<typeof AgentsRun> => ({
  object: 'run',
  id: run.id,
  created_at: run.created_at,
  updated_at: run.updated_at,
  status: run.status,
  thread_id: run.thread_id,
  agent: run.agent,
  context_type: run.context_type,
  context_id: run.context_id,
  requester: { id: run.requester.id, name: names.get(run.requester.id) ?? '', email: null },
  started_at: run.started_at,
  ended_at: run.ended_at,
  output: run.status === 'completed' ? { artifacts: run.steps.flatMap(({ artifacts }) => artifacts).map(artifactResource) } : null,
  interrupts: run.interrupts
    .filter(({ answer }) => answer === null)
    .map(({ id, question, options, about }) => ({ id, value: { question, options, about }, agent: run.agent })),
  ...(run.error ? { error: run.error } : {}),
  ...(steps ? { steps: stepsOf(run) } : {}),
})

/** A thread has the status of its latest run. Without runs it counts as completed. */
export const threadResource = (
  thread: ThreadDocument,
  latest: RunDocument | undefined,
  names: RequesterNames,
): z.output<typeof AgentsThread> => ({
  object: 'thread',
  id: thread.id,
  agent: thread.agent,
  context_type: thread.context_type,
  context_id: thread.context_id,
  created_at: thread.created_at,
  updated_at: latest?.updated_at ?? thread.updated_at,
  status: latest?.status ?? 'completed',
  metadata: {},
  requester: { id: thread.requester.id, type: thread.requester.type, name: names.get(thread.requester.id) ?? '' },
  steps: latest ? stepsOf(latest) : [],
})

export const feedbackResource = ({ account_id: _, mode: __, ...feedback }: FeedbackDocument): z.output<typeof AgentsRunFeedback> => ({
  object: 'run_feedback',
  ...feedback,
})
