// The activity of an account: it is read a page at a time, however long the histories are.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { ProbityContext } from '../../src/inner/framework/environment.ts'
import type { Reads } from '../../src/inner/framework/reading.ts'
import { type ActivityFilter, ownActivity } from '../../src/inner/history.ts'
import { type OverStores, openOverStores } from '../http/over-stores.ts'
import { accountId } from '../stores/log.ts'

const users = ['0198c0de-0000-7000-8000-00000000005e', '0198c0de-0000-7000-8000-00000000005f'] as const
const anotherAccount = '0198c0de-0000-7000-8000-0000000000ad'
const signedIn: DomainEvent = { type: 'UserSignedIn', data: { client_address: '192.0.2.1' } }
const switched = (on: boolean): DomainEvent => ({ type: 'FeatureSwitched', data: { feature: 'monitoring', on } })
const byUser = { actor: { type: 'user', id: users[0] } } as const

let stores: OverStores
test.before(async () => {
  stores = await openOverStores()
  await stores.record(`account-${accountId}`, [switched(true)], { at: new Date('2026-03-01T23:59:59.999Z') })
  await stores.record(`account-${anotherAccount}`, [switched(true)], { accountId: anotherAccount })
  await stores.record(`user-${users[0]}`, Array<DomainEvent>(120).fill(signedIn), { at: new Date('2026-03-02T00:00:00.000Z') })
  await stores.record(`account-${accountId}`, [switched(false), switched(true)], { ...byUser, at: new Date('2026-03-03T00:00:00.000Z') })
  await stores.record(`user-${users[1]}`, [{ type: 'UserDeactivated', data: {} }], byUser)
})
test.after(() => stores.close())

const page = async (filter: ActivityFilter = {}, number = 1) => {
  let readEvents = 0
  const noted = new Set<string>()
  const inner: Reads = {
    read: stores.read,
    history: async (...asked) => {
      const events = await stores.history(...asked)
      readEvents += events.length
      return events
    },
  }
  const c = { get: (name: string) => (name === 'read' ? noted : { accountId, mode: 'live' }) }
  const { events, total } = await ownActivity(inner, c as unknown as ProbityContext, { filter, page: number, perPage: 50 })
  return {
    events: events.map(({ stream, revision }) => `${stream.slice(0, stream.indexOf('-'))} ${revision}`),
    total,
    readEvents,
    noted: [...noted],
  }
}

test('a page reads its own events alone, the newest first, and says how many there are', async () => {
  const first = await page()
  assert.equal(first.events.slice(0, 4), ['user 0', 'account 2', 'account 1', 'user 119'])
  assert.equal([first.events.length, first.readEvents, first.total], [50, 50, 124])
  const last = await page({}, 3)
  assert.equal(last.events.slice(-2), ['user 0', 'account 0'])
  assert.equal([last.events.length, last.readEvents], [24, 24])
})

test('who reads a page has read of the people on it', async () => {
  assert.equal((await page()).noted, [users[1], users[0]])
  assert.equal((await page({ about: 'account' })).noted, [])
})

test('activity is filtered by what, whom and when', async () => {
  assert.equal((await page({ isSignIn: false })).events, ['user 0', 'account 2', 'account 1', 'account 0'])
  assert.is((await page({ isSignIn: true })).total, 120)
  assert.equal((await page({ by: users[0] })).events, ['user 0', 'account 2', 'account 1'])
  assert.equal((await page({ about: 'account', to: '2026-03-01' })).events, ['account 0'])
  assert.equal((await page({ about: 'account', from: '2026-03-02' })).events, ['account 2', 'account 1'])
  assert.is((await page({ from: '2026-03-02', to: '2026-03-02' })).total, 120)
  assert.is((await page({ about: 'policies' })).total, 0)
})

test.run()
