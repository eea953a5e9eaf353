// The stream of a run: the same frames early, late, twice, from the middle, after the end and after a restart, and frames that AG-UI's own client
// accepts: its schemas, its rules on what may follow what, and its state after them.
import { type BaseEvent, HttpAgent, runHttpRequest, transformHttpEventStream, verifyEvents } from '@ag-ui/client'
import { EventSchemas } from '@ag-ui/core/schemas'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { type ModelServer, startModelServer } from '../processes/agents/model-server.ts'
import { type Body, liveKey, startTestService, type TestService, testKey, until, verified } from './service.ts'

const test = suite('the stream of a run')
let probity: TestService
let model: ModelServer
/** While it is set, a run that words its findings waits. */
let held: PromiseWithResolvers<void> | undefined

test.before(async () => {
  model = await startModelServer(async () => {
    await held?.promise
    return 'nothing'
  })
  probity = await startTestService({ AGENT_MODEL_URL: model.url })
})
test.after(async () => {
  held?.resolve()
  await probity.stop()
  await model.close()
})
test.after.each(() => {
  held?.resolve()
  held = undefined
})

const reviewed = async (request: object = {}): Promise<string> => {
  const { id } = await verified(probity.test, {
    name: 'Streams LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
    ...request,
  })
  return id
}

const start = async (type = 'business_verification', request: object = {}): Promise<Body> =>
  (await probity.test.post('/v1/runs', { type, business_id: await reviewed(request) })).body

/** Runs of live businesses are read with a live key. */
let mode: 'test' | 'live' = 'test'

const becomes = (id: string, status: string) =>
  until(`the run is ${status}`, async () => (await probity[mode].get(`/v1/runs/${id}`)).body.status === status)

type Frame = { readonly id: string; readonly event: string; readonly data: Body }

const open = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${probity.url}/v1/runs/${id}/stream`, { headers: { authorization: `Bearer ${mode === 'test' ? testKey : liveKey}`, ...headers } })

const framesIn = (text: string): readonly Frame[] =>
  text
    .split('\n\n')
    .filter((frame) => frame.includes('data:'))
    .map((frame) => {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1] ?? ''
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
    })

const frames = async (id: string, headers: Record<string, string> = {}): Promise<readonly Frame[]> => {
  const response = await open(id, headers)
  assert.equal([response.status, response.headers.get('content-type')], [200, 'text/event-stream'])
  return framesIn(await response.text())
}

test('early, late, twice and from the middle, the frames are the same, and the stream closes when the run has ended', async () => {
  held = Promise.withResolvers()
  const run = await start()
  await until('the run has asked the model', async () => model.asked.length > 0)
  const early = [frames(run.id), frames(run.id), frames(run.id, { 'last-event-id': '1' })]
  held.resolve()
  await becomes(run.id, 'completed')
  const late = await frames(run.id)
  assert.equal(await Promise.all(early), [late, late, late.slice(2)])
  assert.equal([late[0]?.event, late.at(-1)?.event], ['RUN_STARTED', 'RUN_FINISHED'])
  assert.equal([late[0]?.data.type, late[0]?.data.threadId, late[0]?.data.runId], ['RUN_STARTED', run.thread_id, run.id])
  assert.ok(filled(late.slice(1, -1)).every(({ event, data }) => event === 'STATE_SNAPSHOT' && data.snapshot.id === run.id))
  assert.equal(
    late.map(({ id }) => id),
    late.map((_, index) => String(index)),
  )
  assert.equal(await frames(run.id, { 'last-event-id': '2' }), late.slice(3))
  assert.is((await open(run.id, { 'last-event-id': late.at(-2)?.id ?? '' })).status, 200)
  assert.is((await open(run.id, { 'last-event-id': late.at(-1)?.id ?? '' })).status, 204, 'a browser stops reconnecting')
  await probity.restart()
  assert.equal(await frames(run.id), late)
})

test('a frame leaves as soon as it is made', async () => {
  held = Promise.withResolvers()
  const asked = model.asked.length
  const run = await start()
  await until('the run has asked the model', async () => model.asked.length > asked)
  const reader = (await open(run.id)).body?.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('"status":"running"')) seen += (await reader?.read())?.value ?? ''
  assert.not(seen.includes('RUN_FINISHED'))
  held.resolve()
  while (!seen.includes('RUN_FINISHED')) seen += (await reader?.read())?.value ?? ''
  assert.is((await reader?.read())?.done, true)
})

/** What AG-UI’s client makes of the stream; rejects where a frame may not follow. */
const observed = (id: string) =>
  new Promise<readonly BaseEvent[]>((resolve, reject) => {
    const events: BaseEvent[] = []
    transformHttpEventStream(runHttpRequest(() => open(id)))
      .pipe(verifyEvents())
      .subscribe({ next: (event) => events.push(event), error: reject, complete: () => resolve(events) })
  })

test('AG-UI’s client accepts every frame and their order, and ends with the state that the run has', async () => {
  const run = await start('ownership_review')
  await becomes(run.id, 'completed')
  for (const { data } of filled(await frames(run.id))) {
    const { error } = EventSchemas.safeParse(data)
    assert.is(error, undefined, error?.message)
  }
  assert.equal(
    (await observed(run.id)).map(({ type }) => type),
    (await frames(run.id)).map(({ event }) => event),
  )
  const agent = new HttpAgent({ url: 'http://probity.example', threadId: run.thread_id, fetch: () => open(run.id) })
  await agent.runAgent({ runId: run.id })
  assert.equal(agent.state, (await probity.test.get(`/v1/runs/${run.id}?include=steps`)).body)
})

test('an interrupted run ends with its question, as AG-UI has them, and goes on in the same stream once it is answered', async () => {
  mode = 'live'
  const request = {
    name: 'Acme Widgets LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
    people: [{ name: 'Gregor Vulturoff' }],
  }
  const business = await verified(probity.live, request)
  const { body: run } = await probity.live.post('/v1/runs', { type: 'sanctions_review', business_id: business.id })
  await becomes(run.id, 'interrupted')
  const before = await frames(run.id)
  const { outcome } = EventSchemas.parse(before.at(-1)?.data) as Body
  assert.is(outcome.type, 'interrupt')
  const [{ id: interrupt_id, message, responseSchema }] = outcome.interrupts
  assert.match(message, 'Is "Gregor Vulturoff" the party listed as')
  assert.equal(responseSchema, { type: 'string', enum: ['same', 'different'] })

  // A browser that has read the question reconnects and gets the answer. An id beyond the last frame counts as the id of the last one.
  let opened = 0
  const waiting = [before.at(-1)?.id ?? '', '999'].map(async (last) => {
    const response = await open(run.id, { 'last-event-id': last })
    opened++
    return framesIn(await response.text())
  })
  await until('both wait', async () => opened === 2)

  const refused = await probity.live.post(`/v1/runs/${run.id}/resume`, { interrupt_id, answer: 'approve everything' })
  assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'answer'])
  assert.is((await probity.live.post(`/v1/runs/${run.id}/resume`, { interrupt_id, answer: 'different' })).status, 200)
  await becomes(run.id, 'completed')
  const after = await frames(run.id)
  assert.equal(after.slice(0, before.length), before)
  assert.equal(await frames(run.id, { 'last-event-id': before.at(-1)?.id ?? '' }), after.slice(before.length))
  assert.equal([after[before.length]?.event, after.at(-1)?.event], ['RUN_STARTED', 'RUN_FINISHED'])
  for (const each of filled(await Promise.all(waiting))) assert.equal(each, after.slice(before.length))
  assert.is((await observed(run.id)).length, after.length)
  assert.match(after.at(-2)?.data.snapshot.output.artifacts[0].summary, 'a person says different')
})

test.run()
