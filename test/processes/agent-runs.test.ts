// Runs that are interrupted, answered, cut off and taken up again.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commandHandler, loader } from '../../src/commands/handler.ts'
import { type Run, run } from '../../src/commands/run.ts'
import { agentRuns } from '../../src/processes/agent-runs.ts'
import { ownWords, type Wording } from '../../src/processes/agents/model.ts'
import { type Runner, startRunner } from '../../src/processes/runner.ts'
import { created, source, submitted } from '../commands/businesses.ts'
import { until } from '../eventually.ts'
import { context, openStores, type Stores } from '../stores/log.ts'

let stores: Stores
let runner: Runner | undefined

test.before.each(async () => {
  stores = await openStores()
  await stores.append(`business-${submitted.business_id}`, created(), hit, screened)
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

const handle = () => commandHandler(stores.log)
const stateOf = async (id: string) => (await loader(stores.log)(run, id)) as Run

const start = async (wording: Wording = ownWords) => {
  const process = agentRuns({ handle: handle(), load: loader(stores.log), wording })
  runner = await startRunner({ log: stores.log, documents: stores.documents, process, pause: () => 50 })
}

const startRun = async (agent: 'sanctions_review' | 'ownership_review'): Promise<string> => {
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

test('a hit that the names alone cannot decide is put to a person, and the run goes on with the answer', async () => {
  await start()
  const id = await startRun('sanctions_review')
  await becomes(id, 'interrupted')
  const { waitingFor } = await stateOf(id)
  await handle()(run, id, { type: 'Resume', interruptId: waitingFor ?? '', answer: 'different' }, context())
  await becomes(id, 'completed')
  const [artifact] = (await stateOf(id)).artifacts
  assert.match(artifact?.summary ?? '', 'a person says different')
  assert.equal(
    artifact?.sources.map(({ id: cited }) => cited),
    [source.id],
  )
  assert.equal((await eventsOf(id)).filter((type) => type === 'StepStarted').length, 2)
})

test('an answer to a question that was not asked is refused', async () => {
  await start()
  const id = await startRun('sanctions_review')
  await becomes(id, 'interrupted')
  try {
    await handle()(run, id, { type: 'Resume', interruptId: randomUUID(), answer: 'same' }, context())
    assert.unreachable()
  } catch (error) {
    assert.is((error as { reason?: string }).reason, 'interrupt_not_waiting')
  }
})

test('a run cut off in the middle of a step goes on from there after a restart, and no step is taken twice', async () => {
  let reached = false
  await start(async (_, __, signal) => {
    reached = true
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  })
  const id = await startRun('ownership_review')
  await until('the second step is being worked on', async () => reached)
  await runner?.close()
  assert.equal(await eventsOf(id), ['RunStarted', 'StepStarted', 'StepCompleted', 'StepStarted'])
  await start()
  await becomes(id, 'completed')
  assert.equal(await eventsOf(id), ['RunStarted', 'StepStarted', 'StepCompleted', 'StepStarted', 'StepCompleted', 'RunCompleted'])
})

test.run()
