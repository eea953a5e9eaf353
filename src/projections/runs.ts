// The collections `threads`, `runs` and `run_feedback` of agents.

import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { Artifact, RunStatus, stepTypes, ThreadEvent } from '../events/run.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

type Context = Omit<ThreadEvent['data'], 'thread_id'>

export type StepDocument = {
  readonly id: string
  readonly parent_step_id: string | null
  readonly type: (typeof stepTypes)[number]
  readonly name: string
  readonly label: string
  readonly status: 'running' | 'completed' | 'error'
  readonly started_at: string
  readonly completed_at: string | null
  readonly resolution: 'auto_approve' | 'skip' | null
  readonly artifacts: readonly Artifact[]
}

export type ThreadDocument = Context & {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly created_at: string
  readonly updated_at: string
}

export type RunDocument = Context & {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly thread_id: string
  readonly status: RunStatus
  readonly steps: readonly StepDocument[]
  readonly interrupts: readonly {
    readonly id: string
    readonly question: string
    readonly options: readonly string[]
    readonly about: string
    readonly answer: string | null
  }[]
  readonly error: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly started_at: string
  readonly ended_at: string | null
}

export const threads = projection<ThreadDocument>()({
  collection: 'threads',
  version: 2,
  indexes: [
    ['account_id', 'mode', 'created_at'],
    ['context_id', 'created_at'],
  ],
  filters: ['agent'],
  starts: {
    ThreadStarted: ({ data: { thread_id, ...context }, metadata }) => ({
      ...context,
      id: thread_id,
      account_id: metadata.account_id,
      created_at: metadata.recorded_at,
      updated_at: metadata.recorded_at,
    }),
  },
})

type At = { readonly metadata: { readonly recorded_at: string } }

const changed = (run: RunDocument, { metadata }: At, change: Partial<RunDocument>): RunDocument => ({
  ...run,
  ...change,
  updated_at: metadata.recorded_at,
})

const withStep = (run: RunDocument, event: At, stepId: string, change: Partial<StepDocument>): RunDocument =>
  changed(run, event, {
    steps: run.steps.map((step) => (step.id === stepId ? { ...step, ...change, completed_at: event.metadata.recorded_at } : step)),
  })

/** What analysts filter, group and join by. */
type RunColumns = {
  readonly business_id: string | null
  readonly requester_type: RunDocument['requester']['type']
  readonly requester_id: string
  readonly step_count: number
  readonly artifact_count: number
  readonly question_count: number
  /** From its start to its end, with the time that its questions waited. */
  readonly seconds: number | null
}

const runColumns = ({ context_type, context_id, requester, steps, interrupts, started_at, ended_at }: RunDocument): RunColumns => ({
  business_id: context_type === 'business' ? context_id : null,
  requester_type: requester.type,
  requester_id: requester.id,
  step_count: steps.length,
  artifact_count: steps.reduce((sum, { artifacts }) => sum + artifacts.length, 0),
  question_count: interrupts.length,
  seconds: ended_at === null ? null : (Date.parse(ended_at) - Date.parse(started_at)) / 1000,
})

export const runs = projection<RunDocument, RunDocument & RunColumns>()({
  collection: 'runs',
  version: 3,
  indexes: [
    ['account_id', 'mode', 'created_at'],
    ['thread_id', 'created_at'],
    ['context_id', 'created_at'],
  ],
  schema: columns<RunDocument & RunColumns>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    thread_id: 'text',
    agent: 'text',
    business_id: 'text',
    status: 'text',
    error: 'text',
    requester_type: 'text',
    requester_id: 'text',
    step_count: 'integer',
    artifact_count: 'integer',
    question_count: 'integer',
    seconds: 'number',
    steps: 'json',
    interrupts: 'json',
    created_at: 'text',
    updated_at: 'text',
    started_at: 'text',
    ended_at: 'text',
  }),
  completed: (run) => ({ ...run, ...runColumns(run) }),
  starts: {
    RunStarted: ({ data: { run_id, ...run }, metadata }) => ({
      ...run,
      id: run_id,
      account_id: metadata.account_id,
      status: 'running',
      steps: [],
      interrupts: [],
      error: null,
      created_at: metadata.recorded_at,
      updated_at: metadata.recorded_at,
      started_at: metadata.recorded_at,
      ended_at: null,
    }),
  },
  on: {
    StepStarted: (run, event) => {
      const { step_id, parent_step_id, type, name, label } = event.data
      const step: StepDocument = {
        id: step_id,
        parent_step_id,
        type,
        name,
        label,
        status: 'running',
        started_at: event.metadata.recorded_at,
        completed_at: null,
        resolution: null,
        artifacts: [],
      }
      return changed(run, event, { steps: [...run.steps, step] })
    },
    StepCompleted: (run, event) =>
      withStep(run, event, event.data.step_id, { status: 'completed', resolution: event.data.resolution, artifacts: event.data.artifacts }),
    StepFailed: (run, event) => withStep(run, event, event.data.step_id, { status: 'error' }),
    RunInterrupted: (run, event) => {
      const { interrupt_id, question, options, about } = event.data
      return changed(run, event, {
        status: 'interrupted',
        interrupts: [...run.interrupts, { id: interrupt_id, question, options, about, answer: null }],
      })
    },
    RunResumed: (run, event) =>
      changed(run, event, {
        status: 'running',
        interrupts: run.interrupts.map((each) => (each.id === event.data.interrupt_id ? { ...each, answer: event.data.answer } : each)),
      }),
    RunCompleted: (run, event) => changed(run, event, { status: 'completed', ended_at: event.metadata.recorded_at }),
    RunFailed: (run, event) => changed(run, event, { status: 'error', error: event.data.message, ended_at: event.metadata.recorded_at }),
  },
})

export type FeedbackDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly run_id: string
  readonly artifact_id: string
  readonly rating: 'POSITIVE' | 'NEGATIVE'
  readonly comment: string | null
  readonly reviewer: { readonly type: 'User' | 'Account'; readonly id: string }
  readonly superseded_prior: boolean
  readonly created_at: string
}

export const runFeedback = projection<FeedbackDocument>()({
  collection: 'run_feedback',
  version: 3,
  indexes: [['run_id', 'created_at'], 'account_id', 'rating'],
  filters: ['mode'],
  schema: columns<FeedbackDocument>({
    id: 'text',
    account_id: 'text',
    mode: 'text',
    run_id: 'text',
    artifact_id: 'text',
    rating: 'text',
    comment: 'text',
    reviewer: 'json',
    superseded_prior: 'boolean',
    created_at: 'text',
  }),
  key: ({ data }) => ('feedback_id' in data ? data.feedback_id : []),
  starts: {
    RunFeedbackGiven: ({ data: { feedback_id, ...feedback }, stream, metadata }) => ({
      ...feedback,
      id: feedback_id,
      account_id: metadata.account_id,
      run_id: aggregateIdOf(stream),
      created_at: metadata.recorded_at,
    }),
  },
})
