// What a runner does again after it has ended, and what not: after a clean stop, a kill, a rebuild of the read models, a restored backup.
import { randomUUID } from 'node:crypto'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../../src/commands/account.ts'
import { openAggregates } from '../../../src/commands/handler.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { type Delivery, later } from '../../../src/processes/process.ts'
import { retryInboxKind } from '../../../src/processes/running/retry-inbox.ts'
import { startRunner } from '../../../src/processes/running/runner.ts'
import { moveProcessCheckpoints, processCheckpointKind } from '../../../src/stores/process-checkpoints.ts'
import { eventually, inTime, settled } from '../../eventually.ts'
import { openStores, switched } from '../../stores/log.ts'
import { type React, runnerScene, stream } from './runner-scene.ts'

const test = suite('restarts of the runner')
const scene = runnerScene(test)
const { start, killed, works, worksBecome } = scene

test('a deferral survives a restart', async () => {
  let clock = Date.parse('2026-11-21T09:00:00.000Z')
  const seen: number[] = []
  const react: React = async (_, { count }) => {
    seen.push(count)
    return count === 1 ? later(new Date(clock), 60_000) : undefined
  }
  await scene.stores.append(stream('a'), switched('x'))
  const runner = await start(react, { now: () => new Date(clock) })
  await eventually('it was deferred', () => seen.length === 1 && runner.position() >= 0n)
  await runner.close()
  scene.stores = await scene.stores.reopen()
  await start(react, { now: () => new Date(clock) })
  clock += 60_000
  await eventually('it came again', () => seen.length === 2)
  assert.equal(seen, [1, 2])
})

test('what was handled and noted is not delivered again after a clean stop', async () => {
  const seen: string[] = []
  const position = await scene.stores.append(stream('a'), switched('one'))
  const first = await start(async ({ data }) => void seen.push(data.feature))
  await eventually('it was handled', () => first.position() >= position)
  await first.close()
  await scene.stores.append(stream('a'), switched('two'))
  await start(async ({ data }) => void seen.push(data.feature))
  await eventually('the next was seen', () => seen.includes('two'))
  assert.equal(seen, ['one', 'two'])
})

/** Closes the stores, as at a stop, and opens them when their folder was changed. */
const changedFolder = async (change: (file: (name: string) => string) => void): Promise<void> => {
  const { folder } = scene.stores
  await scene.closeRunners()
  await scene.stores.store.close()
  await scene.stores.documents.close()
  change((name) => join(folder, name))
  scene.stores = await openStores(folder)
}

/** Closes the stores and deletes the read models, as an operator does for a rebuild. */
const withoutReadModels = () =>
  changedFolder((file) => {
    for (const name of ['read-models.sqlite', 'authentication.sqlite']) rmSync(file(name))
  })

test('when the read models are deleted, what was handled is not delivered again', async () => {
  const seen: string[] = []
  const react: React = async ({ data }) => void seen.push(data.feature)
  const position = await scene.stores.append(stream('a'), switched('one'))
  const first = await start(react)
  await eventually('it was handled', () => first.position() >= position)
  await withoutReadModels()
  await scene.stores.append(stream('a'), switched('two'))
  await start(react)
  await eventually('the next was seen', () => seen.includes('two'))
  assert.equal(seen, ['one', 'two'])
})

test('what was deferred since a backup of the records is delivered again when they are restored, whatever the read models hold', async () => {
  const seen: string[] = []
  const react: React = async ({ data }, { count }) => {
    seen.push(`${data.feature} ${count}`)
    return data.feature === 'later' && count === 1 ? later(new Date(), 3_600_000) : undefined
  }
  const one = await scene.stores.append(stream('a'), switched('one'))
  const first = await start(react)
  await eventually('it was handled', () => first.position() >= one)
  await changedFolder((file) => copyFileSync(file('records.sqlite'), file('backup.sqlite')))
  const second = await start(react)
  const two = await scene.stores.append(stream('b'), switched('later'))
  await eventually('it was deferred', () => second.position() >= two)
  await worksBecome('deferred 0')
  await changedFolder((file) => renameSync(file('backup.sqlite'), file('records.sqlite')))
  assert.equal(await works(), [], 'the backup does not have it')
  await start(react)
  await eventually('it came again', () => seen.length === 3)
  assert.equal(seen, ['one 1', 'later 1', 'later 1'])
  await worksBecome('deferred 0')
})

test('a process goes on from the checkpoint that an earlier release kept with the read models', async () => {
  const seen: string[] = []
  const react: React = async ({ data }) => void seen.push(data.feature)
  const position = await scene.stores.append(stream('a'), switched('one'))
  const last = await scene.stores.append(stream('a'), switched('two'))
  await scene.stores.documents.define([{ name: 'process_watcher', version: 1, indexes: [] }])
  await scene.stores.documents.commit([{ collection: 'process_watcher', partition: 'all', changes: [], position }])
  const runner = await start(react)
  await eventually('the rest was handled', () => runner.position() >= last)
  assert.equal(seen, ['two'])
  await runner.close()
  await moveProcessCheckpoints(scene.stores.documents)
  await scene.stores.append(stream('a'), switched('three'))
  await start(react)
  await eventually('the next was seen', () => seen.includes('three'))
  assert.equal(seen, ['two', 'three'])
})

test('a kill between handling and checkpoint delivers again, and the command that followed is not done twice', async () => {
  const { handle } = openAggregates(scene.stores.log)
  const accountId = randomUUID()
  await handle(
    account,
    accountId,
    { type: 'CreateAccount', account: { account_id: accountId, name: 'A', slug: 'a', features: [] } },
    {
      accountId,
      actor: { type: 'operator', id: 'test' },
      commandId: randomUUID(),
      at: new Date(),
    },
  )
  let deliveries = 0
  const react = async (_: StoredEvent<'AccountCreated'>, delivery: Delivery) => {
    deliveries++
    const key = { key_id: randomUUID(), name: 'key', mode: 'test' as const, key_hash: 'ab', last_four: 'abcd' }
    await handle(account, accountId, { type: 'CreateApiKey', key }, delivery.context('key'))
    return undefined
  }
  const process = { name: 'watcher', on: { AccountCreated: react } }
  const begin = async () => {
    const runner = await startRunner({ log: scene.stores.log, documents: scene.stores.documents, process })
    scene.runners.push(runner)
    return runner
  }
  const first = await begin()
  await eventually('it was handled', () => first.position() >= 1n)
  await killed(first, undefined)
  const second = await begin()
  await eventually('it was handled again', () => deliveries === 2 && second.position() >= 1n)
  assert.equal(
    (await scene.stores.log.read(`account-${accountId}`)).map(({ type }) => type),
    ['AccountCreated', 'ApiKeyCreated'],
  )
})

test('a kill after a failure loses neither the failed event nor what queued up behind it', async () => {
  const seen: string[] = []
  let isBroken = true
  const react: React = async ({ data }) => {
    if (data.feature === 'one' && isBroken) throw new Error('no luck')
    seen.push(data.feature)
    return undefined
  }
  let clock = 0
  const options = { now: () => new Date(clock), pause: () => 1_000 }
  const last = await scene.stores.append(stream('a'), switched('one'), switched('two'))
  const first = await start(react, options)
  await eventually('all was noted', () => first.position() >= last)
  await killed(first, undefined)
  isBroken = false
  clock = 1_000
  const second = await start(react, options)
  await eventually('both were done and the log is passed again', () => seen.length >= 2 && second.position() >= last)
  assert.equal(seen, ['one', 'two'])
})

test('a kill between a success and what queued up behind it strands nothing', async () => {
  const seen: string[] = []
  const last = await scene.stores.append(stream('a'), switched('one'), switched('two'))
  const first = await start(
    async ({ data }) => {
      if (data.feature === 'one') throw new Error('no luck')
      return undefined
    },
    { pause: () => 3_600_000 },
  )
  await eventually('all was noted', () => first.position() >= last)
  await first.close()
  const kind = retryInboxKind('watcher', 'all')
  const [failed] = (await scene.stores.documents.records.list(kind)).filter(({ value }) => value.state === 'failed')
  await scene.stores.documents.records.remove(kind, failed!.key)
  await start(async ({ data }) => void seen.push(data.feature))
  await eventually('the queued one was seen', () => seen.length === 1)
  assert.equal(seen, ['two'])
})

test('a dead letter is not tried again by a kill, and is when an operator makes it due', async () => {
  let tries = 0
  let isBroken = true
  const react: React = async () => {
    tries++
    if (isBroken) throw new Error('no luck')
    return undefined
  }
  const position = await scene.stores.append(stream('a'), switched('x'))
  const first = await start(react, { pause: () => null })
  await eventually('it is given up', () => tries === 1 && first.position() >= position)
  await killed(first, undefined)
  isBroken = false
  const second = await start(react, { pause: () => null })
  await eventually('the log is passed again', () => second.position() >= position)
  assert.is(tries, 1)
  const kind = retryInboxKind('watcher', 'all')
  const [record] = await scene.stores.documents.records.list(kind)
  await scene.stores.documents.records.put(
    kind,
    record!.key,
    { ...record!.value, state: 'failed', failures: 0 },
    { expectedRevision: record!.revision, dueAt: new Date(0) },
  )
  await eventually('it was tried again', () => tries === 2)
})

test('closing ends at once, even with more events taken on than may wait', async () => {
  for (let n = 0; n < 40; n++) await scene.stores.append(stream(`${n}`), ...Array.from({ length: 20 }, () => switched('x')))
  let running = 0
  const runner = await start(() => {
    running++
    return new Promise(() => undefined)
  })
  await eventually('some are at work', () => running === 16)
  await inTime('it is closed', runner.close())
})

test('closing waits until what has failed is written down, and notes then how far it came', async () => {
  const { documents } = scene.stores
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const put: typeof documents.records.put = async (kind, key, value, options) => {
    if (kind === processCheckpointKind) {
      order.push(`checkpoint ${JSON.stringify(value.positions)}`)
      return documents.records.put(kind, key, value, options)
    }
    order.push('begun')
    await gate.promise
    const revision = await documents.records.put(kind, key, value, options)
    order.push('written')
    return revision
  }
  const runner = await start(() => Promise.reject(new Error('no')), {
    documents: { ...documents, records: { ...documents.records, put } },
    pause: () => 60_000,
  })
  const position = await scene.stores.append(stream('a'), switched('one'))
  await eventually('the failure is being written down', () => order.includes('begun'))
  const closing = runner.close()
  // Turns enough for a closing that waits for nothing.
  await settled()
  gate.resolve()
  await inTime('it is closed', closing)
  assert.equal([...new Set(order)], ['begun', 'written', `checkpoint {"watcher":"${position}"}`])
  assert.equal(await works(), ['failed 0'])
})

test.run()
