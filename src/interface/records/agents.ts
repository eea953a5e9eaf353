// Response records (agents): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { runStatuses, stepTypes } from '../../events/run.ts'
import { AnyObject, Timestamp } from './common.ts'

export const AgentsAgent = z
  .object({
    object: z.string(),
    id: z.uuid(),
    type: z.string(),
    name: z.string(),
    description: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AgentsAgent' })

export const AgentsSource = z
  .object({
    url: z.url(),
    source_name: z.string(),
    source_tier: z.string(),
    source_type: z.string(),
  })
  .meta({ id: 'AgentsSource' })

export const AgentsArtifact = z
  .object({
    /** The id to use in feedback on the artifact. */
    id: z.uuid(),
    title: z.string(),
    type: z.string(),
    confidence: z.string().nullable(),
    summary: z.string(),
    sources: z.array(AgentsSource),
  })
  .meta({ id: 'AgentsArtifact' })

export const AgentsRunInterruptsItem = z
  .object({
    id: z.string(),
    value: AnyObject,
    agent: z.string(),
  })
  .meta({ id: 'AgentsRunInterruptsItem' })

export const AgentsRunOutput = z
  .object({
    artifacts: z.array(AgentsArtifact),
  })
  .meta({ id: 'AgentsRunOutput' })

export const AgentsRunRequester = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.email().nullable(),
  })
  .meta({ id: 'AgentsRunRequester' })

export const AgentsStepResult = z
  .object({
    resolution: z.enum(['auto_approve', 'skip']),
  })
  .meta({ id: 'AgentsStepResult' })

export const AgentsStep = z
  .object({
    id: z.uuid(),
    run_id: z.uuid(),
    agent: z.string(),
    type: z.enum(stepTypes),
    name: z.string(),
    label: z.string(),
    parent_step_id: z.uuid().nullable(),
    status: z.enum(['running', 'completed', 'error']),
    started_at: Timestamp,
    completed_at: Timestamp.nullable(),
    get steps() {
      return z.array(AgentsStep)
    },
    result: AgentsStepResult.optional(),
    artifacts: z.array(AgentsArtifact),
  })
  .meta({ id: 'AgentsStep' })

/** The status of a run or a thread. */
const progress = {
  object: z.string(),
  id: z.uuid(),
  created_at: Timestamp,
  updated_at: Timestamp,
  status: z.enum(runStatuses),
}

/** What a run or a thread is about. */
const context = { context_type: z.string(), context_id: z.uuid() }

export const AgentsRun = z
  .object({
    ...progress,
    thread_id: z.uuid(),
    agent: z.string(),
    ...context,
    requester: AgentsRunRequester,
    started_at: Timestamp,
    ended_at: Timestamp.nullable(),
    output: AgentsRunOutput.nullable(),
    interrupts: z.array(AgentsRunInterruptsItem),
    /** Why a run in status error ended. */
    error: z.string().optional(),
    steps: z.array(AgentsStep).optional(),
  })
  .meta({ id: 'AgentsRun' })

export const AgentsRunFeedbackReviewer = z
  .object({
    type: z.enum(['User', 'Account']),
    id: z.uuid(),
  })
  .meta({ id: 'AgentsRunFeedbackReviewer' })

export const AgentsRunFeedback = z
  .object({
    object: z.string(),
    id: z.uuid(),
    run_id: z.uuid(),
    rating: z.enum(['POSITIVE', 'NEGATIVE']),
    artifact_id: z.uuid(),
    comment: z.string().nullable(),
    reviewer: AgentsRunFeedbackReviewer,
    superseded_prior: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'AgentsRunFeedback' })

export const AgentsThread = z
  .object({
    ...progress,
    agent: z.string(),
    ...context,
    metadata: AnyObject,
    requester: AnyObject,
    steps: z.array(AgentsStep),
  })
  .meta({ id: 'AgentsThread' })
