// Why bytes are no CSV, and where: every kind of broken character at every place.
import { isUtf8 } from 'node:buffer'
import { CsvError } from 'csv-parse'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { encodingProblem, syntaxProblem, titleProblem } from '../../../src/http/upload/csv-problems.ts'
import { filled } from '../../filled.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const utf16 = 'it is text in UTF-16; save it as UTF-8'
const nulAt = (line: number, column: number) => `it is not text in UTF-8: line ${line}, column ${column} holds a NUL byte`
const brokenAt = (line: number, column: number, byte: string) =>
  `it is not text in UTF-8: line ${line}, column ${column} holds the byte 0x${byte}; a file in Latin-1 or Windows-1252 has to be saved as UTF-8`

const broken: readonly (readonly [what: string, bytes: Buffer, problem: string])[] = [
  ['a quotation mark of Windows-1252 at the very beginning', bytesOf([0x93], 'name'), brokenAt(1, 1, '93')],
  ['a byte that continues nothing', bytesOf('name\n', [0x80]), brokenAt(2, 1, '80')],
  ['a byte that continues nothing behind a whole character', bytesOf('name\né', [0xa9]), brokenAt(2, 1, 'A9')],
  ['a byte that is in no text', bytesOf('name,', [0xff]), brokenAt(1, 2, 'FF')],
  ['a character of four bytes without its last', bytesOf('name,', [0xf0, 0x9f, 0x98]), brokenAt(1, 2, 'F0')],
  ['a character of three bytes without its last', bytesOf('name;a;', [0xe2, 0x82]), brokenAt(1, 3, 'E2')],
  ['half a surrogate pair', bytesOf('name\t', [0xed, 0xa0, 0x80]), brokenAt(1, 2, 'ED')],
  ['a letter written too long', bytesOf('name\n\n', [0xc1, 0x81]), brokenAt(3, 1, 'C1')],
  ['a broken character behind a byte order mark', bytesOf('\ufeff', [0xe9]), brokenAt(1, 1, 'E9')],
  ['a broken character before a NUL byte', bytesOf('a,', [0xe9, 0]), brokenAt(1, 2, 'E9')],
  ['a NUL byte before a broken character', bytesOf('a,', [0, 0xe9]), nulAt(1, 2)],
  ['a NUL byte alone', bytesOf('name\nAcme,"1, Main St",', [0]), nulAt(2, 3)],
  ['a NUL byte at the very beginning', bytesOf([0], 'name', [0xe9]), nulAt(1, 1)],
  ['a NUL byte behind an opened quote', bytesOf('name,"a,b', [0]), nulAt(1, 2)],
  ['two letters and a byte order mark', bytesOf([0xff, 0xfe], 'a', [0]), utf16],
  ['a byte order mark the other way round', bytesOf([0xfe, 0xff, 0], 'a'), utf16],
  ['half such a mark', bytesOf([0xff, 0xfd]), brokenAt(1, 1, 'FF')],
  ['the other half', bytesOf('a', [0xfe]), brokenAt(1, 1, 'FE')],
  ['half such a mark the other way round', bytesOf([0xfe, 0xfe]), brokenAt(1, 1, 'FE')],
  ['eight bytes with two zeros on one side', bytesOf('a', [0], 'b', [0], 'cdef'), utf16],
  ['eight bytes with two zeros on the other side', bytesOf([0], 'a', [0], 'bcdef'), utf16],
  ['eight bytes with a zero on each side', bytesOf([0], 'ab', [0], 'cdef'), nulAt(1, 1)],
  ['seven bytes of UTF-16 without a mark', bytesOf('a', [0], 'b', [0], 'c', [0], 'd'), nulAt(1, 1)],
  ['thirty zeros among the first 64 bytes', bytesOf('a', ...Array.from({ length: 30 }, () => [0, 97]), 'aaaaaa'), utf16],
  ['twenty-nine of them, and more behind', bytesOf('a', ...Array.from({ length: 29 }, () => [0, 97]), 'aaaaaa', [0, 0, 0]), nulAt(1, 1)],
]
for (const [what, bytes, problem] of broken)
  test(`${what} is found in its place`, () => {
    assert.is(encodingProblem(bytes), problem)
  })

/** The same numbers at each run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % below
  }
}

test('wherever the slices end, the first broken character is the one that is named', () => {
  const pieces = ['a', 'é', '€', '😀', '\ufeff']
  const next = numbers(7)
  const wholes = filled(Array.from({ length: 40 }, (_, n) => 65_520 + n))
  for (const size of wholes) {
    const good: Buffer[] = []
    for (let length = 0; length < size; length += good.at(-1)?.length ?? 1)
      good.push(Buffer.from(size - length > 20 ? 'x' : (pieces[next(5)] ?? '')))
    const before = Buffer.concat(good)
    const wrong = Buffer.from([[0x80], [0xff], [0xf0, 0x9f, 0x98], [0xe2, 0x82], [0xc3]][next(5)] ?? [])
    const after = Buffer.from(pieces[next(5)] ?? '')
    assert.ok(isUtf8(before) && !isUtf8(Buffer.concat([before, wrong])))
    const shown = wrong[0]?.toString(16).toUpperCase() ?? ''
    for (const bytes of [Buffer.concat([before, Buffer.from('\n,'), wrong, after]), Buffer.concat([before, Buffer.from('\n,'), wrong])])
      assert.is(encodingProblem(bytes), brokenAt(2, 2, shown), `${size} bytes before`)
    assert.is(encodingProblem(Buffer.concat([before, Buffer.from('\n,\0')])), nulAt(2, 2))
    const joined = Buffer.concat([before, wrong])
    assert.is(encodingProblem(joined), brokenAt(1, 1, shown), `${size} bytes directly before`)
  }
})

const errorOf = (code: string, more: object) =>
  new CsvError('CSV_QUOTE_NOT_CLOSED' as never, `told by ${code}`, {} as never, { ...more, code })

test('a fault in the syntax names its row, its line and its column by title or number', () => {
  const problem = (columns: readonly string[] | undefined, more: object) =>
    syntaxProblem(Object.assign(errorOf('CSV_QUOTE_NOT_CLOSED', {}), { code: 'CSV_QUOTE_NOT_CLOSED', ...more }), { columns, line: 7 })
  const told = 'a quote is opened and never closed'
  assert.is(problem(undefined, { records: 0, column: 1 }), `in the row of titles, column 2: ${told}`)
  assert.is(problem(['name', ' tin '], { records: 1, column: 1 }), `in row 1 (line 7), column tin: ${told}`)
  assert.is(problem(['name', ' '], { records: 3, column: 1 }), `in row 3 (line 7), column 2: ${told}`)
  assert.is(problem(['name'], { records: 3, column: 2 }), `in row 3 (line 7), column 3: ${told}`)
  const other = Object.assign(errorOf('OTHER', {}), { code: 'OTHER' })
  assert.is(syntaxProblem(other, { columns: [], line: 1 }), other.message)
})

test('a first row without a name is shown where it has one column, cut at a hundred characters', () => {
  const problem = (...columns: readonly string[]) => titleProblem(columns, columns)
  const hint = (shown: string) =>
    `lacks the required column name: its first row has one column only, “${shown}”; fields are separated by comma, semicolon or tab`
  assert.is(problem('x'.repeat(100)), hint('x'.repeat(100)))
  assert.is(problem('x'.repeat(101)), hint(`${'x'.repeat(100)}…`))
  assert.is(problem('tin', 'address'), 'lacks the required column name')
  assert.is(problem(), hint(''))
})

test('a title may stand once, and an empty one as often as it likes', () => {
  assert.is(titleProblem(['name', '', '', 'tin'], ['name', '', '', 'tin']), null)
  const three = ['tin', 'name', 'tin', 'tin']
  assert.is(titleProblem(three, three), 'has the column tin twice: columns 1 and 3 and 4')
})

test.run()
