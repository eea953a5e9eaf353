// Whoever can write to the stores tampers with them in every way; verifying names what was done.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { v7 as uuidv7 } from 'uuid'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkProof, proofOf } from '../../src/audit/proof.ts'
import { makeSeal, publicKeyOf, type Seal, type Survey, sealingKey, sealStream, surveyOf } from '../../src/audit/seals.ts'
import { verifyLog } from '../../src/audit/verify.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { type EventStore, type JsonObject, noStream } from '../../src/stores/event-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-verify-'))
const original = join(folder, 'original.sqlite')
/** The log as it stood before its last events and the seal. */
const backup = join(folder, 'backup.sqlite')
const key = sealingKey(Buffer.alloc(32, 1))
const publicKey = publicKeyOf(key)

type Draft = { readonly type: string; readonly data: JsonObject }

const chained = (stream: string, drafts: readonly Draft[]) => {
  let previous = genesis(stream)
  return drafts.map(({ type, data }) => {
    const metadata = { account_id: 'a', prev_hash: previous }
    previous = eventHash({ type, data, metadata })
    return { id: uuidv7(), type, data, metadata: { ...metadata, hash: previous } }
  })
}

const sealNow = async (store: EventStore): Promise<{ seal: Seal; survey: Survey }> => {
  const survey = await surveyOf(store)
  const seal = makeSeal({ survey, previousRoot: null, key })
  await store.append(sealStream, chained(sealStream, [{ type: 'LogSealed', data: seal as unknown as JsonObject }]), noStream)
  return { seal, survey }
}

let sealed: Awaited<ReturnType<typeof sealNow>>

const test = suite('verifying the log')

test.before(async () => {
  const store = await openEmbeddedEventStore({ file: original })
  for (const name of ['one', 'two', 'three']) {
    if (name === 'three') {
      const log = new DatabaseSync(original)
      log.exec(`vacuum into '${backup}'`)
      log.close()
    }
    await store.append(
      `thing-${name}`,
      chained(
        `thing-${name}`,
        [0, 1, 2].map((n) => ({ type: 'Happened', data: { name, n } })),
      ),
      noStream,
    )
  }
  sealed = await sealNow(store)
  await store.close()
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** Verifies a copy of the log on which `tamper` was let loose. */
const verified = async (tamper: (database: DatabaseSync) => void, { kept = true, from = original } = {}) => {
  const file = join(folder, `${uuidv7()}.sqlite`)
  copyFileSync(from, file)
  const database = new DatabaseSync(file)
  tamper(database)
  database.close()
  const store = await openEmbeddedEventStore({ file })
  const seals = kept ? [{ seal: sealed.seal, heads: Object.fromEntries(sealed.survey.heads) }] : []
  const result = await verifyLog({ store, publicKey, kept: seals, contiguous: true })
  await store.close()
  return result
}
const named = ({ problems }: Awaited<ReturnType<typeof verified>>) =>
  problems.map(({ problem, stream, revision }) => `${problem}: ${stream} ${revision}`)

test('a log that nobody touched holds, and says how far it is sealed', async () => {
  const result = await verified(() => undefined)
  assert.equal(result.problems, [])
  assert.equal([result.events, result.streams, result.seals, result.sealed_to], [10, 3, 1, '9'])
})

test('an edited event is named', async () => {
  const result = await verified((database) =>
    database.exec(`update events set data = replace(data, '"n":1', '"n":7') where stream = 'thing-two' and revision = 1`),
  )
  assert.equal(named(result), ['changed event: thing-two 1'])
})

test('a deleted event is named by the gap that it leaves', async () => {
  const result = await verified((database) => database.exec(`delete from events where stream = 'thing-two' and revision = 1`))
  assert.ok(named(result).includes('missing events: thing-two 2'))
})

test('an inserted event is named', async () => {
  const result = await verified((database) => {
    database.exec(`insert into events (position, stream, revision, id, type, data, metadata)
      select 11, stream, 3, '${uuidv7()}', type, data, metadata from events where stream = 'thing-one' and revision = 2`)
  })
  assert.ok(named(result).includes('broken chain: thing-one 3'))
})

test('two events that changed places are named', async () => {
  const result = await verified((database) => {
    database.exec(`update events set revision = 99 where stream = 'thing-one' and revision = 1;
      update events set revision = 1 where stream = 'thing-one' and revision = 2;
      update events set revision = 2 where stream = 'thing-one' and revision = 99`)
  })
  assert.ok(named(result).some((each) => each.endsWith('thing-one 2') || each.endsWith('thing-one 1')))
})

test('a tail cut off is named by the seal that covered it', async () => {
  const result = await verified((database) => database.exec(`delete from events where position > 7`))
  assert.ok(result.problems.some(({ problem }) => problem === 'log shorter than sealed'))
})

test('a stream whose last event was dropped is named, even when the positions were numbered anew', async () => {
  const result = await verified((database) => {
    database.exec(
      `delete from events where stream = 'thing-two' and revision = 2; update events set position = position - 1 where position > 6`,
    )
  })
  assert.ok(named(result).includes('seal does not hold: thing-two 2'), named(result).join())
})

const replaceChain = (database: DatabaseSync) => {
  const events = chained(
    'thing-three',
    [0, 1, 2].map((n) => ({ type: 'Happened', data: { name: 'forged', n } })),
  )
  const update = database.prepare(`update events set data = ?, metadata = ? where stream = 'thing-three' and revision = ?`)
  for (const [revision, { data, metadata }] of events.entries()) update.run(JSON.stringify(data), JSON.stringify(metadata), revision)
}

test('a chain replaced with every hash computed again is named by the seal', async () => {
  assert.equal(named(await verified(replaceChain)), ['seal does not hold: thing-three 2'])
})

test('without the kept heads the seal in the log still shows that something was replaced before it', async () => {
  assert.equal(
    (await verified(replaceChain, { kept: false })).problems.map(({ problem }) => problem),
    ['seal does not hold'],
  )
})

test('a seal made by another key is not taken for ours', async () => {
  const result = await verified((database) => {
    const forged = makeSeal({ survey: sealed.survey, previousRoot: null, key: sealingKey(Buffer.alloc(32, 2)) })
    const [event] = chained(sealStream, [{ type: 'LogSealed', data: forged as unknown as JsonObject }])
    database
      .prepare(`update events set data = ?, metadata = ? where stream = ?`)
      .run(JSON.stringify(event?.data), JSON.stringify(event?.metadata), sealStream)
  })
  assert.ok(result.problems.some(({ problem }) => problem === 'unknown signer' || problem === 'missing seal'))
})

test('a backup put back in place of the log is named, by the seal that was kept elsewhere', async () => {
  const result = await verified(() => undefined, { from: backup })
  assert.equal(
    result.problems.map(({ problem }) => problem),
    ['log shorter than sealed', 'missing seal'],
  )
})

test('an event overwritten with something that is no JSON is named, and the rest is still checked', async () => {
  const result = await verified((database) =>
    database.exec(`update events set data = 'x' where stream = 'thing-one' and revision = 1;
      update events set data = '{}' where stream = 'thing-three' and revision = 2`),
  )
  assert.equal(
    result.problems.map(({ problem, position }) => [problem, position]),
    [
      ['unreadable event', '2'],
      ['missing events', '3'],
      ['missing events', '3'],
      ['changed event', '9'],
    ],
  )
})

test('events of different chains that changed places are named by the seal, though every chain holds', async () => {
  const result = await verified((database) =>
    database.exec(`update events set position = 99 where position = 3;
      update events set position = 3 where position = 4;
      update events set position = 4 where position = 99`),
  )
  assert.equal(named(result), [`order changed: ${sealStream} null`])
})

test('an event that was given another id is named by the seal', async () => {
  const result = await verified((database) => database.exec(`update events set id = '${uuidv7()}' where position = 5`))
  assert.equal(named(result), [`order changed: ${sealStream} null`])
})

test('who did it, when, and what kind of event it was cannot be edited either', async () => {
  for (const edit of [`metadata = json_set(metadata, '$.account_id', 'b')`, `type = 'Else'`]) {
    const result = await verified((database) => database.exec(`update events set ${edit} where stream = 'thing-two' and revision = 2`))
    assert.equal(named(result), ['changed event: thing-two 2'])
  }
})

test('a chain moved under another name is named', async () => {
  const result = await verified((database) => database.exec(`update events set stream = 'thing-four' where stream = 'thing-two'`))
  assert.ok(named(result).includes('broken chain: thing-four 0'), named(result).join())
  assert.ok(named(result).includes('seal does not hold: thing-two 2'), named(result).join())
})

test('a seal that was made into nonsense is named', async () => {
  const result = await verified((database) => database.exec(`update events set data = '{"events":"many"}' where stream = '${sealStream}'`))
  assert.equal(named(result), [`changed event: ${sealStream} 0`, `missing seal: ${sealStream} null`])
})

test('a seal that nobody kept still shows that its end was cut off up to it, not that it was cut off with it', async () => {
  const cut = (from: number) => (database: DatabaseSync) => database.exec(`delete from events where position >= ${from}`)
  assert.equal((await verified(cut(10), { kept: false })).problems, [], 'this is why seals have to be kept elsewhere')
  assert.equal(named(await verified(cut(10))), [`missing seal: ${sealStream} null`])
})

test('every problem tells where to look: the event, its kind and its place in the log', async () => {
  const { problems } = await verified((database) => database.exec(`update events set data = '{}' where position = 5`))
  const [{ type, position, explanation }] = problems as [(typeof problems)[number]]
  assert.equal(
    [type, position, explanation],
    ['Happened', '5', 'what this Happened says is not what its fingerprint was made of: it was edited'],
  )
})

/** The same log in a store that numbers events with gaps, as EventStoreDB does: what a log looks like that was moved there. */
const moved = (store: EventStore): EventStore => ({
  ...store,
  append: (...args) => store.append(...args),
  read: (...args) => store.read(...args),
  subscribe: (...args) => store.subscribe(...args),
  close: () => store.close(),
  readAll: async function* (options) {
    for await (const event of store.readAll(options)) yield { ...event, position: event.position * 1_000n + 7n }
  },
})

test('a seal holds in the store that the log was moved to, where positions are others, and shows there what was cut off', async () => {
  const verifiedThere = async (tamper: (database: DatabaseSync) => void) => {
    const file = join(folder, `${uuidv7()}.sqlite`)
    copyFileSync(original, file)
    const database = new DatabaseSync(file)
    tamper(database)
    database.close()
    const store = await openEmbeddedEventStore({ file })
    const seals = [{ seal: sealed.seal, heads: Object.fromEntries(sealed.survey.heads) }]
    const result = await verifyLog({ store: moved(store), publicKey, kept: seals, contiguous: false })
    await store.close()
    return result
  }
  const whole = await verifiedThere(() => undefined)
  assert.equal([whole.problems, whole.sealed_to], [[], '9'])
  const cut = await verifiedThere((database) => database.exec('delete from events where position > 7'))
  assert.ok(named(cut).includes('log shorter than sealed: null null'), named(cut).join())
  const edited = await verifiedThere((database) => database.exec(`update events set data = '{}' where position = 5`))
  assert.equal(named(edited), ['changed event: thing-two 1'])
  const replaced = await verifiedThere(replaceChain)
  assert.equal(named(replaced), ['seal does not hold: thing-three 2'])
})

test('a proof checks offline, and not once anything in it was changed', async () => {
  const store = await openEmbeddedEventStore({ file: original })
  const proof = JSON.parse(JSON.stringify(await proofOf(store, 'thing-two')))
  await store.close()
  assert.equal(checkProof(proof, publicKey), { valid: true, findings: [] })
  const other = publicKeyOf(sealingKey(Buffer.alloc(32, 3)))
  assert.is(checkProof(proof, other).valid, false)
  assert.is(checkProof({ ...proof, stream: 'thing-one' }, publicKey).valid, false)
  assert.is(checkProof({ ...proof, events: proof.events.slice(0, 2) }, publicKey).valid, false)
  assert.is(checkProof({ ...proof, seal: { ...proof.seal, position: '10' } }, publicKey).valid, false)
  proof.events[1].data.n = 8
  assert.is(checkProof(proof, publicKey).valid, false)
})

test.run()
