// docs/proof-format.md is enough for a second checker: examples/check_proof.py, in another language and without our code, says of every proof what ours says.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { merkleTree } from '../../src/audit/merkle.ts'
import { checkProof, openProofs, type Proof } from '../../src/audit/proof.ts'
import { makeSeal, sealStream, surveyOf } from '../../src/audit/seals.ts'
import { publicKeyOf, sealingKey } from '../../src/audit/signing.ts'
import { canonicalJson } from '../../src/events/canonical-json.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { type EventStore, type JsonObject, noStream } from '../../src/stores/event-store.ts'
import { filled } from '../filled.ts'

const checker = join(import.meta.dirname, '../../examples/check_proof.py')
// The package may be there for the system's Python alone, with another one before it in the path.
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import cryptography']).status === 0)

const test = suite('format of proofs')
const folder = mkdtempSync(join(tmpdir(), 'probity-proof-'))
const key = sealingKey(Buffer.alloc(32, 1))
const publicKey = publicKeyOf(key)
const proofs = new Map<string, Proof>()
let store: EventStore

/** What canonical JSON is hard for: numbers, escapes, the order of names beyond the basic plane, names that are numbers. */
const awkward: JsonObject = {
  numbers: [0, -0, 1, -1, 0.1, 1e21, 1e-7, 123456789012345680000, 5e-324, 1.7976931348623157e308, 1e-6, 333333333.3333333, 2 ** 53],
  text: 'quote " backslash \\ tab \t bell \u0007 delete \u007f é € 😀 \u2028',
  '10': 'ten',
  '9': 'nine',
  '😀': 1,
  '\ufb33': 2,
  é: null,
  z: { b: [true, false, null], a: {} },
  empty: [],
}

const append = async (stream: string, all: readonly JsonObject[]) => {
  let previous = genesis(stream)
  const events = all.map((data, n) => {
    const metadata = { account_id: 'a', recorded_at: `2026-11-22T09:00:0${n}.000Z`, schema_version: 1, prev_hash: previous }
    previous = eventHash({ type: 'Happened', data, metadata })
    return { id: uuidv7(), type: 'Happened', data, metadata: { ...metadata, hash: previous } }
  })
  await store.append(stream, events, noStream)
}

test.before(async () => {
  store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
  const streams = ['thing-1', 'thing-2', 'thing-3', 'thing-é', 'thing-awkward']
  for (const stream of streams) await append(stream, stream === 'thing-awkward' ? [awkward] : [{ n: 1 }, { n: 2 }])
  const seal = await makeSeal({ survey: await surveyOf(store), previousRoot: null, key })
  await append(sealStream, [seal as unknown as JsonObject])
  const { of } = openProofs(store)
  for (const stream of streams) proofs.set(stream, await of(stream))
})
test.after(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** What the checker in Python says: its exit code and its words. */
const checked = (proof: unknown, trusted = publicKey): readonly [code: number | null, said: string] => {
  const [file, pem] = [join(folder, 'proof.json'), join(folder, 'public-key.pem')]
  writeFileSync(file, JSON.stringify(proof))
  writeFileSync(pem, trusted)
  const { status, stdout } = spawnSync(python ?? 'python3', [checker, file, pem], { encoding: 'utf8' })
  return [status, stdout]
}

if (python) {
  test('the second checker finds our proofs valid', () => {
    for (const [stream, proof] of filled(proofs)) {
      const [code, said] = checked(proof)
      assert.is(code, 0, `${stream}: ${said}`)
      assert.match(said, `valid: ${proof.events.length} events of ${stream}, sealed up to position ${proof.seal.position}`)
    }
  })

  const changes: { readonly [what: string]: (proof: Proof) => Proof } = {
    'an edited event': ({ events, ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, data: { n: 7 } })) }),
    'an event of another type': ({ events, ...rest }) => ({ ...rest, events: events.map((event) => ({ ...event, type: 'Else' })) }),
    'other metadata': ({ events, ...rest }) => ({
      ...rest,
      events: events.map((event) => ({ ...event, metadata: { ...event.metadata, account_id: 'b' } })),
    }),
    'the last event left out': ({ events, ...rest }) => ({ ...rest, events: events.slice(0, -1) }),
    'the first event left out': ({ events, ...rest }) => ({ ...rest, events: events.slice(1) }),
    'events that changed places': ({ events, ...rest }) => ({ ...rest, events: events.toReversed() }),
    'the name of another chain': (proof) => ({ ...proof, stream: 'thing-9' }),
    'a step less': ({ path, ...rest }) => ({ ...rest, path: path.slice(1) }),
    'a step on the other side': ({ path, ...rest }) => ({
      ...rest,
      path: path.map((step) => ({ ...step, side: step.side === 'left' ? 'right' : 'left' }) as const),
    }),
    ...Object.fromEntries(
      (['position', 'events', 'streams', 'root', 'order', 'previous_root'] as const).map((member) => [
        `another ${member} in the seal`,
        ({ seal, ...rest }: Proof): Proof => ({
          ...rest,
          seal: { ...seal, [member]: member === 'events' || member === 'streams' ? 99 : '99' },
        }),
      ]),
    ),
    'a signature of other bytes': ({ seal, ...rest }) => ({ ...rest, seal: { ...seal, signature: Buffer.alloc(64).toString('base64') } }),
  }
  for (const [what, change] of Object.entries(changes))
    test(`${what}: both checkers find the proof not valid`, () => {
      const proof = change(proofs.get('thing-2') as Proof)
      const [code, said] = checked(proof)
      assert.equal([code, checkProof(proof, publicKey).valid], [1, false], said)
    })

  test('a proof under another key is not valid, and what is no proof is told as such', () => {
    const strange = publicKeyOf(sealingKey(Buffer.alloc(32, 2)))
    assert.is(checked(proofs.get('thing-1'), strange)[0], 1)
    for (const none of [{}, [], { ...proofs.get('thing-1'), events: 'none' }]) assert.is(checked(none)[0], 2)
  })
} else console.log('SKIPPED: 18 (python3 with the package cryptography is not installed, so the second checker of proofs cannot run)')

test('the example in the documentation is what the format says', async () => {
  const event = { type: 'Happened', data: { n: 1 }, metadata: { account_id: 'a', prev_hash: genesis('thing-1') } }
  const { prev_hash, ...rest } = event.metadata
  const hash = eventHash(event)
  const { root } = await merkleTree([`thing-1\n0\n${hash}`])
  const page = readFileSync(join(import.meta.dirname, '../../docs/proof-format.md'), 'utf8')
  for (const shown of [prev_hash, canonicalJson({ ...event, metadata: rest }), hash, root]) assert.ok(page.includes(shown), shown)
})

test.run()
