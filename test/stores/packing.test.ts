// Texts that are packed for the files of the embedded stores come back as they were.
import { randomBytes } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { packed, unpacked } from '../../src/stores/embedded/packing.ts'

const test = suite('packing')

/** Hardly compressible, so that what is packed is longer than half of it. */
const texts = [
  '',
  '{}',
  'Société Générale 株式会社 \u{1f3e2}',
  ...[4_000, 4_096, 8_192, 40_000, 300_000].map((length) => randomBytes(length).toString('hex')),
]

for (const kind of ['event', 'answer'] as const)
  test(`an ${kind} of any length is unpacked as it was`, () => {
    for (const text of texts) assert.ok(unpacked(packed(kind, text)) === text, `a text of ${text.length} characters`)
  })

test('what is damaged is refused', () => {
  const bytes = packed('event', texts.at(-1) ?? '')
  assert.throws(() => unpacked(bytes.subarray(0, bytes.length - 10)))
  assert.throws(() => unpacked(Uint8Array.of(9, ...bytes.subarray(1, 500))))
})

test('a damaged text changes nothing in those after it', async () => {
  const [one, two] = ['{"name":"Acme Widgets LLC"}', '{"name":"Globex LLC"}'].map((text) => packed('answer', text)) as [
    Uint8Array,
    Uint8Array,
  ]
  const long = packed('answer', texts.at(-1) ?? '')
  for (const damaged of [one.subarray(0, -4), long.subarray(0, 100_000), long.subarray(0, 5), one.with(3, 0)]) {
    assert.throws(() => unpacked(damaged))
    // Zlib tells of an error once more, later.
    await new Promise(setImmediate)
    assert.is(unpacked(two), '{"name":"Globex LLC"}')
    assert.ok(unpacked(long) === texts.at(-1))
  }
})

test('what was packed stays as it is when the next text is', () => {
  const [one, other] = [packed('answer', 'one'), packed('answer', 'other')]
  assert.is(`${unpacked(one)} ${unpacked(other)} ${unpacked(one)}`, 'one other one')
})

test.run()
