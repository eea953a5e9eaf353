// Whoever can write to the stores tampers with them in every way; verifying names what was done.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import { v7 as uuidv7 } from 'uuid'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkProof, NotSealed, openProofs, type Proof } from '../../src/audit/proof.ts'
import { keptSeal, makeSeal, type Seal, type Survey, sealStream, surveyOf } from '../../src/audit/seals.ts'
import { publicKeyOf, sealingKey } from '../../src/audit/signing.ts'
import { type VerifyOptions, verifyLog } from '../../src/audit/verify.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { type EventStore, type JsonObject, noStream, StoreUnavailable } from '../../src/stores/event-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-verify-'))
const original = join(folder, 'original.sqlite')
/** The log as it stood before its last events and the seal. */
const backup = join(folder, 'backup.sqlite')
const key = sealingKey(Buffer.alloc(32, 1))
const publicKey = publicKeyOf(key)
const strange = sealingKey(Buffer.alloc(32, 2))

type Draft = { readonly type: string; readonly data: JsonObject }

const recordedAt = '2026-01-02T03:04:05.000Z'

const chained = (stream: string, drafts: readonly Draft[]) => {
  let previous = genesis(stream)
  return drafts.map(({ type, data }) => {
    const metadata = { account_id: 'a', recorded_at: recordedAt, prev_hash: previous }
    previous = eventHash({ type, data, metadata })
    return { id: uuidv7(), type, data, metadata: { ...metadata, hash: previous } }
  })
}

const thing = (name: string, count: number) =>
  chained(
    `thing-${name}`,
    Array.from({ length: count }, (_, n) => ({ type: 'Happened', data: { name, n } })),
  )

const sealNow = async (store: EventStore): Promise<{ seal: Seal; survey: Survey }> => {
  const survey = await surveyOf(store)
  const seal = await makeSeal({ survey, previousRoot: null, key })
  await store.append(sealStream, chained(sealStream, [{ type: 'LogSealed', data: seal as unknown as JsonObject }]), noStream)
  return { seal, survey }
}

let sealed: Awaited<ReturnType<typeof sealNow>>
/** Of the first four events; it was kept elsewhere and is not in the log. */
let early: Seal

const test = suite('verifying the log')

/** Positions 1 to 9 are three chains of three events, 10 is the seal over them, 11 came after it. */
test.before(async () => {
  const store = await openEmbeddedEventStore({ file: original })
  for (const name of ['one', 'two', 'three']) {
    if (name === 'three') {
      const log = new DatabaseSync(original)
      log.exec(`vacuum into '${backup}'`)
      log.close()
    }
    await store.append(`thing-${name}`, thing(name, 3), noStream)
  }
  sealed = await sealNow(store)
  early = await makeSeal({ survey: await surveyOf(store, 4), previousRoot: null, key })
  await store.append('thing-one', thing('one', 4).slice(3), 2)
  await store.close()
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

type Tamper = (database: DatabaseSync) => void
type Verifying = Partial<VerifyOptions> & { readonly from?: string; readonly seen?: (store: EventStore) => EventStore }

/** The seal as an auditor keeps it, with its heads. */
const sealKept = () => ({ seal: sealed.seal, heads: Object.fromEntries(sealed.survey.heads) })

/** Verifies a copy of the log on which `tamper` was let loose. */
const verified = async (tamper: Tamper, { from = original, seen = (store) => store, ...options }: Verifying = {}) => {
  const file = join(folder, `${uuidv7()}.sqlite`)
  copyFileSync(from, file)
  const database = new DatabaseSync(file)
  tamper(database)
  database.close()
  const store = await openEmbeddedEventStore({ file })
  try {
    return await verifyLog({ store: seen(store), publicKeys: [publicKey], kept: [sealKept()], contiguous: true, ...options })
  } finally {
    await store.close()
  }
}

type Verified = Awaited<ReturnType<typeof verified>>
const named = ({ problems }: Verified) => problems.map(({ problem, stream, revision }) => `${problem}: ${stream} ${revision}`)

test('a log that nobody touched holds, and says how far it is sealed', async () => {
  const result = await verified(() => undefined)
  assert.equal(result.problems, [])
  assert.equal([result.events, result.streams, result.seals, result.sealed_to], [11, 3, 1, '9'])
})

const swap = (
  column: string,
  one: number,
  other: number,
  where = 'true',
) => `update events set ${column} = 99 where ${column} = ${one} and ${where};
  update events set ${column} = ${one} where ${column} = ${other} and ${where}; update events set ${column} = ${other} where ${column} = 99`

const putIn = (stream: string, revision: number) => `insert into events (position, stream, revision, id, type, data, metadata)
  select 12, stream, ${revision}, '${uuidv7()}', type, data, metadata from events where stream = '${stream}' and revision = ${revision - 1}`

/** What somebody does to the log, and all that is said of it: problem, event and explanation. */
const tamperings: readonly (readonly [what: string, sql: string, said: readonly string[]])[] = [
  [
    'an edited event',
    `update events set data = replace(data, '"n":1', '"n":7') where stream = 'thing-two' and revision = 1`,
    ['changed event: thing-two 1: what this Happened says is not what its fingerprint was made of: it was edited'],
  ],
  [
    'a deleted event',
    'delete from events where position = 5',
    [
      'missing events: null null: position 5 of the log is missing before it: an event was taken out',
      'missing events: thing-two 2: the event before it in thing-two has number 0, this one has number 2: what stood between was taken out or moved',
    ],
  ],
  [
    'the beginning of a chain deleted',
    'delete from events where position in (4, 5)',
    [
      'missing events: null null: positions 4 to 5 of the log are missing before it: events were taken out',
      'missing events: thing-two 2: it should be the first event of thing-two, this one has number 2: what stood between was taken out or moved',
    ],
  ],
  [
    'the last event of a chain, overwritten before the log was sealed,',
    `update events set data = 'x' where position = 6`,
    ['unreadable event: thing-two 2: the event at position 6 can no longer be read: its text was overwritten or taken out'],
  ],
  [
    'an event overwritten by JSON that is no object',
    `update events set metadata = 'null' where position = 4`,
    ['unreadable event: thing-two 0: the event at position 4 can no longer be read: its text was overwritten or taken out'],
  ],
  [
    'the event whose row holds the text of the next one, deleted',
    `update events set data = '{}', metadata = '{}', packed = x'' where position = 5; delete from events where position = 4`,
    [
      'missing events: null null: position 4 of the log is missing before it: an event was taken out',
      'unreadable event: thing-two 1: the event at position 5 can no longer be read: its text was overwritten or taken out',
    ],
  ],
  [
    'a whole chain deleted',
    `delete from events where stream = 'thing-two'`,
    [
      'missing events: null null: positions 4 to 6 of the log are missing before it: events were taken out',
      'seal does not hold: thing-two 2: chain thing-two had events 0 to 2 when the log was sealed, and is gone',
    ],
  ],
  [
    'an inserted event',
    putIn('thing-two', 3),
    ['broken chain: thing-two 3: it does not carry the fingerprint of event 2 before it: one of the two was replaced or put in'],
  ],
  [
    'a first event that belongs to another chain',
    `update events set stream = 'thing-four' where stream = 'thing-two'`,
    [
      'broken chain: thing-four 0: it does not carry the fingerprint of the beginning of its chain: one of the two was replaced or put in',
      'seal does not hold: thing-two 2: chain thing-two had events 0 to 2 when the log was sealed, and is gone',
      'seal does not hold: thing-four 2: chain thing-four was not there when the log was sealed',
    ],
  ],
  [
    'two events of a chain that changed places in the log',
    swap('position', 5, 6),
    [
      'missing events: thing-two 2: the event before it in thing-two has number 0, this one has number 2: what stood between was taken out or moved',
      'broken chain: thing-two 1: the event before it in thing-two has number 2, this one has number 1: it was put in or moved',
      'seal does not hold: thing-two 2: chain thing-two ended with event 2 when the log was sealed; now it ends there with event 1',
    ],
  ],
  [
    'a stream whose last event was dropped, the positions being numbered anew',
    'delete from events where position = 6; update events set position = position - 1 where position > 6',
    ['seal does not hold: thing-two 2: chain thing-two ended with event 2 when the log was sealed; now it ends there with event 1'],
  ],
  [
    'an edit that was to hide that events of different chains changed places',
    `${swap('position', 3, 4)}; update events set data = '{}' where position = 9`,
    [
      'changed event: thing-three 2: what this Happened says is not what its fingerprint was made of: it was edited',
      `order changed: ${sealStream} null: the events up to position 9 are those that were sealed, but they were put into another order, or given other ids`,
    ],
  ],
  [
    'an event that was given another id',
    `update events set id = '${uuidv7()}' where position = 5`,
    [
      `order changed: ${sealStream} null: the events up to position 9 are those that were sealed, but they were put into another order, or given other ids`,
    ],
  ],
  [
    'an end cut off in the midst of what was sealed',
    'delete from events where position > 7',
    [
      'log shorter than sealed: null null: the log ends at position 7, but was sealed up to 9: its end was cut off, or an older copy was put back',
      `missing seal: ${sealStream} null: the seal up to position 9, which you kept, is not in the log`,
    ],
  ],
  [
    'an event in the midst that is no JSON any more, and the last one too',
    `update events set data = 'x' where position in (2, 11)`,
    [
      'unreadable event: thing-one 1: the event at position 2 can no longer be read: its text was overwritten or taken out',
      'unreadable event: thing-one 3: the event at position 11 can no longer be read: its text was overwritten or taken out',
    ],
  ],
  [
    'a seal that is no JSON any more',
    `update events set data = 'x' where position = 10`,
    [
      `unreadable event: ${sealStream} 0: the event at position 10 can no longer be read: its text was overwritten or taken out`,
      `missing seal: ${sealStream} null: the seal up to position 9, which you kept, is not in the log`,
    ],
  ],
]

for (const [what, sql, said] of tamperings)
  test(`${what} is named, and nothing else`, async () => {
    const { problems } = await verified((database) => database.exec(sql))
    assert.equal(
      problems.map(({ problem, stream, revision, explanation }) => `${problem}: ${stream} ${revision}: ${explanation}`),
      said,
    )
  })

const replaceChain = (database: DatabaseSync) => {
  const events = chained(
    'thing-three',
    [0, 1, 2].map((n) => ({ type: 'Happened', data: { name: 'forged', n } })),
  )
  const update = database.prepare(`update events set data = ?, metadata = ? where stream = 'thing-three' and revision = ?`)
  for (const [revision, { data, metadata }] of events.entries()) update.run(JSON.stringify(data), JSON.stringify(metadata), revision)
}

test('a chain replaced with every hash computed again is named by the seal, which then seals nothing', async () => {
  const result = await verified(replaceChain)
  assert.equal(
    [named(result), result.problems[0]?.explanation, result.sealed_to],
    [['seal does not hold: thing-three 2'], 'event 2 of thing-three, or one before it, was replaced after the log had been sealed', null],
  )
})

test('without the kept heads the seal in the log still shows that something was replaced before it', async () => {
  assert.equal(
    (await verified(replaceChain, { kept: [] })).problems.map(({ problem }) => problem),
    ['seal does not hold'],
  )
})

const putSeal = (seal: object) => (database: DatabaseSync) => {
  const [event] = chained(sealStream, [{ type: 'LogSealed', data: seal as JsonObject }])
  const update = database.prepare('update events set data = ?, metadata = ? where stream = ?')
  update.run(JSON.stringify(event?.data), JSON.stringify(event?.metadata), sealStream)
}

for (const [what, seal, problem, options] of [
  [
    'made by another key is not taken for ours',
    () => makeSeal({ survey: sealed.survey, previousRoot: null, key: strange }),
    'unknown signer',
    {},
  ],
  ['whose statement was changed after it was signed', () => ({ ...sealed.seal, streams: 4 }), 'forged seal', {}],
  ['that does not fit the key that it carries', () => ({ ...sealed.seal, streams: 4 }), 'forged seal', { publicKeys: undefined }],
  ['that carries no key at all', () => ({ ...sealed.seal, public_key: '' }), 'forged seal', { publicKeys: undefined }],
] as const)
  test(`a seal ${what} is named, and seals nothing`, async () => {
    const result = await verified(putSeal(await seal()), { kept: [], ...options })
    assert.equal([named(result), result.sealed_to], [[`${problem}: ${sealStream} null`], null])
  })

test('a seal that was spoiled in the log is named, also where a whole copy of it was kept', async () => {
  assert.equal(named(await verified(putSeal({ ...sealed.seal, streams: 4 }))), [`forged seal: ${sealStream} null`])
  const rekeyed = await verified(putSeal({ ...sealed.seal, public_key: publicKeyOf(strange) }))
  assert.match(String(rekeyed.problems[0]?.explanation), /in the log is not the one that you kept/)
  const spoiled = { ...sealKept(), seal: { ...sealed.seal, streams: 4 } }
  const result = await verified(() => undefined, { kept: [spoiled] })
  assert.equal(
    result.problems.map(({ explanation }) => explanation),
    ['the seal up to position 9 that you kept is not signed with the sealing key'],
    'the copy in the log is not accused',
  )
})

test('edited ends of chains beside a kept seal accuse no chain that nobody touched', async () => {
  const { seal, heads } = sealKept()
  const kept = [{ seal, heads: { ...heads, 'thing-one': { revision: 2, hash: '0'.repeat(64) } } }]
  assert.equal(named(await verified(() => undefined, { kept })), [], 'while the log holds nothing rests on them')
  const result = await verified(replaceChain, { kept })
  assert.equal(
    result.problems.map(({ problem, stream, explanation }) => [problem, stream, explanation]),
    [
      [
        'forged seal',
        sealStream,
        'the ends of chains that you kept with the seal up to position 9 are not those that it was made of: the file was edited',
      ],
      ['seal does not hold', sealStream, 'the log up to position 9 is not what was sealed: 3 chains then, 3 now'],
    ],
  )
})

test('seals that were kept are held against the log in the order in which they were made, and each has to be in it', async () => {
  const kept = [sealKept(), { seal: early }]
  const result = await verified(() => undefined, { kept })
  assert.equal([result.problems.map(({ problem, position }) => [problem, position]), result.sealed_to], [[['missing seal', '4']], '9'])
  const edited = await verified(replaceChain, { kept: [{ seal: early }] })
  assert.equal(
    [edited.problems.map(({ explanation }) => explanation), edited.sealed_to],
    [
      [
        'the log between positions 4 and 9 is not what was sealed: 3 chains then, 3 now',
        'the seal up to position 4, which you kept, is not in the log',
      ],
      '4',
    ],
  )
})

test('a log that cannot be read is not taken for one that was tampered with', async () => {
  const away = new StoreUnavailable('away')
  const fails = () => {
    throw away
  }
  const refusal = await verified(() => undefined, { seen: (store) => seenThrough(store, fails) }).catch((error: unknown) => error)
  assert.is(refusal, away)
})

test('a backup put back in place of the log is named, by the seal that was kept elsewhere', async () => {
  const result = await verified(() => undefined, { from: backup })
  assert.equal(
    result.problems.map(({ problem }) => problem),
    ['log shorter than sealed', 'missing seal'],
  )
})

test('who did it, when, and what kind of event it was cannot be edited either', async () => {
  for (const edit of [`metadata = json_set(metadata, '$.account_id', 'b')`, `type = 'Else'`]) {
    const result = await verified((database) => database.exec(`update events set ${edit} where stream = 'thing-two' and revision = 2`))
    assert.equal(named(result), ['changed event: thing-two 2'])
  }
})

test('a seal that was made into nonsense is named', async () => {
  const result = await verified((database) => database.exec(`update events set data = '{"events":"many"}' where stream = '${sealStream}'`))
  assert.equal(named(result), [`changed event: ${sealStream} 0`, `forged seal: ${sealStream} 0`, `missing seal: ${sealStream} null`])
  assert.equal(named(await verified(putSeal({ events: 'many' }), { kept: [] })), [`forged seal: ${sealStream} 0`])
})

test('a seal that nobody kept still shows that its end was cut off up to it, not that it was cut off with it', async () => {
  const cut = (from: number) => (database: DatabaseSync) => database.exec(`delete from events where position >= ${from}`)
  assert.equal((await verified(cut(10), { kept: [] })).problems, [], 'this is why seals have to be kept elsewhere')
  assert.equal(named(await verified(cut(10))), [`missing seal: ${sealStream} null`])
})

test('every problem tells where to look: the event, its kind and its place in the log', async () => {
  const { problems } = await verified((database) => database.exec(`update events set data = '{}' where position = 5`))
  assert.equal(
    problems.map(({ type, position, recorded_at }) => [type, position, recorded_at]),
    [['Happened', '5', recordedAt]],
  )
})

/** The store, but for what is read of it in order. */
const seenThrough = (store: EventStore, readAll: EventStore['readAll']): EventStore => ({
  append: (...args) => store.append(...args),
  read: (...args) => store.read(...args),
  subscribe: (...args) => store.subscribe(...args),
  end: () => store.end(),
  close: () => store.close(),
  readAll,
})

/** The same log in a store that numbers events with gaps, as EventStoreDB does: what a log looks like that was moved there. */
const moved = (store: EventStore): EventStore =>
  seenThrough(store, async function* (options) {
    for await (const event of store.readAll(options)) yield { ...event, position: event.position * 1_000n + 7n }
  })

test('a seal holds in the store that the log was moved to, where positions are others, and shows there what was cut off', async () => {
  const verifiedThere = (tamper: Tamper) => verified(tamper, { seen: moved, contiguous: false })
  const whole = await verifiedThere(() => undefined)
  assert.equal([whole.problems, whole.sealed_to], [[], '9'])
  for (const [sql, said] of [
    ['delete from events where position > 7', ['log shorter than sealed: null null', `missing seal: ${sealStream} null`]],
    ['delete from events where position > 9', [`missing seal: ${sealStream} null`]],
    [`update events set data = '{}' where position = 5`, ['changed event: thing-two 1']],
  ] as const)
    assert.equal(named(await verifiedThere((database) => database.exec(sql))), said)
  assert.equal(named(await verifiedThere(replaceChain)), ['seal does not hold: thing-three 2'])
})

test('a store that gives one place of the log to two events is named', async () => {
  const doubled = (store: EventStore) =>
    seenThrough(store, async function* (options) {
      for await (const event of store.readAll(options)) yield { ...event, position: event.position === 6n ? 5n : event.position }
    })
  const { problems } = await verified(() => undefined, { seen: doubled, contiguous: false })
  assert.equal(
    problems.map(({ problem, explanation }) => [problem, explanation]),
    [['positions out of order', 'position 5 follows 5']],
  )
})

const sealedStore = () => openEmbeddedEventStore({ file: original })

test('a proof checks offline, and not once anything in it was changed', async () => {
  const store = await sealedStore()
  const proof: Proof = JSON.parse(JSON.stringify(await openProofs(store).of('thing-two')))
  await store.close()
  assert.equal(checkProof(proof, publicKey), { valid: true, findings: [] })
  assert.equal(checkProof(proof), {
    valid: true,
    findings: ['no public key was given: the seal is only checked against the key that it carries'],
  })
  const { seal, events } = proof
  const [first, second, third] = events as [Proof['events'][number], Proof['events'][number], Proof['events'][number]]
  const [edited, reordered] = [{ ...second, data: { n: 8 } }, [second, first, third]]
  for (const [changed, finding] of [
    [{ stream: 'thing-one' }, 'event 0 is not chained to the one before'],
    [{ events: events.slice(0, 2) }, 'the path does not lead to the sealed root'],
    [{ events: reordered }, 'event 0 is not chained to the one before'],
    [{ events: [first, edited, third] }, 'event 1 (Happened) is not what its hash was made of'],
    [{ path: proof.path.slice(1) }, 'the path does not lead to the sealed root'],
    [{ seal: { ...seal, position: '10' } }, 'the seal is not signed by this key'],
  ] as const)
    for (const givenKey of [publicKey, undefined]) {
      const { valid, findings } = checkProof({ ...proof, ...changed }, givenKey)
      assert.is(valid, false)
      assert.ok(findings.includes(finding), findings.join())
    }
  assert.equal(checkProof(proof, publicKeyOf(strange)), { valid: false, findings: ['the seal is not signed by this key'] })
})

test('what came after the last seal is not proved, and the proof says what to do', async () => {
  const store = await sealedStore()
  try {
    const proof = await openProofs(store).of('thing-one')
    assert.is(proof.events.length, 3, 'the fourth is not sealed yet')
    assert.equal(checkProof(proof, publicKey), { valid: true, findings: [] })
    const refusal = (stream: string, of = store) =>
      openProofs(of)
        .of(stream)
        .catch((error: unknown) => error)
    assert.instance(await refusal('thing-four'), NotSealed)
    assert.instance(await refusal('thing-one', { ...seenThrough(store, () => store.readAll()), read: async () => [] }), NotSealed)
  } finally {
    await store.close()
  }
})

test('a store that was away for a moment does not keep later proofs from being made', async () => {
  const store = await sealedStore()
  let away = true
  const flickering = seenThrough(store, async function* (options) {
    if (away) throw new StoreUnavailable('away')
    yield* store.readAll(options)
  })
  const proofs = openProofs(flickering)
  const refusal = await proofs.of('thing-one').catch((error: unknown) => error)
  assert.instance(refusal, StoreUnavailable)
  away = false
  assert.is(checkProof(await proofs.of('thing-one'), publicKey).valid, true)
  await store.close()
})

test('a seal is kept with the heads that it covers, and not from a server that does not have all of them yet', async () => {
  const store = await sealedStore()
  assert.equal(await keptSeal(store, sealed.seal), sealKept())
  const upTo = (events: number) =>
    seenThrough(store, (options) => store.readAll({ ...options, limit: Math.min(events, options?.limit ?? events) }))
  assert.equal(await keptSeal(upTo(9), sealed.seal), sealKept())
  assert.is(await keptSeal(upTo(8), sealed.seal), undefined)
  await store.close()
})

/** The number of passes over the log. */
const countedPasses = (store: EventStore) => {
  let passes = 0
  const counted = seenThrough(store, (options) => {
    passes++
    return store.readAll(options)
  })
  return { counted, passes: () => passes }
}

test('proofs that are asked for at the same time and later share one pass over the log', async () => {
  const store = await sealedStore()
  const { counted, passes } = countedPasses(store)
  const { of } = openProofs(counted)
  const together = await Promise.all(['thing-one', 'thing-two', 'thing-three'].map((stream) => of(stream)))
  for (const proof of [...together, await of('thing-one')]) assert.is(checkProof(proof, publicKey).valid, true)
  assert.is(passes(), 1)
  await store.close()
})

test('what proofs are made of is forgotten an hour after the last of them, and read again for the next', async () => {
  const store = await sealedStore()
  const { counted, passes } = countedPasses(store)
  mock.timers.enable({ apis: ['setTimeout'] })
  const hour = 3_600_000
  const { of } = openProofs(counted)
  for (const [pause, passesThen] of [
    [0, 1],
    [hour - 1, 1],
    [hour - 1, 1],
    [hour, 2],
  ] as const) {
    mock.timers.tick(pause)
    assert.is(checkProof(await of('thing-one'), publicKey).valid, true)
    assert.is(passes(), passesThen)
  }
  mock.timers.reset()
  await store.close()
})

test('a proof of events that were edited after its seal had been read is not valid', async () => {
  const store = await sealedStore()
  let isEdited = false
  const editing: EventStore = {
    ...seenThrough(store, (options) => store.readAll(options)),
    read: async (stream, options) => {
      const events = await store.read(stream, options)
      if (!isEdited || stream === sealStream) return events
      return events.map((event) => ({ ...event, metadata: { ...event.metadata, hash: 'another' } }))
    },
  }
  const { of } = openProofs(editing)
  assert.is(checkProof(await of('thing-one'), publicKey).valid, true)
  isEdited = true
  assert.is(checkProof(await of('thing-one'), publicKey).valid, false)
  await store.close()
})

test('a proof covers the same events in the store that the log was moved to, where positions are others', async () => {
  const store = await sealedStore()
  const there: EventStore = {
    ...moved(store),
    read: async (stream, options) =>
      (await store.read(stream, options)).map((event) => ({ ...event, position: event.position * 1_000n + 7n })),
  }
  const proof = await openProofs(there).of('thing-one')
  assert.equal([proof.events.length, checkProof(proof, publicKey).valid], [3, true])
  await store.close()
})

test('the order in which streams were read makes no difference to their seal', async () => {
  const { survey } = sealed
  const heads = new Map([...survey.heads].reverse())
  assert.is((await makeSeal({ survey: { ...survey, heads }, previousRoot: null, key })).root, sealed.seal.root)
})

test.run()
