// Runs the agents. Events of the run record the begin and end of each step, so that an interrupted run goes on from its last step
// and no step is done twice.
import { v5 as uuidv5 } from 'uuid'
import { business as businessAggregate } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { type Run, run as runAggregate } from '../commands/run.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Question, Step, StepInput } from './agents/agent.ts'
import { agents } from './agents/agents.ts'
import { sourcesOf } from './agents/evidence.ts'
import { type Model, noModel } from './agents/model.ts'
import { artifactOf, sourceBook } from './agents/statements.ts'
import { type StepToolSources, stepTools } from './agents/tools.ts'
import type { Delivery, Process } from './process.ts'

export type AgentRunDependencies = StepToolSources & { readonly handle: Handle; readonly load: Load; readonly model?: Model }

/** The run goes on no further for now: a step waits for a person, or has failed for good. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** The number of failures of a step that fail the run. Before that it is tried again. */
const attempts = 4

export const agentRuns = ({ handle, load, model = noModel, ...sources }: AgentRunDependencies): Process => {
  const work = async (runId: string, delivery: Delivery) => {
    const command = (asked: Parameters<typeof runAggregate.decide>[0], step: string) =>
      handle(runAggregate, runId, asked, delivery.context(step))
    const state = await load(runAggregate, runId)
    if (state.status !== 'running') return
    const agent = agents.find(({ type }) => type === state.started.agent)
    const business = await load(businessAggregate, state.started.context_id)
    if (!agent || business.status === 'none') {
      await command({ type: 'FailRun', stepId: null, message: 'what this run is about is not there any more' }, 'fail')
      return
    }
    const known = sourcesOf(business)
    const interruptId = (key: string) => uuidv5(`interrupt/${key}`, runId)
    const input: StepInput = {
      business,
      answerTo: (key) => (state as Run).answers[interruptId(key)],
      tools: stepTools(sources, { business, model, signal: delivery.signal }),
    }

    const ask = async (questions: readonly Question[]) => {
      const [{ key, question, options, about }] = questions as [Question]
      await command(
        { type: 'Interrupt', interrupt: { interrupt_id: interruptId(key), question, options: [...options], about } },
        `interrupt/${key}`,
      )
      throw new Stopped()
    }

    const take = async (step: Step, parent: string | null): Promise<void> => {
      const step_id = uuidv5(`step/${parent ?? ''}/${step.name}`, runId)
      if ((state as Run).steps[step_id]) return
      const { name, label, type } = step
      await command({ type: 'StartStep', step: { step_id, parent_step_id: parent, type, name, label } }, `start/${step_id}`)
      const outcome = await outcomeOf(step, input).catch(async (error: unknown) => {
        if (delivery.signal.aborted || delivery.count < attempts) throw error
        const reason = error instanceof Error ? error.message : String(error)
        await command({ type: 'FailRun', stepId: step_id, message: `${label}: ${reason}` }, `fail/${step_id}`)
        throw new Stopped()
      })
      if (outcome.questions?.length) await ask(outcome.questions)
      for (const child of step.steps ?? []) await take(child, step_id)
      const book = sourceBook([...known, ...(outcome.sources ?? [])])
      const drafts = await Promise.all((outcome.drafts ?? []).map((draft) => model.word(draft, book, delivery.signal)))
      const artifacts = drafts.map((draft) => artifactOf(draft, book, runId))
      await command({ type: 'CompleteStep', step: { step_id, resolution: outcome.resolution ?? null, artifacts } }, `complete/${step_id}`)
    }

    try {
      for (const step of agent.steps) await take(step, null)
    } catch (error) {
      if (error instanceof Stopped) return
      throw error
    }
    await command({ type: 'CompleteRun' }, 'complete')
  }

  return {
    name: 'agent_runs',
    on: {
      RunStarted: async ({ stream }, delivery) => {
        await work(aggregateIdOf(stream), delivery)
        return undefined
      },
      RunResumed: async ({ stream }, delivery) => {
        await work(aggregateIdOf(stream), delivery)
        return undefined
      },
    },
  }
}

const outcomeOf = async (step: Step, input: StepInput) => (await step.work?.(input)) ?? {}
