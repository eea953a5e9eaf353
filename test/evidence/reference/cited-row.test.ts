// A cited row can be shown as it was published, although newer files have replaced the one that it stood in.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { citedRow, citedRowOrNone, NotKept } from '../../../src/evidence/reference/cited-row.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { readCurrent, versionsOf } from '../../../src/evidence/reference/folder.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import { UnknownKind } from '../../../src/evidence/reference/kinds.ts'
import { inPlace, type Place } from './published-files.ts'

const header =
  'Registry Number,Business Name,Entity Type,Registry Date,Associated Name Type,First Name,Last Name,Address ,City,State,Zip Code'
const line = (number: string, name: string, role: string, more = ',,1 MAIN ST,PORTLAND,OR,97201') =>
  `${number},"${name}",DOMESTIC LIMITED LIABILITY COMPANY,01/02/2015,${role},${more}`

const oregon = (place: Place, version: string, ...rows: string[]) =>
  importFiles({ folder: place.folder, kind: 'or_sos', files: [place.file('list.csv', `${[header, ...rows].join('\n')}\n`)], version })

const principal = 'PRINCIPAL PLACE OF BUSINESS'

test(
  'a row is shown as it was published after its file was replaced again and again',
  inPlace(async (place) => {
    const own = line('1', 'ACME, "THE" WIDGETS LLC'.replaceAll('"', '""'), principal)
    const officer = line(
      '1',
      'ACME, "THE" WIDGETS LLC'.replaceAll('"', '""'),
      'AUTHORIZED REPRESENTATIVE',
      'JANE,DOE,1 MAIN ST,PORTLAND,OR,97201',
    )
    await oregon(place, '1', line('0', 'FIRST LLC', principal), own, officer)
    const whole = statSync(join(place.folder, readCurrent(place.folder).or_sos?.file ?? '')).size
    for (const version of ['2', '3', '4']) await oregon(place, version, line('1', `RENAMED ${version} LLC`, principal))

    const shown = citedRow(place.folder, { kind: 'or_sos', version: '1', row: '1' })
    assert.equal(
      shown.rows.map(({ file, line, text }) => [file, line, text]),
      [
        ['list.csv', 3, own],
        ['list.csv', 4, officer],
      ],
    )
    const cells = Object.fromEntries(shown.rows[1]?.cells ?? [])
    assert.equal([cells['Business Name'], cells['First Name'], cells.Address], ['ACME, "THE" WIDGETS LLC', 'JANE', '1 MAIN ST'])
    assert.equal([shown.version, shown.as_of, shown.records], ['1', '2015-01-02', 2])
    assert.is(citedRow(place.folder, { kind: 'or_sos', version: '4', row: '1' }).rows[0]?.text, line('1', 'RENAMED 4 LLC', principal))

    const first = versionsOf(place.folder, 'or_sos').find(({ version }) => version === '1')
    assert.ok(statSync(join(place.folder, first?.file ?? '')).size < whole, 'a replaced version needs less room')
  }),
)

test(
  'what finds rows by name is left out of versions that are only kept, and the version in use is not touched',
  inPlace(async (place) => {
    for (const version of ['1', '2', '3']) await oregon(place, version, line('1', `ACME ${version} LLC`, principal))
    const tables = (version: string) => {
      const { file = '' } = versionsOf(place.folder, 'or_sos').find((each) => each.version === version) ?? {}
      const db = new DatabaseSync(join(place.folder, file), { readOnly: true })
      const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as { name: string }[]
      db.close()
      return names.map(({ name }) => name)
    }
    assert.equal(tables('1'), ['facts', 'files', 'pages', 'records', 'rejected'])
    assert.ok(tables('3').includes('words'))
    const reference = openReference({ folder: place.folder })
    assert.is(reference.searchEntities({ name: 'Acme 3 LLC' })[0]?.record.name, 'ACME 3 LLC')
    reference.close()
  }),
)

test(
  'a row of fixed widths is shown by its columns, with a byte that is not UTF-8 in it',
  inPlace(async (place) => {
    const sample = readFileSync('sample/fl_sunbiz/invented-corporations.txt')
    const odd = Buffer.from(sample)
    const at = odd.indexOf('LLC')
    odd[at] = 0xa0
    await importFiles({ folder: place.folder, kind: 'fl_sunbiz', files: [place.file('corporations.txt', odd)], version: '1' })
    const number = sample.toString('latin1', 0, 12)
    const [row] = citedRow(place.folder, { kind: 'fl_sunbiz', version: '1', row: number }).rows
    assert.equal([row?.line, Object.fromEntries(row?.cells ?? []).number], [1, number])
    assert.match(row?.text ?? '', number)
  }),
)

test(
  'a whole data set is shown by its facts; what is not kept is said',
  inPlace(async (place) => {
    await oregon(place, '1', line('1', 'ACME LLC', principal))
    const whole = citedRow(place.folder, { kind: 'or_sos', version: '1', row: 'all' })
    assert.equal([whole.record, whole.rows, whole.records], [null, [], 1])
    const asked = (kind: string, version: string, row: string) => () => citedRow(place.folder, { kind, version, row })
    assert.throws(
      asked('or_sos', '2', '1'),
      (error: Error) => error instanceof NotKept && /version 2 of or_sos is not kept; 1 is/.test(error.message),
    )
    assert.throws(
      asked('or_sos', '1', '2'),
      (error: Error) => error instanceof NotKept && /version 1 of or_sos has no row 2/.test(error.message),
    )
    assert.throws(asked('no_such', '1', '1'), (error: Error) => error instanceof UnknownKind)
    assert.is(citedRowOrNone(place.folder, { kind: 'or_sos', version: '2', row: '1' }), null)
    assert.is(citedRowOrNone(place.folder, { kind: 'no_such', version: '2', row: '1' }), null)
  }),
)

test(
  'a file from before published rows were kept is still read, and its rows are shown as they were read',
  inPlace(async (place) => {
    await oregon(place, '1', line('1', 'ACME LLC', principal))
    const { file = '' } = readCurrent(place.folder).or_sos ?? {}
    const db = new DatabaseSync(join(place.folder, file))
    db.exec('ALTER TABLE records DROP COLUMN places; DROP TABLE pages; DROP TABLE files')
    db.exec("DELETE FROM facts WHERE name = 'published_rows'")
    db.close()
    const reference = openReference({ folder: place.folder })
    assert.is(reference.searchEntities({ name: 'Acme LLC' })[0]?.record.file_number, '1')
    reference.close()
    const { rows, record } = citedRow(place.folder, { kind: 'or_sos', version: '1', row: '1' })
    assert.equal([rows, (record as { name: string }).name], [[], 'ACME LLC'])
    // The same files again bring the rows.
    assert.is((await oregon(place, '1', line('1', 'ACME LLC', principal))).outcome, 'imported')
    assert.is(citedRow(place.folder, { kind: 'or_sos', version: '1', row: '1' }).rows.length, 1)
    assert.is(readdirSync(place.folder).filter((name) => name.endsWith('.sqlite')).length, 1)
  }),
)

test.run()
