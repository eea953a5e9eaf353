// Runs the agents: each step of the graph is begun and ended by events of the run, so that a run that was cut off goes on from its last step,
// and a step that was done is never done twice.
import { v5 as uuidv5 } from 'uuid'
import { business as businessAggregate } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { type Run, run as runAggregate } from '../commands/run.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { agents, type Question, type Step, sourcesOf } from './agents/agents.ts'
import { ownWords, type Wording } from './agents/model.ts'
import { artifactOf, sourceBook } from './agents/statements.ts'
import type { Delivery, Process } from './process.ts'

export type AgentTools = { readonly handle: Handle; readonly load: Load; readonly wording?: Wording }

/** A step waits for a person. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

export const agentRuns = ({ handle, load, wording = ownWords }: AgentTools): Process => {
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
    const book = sourceBook(sourcesOf(business))
    const interruptId = (key: string) => uuidv5(`interrupt/${key}`, runId)
    const answerTo = (key: string) => (state as Run).answers[interruptId(key)]

    const ask = async (questions: readonly Question[]) => {
      const [{ key, question, options, about }] = questions as [Question]
      await command(
        { type: 'Interrupt', interrupt: { interrupt_id: interruptId(key), question, options: [...options], about } },
        `interrupt/${key}`,
      )
      throw new Interrupted()
    }

    const take = async (step: Step, parent: string | null): Promise<void> => {
      const step_id = uuidv5(`step/${parent ?? ''}/${step.name}`, runId)
      if ((state as Run).steps[step_id]) return
      const { name, label, type } = step
      await command({ type: 'StartStep', step: { step_id, parent_step_id: parent, type, name, label } }, `start/${step_id}`)
      const outcome = step.work?.({ business, answerTo }) ?? {}
      if (outcome.questions?.length) await ask(outcome.questions)
      for (const child of step.steps ?? []) await take(child, step_id)
      const drafts = await Promise.all((outcome.drafts ?? []).map((draft) => wording(draft, book, delivery.signal)))
      const artifacts = drafts.map((draft) => artifactOf(draft, book, runId))
      await command({ type: 'CompleteStep', step: { step_id, resolution: outcome.resolution ?? null, artifacts } }, `complete/${step_id}`)
    }

    try {
      for (const step of agent.steps) await take(step, null)
    } catch (error) {
      if (error instanceof Interrupted) return
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
