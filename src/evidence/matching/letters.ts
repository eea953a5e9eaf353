// Letters and spelling: reduces a text to plain lower-case letters and measures how alike two words are spelt.

/** Letters that do not decompose into a base letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ə: 'a',
}

/** Without what nobody sees or says, such as a soft hyphen or a trademark sign. It parts no words: `No\u00adva™` is `Nova`. */
export const said = (text: string): string => text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}™℠®©℗]/gu, '')

/** Of each sign of a keyboard, the others that people and programs write for it; `\u0091` to `\u0097` are those of Windows-1252, misread. */
const signs: readonly (readonly [others: RegExp, plain: string])[] = [
  [/[`´\u0091\u0092\u02b9\u02bb-\u02bf\u02ca\u02cb\u055a\u05f3\u2018-\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff40]/g, "'"],
  [/[«»\u0093\u0094\u02ba\u05f4\u201c-\u201f\u2033\u275d\u275e]/g, '"'],
  [/[\u0096\u0097\u05be\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
]

/**
 * The text with the quotes, dashes, spaces and wide letters that a keyboard has. Letters, accents and case stay.
 * @example
 * plainSigns('Joe’s Smith–Jones ＬＬＣ') // => "Joe's Smith-Jones LLC"
 */
export function plainSigns(text: string): string {
  if (isPlain(text)) return text
  const plain = signs.reduce((told, [others, sign]) => told.replace(others, sign), text)
  return plain.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** Lower case, without accents, with plain signs. Letters of other scripts stay. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  // Before letters and accents part: an acute accent typed alone is a quote. In lower case after that: what looks like a letter of another kind has none.
  return plainSigns(said(text))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþıħŋə]/g, (letter) => plainLetters[letter] ?? letter)
}

const backtick = 96

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 126 || code === backtick) return false
  }
  return true
}

/** One bit per letter or digit in the word. Two words whose masks differ in many bits cannot be one typing error apart. */
export function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31)
  return mask
}

export function bitCount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** How many typing errors a word of this length may contain and still count as the same word. Short words and numbers may contain none. */
export function errorsAllowed(length: number): number {
  if (length < 4) return 0
  if (length < 7) return 1
  if (length < 12) return 2
  return 3
}

/**
 * The number of typing errors between two words (an added, missing or different letter, two neighbours exchanged, or `rn` for `m` and the like), up to
 * `limit`; -1 if there are more.
 */
export function typingErrors(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return -1
  const edits = editsUpTo(a, b, Math.max(2, limit))
  const errors = edits === 2 && (isTransposition(a, b) || looksLike(a, b)) ? 1 : edits
  return errors <= limit ? errors : -1
}

/**
 * As `typingErrors`, for words that were read before.
 * @param apart the bits of the letters that only one of the two has: most pairs of words have too many, which is seen at once
 */
export function spellingErrors(a: string, b: string, limit: number, apart: number): number {
  const bits = bitCount(apart)
  // `rn` for `m` is one error of three letters.
  const most = a.length === b.length ? 2 * limit : 2 * limit + 1
  return bits > most ? -1 : typingErrors(a, b, limit)
}

const row = new Uint8Array(256)

/** The Levenshtein distance, or more than `limit` where it is more. Words of different beginnings and ends only are compared letter by letter. */
function editsUpTo(a: string, b: string, limit: number): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let [from, end, longEnd] = [0, short.length, long.length]
  while (end > 0 && short.charCodeAt(end - 1) === long.charCodeAt(longEnd - 1)) {
    end--
    longEnd--
  }
  while (from < end && short.charCodeAt(from) === long.charCodeAt(from)) from++
  const [width, height] = [end - from, longEnd - from]
  if (width === 0) return height
  if (height > 250) return limit + 1
  for (let x = 0; x <= width; x++) row[x] = x
  for (let y = 1; y <= height; y++) {
    const letter = long.charCodeAt(from + y - 1)
    let diagonal = y - 1
    let least = y
    row[0] = y
    for (let x = 1; x <= width; x++) {
      const above = row[x] as number
      const same = short.charCodeAt(from + x - 1) === letter ? diagonal : diagonal + 1
      const edits = Math.min(same, above + 1, (row[x - 1] as number) + 1)
      diagonal = above
      row[x] = edits
      if (edits < least) least = edits
    }
    if (least > limit) return limit + 1
  }
  return row[width] as number
}

function isTransposition(a: string, b: string): boolean {
  let i = 0
  while (a[i] === b[i]) i++
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)
}

/** Two letters that are read as one, by machines and by people. */
const lookAlikes: ReadonlySet<string> = new Set(['rn m', 'vv w', 'cl d', 'ii u', 'ri n', 'nn m'])

function looksLike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (long.length !== short.length + 1) return false
  let i = 0
  while (short[i] === long[i]) i++
  return short.slice(i + 1) === long.slice(i + 2) && lookAlikes.has(`${long.slice(i, i + 2)} ${short[i]}`)
}
