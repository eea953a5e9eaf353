import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { run } from '../../../src/evidence/reference/cli.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { loadSample, sampleInUse } from '../../../src/evidence/reference/sample.ts'
import { inPlace, type Place, zipFile, zipHeader, zipRow } from './published-files.ts'

/** Runs the command line in a place, with what it writes. */
async function reference(place: Place, ...given: readonly string[]) {
  const written = { out: '', err: '' }
  const into = (stream: 'out' | 'err') => ({
    write: (text: string) => {
      written[stream] += text
    },
  })
  const code = await run({ arguments: given, environment: { DATA_DIR: join(place.folder, '..') }, out: into('out'), err: into('err') })
  return { code, ...written }
}

test(
  'help tells commands and kinds',
  inPlace(async (place) => {
    const { code, out } = await reference(place, '--help')
    assert.is(code, 0)
    for (const word of ['import KIND FILE', 'fetch KIND', 'rejected KIND', 'ofac_sdn', 'chicago_licenses', 'DATA_DIR'])
      assert.match(out, word)
  }),
)

test(
  'an import tells what was read, kept and rejected, and the version in use',
  inPlace(async (place) => {
    const file = place.file('zcta_2024-08-06.txt', `${zipFile('00601')}none\t1\t1\t1\t1\t1\t1\n${zipRow('00602')}\n`)
    const { code, out, err } = await reference(place, 'import', 'census_zcta', file)
    assert.equal([code, err], [0, ''])
    assert.match(out, /zcta_2024-08-06\.txt +areas +3 +2 +1\n/)
    assert.match(out, 'rejected  zcta_2024-08-06.txt:3  "none" is no ZIP code  none 1 1 1 1 1 1')
    assert.match(out, 'census_zcta: version 2024-08-06 is in use, 2 records')
    const again = await reference(place, 'import', 'census_zcta', file)
    assert.equal([again.code, again.out], [0, 'census_zcta: these files are version 2024-08-06 already, which stays in use\n'])
    const listed = await reference(place, 'list')
    assert.is(listed.code, 0)
    assert.match(listed.out, /census_zcta +2024-08-06 +2 +1 /)
    const rejected = await reference(place, 'rejected', 'census_zcta')
    assert.is(rejected.out, 'rejected  zcta_2024-08-06.txt:3  "none" is no ZIP code  none 1 1 1 1 1 1\n')
  }),
)

test(
  'the first import takes the invented sample away as a whole, and it does not come back',
  inPlace(async (place) => {
    await loadSample({ folder: place.folder })
    const { code, out } = await reference(place, 'import', 'census_zcta', place.file('zcta_2024-08-06.txt', zipFile('00601')))
    assert.is(code, 0)
    assert.match(out, /the invented sample is out of use: .*ofac_sdn/)
    assert.equal(sampleInUse(place.folder), [])
    assert.not.match((await reference(place, 'list')).out, /sample/)
    assert.equal(await loadSample({ folder: place.folder }), [])
  }),
)

test(
  'the sample is removed when asked for, and an instance that has it open answers no more from it',
  inPlace(async (place) => {
    await loadSample({ folder: place.folder })
    const open = openReference({ folder: place.folder, checkEveryMs: 0 })
    try {
      assert.ok(open.searchEntities({ name: 'Acme Widgets LLC' }).length > 0)
      assert.match((await reference(place, 'remove', 'sample')).out, /the invented sample is out of use: /)
      assert.equal(open.searchEntities({ name: 'Acme Widgets LLC' }), [])
      assert.match((await reference(place, 'remove', 'sample')).out, /no part of the invented sample is in use/)
      assert.equal(await loadSample({ folder: place.folder }), [])
    } finally {
      open.close()
    }
    assert.is((await reference(place, 'remove', 'ofac_sdn')).code, 2)
  }),
)

test(
  'more rejected rows than a screen holds are counted, and all of them can be asked for',
  inPlace(async (place) => {
    const bad = Array.from({ length: 30 }, (_, at) => `bad${at}\t1\t1\t1\t1\t1\t1`)
    const good = Array.from({ length: 300 }, (_, at) => zipRow(String(10_000 + at)))
    const { out } = await reference(place, 'import', 'census_zcta', place.file('a.txt', `${[zipHeader, ...bad, ...good].join('\n')}\n`))
    assert.match(out, '... and 10 more: npm run reference -- rejected census_zcta')
    assert.is((await reference(place, 'rejected', 'census_zcta')).out.split('\n').length, 31)
  }),
)

test(
  'what failed is told with how far it came, and the exit code says so',
  inPlace(async (place) => {
    const { code, out, err } = await reference(place, 'import', 'census_zcta', place.file('a.txt', zipFile('00601', '00602').slice(0, -12)))
    assert.equal([code, out], [1, ''])
    assert.match(err, /a\.txt +areas +2 +1 +1\n/)
    assert.match(err, 'not imported: census_zcta: a.txt ends inside the row of line 3')
    assert.is((await reference(place, 'import', 'census_zcta', place.path('missing.txt'))).code, 1)
    assert.is((await reference(place, 'rejected', 'census_zcta')).code, 1)
    assert.is((await reference(place, 'fetch', 'sic')).code, 1)
    assert.match((await reference(place, 'list')).out, 'no reference data is loaded')
  }),
)

test(
  'what is asked wrongly is told, and nothing is done',
  inPlace(async (place) => {
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [[], 'nothing to do'],
      [['improt'], 'there is no command "improt"'],
      [['import'], 'which KIND'],
      [['import', 'sic'], 'which files'],
      [['import', 'nothing', 'x'], 'there is no data set of kind "nothing"; kinds are ofac_sdn'],
      [['fetch'], 'fetch takes one KIND'],
      [['rejected'], 'whose rejected rows'],
      [['list', '--nonsense'], '--nonsense'],
    ]
    for (const [given, said] of wrong) {
      const { code, err } = await reference(place, ...given)
      assert.is(code, 2, given.join(' '))
      assert.match(err, said)
    }
  }),
)

test(
  'progress is one line written over on a terminal, and nothing of it stays',
  inPlace(async (place) => {
    let shown = ''
    const err = {
      isTTY: true,
      columns: 60,
      write: (text: string) => {
        shown += text
      },
    }
    const file = place.file('a.txt', zipFile(...Array.from({ length: 60_000 }, (_, at) => String(10_000 + at))))
    const out = { write: () => {} }
    assert.is(await run({ arguments: ['import', 'census_zcta', file], environment: { DATA_DIR: join(place.folder, '..') }, out, err }), 0)
    assert.match(shown, /\[#+ *\] +\d+% {2}reading a\.txt/)
    assert.ok(shown.endsWith('\r\u001b[2K'))
    for (const line of shown.split('\r\u001b[2K')) assert.ok(line.length < 60, line)
  }),
)

test.run()
