// Finds the listed names that have a key, or one that is one typing error away from it. Typed arrays hold what the maps of a plain index
// would: half a million marks take 10 MB instead of 100.

export type KeyIndex = {
  /** The keys that are one typing error from this one, and the key itself, each by its number. */
  near(key: string): readonly number[]
  /** The places of the names that have a key, in their order. */
  placesOf(key: number): Uint32Array
  /** How many listed names have this key. */
  count(key: string): number
}

export type KeyIndexBuilder = { add(place: number, keys: Iterable<string>): void; finish(): KeyIndex }

export function keyIndexBuilder(): KeyIndexBuilder {
  const numbers = new Map<string, number>()
  const keys: string[] = []
  const [pairKeys, pairPlaces]: [number[], number[]] = [[], []]
  const [markHashes, markKeys]: [number[], number[]] = [[], []]

  function numberOf(key: string): number {
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = keys.push(key) - 1
    numbers.set(key, number)
    for (const mark of marksOf(key)) {
      markHashes.push(hashOf(mark))
      markKeys.push(number)
    }
    return number
  }

  return {
    add: (place, ofName) => {
      for (const key of ofName) {
        pairKeys.push(numberOf(key))
        pairPlaces.push(place)
      }
    },
    finish: () => {
      const places = grouped(pairKeys, pairPlaces, keys.length)
      const bits = Math.max(4, Math.ceil(Math.log2(markKeys.length + 1)))
      const marks = grouped(
        markHashes.map((hash) => hash >>> (32 - bits)),
        markKeys,
        2 ** bits,
      )
      return {
        near: (key) => {
          const own = numbers.get(key)
          const found = own === undefined ? [] : [own]
          for (const mark of marksNear(key))
            for (const number of marks(hashOf(mark) >>> (32 - bits))) if (hasMark(keys[number] as string, mark)) found.push(number)
          return found
        },
        placesOf: places,
        count: (key) => {
          const number = numbers.get(key)
          return number === undefined ? 0 : places(number).length
        },
      }
    },
  }
}

/** Values by their group, each group in the order in which its values came. */
function grouped(groups: readonly number[], values: readonly number[], count: number): (group: number) => Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const group of groups) (starts[group + 1] as number)++
  for (let group = 0; group < count; group++) (starts[group + 1] as number) += starts[group] as number
  const next = starts.slice()
  const sorted = new Uint32Array(values.length)
  for (const [at, group] of groups.entries()) sorted[(next[group] as number)++] = values[at] as number
  return (group) => sorted.subarray(starts[group], starts[group + 1])
}

/** FNV-1a, 32 bits, with its bits mixed once more. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A key of at least `long` letters is marked by its first and last `end` letters: one typing error leaves one of the two intact. */
const long = 12
const end = 5

/** A sound, the letters of a whole name or of its beginning, or a very short key is found only as it is. */
const isFoundAsItIs = (key: string): boolean => key.length < 4 || /^[~#=%^]/.test(key)

/** Marks that find a key despite one typing error. */
function marksOf(key: string): readonly string[] {
  if (isFoundAsItIs(key)) return []
  return key.length < long ? variants(key) : endMarks(key, key.length)
}

/** The marks of all keys one typing error away: an added, missing or different letter, or two exchanged. */
function marksNear(key: string): readonly string[] {
  if (isFoundAsItIs(key)) return []
  const short = key.length <= long ? variants(key) : []
  const lengths = [key.length - 1, key.length, key.length + 1].filter((length) => length >= long)
  return [...short, ...lengths.flatMap((length) => endMarks(key, length))]
}

const endMarks = (key: string, length: number): readonly string[] => [`<${length}${key.slice(0, end)}`, `>${length}${key.slice(-end)}`]

/** The word, and the word without each of its letters. Two words one typing error apart have one of these in common. */
function variants(key: string): readonly string[] {
  const without = [`=${key}`]
  for (let i = 0; i < key.length; i++) without.push(`=${key.slice(0, i)}${key.slice(i + 1)}`)
  return without
}

/** Marks of different words may share a hash. */
function hasMark(key: string, mark: string): boolean {
  if (mark[0] !== '=') return key.length >= long && endMarks(key, key.length).includes(mark)
  if (key.length >= long) return false
  if (key.length === mark.length - 1) return mark.endsWith(key)
  if (key.length !== mark.length) return false
  let at = 0
  while (at < key.length - 1 && key[at] === mark[at + 1]) at++
  return key.slice(at + 1) === mark.slice(at + 1)
}
