// What cannot be a batch says where it is wrong.
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readUpload } from '../../../src/http/upload/read-upload.ts'
import { openBatchRows } from '../../../src/stores/batch-rows.ts'
import { openKeyRing } from '../../../src/stores/key-ring.ts'
import { memoryRecords } from '../memory-records.ts'

const key = createSecretKey(randomBytes(32))

const read = (csv: string | Uint8Array) => {
  const body = JSON.stringify({ name: 'One', filename: 'one.csv', csv: Buffer.from(csv).toString('base64') })
  return readUpload(Buffer.from(body), key, () => {})
}
const problem = async (csv: string | Uint8Array): Promise<string> => {
  const outcome = await read(csv)
  assert.ok('status' in outcome, 'it is refused')
  assert.is(outcome.entries[0]?.parameter, 'csv')
  return `${outcome.status} ${outcome.entries[0]?.message}`
}
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')

const wrong: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  [
    'a quote that never closes',
    'name,address\nAcme,x\nB,"1 Main St\nC,d\n',
    /^400 .*row 2 \(line 3\), column address: a quote is opened and never closed/,
  ],
  ['such a quote behind a cell of several lines', 'name,address\n"A\nB",x\nC,"y\n', /row 2 \(line 4\), column address/],
  ['a quote among the titles', 'name,"address\nAcme,x\n', /^400 .*in the row of titles, column 2: a quote is opened/],
  ['text behind a quoted field', 'name,address\nAcme,"x"y\n', /row 1 \(line 2\), column address: a quoted field continues/],
  ['a quote within a field', 'name,address\nAc"me,x\n', /row 1 \(line 2\), column name: there is a quote in the middle/],
  [
    'a field of 10 MB',
    `name,address\nAcme,x\nB,${'z'.repeat(10 * 1_048_576)}\n`,
    /^400 .*row 2 \(line 3\), column address: the row grows longer than the 1 MB/,
  ],
  [
    'UTF-16 with a byte order mark',
    Buffer.concat([Buffer.of(0xff, 0xfe), utf16('name,address\nAcme,x\n')]),
    /^400 .*UTF-16; save it as UTF-8/,
  ],
  ['UTF-16 of Cyrillic letters', Buffer.concat([Buffer.of(0xff, 0xfe), utf16('Имя,Адрес')]), /UTF-16; save it as UTF-8/],
  ['the same the other way round', Buffer.concat([Buffer.of(0xfe, 0xff), utf16('Имя,Адрес').swap16()]), /UTF-16; save it as UTF-8/],
  [
    'Latin-1 that begins with the first byte of such a mark',
    Buffer.from('ÿname,address\nAcme,x\n', 'latin1'),
    /line 1, column 1 holds the byte 0xFF/,
  ],
  ['UTF-16 without one', utf16('name,address\nAcme,x\n'), /UTF-16/],
  ['Latin-1', Buffer.from('name,address\nAcme,x\nCafé,"a, b",é\n', 'latin1'), /^400 .*line 3, column 1 holds the byte 0xE9/],
  [
    'Latin-1 far behind',
    Buffer.from(`name,address\n${'Acme,x\n'.repeat(20_000)}B,é\n`, 'latin1'),
    /line 20002, column 2 holds the byte 0xE9/,
  ],
  [
    'a character cut off at the end',
    Buffer.concat([Buffer.from('name,address\nAcme,'), Buffer.of(0xc3)]),
    /line 2, column 2 holds the byte 0xC3/,
  ],
  ['a NUL byte', 'name,address\nAcme,x\nB,\0\n', /line 3, column 2 holds a NUL byte/],
  [
    'another separator',
    'name|address\nAcme|x\n',
    /^422 .*required column name: its first row has one column only, “name\|address”; fields are separated by/,
  ],
  ['no titles', 'Acme,1 Main St\nB,2 Main St\n', /^422 csv lacks the required column name$/],
  ['a title twice', 'name,tin,TIN\nAcme,1,2\n', /^422 csv has the column tin twice: columns 2 and 3$/],
  ['nothing', '\n', /^422 csv has no rows$/],
]

for (const [what, csv, message] of wrong)
  test(`${what} is refused with its place`, async () => {
    assert.match(await problem(csv), message)
  })

test('rows are handed over a hundred at a time, in their order, whatever their number', async () => {
  const records = memoryRecords()
  const batchRows = openBatchRows({ records, keyRing: openKeyRing({ records, masterKey: randomBytes(32) }) })
  for (const count of [1, 99, 100, 101, 250]) {
    const batch = `batch-${count}`
    const rows = Array.from({ length: count }, (_, row) => [`Row ${row}`])
    const csv = Buffer.from(['name', ...rows].join('\n')).toString('base64')
    const chunks: [number, string][] = []
    const body = JSON.stringify({ name: ' One ', filename: 'one.csv ', csv: csv.replaceAll(/.{76}/g, '$&\r\n') })
    const outcome = await readUpload(Buffer.from(body), await batchRows.keyOf(batch), (...chunk) => chunks.push(chunk))
    assert.ok(!('status' in outcome))
    assert.equal([outcome.rowCount, outcome.columns, outcome.name, outcome.filename], [count, ['name'], 'One', 'one.csv'])
    for (const [chunk, sealed] of chunks) await batchRows.write(batch, chunk, sealed)
    const read = await Promise.all(chunks.map(([chunk]) => batchRows.read(batch, chunk)))
    assert.equal(
      read,
      chunks.map((_, n) => rows.slice(n * 100, (n + 1) * 100)),
    )
    assert.equal(
      chunks.map(([chunk]) => chunk),
      Array.from({ length: Math.ceil(count / 100) }, (_, n) => n),
    )
  }
})

test('a body that is no upload is refused, all that is wrong with it at once', async () => {
  const given = { name: 'One', filename: 'one.csv', csv: 'bmFtZQpBY21lCg==' }
  for (const [body, status, parameters] of [
    ['{"name":', 400, [undefined]],
    ['[]', 400, [undefined]],
    ['null', 400, [undefined]],
    ['"text"', 400, [undefined]],
    ['7', 400, [undefined]],
    ['true', 400, [undefined]],
    ['', 400, [undefined]],
    ['{}', 422, ['name', 'filename', 'csv']],
    [JSON.stringify({ ...given, csv: 'bmFtZQ=pBY21lCg=' }), 400, ['csv']],
    [JSON.stringify({ ...given, csv: 'bmFtZQpBY21l====' }), 400, ['csv']],
    [JSON.stringify({ ...given, csv: 'bmFtZQpBY21lCg===' }), 400, ['csv']],
    [JSON.stringify({ ...given, name: ' ', csv: '' }), 422, ['name', 'csv']],
    [JSON.stringify({ ...given, name: 'x'.repeat(501), filename: 'x'.repeat(501) }), 422, ['name', 'filename']],
    [JSON.stringify({ ...given, csv: 'bmFtZQpBY21lCg=' }), 400, ['csv']],
    [JSON.stringify({ ...given, csv: 'bmFtZQpBY21lC' }), 400, ['csv']],
    [JSON.stringify({ ...given, csv: 'bmFt*' }), 400, ['csv']],
  ] as const) {
    const outcome = await readUpload(Buffer.from(body), key, () => {})
    assert.ok('status' in outcome, body.slice(0, 80))
    assert.equal([outcome.status, outcome.entries.map(({ parameter }) => parameter)], [status, parameters])
  }
  for (const fits of [
    { ...given, name: 'x'.repeat(500), filename: 'x'.repeat(500) },
    { ...given, csv: 'bmFtZQpBY21lCg' },
    { ...given, csv: 'bmFtZQpBY21lCgo=' },
    { ...given, csv: ' bmFt\nZQpB\tY21l\r\nCg= = ' },
  ])
    assert.not('status' in (await readUpload(Buffer.from(JSON.stringify(fits)), key, () => {})))
})

test('a CSV has 100,000 rows at the most, and 50 MB', async () => {
  const outcome = async (rows: number) => read(`name\n${'A\n'.repeat(rows)}`)
  const most = await outcome(100_000)
  assert.ok('rowCount' in most && most.rowCount === 100_000)
  assert.is(await problem(`name\n${'A\n'.repeat(100_001)}`), '400 csv has more than the 100000 rows allowed')
  // Wrong at its beginning, so that the rest need not be read.
  const largest = Buffer.alloc(50 * 1_048_576, `${'x'.repeat(1023)}\n`)
  largest.write('name\n"a"b\n')
  assert.match(await problem(largest), /^400 csv is not a CSV: in row 1/)
  assert.is(await problem(Buffer.concat([largest, Buffer.from('x')])), '400 csv is larger than the 50 MB allowed')
})

test('names that cannot be kept are refused, all at once', async () => {
  const body = JSON.stringify({ name: 'On\0e', filename: '\ud800.csv', csv: 'bmFtZQpBY21lCg==' })
  assert.equal(await readUpload(Buffer.from(body), key, () => {}), {
    status: 422,
    entries: [
      { message: 'name must be text without the character U+0000', parameter: 'name' },
      { message: 'filename must be Unicode text, without half a surrogate pair', parameter: 'filename' },
    ],
  })
})

test('a byte order mark, semicolons, tabs, any line ends and cells of several lines are read', async () => {
  for (const csv of ['\ufeffname,address\r\nAcme,"1 Main St\r\nPortland"\r\n', 'name;address\rAcme;x', '"name"\t"address"\nAcmé\tx\n']) {
    const outcome = await read(csv)
    assert.ok('rowCount' in outcome && outcome.rowCount === 1, JSON.stringify(outcome))
    assert.equal(outcome.columns, ['name', 'address'])
  }
})

test.run()
