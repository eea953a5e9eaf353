import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FolderBusy, FolderUnusable, readCurrent, takeFolder, versionsOf } from '../../../src/evidence/reference/folder.ts'
import { ImportFailed, importFiles } from '../../../src/evidence/reference/import.ts'
import { UnknownKind } from '../../../src/evidence/reference/kinds.ts'
import type { Licence, ZipCentroid } from '../../../src/evidence/reference/records.ts'
import { sampleInUse } from '../../../src/evidence/reference/sample.ts'
import { sampleVersion } from '../../../src/evidence/reference/sample-version.ts'
import { eventually } from '../../eventually.ts'
import { importInto, inPlace, type Place, recordsOf, rejectionOf, zipFile, zipHeader, zipped, zipRow } from './published-files.ts'

const zipsIn = (place: Place) => recordsOf<ZipCentroid>(place, 'census_zcta').map(({ zip }) => zip)
const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at))

test(
  'a new version takes the place of the old one, and the same files again change nothing',
  inPlace(async (place) => {
    const first = await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601', '00602')))
    assert.is(first.outcome, 'imported')
    const second = await importInto(place, 'census_zcta', place.file('b.txt', zipFile('00601', '00603', '00604')))
    assert.equal(zipsIn(place), ['00601', '00603', '00604'])
    // Under another name and compressed, it is the same content.
    const again = await importInto(place, 'census_zcta', place.file('c.txt.gz', gzipSync(zipFile('00601', '00603', '00604'))))
    assert.equal([again.outcome, again.version, again.records], ['unchanged', second.version, 3])
    assert.is(readCurrent(place.folder).census_zcta?.previous?.version, first.version)
  }),
)

test(
  'a version is named by the date in the files, and by the content where there is none',
  inPlace(async (place) => {
    const version = async (name: string, ...zips: string[]) =>
      (await importInto(place, 'census_zcta', place.file(name, zipFile(...zips)))).version
    assert.is(await version('20230929c.txt', '00602'), '2023-09-29')
    assert.is(await version('zcta_2024_08_06.txt', '00601'), '2024-08-06')
    assert.is(await version('zcta_2026-03.txt', '00603'), '2026-03')
    assert.match(await version('zcta.txt', '00604'), /^[0-9a-f]{12}$/)
    assert.is(await version('zcta_2025-01-01.txt', '00605'), '2025-01-01')
    // A corrected release of the same day.
    assert.match(await version('zcta_2025-01-01.txt', '00606'), /^2025-01-01-[0-9a-f]{8}$/)
  }),
)

test(
  'data without a date are dated by their newest row; a day to come, or a mistyped one, does not date them',
  inPlace(async (place) => {
    const revoked = (at: string, docket: number) => `MC${docket},${docket},COMMON,01/01/2024,INVOLUNTARY REVOCATION,${at}\n`
    const file = (...days: readonly string[]) =>
      place.file(
        'revocations.csv',
        `DOCKET_NUMBER,DOT_NUMBER,OPERATING_AUTHORITY_REGISTRATION_TYPE,SERVE_DATE,REVOCATION_TYPE,EFFECTIVE_DATE\n${days.map(revoked).join('')}`,
      )
    const imported = (path: string) =>
      importFiles({ folder: place.folder, kind: 'fmcsa_revocations', files: [path], now: () => new Date('2026-03-02T12:00:00Z') })
    assert.is((await imported(file('02/14/2026', '03/01/2026', '03/15/2026', '03/01/2206'))).version, '2026-03-01')
    assert.is((await imported(file('02/14/2026', '03/02/2026', '04/01/2026'))).version, '2026-03-02')
  }),
)

test(
  "a version's name never stands for two contents, and the same content keeps its name",
  inPlace(async (place) => {
    const named = (version: string, zip: string) =>
      importFiles({ folder: place.folder, kind: 'census_zcta', files: [place.file('a.txt', zipFile(zip))], version })
    await named('summer', '00601')
    assert.match((await rejectionOf(named('summer', '00602'))).message, 'version summer is the name of other content')
    await named('autumn', '00602')
    assert.match((await rejectionOf(named('summer', '00603'))).message, 'version autumn stays in use')
    await named('winter', '00603')
    assert.is((await rejectionOf(named('summer', '00604'))) instanceof ImportFailed, true)
    assert.is((await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))).version, 'summer')
    assert.equal(zipsIn(place), ['00601'])
  }),
)

test(
  'a sample of other content, which a newer program brings, gets its own name and is a sample all the same',
  inPlace(async (place) => {
    const sample = (zip: string) =>
      importFiles({ folder: place.folder, kind: 'census_zcta', files: [place.file('a.txt', zipFile(zip))], version: sampleVersion })
    assert.is((await sample('00601')).version, 'sample')
    assert.match((await sample('00602')).version, /^sample-[0-9a-f]{8}$/)
    assert.equal(sampleInUse(place.folder), ['census_zcta'])
  }),
)

test(
  'kinds do not touch each other',
  inPlace(async (place) => {
    await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))
    await importInto(place, 'sic', place.file('sic.csv', 'Division,Major Group,Industry Group,SIC,Description\nA,01,011,0111,Wheat\n'))
    assert.equal(Object.keys(readCurrent(place.folder)).sort(), ['census_zcta', 'sic'])
    assert.equal(zipsIn(place), ['00601'])
  }),
)

test(
  'an older version is kept for ten years after it was replaced, and cleared away then',
  inPlace(async (place) => {
    const importedIn = (year: number, zip: string) =>
      importFiles({
        folder: place.folder,
        kind: 'census_zcta',
        files: [place.file('a.txt', zipFile(zip))],
        version: String(year),
        now: () => new Date(`${year}-06-01T00:00:00Z`),
      })
    const kept = () => versionsOf(place.folder, 'census_zcta').map(({ version }) => version)
    for (const [year, zip] of [
      [2010, '00601'],
      [2011, '00602'],
      [2012, '00603'],
      [2020, '00604'],
    ] as const)
      await importedIn(year, zip)
    assert.equal(kept(), ['2020', '2012', '2011', '2010'])
    await importedIn(2022, '00605')
    assert.equal(kept(), ['2022', '2020', '2012'])
    assert.is(readdirSync(place.folder).filter((name) => name.endsWith('.sqlite')).length, 3)
  }),
)

test(
  'every row that cannot be read is listed with its line, its reason and its beginning',
  inPlace(async (place) => {
    const long = 'x'.repeat(200)
    const file = place.file(
      'a.txt',
      `${zipHeader}\n${zipRow('00601')}\nno ${long}\t1\t1\t1\t1\t1\t1\n00603\t1\n\n${zipRow('00604')}\t\t extra\n${zipRow('00605')}\t\t \n`,
    )
    const report = await importInto(place, 'census_zcta', file)
    assert.equal([report.rows, report.kept, report.rejected], [5, 2, 3])
    assert.equal(
      report.rejectedRows.map(({ line, reason }) => [line, reason]),
      [
        [3, `${JSON.stringify(`no ${long}`)} is no ZIP code`],
        [4, '2 cells where the file has 7'],
        [6, '9 cells where the file has 7'],
      ],
    )
    assert.is(report.rejectedRows[0]?.text, `no ${long}`.slice(0, 80))
  }),
)

const licenceHeader = 'ID,LEGAL NAME,DOING BUSINESS AS NAME,ADDRESS,CITY,STATE,ZIP CODE,LICENSE DESCRIPTION'
const licenceRow = (id: string, name: string) => `${id},${name},,1 ROAD,CHICAGO,IL,60651,Tavern`

test(
  'a quote that is left open costs its own row and not the rows behind it',
  inPlace(async (place) => {
    const rows = [
      licenceRow('1', '"FINE, INC"'),
      licenceRow('2', '"LEFT OPEN'),
      licenceRow('3', 'SWALLOWED'),
      licenceRow('4', '"CLOSED, INC"'),
      licenceRow('5', 'AFTER'),
    ]
    const report = await importInto(place, 'chicago_licenses', place.file('a.csv', `${[licenceHeader, ...rows].join('\n')}\n`))
    assert.equal(
      recordsOf<Licence>(place, 'chicago_licenses').map(({ id }) => id),
      ['1', '3', '4', '5'],
    )
    assert.equal(
      report.rejectedRows.map(({ line, reason }) => [line, reason]),
      [[3, 'a quote in this line is not closed in it']],
    )
  }),
)

test(
  'a quote that is never closed does not swallow the rest of the file',
  inPlace(async (place) => {
    const rows = [licenceRow('1', 'FINE'), licenceRow('2', '"NEVER CLOSED'), ...many(3, 50).map((id) => licenceRow(id, `COMPANY ${id}`))]
    const report = await importInto(place, 'chicago_licenses', place.file('a.csv', `${[licenceHeader, ...rows].join('\r\n')}\r\n`))
    assert.equal([report.kept, report.rejected, report.rejectedRows[0]?.line], [51, 1, 3])
  }),
)

test(
  'one line in another encoding does not spoil the others',
  inPlace(async (place) => {
    const rows = [
      Buffer.from(`${licenceHeader}\n${licenceRow('1', 'CAFÉ ONE')}\n`),
      Buffer.from(`${licenceRow('2', 'CAF\xc9 TWO')}\n`, 'latin1'),
      Buffer.from(`${licenceRow('3', 'CAFÉ 3')}\n`),
    ]
    await importInto(place, 'chicago_licenses', place.file('a.csv', Buffer.concat(rows)))
    assert.equal(
      recordsOf<Licence>(place, 'chicago_licenses').map((licence) => licence.legal_name),
      ['CAFÉ ONE', 'CAFÉ TWO', 'CAFÉ 3'],
    )
  }),
)

test(
  'a zip archive is read like the files in it',
  inPlace(async (place) => {
    const archive = zipped({
      'one.txt': zipFile('00601'),
      'readme.txt': 'About the data',
      'folder/two.txt': zipFile('00602'),
      '__MACOSX/._one.txt': 'What macOS puts beside each file',
    })
    const report = await importInto(place, 'census_zcta', place.file('zcta.zip', archive))
    assert.equal(
      report.files.map(({ file }) => file),
      ['one.txt', 'two.txt'],
    )
    assert.equal(zipsIn(place), ['00601', '00602'])
    const cut = await rejectionOf(importInto(place, 'census_zcta', place.file('cut.zip', archive.subarray(0, archive.length - 40))))
    assert.match(cut.message, 'cut-off zip archive')
    const large = Buffer.from(archive)
    large.writeUInt32LE(0xffffffff, large.length - 6)
    const refused = await rejectionOf(importInto(place, 'census_zcta', place.file('large.zip', large)))
    assert.match(refused.message, 'is a zip archive of more than 4 GB: unpack it first')
  }),
)

test(
  'a gzipped file that is cut off is told as far as it goes, and the old version stays in use',
  inPlace(async (place) => {
    const old = await importInto(place, 'census_zcta', place.file('old.txt', zipFile('00601')))
    const noise = many(10_000, 60_000).map((zip) => `${zip}\t${Math.sin(Number(zip))}\t1\t1\t1\t-122.5\t45.25`)
    const whole = gzipSync([zipHeader, ...noise].join('\n'))
    const error = await rejectionOf(importInto(place, 'census_zcta', place.file('new.txt.gz', whole.subarray(0, whole.length / 2))))
    assert.instance(error, ImportFailed)
    assert.match(error.message, `version ${old.version} stays in use`)
    const report = (error as ImportFailed).report
    assert.ok(report && report.rows > 1_000 && report.rows < 60_000, `read ${report?.rows} rows`)
    assert.equal(zipsIn(place), ['00601'])
    assert.equal(
      readdirSync(place.folder).filter((name) => name.startsWith('.building')),
      [],
    )
  }),
)

test(
  'a file that ends inside a row was cut off and is not taken',
  inPlace(async (place) => {
    await importInto(place, 'census_zcta', place.file('old.txt', zipFile('00601')))
    const file = place.file('new.txt', zipFile(...many(10_000, 100)))
    truncateSync(file, readFileSync(file).length - 12)
    const error = await rejectionOf(importInto(place, 'census_zcta', file))
    assert.match(error.message, 'ends inside the row of line 101')
    assert.is((error as ImportFailed).report?.kept, 99)
    assert.equal(zipsIn(place), ['00601'])
  }),
)

test(
  'files of another kind, empty files and files that are not there are refused in words',
  inPlace(async (place) => {
    const refusal = async (kind: string, ...files: string[]) => (await rejectionOf(importInto(place, kind, ...files))).message
    const zips = place.file('zips.txt', zipFile('00601'))
    assert.match(await refusal('irs_eo', zips), 'organisations lacks EIN, NAME, SUBSECTION, RULING')
    assert.match(await refusal('ofac_sdn', zips), 'names has 12 columns, the file 1')
    assert.match(await refusal('irs_eo', place.file('empty.csv', '')), 'empty.csv has no first row')
    assert.match(await refusal('census_zcta', place.file('header.txt', `${zipHeader}\n`)), 'the files hold no rows')
    assert.match(await refusal('census_zcta', place.path('missing.txt')), /missing\.txt.*no such file/)
    assert.match(await refusal('census_zcta'), 'no files given')
    assert.instance(await rejectionOf(importInto(place, 'no_such_kind', zips)), UnknownKind)
    assert.equal(readCurrent(place.folder), {})
  }),
)

test(
  'a file most of whose rows make no sense is not what it was taken for',
  inPlace(async (place) => {
    const file = place.file(
      'a.txt',
      `${zipFile(...many(10_000, 20))}${many(1, 20)
        .map((at) => `${zipRow('none')}${at}\n`)
        .join('')}`,
    )
    const error = await rejectionOf(importInto(place, 'census_zcta', file))
    assert.match(error.message, '20 of 40 rows could not be read')
    assert.is((error as ImportFailed).report?.rejectedRows.length, 20)
  }),
)

test(
  'a version with less than half the records is taken only when asked to',
  inPlace(async (place) => {
    await importInto(place, 'census_zcta', place.file('a.txt', zipFile(...many(10_000, 10))))
    const smaller = place.file('b.txt', zipFile(...many(10_000, 4)))
    assert.match((await rejectionOf(importInto(place, 'census_zcta', smaller))).message, 'has 4 records where the version in use has 10')
    const report = await importFiles({ folder: place.folder, kind: 'census_zcta', files: [smaller], acceptSmaller: true })
    assert.is(report.records, 4)
  }),
)

test(
  'a version whose date is before that of the one in use is taken only when asked to',
  inPlace(async (place) => {
    const dated = (date: string, zip: string) => place.file(`zcta_${date}.txt`, zipFile(zip))
    const version = async (file: string, acceptOlder = false) =>
      (await importFiles({ folder: place.folder, kind: 'census_zcta', files: [file], acceptOlder })).version
    await version(dated('2023-11-16', '00601'))
    const older = dated('2023-11-15', '00602')
    assert.is(
      (await rejectionOf(version(older))).message,
      'census_zcta: 2023-11-15 is older than 2023-11-16, which is in use: say --accept-older if that is right; version 2023-11-16 stays in use',
    )
    assert.match((await rejectionOf(version(dated('2023-10', '00602')))).message, '2023-10 is older than 2023-11-16')
    // The same content, a corrected release of the same day, and the month of that day are not older.
    assert.is(await version(dated('2023-11-16', '00601')), '2023-11-16')
    assert.match(await version(dated('2023-11-16', '00603')), /^2023-11-16-[0-9a-f]{8}$/)
    assert.is(await version(dated('2023-11', '00604')), '2023-11')
    assert.is(await version(dated('2023-12-01', '00605')), '2023-12-01')
    assert.is(await version(older, true), '2023-11-15')
  }),
)

test(
  'a folder that cannot be written is refused by name',
  inPlace(async (place) => {
    mkdirSync(join(place.folder, '.lock'), { recursive: true })
    const refusal = await rejectionOf(importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601'))))
    assert.instance(refusal, FolderUnusable)
    assert.ok(refusal.message.startsWith(`${place.folder} cannot be used: `), refusal.message)
  }),
)

test(
  'two imports into one folder at once: the second is told to wait',
  inPlace(async (place) => {
    const taken = takeFolder(place.folder, 0)
    const file = place.file('a.txt', zipFile('00601'))
    assert.instance(await rejectionOf(importInto(place, 'census_zcta', file)), FolderBusy)
    taken.release()
    assert.is((await importInto(place, 'census_zcta', file)).outcome, 'imported')
  }),
)

test(
  'a lock that is damaged is not told as another import, for whose end one would wait in vain',
  inPlace(async (place) => {
    mkdirSync(place.folder, { recursive: true })
    writeFileSync(join(place.folder, '.lock'), 'no database at all, '.repeat(100))
    const error = await rejectionOf(importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601'))))
    assert.match(error.message, 'file is not a database')
  }),
)

test(
  'an import that is interrupted leaves the old version in use',
  inPlace(async (place) => {
    await importInto(place, 'census_zcta', place.file('old.txt', zipFile('00601')))
    const interrupted = new AbortController()
    const files = [place.file('new.txt', zipFile(...many(10_000, 20_000)))]
    const onProgress = () => interrupted.abort(new Error('interrupted'))
    const error = await rejectionOf(
      importFiles({ folder: place.folder, kind: 'census_zcta', files, signal: interrupted.signal, onProgress }),
    )
    assert.is(error.message, 'interrupted')
    assert.equal(zipsIn(place), ['00601'])
  }),
)

test(
  'an import that is killed leaves the old version in use, and the next one clears up after it',
  inPlace(async (place) => {
    await importInto(place, 'census_zcta', place.file('old.txt', zipFile('00601')))
    const large = place.file('large.txt', zipFile() + zipFile(...many(10_000, 90_000)).repeat(3))
    const program = fileURLToPath(new URL('../../../src/cli/reference.ts', import.meta.url))
    const environment = { ...process.env, DATA_DIR: join(place.folder, '..') }
    const child = spawn(process.execPath, [program, 'import', 'census_zcta', large], { env: environment, stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
    const half = join(place.folder, '.building-census_zcta.sqlite.part')
    await eventually('the import has begun to write', () => existsSync(half))
    child.kill('SIGKILL')
    await ended
    assert.is(child.signalCode, 'SIGKILL')
    assert.equal(zipsIn(place), ['00601'])
    assert.is((await importInto(place, 'census_zcta', place.file('next.txt', zipFile('00602')))).outcome, 'imported')
    assert.not.ok(existsSync(half))
  }),
)

test(
  'a damaged version in use does not keep a good one out',
  inPlace(async (place) => {
    const file = place.file('a.txt', zipFile('00601', '00602'))
    await importInto(place, 'census_zcta', file)
    const inUse = readCurrent(place.folder).census_zcta?.file ?? ''
    writeFileSync(join(place.folder, inUse), 'not a database')
    assert.is((await importInto(place, 'census_zcta', file)).outcome, 'imported')
    assert.equal(zipsIn(place), ['00601', '00602'])
  }),
)

test.run()
