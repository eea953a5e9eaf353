// The run aggregate: an agent's work step by step, its questions to a person, and what reviewers thought of what it wrote.
import { ownValue } from '../events/own-value.ts'
import type { Artifact, RunEvent, RunStatus } from '../events/run.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data']

export type RunState =
  | { readonly status: 'none' }
  | {
      readonly status: RunStatus
      readonly started: Data<'RunStarted'>
      /** By step id: whether it is done. */
      readonly steps: { readonly [stepId: string]: boolean }
      readonly artifacts: readonly Artifact[]
      /** The question that waits for an answer, and the answers given. */
      readonly waitingFor: { readonly id: string; readonly options: readonly string[] } | null
      readonly answers: { readonly [interruptId: string]: string }
      /** Who has judged which artifact. */
      readonly judged: ReadonlySet<string>
    }
/** A run that exists. */
export type Run = Exclude<RunState, { status: 'none' }>

export type RunCommand =
  | { readonly type: 'StartRun'; readonly run: Data<'RunStarted'> }
  | { readonly type: 'StartStep'; readonly step: Data<'StepStarted'> }
  | { readonly type: 'CompleteStep'; readonly step: Data<'StepCompleted'> }
  | { readonly type: 'FailRun'; readonly stepId: string | null; readonly message: string }
  | { readonly type: 'Interrupt'; readonly interrupt: Data<'RunInterrupted'> }
  | { readonly type: 'Resume'; readonly interruptId: string; readonly answer: string }
  | { readonly type: 'CompleteRun' }
  | { readonly type: 'GiveFeedback'; readonly feedback: Omit<Data<'RunFeedbackGiven'>, 'superseded_prior'> }

const judgement = ({ artifact_id, reviewer }: Pick<Data<'RunFeedbackGiven'>, 'artifact_id' | 'reviewer'>) =>
  `${artifact_id} ${reviewer.type} ${reviewer.id}`

export const run: Aggregate<RunState, RunCommand, RunEvent> = {
  name: 'run',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'RunStarted')
      return { status: 'running', started: event.data, steps: {}, artifacts: [], waitingFor: null, answers: {}, judged: new Set() }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'StepStarted':
        return { ...state, steps: { ...state.steps, [event.data.step_id]: false } }
      case 'StepCompleted':
        return { ...state, steps: { ...state.steps, [event.data.step_id]: true }, artifacts: [...state.artifacts, ...event.data.artifacts] }
      case 'StepFailed':
      case 'PersonalDataErased':
        return state
      case 'RunInterrupted':
        return { ...state, status: 'interrupted', waitingFor: { id: event.data.interrupt_id, options: event.data.options } }
      case 'RunResumed':
        return {
          ...state,
          status: 'running',
          waitingFor: null,
          answers: { ...state.answers, [event.data.interrupt_id]: event.data.answer },
        }
      case 'RunCompleted':
        return { ...state, status: 'completed' }
      case 'RunFailed':
        return { ...state, status: 'error' }
      case 'RunFeedbackGiven':
        return { ...state, judged: new Set([...state.judged, judgement(event.data)]) }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'StartRun') return state.status === 'none' ? [{ type: 'RunStarted', data: command.run }] : []
    if (state.status === 'none') throw refused('run_not_found')
    switch (command.type) {
      case 'StartStep':
        return state.status === 'running' && !(command.step.step_id in state.steps) ? [{ type: 'StepStarted', data: command.step }] : []
      case 'CompleteStep':
        return state.status === 'running' && state.steps[command.step.step_id] === false
          ? [{ type: 'StepCompleted', data: command.step }]
          : []
      case 'FailRun': {
        if (state.status !== 'running') return []
        const failed: readonly RunEvent[] =
          command.stepId !== null && state.steps[command.stepId] === false
            ? [{ type: 'StepFailed', data: { step_id: command.stepId, message: command.message } }]
            : []
        return [...failed, { type: 'RunFailed', data: { message: command.message } }]
      }
      case 'Interrupt':
        return state.status === 'running' && state.answers[command.interrupt.interrupt_id] === undefined
          ? [{ type: 'RunInterrupted', data: command.interrupt }]
          : []
      case 'Resume': {
        const given = ownValue(state.answers, command.interruptId)
        if (given !== undefined && given !== command.answer) throw refused('answered_otherwise', 'answer')
        if (given !== undefined) return []
        if (state.waitingFor?.id !== command.interruptId) throw refused('interrupt_not_waiting', 'interrupt_id')
        if (state.waitingFor.options.length > 0 && !state.waitingFor.options.includes(command.answer))
          throw refused('answer_not_offered', 'answer')
        return [{ type: 'RunResumed', data: { interrupt_id: command.interruptId, answer: command.answer } }]
      }
      case 'CompleteRun':
        return state.status === 'running' ? [{ type: 'RunCompleted', data: {} }] : []
      case 'GiveFeedback': {
        if (!state.artifacts.some(({ id }) => id === command.feedback.artifact_id)) throw refused('artifact_not_found')
        return [
          { type: 'RunFeedbackGiven', data: { ...command.feedback, superseded_prior: state.judged.has(judgement(command.feedback)) } },
        ]
      }
      default:
        return assertNever(command)
    }
  },
}
