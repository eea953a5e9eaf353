// What somebody with rights on EventStoreDB can do to our streams: verify names each of it, and a command on such a stream says it.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifyLog } from '../../src/audit/verify.ts'
import { account } from '../../src/commands/account.ts'
import { openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { asApiError } from '../../src/inner/framework/api-errors.ts'
import { beginning, type EventLog, openEventLog } from '../../src/stores/event-log.ts'
import { type EventStore, StreamAltered } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { failureOf } from '../failure.ts'
import { filled } from '../filled.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'
import { accountId, context, openStores, type Stores, switched } from '../stores/log.ts'

const test = suite('streams altered in EventStoreDB')
let server: EventStoreServer
let store: EventStore
let keys: Stores
let log: EventLog

const created = { type: 'AccountCreated', data: { account_id: accountId, name: 'One', slug: 'one', features: [] } } satisfies DomainEvent

test.before.each(async () => {
  server = await startEventStoreServer()
  store = await openEventStoreDB({ url: server.url })
  keys = await openStores()
  log = openEventLog({ store, keyRing: keys.keyRing })
  for (const stream of ['account-one', 'account-two'])
    await log.append(stream, [created, switched('a'), switched('b')], beginning(stream), context())
})
test.after.each(async () => {
  await store.close()
  await server.stop()
  await keys.close()
})

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const write = (stream: string, type: string, data: Uint8Array, { contentType = 'application/json', metadata = {} } = {}) =>
  server.log.append(stream, [{ id: randomUUID(), type, contentType, data, metadata: bytes(metadata) }], 'any')
const setMetadata = (metadata: object) => write('$$account-one', '$metadata', bytes(metadata))

const problems = async () =>
  (await verifyLog({ store, contiguous: false })).problems.map(({ problem, stream, explanation }) => ({ problem, stream, explanation }))

test('a log that nobody altered holds, whatever the server writes for itself', async () => {
  server.writeSystemEvent()
  setMetadata({ $acl: { $r: 'auditor' } })
  assert.equal(await problems(), [])
  await log.check('account-one')
})

/** What is done, and what it is named. A limit that leaves all events is one too: it waits for the next one. */
const alterations: readonly (readonly [what: string, alter: () => unknown, kind: string, explanation: RegExp])[] = [
  ['deleted', () => setMetadata({ $tb: 2 ** 63 }), 'deleted stream', /was deleted .*remove it from the metadata stream \$\$account-one/],
  ['tombstoned', () => server.log.tombstone('account-one'), 'tombstoned stream', /deleted for good; restore the log from a backup/],
  ['cut off', () => setMetadata({ $tb: 2 }), 'truncated stream', /before number 2 were cut off/],
  ['limited by number', () => setMetadata({ $maxCount: 1 }), 'limited stream', /only its last 1 events/],
  ['limited by number that still holds all', () => setMetadata({ $maxCount: 50 }), 'limited stream', /only its last 50 events/],
  ['limited by age', () => setMetadata({ $maxAge: 3600 }), 'limited stream', /for 3600 seconds only/],
  [
    'given an event that is no JSON',
    () => write('account-one', 'Note', new Uint8Array([1, 2, 3]), { contentType: 'application/octet-stream' }),
    'foreign event',
    /event 3 \(Note\) was not written by this service and is no JSON/,
  ],
]

for (const [what, alter, kind, explanation] of alterations)
  test(`a stream that was ${what} is named with what to do, and the others are not`, async () => {
    alter()
    const found = await problems()
    assert.equal(
      found.map(({ problem, stream }) => [problem, stream]),
      [[kind, 'account-one']],
    )
    assert.match(found[0]?.explanation ?? '', explanation)
  })

test('an event that is no JSON is named as such when events of ours stand behind it', async () => {
  const before = await log.read('account-one')
  write('account-one', 'Note', new Uint8Array([1, 2, 3]), { contentType: 'application/octet-stream' })
  write('account-one', 'Note', new Uint8Array([4]), { contentType: 'application/octet-stream' })
  await log.append('account-one', [switched('c')], { revision: 4, hash: String(before.at(-1)?.metadata.hash) }, context())
  const found = await problems()
  assert.equal(
    found.map(({ problem, stream }) => [problem, stream]),
    [
      ['foreign event', 'account-one'],
      ['foreign event', 'account-one'],
    ],
  )
  assert.match(
    found[0]?.explanation ?? '',
    /^event 3 \(Note\) was not written by this service and is no JSON; .*what stands behind it holds/,
  )
  assert.match(found[1]?.explanation ?? '', /^event 4 /)
})

test('an event that says it is JSON and cannot be read as such is named by its position, and everything else is checked', async () => {
  write('account-one', 'Note', new Uint8Array([1, 2, 3]))
  const { problems, events } = await verifyLog({ store, contiguous: false })
  assert.equal(
    problems.map(({ problem, stream, position }) => [problem, stream, position]),
    [
      ['unreadable event', null, String(await store.end())],
      ['foreign event', 'account-one', null],
    ],
  )
  assert.is(events, 7)
})

test('a limit that was taken away again is no problem', async () => {
  setMetadata({ $maxCount: 1 })
  setMetadata({})
  assert.equal(await problems(), [])
})

test('a scavenged log is named', async () => {
  write('$scavenges', '$scavengeStarted', bytes({}))
  assert.equal(
    (await problems()).map(({ problem, stream }) => [problem, stream]),
    [['scavenged log', null]],
  )
})

for (const [what, alter, kind] of filled([...alterations.filter(([what]) => !/still|age/.test(what))] as const))
  test(`a command on a stream that was ${what} says what is wrong with the record`, async () => {
    alter()
    const { handle } = openAggregates(log)
    const failure = await failureOf(handle(account, 'one', { type: 'SetIpAllowlist', ranges: ['10.0.0.0/8'] }, context()))
    assert.instance(failure, StreamAltered, `${kind}: ${failure}`)
    const { status, entries } = asApiError(failure)
    assert.is(status, 500)
    assert.match(entries[0]?.message ?? '', /account-one.*npm run audit -- verify/)
  })

test('an event in our streams without our fingerprint is folded into nothing', async () => {
  write('account-one', 'FeatureSwitched', bytes({ feature: 'theirs', on: true }), { metadata: { account_id: 'x', schema_version: 1 } })
  const types = (await log.read('account-one')).map(({ type }) => type)
  assert.equal(types, ['AccountCreated', 'FeatureSwitched', 'FeatureSwitched'])
  assert.equal(
    (await problems()).map(({ problem }) => problem),
    ['broken chain', 'changed event', 'foreign event'],
  )
})

test.run()
