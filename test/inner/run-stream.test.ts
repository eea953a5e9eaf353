// What a reader of a run's stream holds on to while it reads.

import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runStreams } from '../../src/inner/run-stream.ts'
import { framed } from '../../src/interface/run-frames.ts'
import { reader as readsFrom } from '../../src/projections/read.ts'
import { type RunDocument, runs } from '../../src/projections/runs.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { eventually } from '../eventually.ts'
import { toy } from '../http/toy.ts'
import { openStores } from '../stores/log.ts'

const id = randomUUID()
const started = {
  run_id: id,
  thread_id: randomUUID(),
  agent: 'website_review' as const,
  context_type: 'business',
  context_id: randomUUID(),
  requester: { id: randomUUID(), type: 'account' as const },
}

const passed = async () => true

test('a client hears of the end of a run only when the read models show it', async () => {
  const stores = await openStores()
  await stores.documents.define([{ name: 'accounts', version: 1, indexes: [] }])
  await stores.append(`run-${id}`, { type: 'RunStarted', data: started }, { type: 'RunCompleted', data: {} })
  const events = await stores.log.read(`run-${id}`)
  const run = runs.fold(null, events, id) as RunDocument
  const passedTo: unknown[] = []
  const stream = runStreams({
    read: readsFrom(stores.documents),
    history: (name) => stores.log.read(name),
    watch: async () => ({ close: async () => undefined }),
    passed: async (position, accountId) => {
      await nextTurn()
      passedTo.push([position, accountId])
      return true
    },
  })
  const { send } = toy((app) => app.get('/stream', (c) => stream(c, run)))
  const reader = (await send('GET', '/v1/stream')).body?.getReader()
  assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), 'RUN_STARTED')
  assert.equal(passedTo, [[events.at(-1)?.position, run.account_id]])
  await reader?.cancel()
  await stores.close()
})

test('the stream of a run whose business was erased ends as before', async () => {
  const stores = await openStores()
  await stores.append(`run-${id}`, { type: 'RunStarted', data: started }, { type: 'RunCompleted', data: {} })
  const before = framed(await stores.log.read(`run-${id}`), new Map())
  await stores.append(`run-${id}`, {
    type: 'PersonalDataErased',
    data: { subjects: [id], kind: 'business', requested_by: 'r', reason: 'asked' },
  })
  const after = framed(await stores.log.read(`run-${id}`), new Map())
  assert.is(after.isOver, true)
  assert.equal(after, before)
  await stores.close()
})

test('a reader whose stream breaks off because the store is away leaves nothing watched behind', async () => {
  const stores = await openStores()
  await stores.documents.define([{ name: 'accounts', version: 1, indexes: [] }])
  await stores.append(`run-${id}`, { type: 'RunStarted', data: started })
  const run = runs.fold(null, await stores.log.read(`run-${id}`), id) as RunDocument
  let watched = 0
  let tell = () => {}
  let isAway = false
  const stream = runStreams({
    read: readsFrom(stores.documents),
    history: async (name) => {
      if (isAway) throw new StoreUnavailable('the store is away')
      return stores.log.read(name)
    },
    watch: async (_, onEvents) => {
      watched++
      tell = () => onEvents(0n)
      return { close: async () => void watched-- }
    },
    passed,
  })
  const { send } = toy((app) => app.get('/stream', (c) => stream(c, run)))

  const reader = (await send('GET', '/v1/stream')).body?.getReader()
  assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), /^event: RUN_STARTED\n/)
  assert.is(watched, 1)
  isAway = true
  tell()
  const broken = await reader?.read().then(
    () => undefined,
    (error: Error) => error.name,
  )
  assert.is(broken, 'StoreUnavailable')
  await eventually('nothing is watched', () => watched === 0)
  await stores.close()
})

test('a reader whose key is revoked gets no more of the run', async () => {
  const stores = await openStores()
  await stores.documents.define([{ name: 'accounts', version: 1, indexes: [] }])
  await stores.append(`run-${id}`, { type: 'RunStarted', data: started })
  const run = runs.fold(null, await stores.log.read(`run-${id}`), id) as RunDocument
  let tell = () => {}
  let watched = 0
  const watch = async (_: string, onEvents: (position: bigint) => void) => {
    watched++
    tell = () => onEvents(0n)
    return { close: async () => void watched-- }
  }
  const stream = runStreams({ read: readsFrom(stores.documents), history: (name) => stores.log.read(name), watch, passed })
  let isRevoked = false
  const principal = { accountId: 'a', mode: 'test', actor: { type: 'api_key', id: 'k' }, scopes: ['read_only'] } as const
  const { send } = toy((app) => app.get('/stream', (c) => stream(c, run)), {
    authenticate: async () => (isRevoked ? undefined : principal),
  })
  const reader = (await send('GET', '/v1/stream')).body?.getReader()
  for (const type of ['RUN_STARTED', 'STATE_SNAPSHOT'])
    assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), `event: ${type}`)
  const next = reader?.read()
  isRevoked = true
  await stores.append(`run-${id}`, { type: 'RunCompleted', data: {} })
  tell()
  assert.is((await next)?.done, true)
  await eventually('nothing is watched', () => watched === 0)
  await stores.close()
})

test.run()
