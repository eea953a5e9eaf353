// What can happen to an agent's work: a thread is where runs about one thing follow each other; a run's steps are events, so that it can be
// watched while it works, goes on from its last step after a restart, and can be checked later.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { erasureEvents } from './erasure.ts'

export const agentTypes = [
  'business_verification',
  'website_review',
  'ownership_review',
  'sanctions_review',
  'registration_readiness',
] as const
export type AgentType = (typeof agentTypes)[number]

const context = {
  agent: z.enum(agentTypes),
  context_type: z.string(),
  context_id: z.uuid(),
  requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user']) }),
}

const ArtifactSource = z.object({
  id: z.string(),
  url: z.string(),
  source_name: z.string(),
  source_tier: z.string(),
  source_type: z.string(),
})

export const Artifact = z.object({
  id: z.uuid(),
  title: z.string(),
  type: z.string(),
  confidence: z.enum(['low', 'medium', 'high']).nullable(),
  /** Every statement cites at least one of the artifact's sources, or says that there is none to cite. */
  summary: personal(z.string()),
  sources: z.array(ArtifactSource),
})
export type Artifact = z.output<typeof Artifact>

export const stepTypes = ['activity', 'output', 'interrupt', 'error'] as const

export const runStatuses = ['running', 'completed', 'error', 'interrupted'] as const
export type RunStatus = (typeof runStatuses)[number]

export const threadEvents = {
  ThreadStarted: z.object({ thread_id: z.uuid(), ...context }),
}

export const runEvents = {
  ...erasureEvents,
  RunStarted: z.object({ run_id: z.uuid(), thread_id: z.uuid(), ...context }),
  StepStarted: z.object({
    step_id: z.uuid(),
    parent_step_id: z.uuid().nullable(),
    type: z.enum(stepTypes),
    name: z.string(),
    label: z.string(),
  }),
  StepCompleted: z.object({ step_id: z.uuid(), resolution: z.enum(['auto_approve', 'skip']).nullable(), artifacts: z.array(Artifact) }),
  /** Why: an error may repeat what a source or a page answered, which may name people. */
  StepFailed: z.object({ step_id: z.uuid(), message: personal(z.string()) }),
  /** The run waits for a person's answer. */
  RunInterrupted: z.object({ interrupt_id: z.uuid(), question: personal(z.string()), options: z.array(z.string()), about: z.string() }),
  RunResumed: z.object({ interrupt_id: z.uuid(), answer: personal(z.string()) }),
  RunCompleted: z.object({}),
  RunFailed: z.object({ message: personal(z.string()) }),
  RunFeedbackGiven: z.object({
    feedback_id: z.uuid(),
    artifact_id: z.uuid(),
    rating: z.enum(['POSITIVE', 'NEGATIVE']),
    comment: personal(z.string().nullable()),
    reviewer: z.object({ type: z.enum(['User', 'Account']), id: z.uuid() }),
    superseded_prior: z.boolean(),
  }),
}

export type ThreadEvent = EventOf<typeof threadEvents>
export type RunEvent = EventOf<typeof runEvents>
