import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openStock, randomFromStock } from '../../src/events/random.ts'
import { filled } from '../filled.ts'

test('no byte is given out twice, and none is changed later', () => {
  let bytes = 0
  const take = openStock((size) => Buffer.from(Uint8Array.from({ length: size }, () => bytes++ % 251)))
  const taken = Array.from({ length: 1_000 }, (_, n) => take(n % 2 === 0 ? 12 : 32))
  const starts = new Set(taken.map(({ buffer, byteOffset }) => `${fillOf(buffer)} ${byteOffset}`))
  assert.is(starts.size, taken.length)
  const spans = taken.map(({ buffer, byteOffset, length }) => ({ fill: fillOf(buffer), from: byteOffset, to: byteOffset + length }))
  for (const [n, span] of filled(spans.slice(1).entries())) assert.ok(spans[n]?.fill !== span.fill || span.from >= spans[n]!.to)
  assert.ok(bytes >= 22_000)
})

const fills = new Map<ArrayBufferLike, number>()
const fillOf = (buffer: ArrayBufferLike): number => {
  fills.set(buffer, fills.get(buffer) ?? fills.size)
  return fills.get(buffer)!
}

test('more than a stock holds comes in one piece', () => assert.is(openStock()(10_000).length, 10_000))

test('what comes from the stock differs each time', () => {
  assert.is(new Set(Array.from({ length: 2_000 }, () => randomFromStock(12).toString('hex'))).size, 2_000)
})

test.run()
