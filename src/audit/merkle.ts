// A Merkle tree as in RFC 9162, section 2.1 (SHA-256): the root represents a list of leaves, and a path proves that one leaf is in the list.
import { hash } from 'node:crypto'
import { openSlices, type Slices } from '../stores/slices.ts'

/** One step from a leaf to the root: the sibling's hash (hex) and its side. */
export type Step = { readonly side: 'left' | 'right'; readonly hash: string }

/** Takes 72 to 80 bytes for each leaf, however long the leaves are. */
export type MerkleTree = {
  /** In hex; without leaves, the hash of nothing. */
  readonly root: string
  /** The path from the leaf to the root; undefined for what is no leaf. */
  readonly pathOf: (leaf: string) => readonly Step[] | undefined
}

/** The hashes of one level, one behind the other. */
type Level = Buffer

/** Bytes of a hash. */
const width = 32

const sha256 = (content: string | Buffer): Buffer => hash('sha256', content, 'buffer')

/** The first byte distinguishes leaves from nodes, so that one cannot pass for the other. */
const leafHash = (leaf: string): Buffer => sha256(`\0${leaf}`)
const nodeHash = (...children: readonly Buffer[]): Buffer => sha256(Buffer.concat([Buffer.of(1), ...children]))

const countIn = (level: Level): number => level.length / width
const hashAt = (level: Level, index: number): Buffer => level.subarray(index * width, (index + 1) * width)

/**
 * Builds the tree in slices, so that its paths are looked up.
 * @example
 * const { root, pathOf } = await merkleTree(['a', 'b', 'c'])
 * rootFromPath('b', pathOf('b') ?? []) === root // => true
 * rootFromPath('x', pathOf('b') ?? []) === root // => false
 * pathOf('x') // => undefined
 */
export const merkleTree = async (leaves: readonly string[], slices: Slices = openSlices()): Promise<MerkleTree> => {
  const lowest = await levelOf(leaves.length, (index) => leafHash(leaves[index] as string), slices)
  const placeOf = await placesIn(lowest, slices)
  const levels = [lowest]
  let top = lowest
  while (countIn(top) > 1) {
    top = await levelAbove(top, slices)
    levels.push(top)
  }
  return {
    root: (countIn(top) === 0 ? sha256('') : top).toString('hex'),
    pathOf: (leaf) => {
      const place = placeOf(leafHash(leaf))
      return place === undefined ? undefined : levels.flatMap((level, height) => stepFrom(level, place >> height) ?? [])
    },
  }
}

const levelOf = async (count: number, hashOf: (index: number) => Buffer, slices: Slices): Promise<Level> => {
  const level = Buffer.alloc(count * width)
  for (let index = 0; index < count; index++) {
    hashOf(index).copy(level, index * width)
    if (slices.isOver()) await slices.rest()
  }
  return level
}

/** A last node without a sibling rises as it is: so the left part has the largest power of two of leaves below their number, as in the RFC. */
const levelAbove = (level: Level, slices: Slices): Promise<Level> => {
  const count = countIn(level)
  const hashOf = (index: number) => {
    const [left, right] = [2 * index, 2 * index + 1]
    return right < count ? nodeHash(hashAt(level, left), hashAt(level, right)) : hashAt(level, left)
  }
  return levelOf(Math.ceil(count / 2), hashOf, slices)
}

/** The step to the node above; undefined for a node that rises without a sibling, and for the root. */
const stepFrom = (level: Level, index: number): Step | undefined => {
  const sibling = index ^ 1
  if (sibling >= countIn(level)) return undefined
  return { side: sibling < index ? 'left' : 'right', hash: hashAt(level, sibling).toString('hex') }
}

/** Finds the places of hashes. It is a table of places that is at most half full; a hash whose slot is taken by another has the next free one. */
const placesIn = async (level: Level, slices: Slices): Promise<(hash: Buffer) => number | undefined> => {
  const count = countIn(level)
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  /** One more than the place; 0 in a free slot. */
  const inSlot = (slot: number): number => table[slot] as number
  /** The slot of a hash, or the one that is free for it. */
  const slotOf = (hash: Buffer): number => {
    let slot = hash.readUInt32BE() % table.length
    while (inSlot(slot) > 0 && !hashAt(level, inSlot(slot) - 1).equals(hash)) slot = (slot + 1) % table.length
    return slot
  }
  for (let place = 0; place < count; place++) {
    table[slotOf(hashAt(level, place))] = place + 1
    if (slices.isOver()) await slices.rest()
  }
  return (hash) => {
    const found = inSlot(slotOf(hash))
    return found > 0 ? found - 1 : undefined
  }
}

/** The root that follows from a leaf and its path. */
export const rootFromPath = (leaf: string, path: readonly Step[]): string =>
  path
    .reduce((hash, step) => {
      const sibling = Buffer.from(step.hash, 'hex')
      return step.side === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)
    }, leafHash(leaf))
    .toString('hex')
