// A Merkle tree as in RFC 9162, section 2.1 (SHA-256): the root represents a list of leaves, and a path proves that one leaf is in the list.
import { createHash } from 'node:crypto'

/** One step from a leaf to the root: the sibling's hash (hex) and its side. */
export type Step = { readonly side: 'left' | 'right'; readonly hash: string }

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest()
}

/** The first byte distinguishes leaves from nodes, so that one cannot pass for the other. */
const leafHash = (leaf: string): Buffer => sha256(Buffer.of(0), Buffer.from(leaf, 'utf8'))
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)

/** The largest power of two below the count: the point where a subtree is split. */
const split = (count: number): number => 2 ** Math.floor(Math.log2(count - 1))

const rootOf = (hashes: readonly Buffer[], from: number, to: number): Buffer => {
  if (to - from === 1) return hashes[from] as Buffer
  const middle = from + split(to - from)
  return nodeHash(rootOf(hashes, from, middle), rootOf(hashes, middle, to))
}

/**
 * The root in hex; without leaves, the hash of nothing.
 * @example
 * merkleRoot([]) // => 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
 */
export const merkleRoot = (leaves: readonly string[]): string =>
  (leaves.length === 0 ? sha256() : rootOf(leaves.map(leafHash), 0, leaves.length)).toString('hex')

/**
 * The path from the leaf at `index` to the root.
 * @example
 * const leaves = ['a', 'b', 'c']
 * rootFromPath('b', merklePath(leaves, 1)) === merkleRoot(leaves) // => true
 * rootFromPath('x', merklePath(leaves, 1)) === merkleRoot(leaves) // => false
 */
export const merklePath = (leaves: readonly string[], index: number): readonly Step[] => {
  const hashes = leaves.map(leafHash)
  const walk = (from: number, to: number): Step[] => {
    if (to - from === 1) return []
    const middle = from + split(to - from)
    return index < middle
      ? [...walk(from, middle), { side: 'right', hash: rootOf(hashes, middle, to).toString('hex') }]
      : [...walk(middle, to), { side: 'left', hash: rootOf(hashes, from, middle).toString('hex') }]
  }
  return walk(0, leaves.length)
}

/** The root that follows from a leaf and its path. */
export const rootFromPath = (leaf: string, path: readonly Step[]): string =>
  path
    .reduce((hash, step) => {
      const sibling = Buffer.from(step.hash, 'hex')
      return step.side === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    }, leafHash(leaf))
    .toString('hex')
