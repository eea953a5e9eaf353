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

test.run()
