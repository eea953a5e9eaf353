import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../src/commands/account.ts'
import type { Aggregate } from '../../src/commands/decider.ts'
import { Contended, type Handle, openAggregates } from '../../src/commands/handler.ts'
import { Refused } from '../../src/commands/refused.ts'
import { reservation } from '../../src/commands/reservation.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import { eventId } from '../../src/stores/event-log.ts'
import { accountId, context, openStores, type Stores, switched } from '../stores/log.ts'

let stores: Stores
let handle: Handle
test.before.each(async () => {
  stores = await openStores()
  handle = openAggregates(stores.log).handle
  await handle(account, accountId, create, context())
})
test.after.each(() => stores.close())

const create = { type: 'CreateAccount' as const, account: { account_id: accountId, name: 'First', slug: 'first', features: [] } }
const key = (keyId: string) => ({
  type: 'CreateApiKey' as const,
  key: { key_id: keyId, name: 'key', mode: 'test' as const, key_hash: keyId, last_four: 'abcd' },
})
const stream = `account-${accountId}`

test('a command answers with the state after it and the position to wait for', async () => {
  const { state, position } = await handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: true }, context())
  assert.ok(state.features.has('monitoring'))
  assert.is((await stores.log.read(stream)).at(-1)?.position, position)
})

test('a command that changes nothing appends nothing, and has its reader wait for what another writer did before it', async () => {
  const { position } = await handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: false }, context())
  const [created, ...others] = await stores.log.read(stream)
  assert.is(position, created?.position)
  assert.equal(others, [])
})

test('a refused command appends nothing', async () => {
  const error = await handle(account, accountId, { type: 'RevokeApiKey', keyId: 'x' }, context()).catch((reason: unknown) => reason)
  assert.instance(error, Refused)
  assert.is((await stores.log.read(stream)).length, 1)
})

test('the same command id again changes nothing and answers with the state as it is now', async () => {
  const once = context()
  const first = await handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: true }, once)
  await handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: false }, context())
  const again = await handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: true }, once)
  assert.not.ok(again.state.features.has('monitoring'))
  assert.ok(again.position !== null && again.position >= first.position!)
  assert.is((await stores.log.read(stream)).length, 3)
})

test('the ids of events follow from the command, so that an append whose answer was lost is not done twice', async () => {
  const commandId = randomUUID()
  await handle(account, accountId, key(randomUUID()), context({ commandId }))
  assert.is((await stores.log.read(stream)).at(-1)?.id, eventId(commandId, 0))
  assert.is(eventId(commandId, 0), eventId(commandId, 0))
  assert.is.not(eventId(commandId, 0), eventId(commandId, 1))
})

const allThrough = async (handlers: readonly Handle[]) => {
  await Promise.all(handlers.map((each) => each(account, accountId, key(randomUUID()), context())))
  assert.equal(
    (await stores.log.read(stream)).map(({ revision }) => revision),
    Array.from({ length: handlers.length + 1 }, (_, n) => n),
  )
}

test('a hundred commands for one aggregate at once all get through', () => allThrough(Array.from({ length: 100 }, () => handle)))

test('several instances that write one aggregate at once all get through, each deciding on what the others did', () =>
  allThrough(Array.from({ length: 12 }, () => openAggregates(stores.log).handle)))

test('of many takers of one value at once exactly one gets it', async () => {
  const takers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => handle(reservation, 'value', { type: 'Take', kind: 'name', owner: `business-${n}` }, context())),
  )
  assert.is(takers.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const taker of takers) if (taker.status === 'rejected') assert.instance(taker.reason, Refused)
  assert.is((await stores.log.read('reservation-value')).length, 1)
})

test('a writer whom others overtake each time gives up at last, and says so', async () => {
  let turn = 0
  const slow: Aggregate<number, { readonly type: 'Write' }, AccountEvent> = {
    name: 'account',
    initial: 0,
    evolve: (count) => count + 1,
    // No setting, so that nobody asks for the rule of the account.
    decide: () => [{ type: 'QueueViewRemoved', data: { view_id: accountId } }],
  }
  const overtaken = openAggregates({
    ...stores.log,
    read: async (name, options) => {
      const history = await stores.log.read(name, options)
      await stores.append(name, switched(`${turn++}`))
      return history
    },
  })
  const error = await overtaken.handle(slow, accountId, { type: 'Write' }, context()).catch((reason: unknown) => reason)
  assert.instance(error, Contended)
})

test('an aggregate can be loaded as it stands, and one that does not exist as it begins', async () => {
  const { load } = openAggregates(stores.log)
  assert.is((await load(account, accountId)).exists, true)
  assert.is((await load(account, randomUUID())).exists, false)
})

test.run()
