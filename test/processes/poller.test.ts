// What a worker asks and notes for all of its runners together.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPoller, type Poller, type PollerOptions } from '../../src/processes/poller.ts'
import { wholeLog } from '../../src/projections/checkpoints.ts'
import type { Commit, DocumentStore } from '../../src/stores/document-store.ts'
import { eventually, until } from '../eventually.ts'
import { openStores, type Stores } from '../stores/log.ts'

const test = suite('poller')
const kinds = Array.from({ length: 50 }, (_, n) => `work_${n}`)
const collections = Array.from({ length: 50 }, (_, n) => ({ name: `process_${n}`, version: 1, indexes: [] }))

let stores: Stores
let poller: Poller
let queries: number
let askedFor: number[]
let commits: (readonly Commit[])[]

const open = (options: Partial<PollerOptions> = {}) => {
  const { records, commit } = stores.documents
  const documents: DocumentStore = {
    ...stores.documents,
    commit: (some) => {
      commits.push(some)
      return commit(some)
    },
    records: {
      ...records,
      due: (...asked) => {
        queries++
        askedFor.push(asked[0].length)
        return records.due(...asked)
      },
    },
  }
  poller = openPoller({ documents, askEveryMs: 1, saveEveryMs: 1, ...options })
}

test.before.each(async () => {
  stores = await openStores()
  await stores.documents.define(collections)
  queries = 0
  askedFor = []
  commits = []
})
test.after.each(async () => {
  await poller.close()
  await stores.close()
})

const makeDue = (kind: string, key: string) => stores.documents.records.put(kind, key, {}, { expectedRevision: -1, dueAt: new Date(0) })

test('one question is asked for fifty retryInboxes, and each hears of its own', async () => {
  open({ askEveryMs: 5 })
  const heard = new Map<string, string>()
  for (const kind of kinds) poller.watch(kind, (due) => heard.set(kind, due.map(({ key }) => key).join()))
  await makeDue('work_7', 'a')
  await makeDue('work_31', 'b')
  await eventually('both were heard of', () => heard.size === 2)
  assert.equal([...heard].sort(), [
    ['work_31', 'b'],
    ['work_7', 'a'],
  ])
  assert.equal([...new Set(askedFor)], [50])
})

test('nobody is told any more of what is no longer watched', async () => {
  open()
  let heard = 0
  const unwatch = poller.watch('work_1', () => {
    heard++
    unwatch()
  })
  await makeDue('work_1', 'a')
  await eventually('it was heard of', () => heard === 1)
  poller.watch('work_2', () => undefined)
  const before = queries
  await eventually('more is asked', () => queries > before + 2)
  assert.is(heard, 1)
  assert.is(askedFor.at(-1), 1, 'nobody asks for it')
})

test('of two who watch the same, one that stops leaves the other its work', async () => {
  open()
  const heard: string[] = []
  const unwatch = poller.watch('work_1', () => heard.push('one'))
  poller.watch('work_1', () => heard.push('other'))
  unwatch()
  unwatch()
  await makeDue('work_1', 'a')
  await eventually('the other hears of it', () => heard.length > 0)
  assert.equal([...new Set(heard)], ['other'])
})

test('while nothing goes on less is asked, and at once more when something does', async () => {
  const everyMs = 20
  open({ askEveryMs: everyMs })
  poller.watch('work_1', () => undefined)
  /** How long the next three rounds take. */
  const threeRounds = async (meanwhile: () => void = () => undefined) => {
    const began = performance.now()
    const before = queries
    await eventually('three rounds are over', () => {
      meanwhile()
      return queries >= before + 3
    })
    return performance.now() - began
  }
  await threeRounds()
  const idle = await threeRounds()
  const leastIdle = 2 * 4 * everyMs
  assert.ok(idle > leastIdle, `idle rounds took ${idle} ms`)
  // Once is enough: what else runs on the machine may hold up many a try.
  await until('busy rounds are quicker than idle ones can be', async () => (await threeRounds(poller.wake)) < leastIdle)
})

test('the progress of fifty runners is saved in one commit, and none while nothing moves', async () => {
  open()
  let position = -1n
  const ends = collections.map(({ name: collection }) => poller.keep({ collection, share: wholeLog, position: () => position }))
  position = 4n
  await until('all is saved', async () => (await stores.documents.checkpoint('process_49', 'all')) === 4n)
  assert.equal(
    commits.map((some) => some.length),
    [50],
  )
  position = 9n
  await Promise.all(ends.map((end) => end()))
  assert.is(await stores.documents.checkpoint('process_0', 'all'), 9n)
  assert.ok(commits.length <= 3, `${commits.length} commits`)
})

test('one whose lease was taken over keeps no other from saving its progress', async () => {
  await stores.documents.commit([{ collection: 'process_1', partition: '1/8', position: 5n, changes: [], token: 7 }])
  open()
  let position = -1n
  const share = (partition: string, token: number) => ({ ...wholeLog, partition, token })
  poller.keep({ collection: 'process_1', share: share('1/8', 6), position: () => position })
  poller.keep({ collection: 'process_1', share: share('2/8', 3), position: () => position })
  position = 8n
  await until('the other is saved', async () => (await stores.documents.checkpoint('process_1', '2/8')) === 8n)
  assert.is(await stores.documents.checkpoint('process_1', '1/8'), 5n)
})

test.run()
