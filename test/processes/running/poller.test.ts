// What a worker asks and notes for all of its runners together.
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPoller, type Poller, type PollerOptions } from '../../../src/processes/running/poller.ts'
import { wholeLog } from '../../../src/projections/checkpoints.ts'
import type { DocumentStore } from '../../../src/stores/document-store.ts'
import { readProcessCheckpoints, saveProcessCheckpoints } from '../../../src/stores/process-checkpoints.ts'
import { eventually, until } from '../../eventually.ts'
import { openStores, type Stores } from '../../stores/log.ts'

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

const makeDue = (kind: string, key: string, dueAt = new Date(0)) =>
  stores.documents.records.put(kind, key, {}, { expectedRevision: -1, dueAt })
const makeManyDue = (kind: string, howMany: number) => Promise.all(Array.from({ length: howMany }, (_, n) => makeDue(kind, String(n))))

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

for (const [many, queriesEach] of [
  [998, [3]],
  [999, [3, 2]],
  [1_000, [3, 2]],
  [2_000, [3, 2]],
] as const)
  test(`the other kinds are told of their due work beside ${many} older records of one`, async () => {
    await makeManyDue('work_1', many)
    await makeDue('work_2', 'later', new Date(1))
    const told: string[][] = []
    open()
    poller.watch('work_1', (due) => told.push(['work_1', String(due.length)]))
    poller.watch('work_2', (due) => told.push(['work_2', ...due.map(({ key }) => key)]))
    poller.watch('work_3', () => told.push(['work_3']))
    await eventually('both were told', () => told.length >= 2)
    await poller.close()
    assert.equal(told.slice(0, 2).toSorted(), [
      ['work_1', String(Math.min(many, 1_000))],
      ['work_2', 'later'],
    ])
    assert.equal(askedFor.slice(0, queriesEach.length), queriesEach)
  })

test('two kinds with much due work leave room for a third', async () => {
  await makeManyDue('work_1', 1_000)
  await makeManyDue('work_2', 1_000)
  await makeDue('work_3', 'later', new Date(1))
  const told = new Set<string>()
  open()
  for (const kind of kinds) poller.watch(kind, (due) => told.add(`${kind}: ${due.length}`))
  await eventually('all were told', () => told.size === 3)
  assert.equal([...told].toSorted(), ['work_1: 1000', 'work_2: 1000', 'work_3: 1'])
})

/** A poller whose rounds are counted: what is due, and how often the store is away, is for the test to say. */
const openRounds = () => {
  const store = { due: 0, isAway: false, isNew: true }
  const round = { asked: false }
  const documents: DocumentStore = {
    ...stores.documents,
    records: {
      ...stores.documents.records,
      due: async () => {
        round.asked = true
        if (store.isAway) throw new Error('the store is away')
        return Array.from({ length: store.due }, (_, n) => ({ kind: 'work_1', key: String(n), value: {}, revision: 0, dueAt: new Date(0) }))
      },
    },
  }
  poller = openPoller({ documents, end: async () => 0n, askEveryMs: 100, saveEveryMs: 100 })
  poller.watch('work_1', () => store.isNew)
  /** Whether the store is asked in the next round. */
  const next = async () => {
    round.asked = false
    mock.timers.tick(99)
    await settled()
    assert.not(round.asked, 'not before its time')
    mock.timers.tick(1)
    await settled()
    return round.asked
  }
  return { store, next }
}
const settled = () => new Promise((done) => setImmediate(done))

/** What happens before which round, counted from 0, and in which rounds the store is asked. */
type Rounds = readonly [
  what: string,
  happens: { readonly [round: number]: (store: ReturnType<typeof openRounds>['store']) => void },
  asked: string,
]
const rounds: readonly Rounds[] = [
  ['less and less while nothing goes on, down to every fourth time', {}, '11.1..1...1...1'],
  ['each time while work is due', { 3: (store) => (store.due = 2), 6: (store) => (store.due = 0) }, '11.1111.1..1'],
  ['at once when events arrive, and once more', { 5: () => poller.wake() }, '11.1.11.1..1'],
  [
    'less and less while a full answer holds nothing new, and each time once one is not full',
    {
      0: (store) => Object.assign(store, { due: 1_000, isNew: false }),
      16: (store) => (store.due = 999),
    },
    '1.1...1.......1...............11',
  ],
  ['each time while a full answer holds something new', { 0: (store) => (store.due = 1_000) }, '1111111'],
  ['each time while it does not answer', { 3: (store) => (store.isAway = true), 6: (store) => (store.isAway = false) }, '11.1111.1..1'],
]
for (const [what, happens, asked] of rounds)
  test(`the store is asked ${what}`, async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const { store, next } = openRounds()
      let told = ''
      for (let round = 0; round < asked.length; round++) {
        happens[round]?.(store)
        told += (await next()) ? '1' : '.'
      }
      assert.is(told, asked)
    } finally {
      mock.timers.reset()
    }
  })

const saved = (partition = 'all') => readProcessCheckpoints(stores.documents.records, partition)

test('the progress of fifty runners is saved in one record, and none while nothing moves', async () => {
  open()
  let position = -1n
  const ends = kinds.map((process) => poller.keep({ process, share: wholeLog, position: () => position }))
  position = 4n
  await until('all is saved', async () => (await saved()).positions.get('work_49') === 4n)
  // The next save has what moved since then, and nothing else.
  let other = -1n
  ends.push(poller.keep({ process: 'one', share: { ...wholeLog, partition: '1/8' }, position: () => other }))
  other = 2n
  await until('that is saved', async () => (await saved('1/8')).positions.get('one') === 2n)
  assert.equal(saves, ['all', '1/8'])
  position = 9n
  await Promise.all(ends.map((end) => end()))
  assert.is((await saved()).positions.get('work_0'), 9n)
  assert.ok(saves.length <= 4, `${saves.length} saves`)
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
