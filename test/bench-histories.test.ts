// The logs that measuring programs write: the service itself must find their hashes, their encryption and their businesses right.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { appendOf, copyOf, isChained, templateOf } from '../bench/parts/copied-history.ts'
import { writeBusinesses } from '../bench/parts/histories.ts'
import { openLog } from '../bench/parts/rebuild.ts'
import { verifyLog } from '../src/audit/verify.ts'
import { filled } from './filled.ts'

const test = suite('histories for measuring programs')

test('copies verify, are sealed with keys of their own, and are as many and as often verified as asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-histories-'))
  await writeBusinesses(folder, { businesses: 10, nameOf: (n) => `Copied "${n}" LLC`, verified: 0.5 })
  const { log, close } = await openLog(folder)
  assert.equal((await verifyLog({ store: log.store, contiguous: true })).problems, [])

  const created = await Array.fromAsync(log.store.readAll({ types: ['BusinessCreated'] }))
  const histories = await Promise.all(created.slice(-10).map(({ stream }) => log.read(stream)))
  const begun = histories.flatMap(([first]) => (first?.type === 'BusinessCreated' ? [first.data] : []))
  assert.equal(
    begun.map(({ name }) => name),
    Array.from({ length: 10 }, (_, n) => `Copied "${n}" LLC`),
  )
  assert.is(histories.filter((history) => history.some(({ type }) => type === 'ReviewCompleted')).length, 5)
  assert.is(histories.filter((history) => history.length === 1).length, 5)
  assert.is(new Set(begun.map(({ people }) => people[0]?.id)).size, 10)
  assert.ok(filled(begun).every(({ people }) => people[0]?.name === 'Wilhelmina Zuckerkandl'))

  const stored = await log.store.read(created.at(-1)?.stream ?? '')
  assert.not.match(JSON.stringify(stored.map(({ data }) => data)), 'Zuckerkandl')
  const template = templateOf(stored, 'Copied "9" LLC', new Map())
  const copy = appendOf(copyOf({ ...template, sealed: new Map() }, 'Other LLC', new Date(0)), new Map())
  assert.ok(isChained(copy))
  const [event] = copy.events
  if (!event) throw new Error('a copy has an event')
  assert.not(isChained({ ...copy, events: [{ ...event, data: event.data.replace('Other LLC', 'Another LLC') }] }))
  await close()
  rmSync(folder, { recursive: true })
})

test.run()
