// What is read of the log for the messages of webhooks: the event, and the stream before it once.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent, StoredEvent } from '../../../src/events/catalogue.ts'
import { topicsOf } from '../../../src/interface/webhook-topics.ts'
import { openWebhookMessages } from '../../../src/processes/webhooks/message.ts'
import type { EventLog } from '../../../src/stores/event-log.ts'
import { created } from '../../commands/businesses.ts'
import { filled } from '../../filled.ts'
import { accountId, openStores, type Stores } from '../../stores/log.ts'

let stores: Stores
test.before(async () => {
  stores = await openStores()
})
test.after(() => stores.close())

const lookUp = { requesterNames: async () => new Map() } as never

/** A log that counts the events that it gives. */
const counting = () => {
  const read = { events: 0, erasures: 0 }
  const log = {
    read: async (...asked: Parameters<EventLog['read']>) => {
      const found = await stores.log.read(...asked)
      read.events += found.length
      return found
    },
    erasures: () => read.erasures,
  } as EventLog
  return { read, messageOf: openWebhookMessages({ log, lookUp }) }
}

const aboutEach = (events: readonly StoredEvent[]) =>
  events.flatMap((event) =>
    topicsOf(event).map((event_type) => {
      const { id, stream, revision } = event
      return { stream, revision, event_type, event_id: id, account_id: accountId }
    }),
  )

const renamed = 20
const renaming = (n: number): DomainEvent => ({ type: 'BusinessUpdated', data: { name: `Acme ${n} LLC` } })

/** A business that is created and then renamed. */
const business = async () => {
  const id = randomUUID()
  await stores.append(
    `business-${id}`,
    created({ business_id: id, mode: 'live' }),
    ...Array.from({ length: renamed }, (_, n) => renaming(n)),
  )
  return aboutEach(await stores.log.read(`business-${id}`))
}

test('messages about events that follow each other fold on from the one before, and are the same as alone', async () => {
  const about = await business()
  const { read, messageOf } = counting()
  const alone: unknown[] = []
  for (const each of filled(about)) alone.push(await counting().messageOf(each))
  const following: unknown[] = []
  for (const each of about) following.push(await messageOf(each))
  assert.equal(following, alone)
  assert.is(new Set(following.map((each) => JSON.stringify(each))).size, renamed + 1)
  assert.is(read.events, renamed + 1)
  // All at once, and back from the last one: what is remembered is of a later event then.
  const together = counting()
  assert.equal(await Promise.all(about.map(together.messageOf)), alone)
  assert.equal(await Promise.all(about.toReversed().map(together.messageOf)), alone.toReversed())
})

test('nothing behind the event is read, and what was folded before an erasure is folded anew', async () => {
  const about = await business()
  const [first, second] = about
  const { read, messageOf } = counting()
  assert.ok(first && second)
  await messageOf(first)
  assert.is(read.events, 1)
  read.erasures++
  await messageOf(second)
  // The second event, and the first one again.
  assert.is(read.events, 1 + 2)
})

test('a message that shows the event alone reads nothing before it', async () => {
  const id = randomUUID()
  const stream = `business-${id}`
  const notice = { notice_id: id, decision_id: id, reasons: ['bankruptcy'], text: 'Dear Acme', sha256: 'ab12' }
  await stores.append(stream, created({ business_id: id, mode: 'live' }), renaming(0), { type: 'NoticeIssued', data: notice })
  const told = aboutEach(await stores.log.read(stream)).at(-1)
  const { read, messageOf } = counting()
  assert.ok(told)
  assert.match((await messageOf(told))?.body ?? '', 'Dear Acme')
  assert.equal([told.event_type, read.events], ['notice.created', 1])
})

test.run()
