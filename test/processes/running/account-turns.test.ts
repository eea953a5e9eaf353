// How many events of an account a reader of the log works on at a time, and what becomes of those beyond.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { openAccountTurns, type WaitingEvent } from '../../../src/processes/running/account-turns.ts'
import { settled } from '../../eventually.ts'

/** Of the event only its place and its account are read. */
const eventOf = (account: string, revision: number) => ({ stream: account, revision, metadata: { account_id: account } }) as StoredEvent

const openTurns = (most = 2, mostKept = 0) => {
  const stopping = new AbortController()
  const begun: string[] = []
  const done: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const nameOf = ({ stream, revision }: WaitingEvent) => `${stream}${revision}`
  const take = openAccountTurns({
    most,
    mostKept,
    stopping: stopping.signal,
    work: (event, opened) => {
      begun.push(`${nameOf(event)}${opened ? '' : event.recorded ? ' as recorded' : ' by name'}`)
      const end = Promise.withResolvers<void>()
      ends.set(nameOf(event), end)
      return end.promise
    },
  })
  return {
    begun,
    done,
    stopping,
    take: (account: string, revision: number) =>
      take(eventOf(account, revision), eventOf(account, revision), () => void done.push(`${account}${revision}`)),
    end: async (name: string, error?: Error) => {
      if (error) ends.get(name)?.reject(error)
      else ends.get(name)?.resolve()
      await settled()
    },
  }
}

test('events beyond the limit of an account wait by name, in their order, and those of others do not', async () => {
  const { take, end, begun, done } = openTurns()
  for (const revision of [1, 2, 3, 4]) take('a', revision)
  take('b', 1)
  assert.equal(begun, ['a1', 'a2', 'b1'])
  await end('a2')
  assert.equal(begun, ['a1', 'a2', 'b1', 'a3 by name'])
  await end('a1')
  assert.equal(begun.at(-1), 'a4 by name')
  for (const name of ['a3', 'a4', 'b1']) await end(name)
  assert.equal(done, ['a2', 'a1', 'a3', 'a4', 'b1'])
})

test('an event that comes when a place is free goes behind those that wait', async () => {
  const { take, end, begun } = openTurns(1)
  for (const revision of [1, 2, 3]) take('a', revision)
  await end('a1')
  await end('a2')
  take('a', 4)
  assert.equal(begun, ['a1', 'a2 by name', 'a3 by name'])
  await end('a3')
  take('a', 5)
  assert.equal(begun.slice(3), ['a4 by name'])
  await end('a4')
  await end('a5')
  take('a', 6)
  assert.equal(begun.slice(4), ['a5 by name', 'a6'])
})

test('as many events as may wait as they were recorded, of all accounts, and the others by name', async () => {
  const { take, end, begun } = openTurns(1, 2)
  for (const revision of [1, 2, 3]) take('a', revision)
  for (const revision of [1, 2]) take('b', revision)
  await end('a1')
  await end('b1')
  assert.equal(begun, ['a1', 'b1', 'a2 as recorded', 'b2 by name'])
  take('a', 4)
  await end('a2')
  await end('a3')
  assert.equal(begun.slice(4), ['a3 as recorded', 'a4 as recorded'])
})

test('work that the stop of the service ends is not called done, and begins nothing more', async () => {
  const { take, end, begun, done, stopping } = openTurns(1)
  for (const revision of [1, 2]) take('a', revision)
  stopping.abort()
  await end('a1', new Error('the service stops'))
  assert.equal(begun, ['a1'])
  assert.equal(done, [])
})

test('a failure gives its place to the next', async () => {
  const { take, end, begun, done } = openTurns(1)
  for (const revision of [1, 2]) take('a', revision)
  await end('a1', new Error('no luck'))
  assert.equal(begun, ['a1', 'a2 by name'])
  await end('a2')
  assert.equal(done, ['a2'])
})

test.run()
