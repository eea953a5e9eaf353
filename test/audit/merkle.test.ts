import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { merklePath, merkleRoot, rootFromPath } from '../../src/audit/merkle.ts'

const test = suite('Merkle tree')

test('the root of no leaves and of one are those of RFC 9162', () => {
  assert.is(merkleRoot([]), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.is(merkleRoot(['']), '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

test('every leaf of trees of every size leads to the root, and no other leaf does', () => {
  for (let size = 1; size <= 33; size++) {
    const leaves = Array.from({ length: size }, (_, n) => `leaf ${n}`)
    const root = merkleRoot(leaves)
    for (const [index, leaf] of leaves.entries()) {
      assert.is(rootFromPath(leaf, merklePath(leaves, index)), root)
      assert.is.not(rootFromPath(`${leaf}!`, merklePath(leaves, index)), root)
    }
  }
})

test('a change of order is a change of root', () => {
  assert.is.not(merkleRoot(['a', 'b', 'c']), merkleRoot(['b', 'a', 'c']))
})

test.run()
