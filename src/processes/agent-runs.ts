// Runs the agents. Events of the run record the begin and end of each step, so that an interrupted run goes on from its last step
// and no step is done twice.
import { business as businessAggregate } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { type Run, run as runAggregate } from '../commands/run.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import type { Question, Step, StepInput } from './agents/agent.ts'
import { agents } from './agents/agents.ts'
import { sourcesOf } from './agents/evidence.ts'
import { type Model, noModel } from './agents/model.ts'
import { artifactOf, sourceBook } from './agents/statements.ts'
import { type StepToolSources, stepTools } from './agents/tools.ts'
import type { Delivery, Process } from './process.ts'

export type AgentRunDependencies = StepToolSources & { readonly handle: Handle; readonly load: Load; readonly model?: Model }

/** The run stops for now: a step waits for a person, or has failed for good. */
class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** The number of failures of a step that fail the run. Before that it is tried again. */
const attempts = 4

export const agentRuns = (dependencies: AgentRunDependencies): Process => {
  const go = async ({ stream }: StoredEvent, delivery: Delivery): Promise<undefined> => {
    await work(aggregateIdOf(stream), delivery, dependencies)
    return undefined
  }
  return { name: 'agent_runs', on: { RunStarted: go, RunResumed: go } }
}

/** Takes the steps of a run that are not done yet. */
const work = async (runId: string, delivery: Delivery, { handle, load, model = noModel, ...sources }: AgentRunDependencies) => {
  const command: SendCommand = (next, step) => handle(runAggregate, runId, next, delivery.context(step))
  const run = await load(runAggregate, runId)
  if (run.status !== 'running') return
  const agent = agents.find(({ type }) => type === run.started.agent)
  const business = await load(businessAggregate, run.started.context_id)
  if (!agent || business.status === 'none') {
    await command({ type: 'FailRun', stepId: null, message: 'what this run is about is not there any more' }, 'fail')
    return
  }
  const input: StepInput = {
    business,
    answerTo: (key) => run.answers[interruptIdOf(runId, key)],
    tools: stepTools(sources, { business, model, signal: delivery.signal }),
  }
  const take = takingSteps({ runId, run, input, known: sourcesOf(business), model, command, delivery })
  try {
    for (const step of agent.steps) await take(step, null)
  } catch (error) {
    if (error instanceof Stopped) return
    throw error
  }
  await command({ type: 'CompleteRun' }, 'complete')
}

type SendCommand = (command: Parameters<typeof runAggregate.decide>[0], step: string) => Promise<unknown>

type Progress = {
  readonly runId: string
  readonly run: Run
  readonly input: StepInput
  readonly known: ReturnType<typeof sourcesOf>
  readonly model: Model
  readonly command: SendCommand
  readonly delivery: Delivery
}

const interruptIdOf = (runId: string, key: string) => derivedId(`interrupt/${key}`, runId)

/** Takes one step with the steps below it, each recorded when it starts and when it is complete. @throws Stopped when the run cannot go on now */
const takingSteps = ({ runId, run, input, known, model, command, delivery }: Progress) => {
  const ask = async ({ key, question, options, about }: Question) => {
    const interrupt = { interrupt_id: interruptIdOf(runId, key), question, options: [...options], about }
    await command({ type: 'Interrupt', interrupt }, `interrupt/${key}`)
    throw new Stopped()
  }

  const attempt = (step: Step, stepId: string) =>
    outcomeOf(step, input).catch(async (error: unknown) => {
      if (delivery.signal.aborted || delivery.count < attempts) throw error
      const reason = error instanceof Error ? error.message : String(error)
      await command({ type: 'FailRun', stepId, message: `${step.label}: ${reason}` }, `fail/${stepId}`)
      throw new Stopped()
    })

  const take = async (step: Step, parent: string | null): Promise<void> => {
    const step_id = derivedId(`step/${parent ?? ''}/${step.name}`, runId)
    if (run.steps[step_id]) return
    const { name, label, type } = step
    await command({ type: 'StartStep', step: { step_id, parent_step_id: parent, type, name, label } }, `start/${step_id}`)
    const outcome = await attempt(step, step_id)
    const [question] = outcome.questions ?? []
    if (question) await ask(question)
    for (const child of step.steps ?? []) await take(child, step_id)
    const book = sourceBook([...known, ...(outcome.sources ?? [])])
    const drafts = await Promise.all((outcome.drafts ?? []).map((draft) => model.word(draft, book, delivery.signal)))
    const artifacts = drafts.map((draft) => artifactOf(draft, book, runId))
    await command({ type: 'CompleteStep', step: { step_id, resolution: outcome.resolution ?? null, artifacts } }, `complete/${step_id}`)
  }

  return take
}

const outcomeOf = async (step: Step, input: StepInput) => (await step.work?.(input)) ?? {}
