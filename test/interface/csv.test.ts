import { parse } from 'csv-parse/sync'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { csvLine } from '../../src/interface/csv.ts'

test('a cell that a spreadsheet would run as a formula is text', () => {
  const cells = ['=1+1', '+SUM(A1)', '-2+cmd|"/C calc"!A0', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '+1+1']
  const [read] = parse(csvLine(cells)) as string[][]
  assert.equal(
    read,
    cells.map((cell) => `'${cell}`),
  )
})

test('names, numbers and telephone numbers stay as they are', () => {
  const cells = ['Acme, Inc.', '-12.5', '+1 (503) 555-0100', 'a=b', 'ann@example.com', ' padded ', 'say "hi"', 'two\nlines', '']
  assert.equal(parse(csvLine(cells)), [cells])
})

test('a spreadsheet that takes another separator than the file has finds no further cell in a value', () => {
  const cells = ["Acme;=cmd|' /C calc'!A0", "Acme,=cmd|' /C calc'!A0", "Acme\t=cmd|' /C calc'!A0"]
  for (const delimiter of [',', ';', '\t']) for (const cell of cells) assert.equal(parse(csvLine([cell], ','), { delimiter }), [[cell]])
})

test.run()
