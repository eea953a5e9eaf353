// The webhooks of an account as deliveries see them: looked up once, and anew when one of them changes.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Load } from '../../../src/commands/handler.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { openWebhookSettings } from '../../../src/processes/webhooks/settings.ts'
import type { Read } from '../../../src/projections/read.ts'

const never = new AbortController().signal

type Row = { readonly id: string; readonly account_id: string; readonly mode: 'test' | 'live'; readonly disabled_at: string | null }

const row = (id: string, change: Partial<Row> = {}): Row => ({ id, account_id: 'a', mode: 'test', disabled_at: null, ...change })

const openScene = (rows: readonly Row[]) => {
  let all = rows
  let isAway = false
  const calls: string[] = []
  const gate = { passed: () => Promise.resolve(true) }
  const settings = openWebhookSettings({
    log: { read: async () => [] },
    load: (async (_: unknown, id: string) => {
      calls.push(`load ${id}`)
      return { status: 'enabled', id, calls: calls.length }
    }) as unknown as Load,
    read: (({ spec }: { readonly spec: { readonly name: string } }) => ({
      find: async ({ where, perPage }: { readonly where: { readonly account_id: string }; readonly perPage: number }) => {
        calls.push(`find ${spec.name} of ${where.account_id}`)
        assert.is(perPage, 1_000)
        if (isAway) throw new Error('the store is away')
        return all.filter(({ account_id }) => account_id === where.account_id)
      },
    })) as unknown as Read,
    passed: async (position, accountId) => {
      calls.push(`passed ${position} of ${accountId}`)
      return gate.passed()
    },
  })
  return {
    settings,
    calls,
    gate,
    become: (rows: readonly Row[]) => {
      all = rows
    },
    fail: (on: boolean) => {
      isAway = on
    },
    change: (id: string, signal = never) => settings.changed(changeOf(id), signal),
    enabled: async (mode: 'test' | 'live' = 'test') => (await settings.enabledIn('a', mode, never)).map(({ id }) => id),
  }
}

/** Of the event only this is read. */
const changeOf = (id: string) => ({ stream: `webhook-${id}`, position: 7n, metadata: { account_id: 'a' } }) as StoredEvent

test('the enabled webhooks of the mode are told, and looked up once for both modes', async () => {
  const { enabled, calls } = openScene([
    row('w1'),
    row('w2', { disabled_at: '2026-11-21T09:00:00.000Z' }),
    row('w3', { mode: 'live' }),
    row('w4', { account_id: 'b' }),
  ])
  assert.equal([await enabled('test'), await enabled('live')], [['w1'], ['w3']])
  assert.equal(calls, ['find webhooks of a'])
})

test('a change is looked up once the read models have passed it, and deliveries wait for that', async () => {
  const { change, enabled, calls, gate, become } = openScene([row('w1')])
  assert.equal(await enabled(), ['w1'])
  const gateOpens = Promise.withResolvers<boolean>()
  gate.passed = () => gateOpens.promise
  const changed = change('w2')
  const waiting = enabled()
  become([row('w1'), row('w2')])
  gateOpens.resolve(true)
  await changed
  assert.equal(await waiting, ['w1', 'w2'])
  assert.equal(calls, ['find webhooks of a', 'passed 7 of a', 'find webhooks of a'])
})

test('of two changes the later one is waited for, in whatever order they are seen', async () => {
  for (const seen of [
    [7n, 9n],
    [9n, 7n],
  ]) {
    const { settings, calls, enabled } = openScene([row('w1')])
    for (const position of seen) settings.changing({ ...changeOf('w1'), position })
    await enabled()
    assert.equal(calls, ['passed 9 of a', 'find webhooks of a'])
  }
})

test('however long the read models take, what they held before a change is not remembered', async () => {
  const { change, enabled, gate, become } = openScene([row('w1')])
  assert.equal(await enabled(), ['w1'])
  let asked = 0
  gate.passed = async () => {
    if (++asked === 3) become([row('w1'), row('w2')])
    return asked >= 3
  }
  await change('w2')
  assert.equal([await enabled(), asked], [['w1', 'w2'], 3])
})

test('a change that the read models have passed is not asked about again, one that came meanwhile is', async () => {
  const { settings, change, calls, enabled, gate } = openScene([row('w1')])
  await change('w1')
  settings.clear()
  await enabled()
  assert.equal(calls, ['passed 7 of a', 'find webhooks of a', 'find webhooks of a'])

  const first = Promise.withResolvers<boolean>()
  gate.passed = () => first.promise
  const changed = change('w1')
  settings.changing({ ...changeOf('w1'), position: 9n })
  first.resolve(true)
  await changed
  gate.passed = () => Promise.resolve(true)
  calls.length = 0
  await enabled()
  assert.equal(calls, ['passed 9 of a', 'find webhooks of a'])
})

test('when the wait for the read models is ended, the next look-up waits anew', async () => {
  const { change, enabled, gate, become } = openScene([row('w1')])
  const ending = new AbortController()
  gate.passed = () => Promise.resolve(false)
  const changed = change('w2', ending.signal).catch(({ message }) => message)
  ending.abort(new Error('the service is stopping'))
  assert.is(await changed, 'the service is stopping')
  const next = Promise.withResolvers<boolean>()
  gate.passed = () => next.promise
  const waiting = enabled()
  become([row('w1'), row('w2')])
  next.resolve(true)
  assert.equal(await waiting, ['w1', 'w2'])
})

test('a look-up that failed is made again', async () => {
  const { enabled, fail } = openScene([row('w1')])
  fail(true)
  assert.is(await enabled().catch(({ message }) => message), 'the store is away')
  fail(false)
  assert.equal(await enabled(), ['w1'])
})

test('the settings of a webhook are loaded once, and again after a change of it, not of another', async () => {
  const { settings, change, calls } = openScene([row('w1')])
  const loads = () => calls.filter((call) => call.startsWith('load'))
  assert.is(await settings.of('w1'), await settings.of('w1'))
  assert.equal(loads(), ['load w1'])
  await change('w2')
  await settings.of('w1')
  assert.equal(loads(), ['load w1'])
  await change('w1')
  await settings.of('w1')
  assert.equal(loads(), ['load w1', 'load w1'])
  settings.forget('w1')
  await settings.of('w1')
  assert.is(loads().length, 3)
})

test('a worker that takes a share over looks everything up anew', async () => {
  const { settings, enabled, calls, become } = openScene([row('w1')])
  await enabled()
  await settings.of('w1')
  settings.clear()
  become([])
  assert.equal(await enabled(), [])
  await settings.of('w1')
  assert.equal(calls, ['find webhooks of a', 'load w1', 'find webhooks of a', 'load w1'])
})

test.run()
