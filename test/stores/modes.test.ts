// Events written before they carried the mode of their stream get it when they are read.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { ownerOf } from '../../src/commands/claims.ts'
import { openAggregates } from '../../src/commands/handler.ts'
import { Refused } from '../../src/commands/refused.ts'
import { reservation, reservationId } from '../../src/commands/reservation.ts'
import type { JsonObject, RecordedEvent } from '../../src/stores/event-store.ts'
import { openModes } from '../../src/stores/modes.ts'
import { submitted } from '../commands/businesses.ts'
import { accountId, context, openStores, type Stores } from './log.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

type Old = { readonly stream: string; readonly type?: string; readonly data?: JsonObject; readonly actor?: JsonObject }

/** The modes that events of an older release are read with. */
const modesOf = async (...old: readonly Old[]): Promise<readonly unknown[]> => {
  const events = old.map(
    ({ stream, type = 'Something', data = {}, actor = { type: 'user', id: 'u' } }, index): RecordedEvent => ({
      id: randomUUID(),
      stream,
      type,
      data,
      metadata: { account_id: 'a', actor },
      revision: 0,
      position: BigInt(index),
    }),
  )
  const withModes = openModes({ read: async (stream) => events.filter((event) => event.stream === stream) })
  return (await withModes(events)).map(({ metadata }) => metadata.mode)
}

test('what was marked keeps its mark, with what follows it in the stream and what is about it', async () => {
  const found = await modesOf(
    { stream: 'business-1', data: { mode: 'test' } },
    { stream: 'business-1' },
    { stream: 'run-1', data: { context_id: '1' } },
    { stream: 'business-2', data: { mode: 'live' } },
    { stream: 'run-2', data: { context_id: '2' } },
    { stream: 'business_batch-1' },
    { stream: 'business_batch-1', data: { mode: 'test' } },
  )
  assert.equal(found, ['test', 'test', 'test', 'live', 'live', 'test', 'test'])
})

test('a company has the mode of the key that made it, and a letter that of its company; live where nothing tells', async () => {
  const found = await modesOf(
    { stream: 'account-a', type: 'ApiKeyCreated', data: { key_id: 'k', mode: 'test' } },
    { stream: 'partner_company-1', actor: { type: 'api_key', id: 'k' } },
    { stream: 'partner_mail-1', data: { company_id: '1', registration_request_id: null } },
    { stream: 'partner_company-2', actor: { type: 'operator', id: 'desk' } },
    { stream: 'partner_mail-2', data: { company_id: null } },
  )
  assert.equal(found, [undefined, 'test', 'test', 'live', 'live'])
})

const create = (id: string, mode: 'test' | 'live', unique_external_id: string | null = null) => ({
  type: 'CreateBusiness' as const,
  business: { ...submitted, business_id: id, mode, unique_external_id },
  orders: [],
})
const [one, two] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const

test('an event carries the mode of its stream, no matter who appends it', async () => {
  const { handle } = openAggregates(stores.log)
  await handle(business, one, create(one, 'test'), context({ mode: 'test' }))
  await handle(business, one, { type: 'UpdateBusiness', changes: { name: 'Renamed' }, status: null }, context())
  const metadata = (await stores.store.read(`business-${one}`)).map((event) => event.metadata.mode)
  assert.equal([...new Set(metadata)], ['test'])
})

test('a command of the other mode finds no object, and appends nothing', async () => {
  const { handle } = openAggregates(stores.log)
  await handle(business, one, create(one, 'test'), context({ mode: 'test' }))
  const before = (await stores.store.read(`business-${one}`)).length
  const change = { type: 'UpdateBusiness' as const, changes: { name: 'Stolen' }, status: null }
  const error = await handle(business, one, change, context({ mode: 'live' })).catch((reason: unknown) => reason)
  assert.instance(error, Refused)
  assert.is((error as Refused).reason, 'object_not_found')
  assert.is((await stores.store.read(`business-${one}`)).length, before)
})

test('a value that a test object took among the live ones is free for a live object', async () => {
  const { handle, load } = openAggregates(stores.log)
  await handle(business, one, create(one, 'test'), context({ mode: 'test' }))
  const taken = { type: 'Take' as const, kind: 'unique_external_id', owner: `business-${one}` }
  await handle(reservation, reservationId(accountId, 'unique_external_id', 'a'), taken, context())
  await handle(business, two, create(two, 'live', 'a'), context({ mode: 'live' }))
  assert.is(await ownerOf(load, accountId, { kind: 'unique_external_id', value: 'a' }), `business-${two}`)
})

test.run()
