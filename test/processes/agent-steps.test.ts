// The steps of an agent's run: each taken once, however the run is delivered, and what a model, a tool and a person's answer make of it.

import { v5 as uuidv5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { AgentType, RunEvent } from '../../src/events/run.ts'
import { type AgentRunDependencies, agentRuns } from '../../src/processes/agent-runs.ts'
import { type Model, noModel } from '../../src/processes/agents/model.ts'
import { created, source, watchlistHit } from '../commands/businesses.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const mark = '0198c0de-0000-7000-8000-0000000000d1'
const businessOf = ({ id }: Ids) => uuidv5('business', id)
const stepOf = ({ id }: Ids, name: string) => uuidv5(`step//${name}`, id)
const questionOf = ({ id }: Ids) => uuidv5(`interrupt/${watchlistHit.id}`, id)

const runStarted = (ids: Ids, agent: AgentType): RunEvent => ({
  type: 'RunStarted',
  data: {
    run_id: ids.id,
    thread_id: mark,
    agent,
    context_type: 'business',
    context_id: businessOf(ids),
    requester: { id: mark, type: 'account' },
  },
})
const stepStarted = (ids: Ids, name: string): RunEvent => ({
  type: 'StepStarted',
  data: { step_id: stepOf(ids, name), parent_step_id: null, type: 'output', name, label: name },
})

const outside: Omit<AgentRunDependencies, 'handle' | 'load'> = {
  read: (() => assert.unreachable('nothing is read')) as never,
  websiteFor: () => async () => {
    throw new Error('no website is read')
  },
  linkedFor: () => async () => ({ entities: [], counts: {} }),
  now: () => new Date('2026-11-22T10:00:00.000Z'),
}
const process =
  (model: Partial<Model> = {}) =>
  ({ handle, load }: Dependencies) =>
    agentRuns({ ...outside, handle, load, model: { ...noModel, ...model } })

const told = (event: DomainEvent): unknown => {
  switch (event.type) {
    case 'StepStarted':
      return `${event.data.name} begins`
    case 'StepCompleted':
      return event.data.artifacts.map(({ type }) => type)
    case 'RunFailed':
      return event.data.message
    case 'RunInterrupted':
      return event.data.options
    default:
      return event.type
  }
}
const readiness = {
  aggregate: 'run',
  history: (ids: Ids) => [runStarted(ids, 'registration_readiness')],
  beside: (ids: Ids): { readonly [stream: string]: readonly DomainEvent[] } => ({ [`business-${businessOf(ids)}`]: [created()] }),
  process: process(),
  told,
}
const taken = ['check_needs begins', ['registration_readiness'], 'name_agencies begins', [], 'RunCompleted']

test('each step of a run is taken once', () => inEveryWay({ ...readiness, leadsTo: taken }))

test('a run that stopped in the middle of a step goes on with it', () =>
  inEveryWay({
    ...readiness,
    history: (ids) => [runStarted(ids, 'registration_readiness'), stepStarted(ids, 'check_needs')],
    delivered: 0,
    leadsTo: taken.slice(1),
  }))

test('a run that is over is left alone', () =>
  inEveryWay({
    ...readiness,
    history: (ids) => [runStarted(ids, 'registration_readiness'), { type: 'RunCompleted', data: {} }],
    delivered: 0,
    leadsTo: [],
  }))

test('a run about a business that is not there fails, and says so', () =>
  inEveryWay({ ...readiness, beside: {}, leadsTo: ['what this run is about is not there any more'] }))

test('a model that words nothing usable leaves the words of the step', () =>
  inEveryWay({ ...readiness, process: process({ word: async (draft) => draft }), leadsTo: taken }))

const begun = {
  ...readiness,
  history: (ids: Ids) => [runStarted(ids, 'registration_readiness'), stepStarted(ids, 'check_needs')],
  delivered: 0,
}
test('a model that fails or never answers holds up the run, and the runner is told', async () => {
  const fails = process({ word: () => Promise.reject(new Error('the model is gone')) })
  assert.is(await failing({ ...begun, process: fails }), 'the model is gone')
  assert.is(await failing({ ...begun, process: process({ word: () => new Promise(() => {}) }) }, 50), 'no end after 50 ms')
})

// A question to a person

const hit = { ...watchlistHit, match: { score: 0.9, explanation: 'one word more' } }
const screened = (): readonly DomainEvent[] => [
  created(),
  { type: 'WatchlistHitFound', data: { order_id: null, sources: [source], hit } },
  { type: 'WatchlistScreened', data: { order_id: null, sources: [source], screening_id: mark, lists: [], hit_ids: [hit.id] } },
]
const review = {
  ...readiness,
  history: (ids: Ids) => [runStarted(ids, 'sanctions_review')],
  beside: (ids: Ids) => ({ [`business-${businessOf(ids)}`]: screened() }),
}
const interrupted = (ids: Ids): RunEvent => ({
  type: 'RunInterrupted',
  data: { interrupt_id: questionOf(ids), question: 'Is it?', options: ['same', 'different'], about: hit.id },
})
const resumed = (ids: Ids): RunEvent => ({ type: 'RunResumed', data: { interrupt_id: questionOf(ids), answer: 'different' } })

test('a hit that nobody but a person can decide is put to one, once', () =>
  inEveryWay({ ...review, leadsTo: ['weigh_hits begins', ['same', 'different']] }))

test('an answered question is not asked again: the run goes on to its end', () =>
  inEveryWay({
    ...review,
    history: (ids) => [runStarted(ids, 'sanctions_review'), stepStarted(ids, 'weigh_hits'), interrupted(ids), resumed(ids)],
    leadsTo: [['sanctions'], 'RunCompleted'],
  }))

test('a run that waits for its answer does nothing when it is delivered again', () =>
  inEveryWay({
    ...review,
    history: (ids) => [runStarted(ids, 'sanctions_review'), stepStarted(ids, 'weigh_hits'), interrupted(ids)],
    delivered: 0,
    leadsTo: [],
  }))

test.run()
