// Runs that are interrupted, answered, cut off and taken up again.

import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAggregates } from '../../src/commands/handler.ts'
import { type Run, run } from '../../src/commands/run.ts'
import type { AgentType } from '../../src/events/run.ts'
import { sandboxWebsites } from '../../src/evidence/sandbox/website.ts'
import { agentRuns } from '../../src/processes/agent-runs.ts'
import { type Model, noModel } from '../../src/processes/agents/model.ts'
import { type Runner, startRunner } from '../../src/processes/running/runner.ts'
import { projections } from '../../src/projections/all.ts'
import { reader } from '../../src/projections/read.ts'
import { created, source, submitted } from '../commands/businesses.ts'
import { until } from '../eventually.ts'
import { context, openStores, type Stores } from '../stores/log.ts'

let stores: Stores
let runner: Runner | undefined

test.before.each(async () => {
  stores = await openStores()
  await stores.documents.define(projections.map(({ spec }) => spec))
  await stores.append(`business-${submitted.business_id}`, created({ website: { url: 'https://acme.example' } }), hit, screened)
})
test.after.each(async () => {
  await runner?.close()
  await stores.close()
})

const hitId = '0198c0de-0000-7000-8000-0000000000f1'
const hit = {
  type: 'WatchlistHitFound' as const,
  data: {
    order_id: null,
    sources: [source],
    hit: {
      id: hitId,
      screened: 'business' as const,
      screened_id: submitted.business_id,
      screened_name: submitted.name,
      list: 'SDN',
      entity_name: 'ACME WIDGET TRADING',
      matched_name: 'ACME WIDGET TRADING',
      match: { score: 0.9, explanation: 'one word more' },
      entity_aliases: [],
      entity_type: 'entity',
      addresses: [],
      programs: ['SDGT'],
      listed_at: null,
      remarks: null,
      agency_information_url: '',
      agency_list_url: '',
      url: null,
      list_country: 'US',
      list_region: 'North America',
    },
  },
}
const screened = {
  type: 'WatchlistScreened' as const,
  data: { order_id: null, sources: [source], screening_id: randomUUID(), lists: [], hit_ids: [hitId] },
}

const handle = () => openAggregates(stores.log).handle
const stateOf = async (id: string) => (await openAggregates(stores.log).load(run, id)) as Run

const start = async (model: Partial<Model> = {}, websiteFor: Parameters<typeof agentRuns>[0]['websiteFor'] = () => sandboxWebsites) => {
  const process = agentRuns({
    handle: handle(),
    load: openAggregates(stores.log).load,
    read: reader(stores.documents),
    model: { ...noModel, ...model },
    websiteFor,
    linkedFor: () => async () => ({ entities: [], counts: {} }),
    now: () => new Date(),
  })
  runner = await startRunner({ log: stores.log, documents: stores.documents, process, pause: () => 50 })
}

const startRun = async (agent: AgentType): Promise<string> => {
  const id = randomUUID()
  const about = {
    agent,
    context_type: 'business',
    context_id: submitted.business_id,
    requester: { id: submitted.business_id, type: 'account' as const },
  }
  await handle()(run, id, { type: 'StartRun', run: { run_id: id, thread_id: randomUUID(), ...about } }, context())
  return id
}

const becomes = (id: string, status: Run['status']) => until(`the run is ${status}`, async () => (await stateOf(id)).status === status)
const eventsOf = async (id: string) => (await stores.log.read(`run-${id}`)).map(({ type }) => type)

/** What comes of a review of the sanctions hits that asks a person and gets this answer. */
const answeredReview = async (answer: string) => {
  await start()
  const id = await startRun('sanctions_review')
  await becomes(id, 'interrupted')
  const { waitingFor } = await stateOf(id)
  await handle()(run, id, { type: 'Resume', interruptId: waitingFor?.id ?? '', answer }, context())
  await becomes(id, 'completed')
  const [artifact] = (await stateOf(id)).artifacts
  return { id, artifact }
}

test('a list that does not tell people from companies says nothing against a person', async () => {
  const person = {
    ...hit.data.hit,
    id: '0198c0de-0000-7000-8000-0000000000f2',
    screened: 'person' as const,
    match: { score: 1, explanation: 'the same name' },
    entity_type: 'unknown',
  }
  await stores.append(`business-${submitted.business_id}`, { ...hit, data: { ...hit.data, hit: person } })
  const { artifact } = await answeredReview('different')
  assert.match(artifact?.summary ?? '', /\(party, SDN, SDGT\): not decided/)
})

test('a hit that the names alone cannot decide is put to a person, and the run goes on with the answer', async () => {
  const { id, artifact } = await answeredReview('different')
  assert.match(artifact?.summary ?? '', 'a person says different')
  assert.equal(
    artifact?.sources.map(({ id: cited }) => cited),
    [source.id],
  )
  assert.equal((await eventsOf(id)).filter((type) => type === 'StepStarted').length, 1)
})

for (const [what, reason, resumed] of [
  ['to a question that was not asked', 'interrupt_not_waiting', () => ({ interruptId: randomUUID(), answer: 'same' })],
  ['that was not offered', 'answer_not_offered', (waiting: string) => ({ interruptId: waiting, answer: 'approve everything' })],
] as const)
  test(`an answer ${what} is refused`, async () => {
    await start()
    const id = await startRun('sanctions_review')
    await becomes(id, 'interrupted')
    const waiting = (await stateOf(id)).waitingFor?.id ?? ''
    try {
      await handle()(run, id, { type: 'Resume', ...resumed(waiting) }, context())
      assert.unreachable()
    } catch (error) {
      assert.is((error as { reason?: string }).reason, reason)
    }
  })

test('the first answer to a question stands: the same again changes nothing, and another one is refused', async () => {
  await start()
  const id = await startRun('sanctions_review')
  await becomes(id, 'interrupted')
  const interruptId = (await stateOf(id)).waitingFor?.id ?? ''
  const say = (answer: string) => handle()(run, id, { type: 'Resume', interruptId, answer }, context())
  const reasonOf = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === 'rejected' ? (outcome.reason as { reason?: string }).reason : 'taken'
  assert.equal((await Promise.allSettled([say('same'), say('different')])).map(reasonOf), ['taken', 'answered_otherwise'])
  await becomes(id, 'completed')
  assert.equal((await Promise.allSettled([say('same'), say('different')])).map(reasonOf), ['taken', 'answered_otherwise'])
  assert.equal((await eventsOf(id)).filter((type) => type === 'RunResumed').length, 1)
})

test('a run cut off in the middle of a step goes on from there after a restart, and no step is taken twice', async () => {
  let reached = false
  await start({
    word: async (draft, _, signal) => {
      if (draft.type !== 'website_now') return draft
      reached = true
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    },
  })
  const id = await startRun('website_review')
  await until('the second step is being worked on', async () => reached)
  await runner?.close()
  assert.equal(await eventsOf(id), ['RunStarted', 'StepStarted', 'StepCompleted', 'StepStarted'])
  await start()
  await becomes(id, 'completed')
  assert.equal(await eventsOf(id), [
    'RunStarted',
    ...['StepStarted', 'StepCompleted'],
    ...['StepStarted', 'StepCompleted'],
    ...['StepStarted', 'StepCompleted'],
    'RunCompleted',
  ])
})

test('a step whose tool fails again and again fails the run, and says why', async () => {
  let asked = 0
  await start({}, () => async () => {
    asked++
    throw new Error('the fetcher is gone')
  })
  const id = await startRun('website_review')
  await becomes(id, 'error')
  assert.equal((await eventsOf(id)).slice(-2), ['StepFailed', 'RunFailed'])
  const failed = (await stores.log.read(`run-${id}`)).at(-1)
  assert.equal(failed?.data, { message: 'Looking at the website now: the fetcher is gone' })
  assert.is(asked, 4)
})

test.run()
