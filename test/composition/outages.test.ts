// An outage takes a few log lines, however many calls fail meanwhile. Other errors are logged as usual.
import pino from 'pino'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openOutages, outagesElsewhere } from '../../src/composition/outages.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { eventually } from '../eventually.ts'

const test = suite('outages')
const open: (() => void)[] = []
test.after.each(() => {
  for (const close of open.splice(0)) close()
})

/** A log with a clock of its own, over stores that are reachable or not. */
const scene = () => {
  const lines: { readonly level: number; readonly msg: string; readonly reason?: string; readonly err?: object }[] = []
  const stores = { areReachable: true }
  const clock = { ms: 0 }
  const outages = openOutages({ lookEveryMs: 1, now: () => clock.ms })
  open.push(outages.close)
  const log = pino({ hooks: outages.hooks }, { write: (line: string) => lines.push(JSON.parse(line)) })
  let looks = 0
  const isReachable = async () => {
    looks++
    return stores.areReachable
  }
  outages.watch({ log, isReachable })
  const looked = async () => {
    const seen = looks
    await eventually('it has looked twice', () => looks > seen + 1)
  }
  return { lines, stores, clock, outages, log, looked }
}

const away = (message = 'the event store did not answer') => new StoreUnavailable(message)

test('a store that goes is told once, however many fail, with no stack', () => {
  const { lines, log, outages } = scene()
  for (let n = 0; n < 40; n++) log.error({ err: away(), process: `p-${n}` }, 'projecting failed and is tried again')
  log.child({ request_id: 'r' }).error({ err: away() }, 'request failed')
  assert.is(lines.length, 1)
  assert.match(lines[0]?.msg ?? '', 'a store is away')
  assert.is(lines[0]?.reason, 'the event store did not answer')
  assert.is(lines[0]?.err, undefined)
  assert.ok(outages.isAway())
})

test('an outage that another thread meets is told once, here, and its other errors where they happen', () => {
  const { lines, log } = scene()
  const there: string[] = []
  const tell = (reason: string) => log.error({ err: away(reason) }, 'the background work waits for a store')
  const thread = pino({ hooks: outagesElsewhere(tell).hooks }, { write: (line: string) => there.push(line) })
  log.error({ err: away('no space') }, 'request failed')
  for (let n = 0; n < 5; n++) thread.error({ err: away('no space') }, 'projecting failed and is tried again')
  assert.equal([lines.length, there.length], [1, 0])
  thread.error({ err: new TypeError('a fault of ours') }, 'a reaction failed')
  assert.equal([lines.length, there.length], [1, 1])
})

test('other errors are logged as they are, also during an outage', () => {
  const { lines, log } = scene()
  log.error({ err: away() }, 'request failed')
  log.error({ err: new TypeError('a fault of ours') }, 'request failed')
  log.error('no error with it')
  assert.equal(
    lines.slice(1).map(({ msg }) => msg),
    ['request failed', 'no error with it'],
  )
  assert.ok(lines[1]?.err)
})

test('it is told once a minute while it lasts, and once when it is back, with how long', async () => {
  const { lines, log, stores, clock, outages, looked } = scene()
  stores.areReachable = false
  log.error({ err: away() }, 'request failed')
  clock.ms = 59_000
  await looked()
  assert.is(lines.length, 1)
  clock.ms = 61_000
  await looked()
  assert.is(lines.length, 2)
  assert.match(lines[1]?.msg ?? '', 'still away, for 61 s')
  clock.ms = 90_000
  await looked()
  stores.areReachable = true
  await looked()
  assert.ok(outages.isAway(), 'it must have been back for some seconds')
  clock.ms = 95_000
  await eventually('it is back', () => !outages.isAway())
  assert.is(lines.length, 3)
  assert.is(lines[2]?.msg, 'the store is back; it was away for 90 s')
})

test('a store that can be read and not written is away as long as writes fail', async () => {
  const { lines, log, clock, outages, looked } = scene()
  log.error({ err: away() }, 'request failed')
  for (clock.ms = 4_000; clock.ms <= 20_000; clock.ms += 4_000) {
    log.error({ err: away('no leader') }, 'request failed')
    await looked()
  }
  assert.ok(outages.isAway())
  assert.is(lines.length, 1)
})

test('a second outage is told anew', async () => {
  const { lines, log, clock, outages } = scene()
  for (const at of [0, 100_000]) {
    clock.ms = at
    log.error({ err: away() }, 'request failed')
    clock.ms = at + 5_000
    await eventually('it is back', () => !outages.isAway())
  }
  assert.equal(
    lines.map(({ msg }) => msg.slice(0, 15)),
    ['a store is away', 'the store is ba', 'a store is away', 'the store is ba'],
  )
})

test.run()
