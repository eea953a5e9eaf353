import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decrypt, encrypt, leastEncrypted } from '../../src/events/aes-gcm.ts'
import { filled } from '../filled.ts'

const key = Buffer.alloc(32, 7)
const encrypted = encrypt(key, 'Ann Löwe', { boundTo: 'a' })

test('what was encrypted is decrypted by the same key, for what it was bound to', () => {
  assert.is(decrypt(key, encrypted, 'a').toString('utf8'), 'Ann Löwe')
  assert.is(decrypt(key, encrypt(key, '')).length, 0)
  assert.throws(() => decrypt(Buffer.alloc(32, 8), encrypted, 'a'))
  assert.throws(() => decrypt(key, encrypted, 'b'))
  assert.throws(() => decrypt(key, encrypted))
})

test('a change of any byte shows', () => {
  for (const at of filled([...encrypted.keys()])) {
    const changed = Buffer.from(encrypted)
    changed[at] = (encrypted[at] as number) ^ 1
    assert.throws(() => decrypt(key, changed, 'a'), undefined, `byte ${at}`)
  }
})

test('a tag that was cut off is not taken, though what is left of it is right', () => {
  const empty = encrypt(key, '')
  assert.is(empty.length, leastEncrypted)
  for (const tagBytes of filled([0, 4, 8, 15]))
    assert.throws(() => decrypt(key, empty.subarray(0, 12 + tagBytes)), undefined, `${tagBytes}`)
})

test.run()
