// What a worker asks and notes for all of its runners together.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPoller, type Poller, type PollerOptions } from '../../src/processes/poller.ts'
import { wholeLog } from '../../src/projections/checkpoints.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { readProcessCheckpoints, saveProcessCheckpoints } from '../../src/stores/process-checkpoints.ts'
import { eventually, until } from '../eventually.ts'
import { openStores, type Stores } from '../stores/log.ts'

const test = suite('poller')
const kinds = Array.from({ length: 50 }, (_, n) => `work_${n}`)

let stores: Stores
let poller: Poller
let queries: number
let askedFor: number[]
let saves: string[]
let failures: string[]

const open = (options: Partial<PollerOptions> = {}) => {
  const { records } = stores.documents
  const documents: DocumentStore = {
    ...stores.documents,
    records: {
      ...records,
      put: (kind, key, ...given) => {
        if (kind === 'process_checkpoints') saves.push(key)
        return records.put(kind, key, ...given)
      },
      due: (...asked) => {
        queries++
        askedFor.push(asked[0].length)
        return records.due(...asked)
      },
    },
  }
  poller = openPoller({
    documents,
    end: async () => 20n,
    askEveryMs: 1,
    saveEveryMs: 1,
    onError: (error) => failures.push((error as Error).name),
    ...options,
  })
}

test.before.each(async () => {
  stores = await openStores()
  queries = 0
  askedFor = []
  saves = []
  failures = []
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

const saved = (partition = 'all') => readProcessCheckpoints(stores.documents.records, partition)

test('the progress of fifty runners is saved in one record, and none while nothing moves', async () => {
  open()
  let position = -1n
  const ends = kinds.map((process) => poller.keep({ process, share: wholeLog, position: () => position }))
  position = 4n
  await until('all is saved', async () => (await saved()).positions.get('work_49') === 4n)
  assert.equal(saves, ['all'])
  position = 9n
  await Promise.all(ends.map((end) => end()))
  assert.is((await saved()).positions.get('work_0'), 9n)
  assert.ok(saves.length <= 3, `${saves.length} saves`)
})

test('the end of the log is asked for after the positions, so that it has what was done about the events before them', async () => {
  let appended = 0n
  open({ end: async () => appended })
  let isBegun = false
  poller.keep({ process: 'one', share: wholeLog, position: () => (isBegun ? ++appended : -1n) })
  isBegun = true
  await until('it is saved', async () => (await saved()).positions.has('one'))
  const { positions, logEnd } = await saved()
  assert.ok(logEnd >= (positions.get('one') ?? 0n), `${positions.get('one')} of ${logEnd}`)
})

test('one whose lease was taken over keeps no other from saving its progress', async () => {
  const positions = new Map([['one', 5n]])
  await saveProcessCheckpoints(stores.documents.records, '1/8', { positions, logEnd: 6n, token: 7 })
  open()
  let position = -1n
  const share = (partition: string, token: number) => ({ ...wholeLog, partition, token })
  poller.keep({ process: 'one', share: share('1/8', 6), position: () => position })
  poller.keep({ process: 'one', share: share('2/8', 3), position: () => position })
  position = 8n
  await until('the other is saved', async () => (await saved('2/8')).positions.get('one') === 8n)
  await eventually('the refusal is told', () => failures.length > 0)
  assert.is((await saved('1/8')).positions.get('one'), 5n)
  assert.equal([...new Set(failures)], ['Fenced'])
})

test.run()
