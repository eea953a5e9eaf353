import { hash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { merkleTree, rootFromPath } from '../../src/audit/merkle.ts'
import { filled } from '../filled.ts'

const test = suite('Merkle tree')

const leavesOf = (size: number): readonly string[] => Array.from({ length: size }, (_, n) => `leaf ${n}`)

/** The definition of RFC 9162, word for word. */
const rootOf = (leaves: readonly string[]): Buffer => {
  const [only = ''] = leaves
  if (leaves.length === 1) return hash('sha256', Buffer.concat([Buffer.of(0), Buffer.from(only)]), 'buffer')
  let left = 1
  while (2 * left < leaves.length) left *= 2
  return hash('sha256', Buffer.concat([Buffer.of(1), rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left))]), 'buffer')
}

test('the root of no leaves and of one are those of RFC 9162', async () => {
  assert.is((await merkleTree([])).root, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.is((await merkleTree([''])).root, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
})

test('every leaf of trees of every size leads to the root, and no other leaf does', async () => {
  for (let size = 1; size <= 33; size++) {
    const leaves = leavesOf(size)
    const { root, pathOf } = await merkleTree(leaves)
    assert.is(root, rootOf(leaves).toString('hex'), `of ${size}`)
    for (const leaf of filled(leaves)) {
      const path = pathOf(leaf) ?? []
      assert.is(rootFromPath(leaf, path), root)
      assert.is.not(rootFromPath(`${leaf}!`, path), root)
    }
  }
})

test('the path of a leaf that is alone is empty, and what is no leaf has none', async () => {
  const [none, alone, many] = [await merkleTree([]), await merkleTree(['a']), await merkleTree(leavesOf(1_000))]
  assert.equal(alone.pathOf('a'), [])
  for (const { pathOf } of [none, alone, many]) assert.is(pathOf('b'), undefined)
})

test('a change of order is a change of root', async () => {
  assert.is.not((await merkleTree(['a', 'b', 'c'])).root, (await merkleTree(['b', 'a', 'c'])).root)
})

test('others have their turn after any hash while a tree is built, and none while the time of a slice lasts', async () => {
  const turnsOf = async (isOver: boolean) => {
    let turns = 0
    await merkleTree(leavesOf(100), { isOver: () => isOver, rest: async () => void turns++ })
    return turns
  }
  assert.ok((await turnsOf(true)) >= 199, 'of 100 leaves and the 99 nodes above them')
  assert.is(await turnsOf(false), 0)
})

test.run()
