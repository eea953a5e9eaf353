// The command line of the reference data: what it tells of imports, of what failed, and of what was asked wrongly.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { referenceLine } from '../../src/cli/reference.ts'
import { openReference } from '../../src/evidence/reference/database.ts'
import { readCurrent } from '../../src/evidence/reference/folder.ts'
import { loadSample, sampleInUse } from '../../src/evidence/reference/sample.ts'
import { inTime } from '../eventually.ts'
import { inPlace, type Place, zipFile, zipHeader, zipRow } from '../evidence/reference/published-files.ts'
import { startCommand } from './command.ts'
import { printed } from './printed.ts'

/** Runs the command line in a place, with what it prints. */
const reference = async (place: Place, ...words: readonly string[]) => {
  const line = referenceLine({ environment: { DATA_DIR: join(place.folder, '..') }, err: { write: () => {} } })
  const { result: code, out, err } = await printed(() => runCommandLine(line, words))
  return { code, out, err: err.join('\n') }
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
    assert.equal([again.code, again.out], [0, 'census_zcta: these files are already version 2024-08-06, which stays in use'])
    const listed = await reference(place, 'list')
    assert.is(listed.code, 0)
    assert.match(listed.out, /census_zcta +2024-08-06 +2 +1 /)
    const rejected = await reference(place, 'rejected', 'census_zcta')
    assert.is(rejected.out, 'rejected  zcta_2024-08-06.txt:3  "none" is no ZIP code  none 1 1 1 1 1 1')
    const whole = place.file('zcta_2025-08-06.txt', zipFile('00601', '00602'))
    assert.is((await reference(place, 'import', 'census_zcta', whole)).code, 0)
    assert.is((await reference(place, 'rejected', 'census_zcta')).out, 'nothing')
  }),
)

test(
  'an import that the disk has no room for leaves the version before in use and nothing else; it goes on once there is room',
  inPlace(async (place) => {
    const dataDir = join(place.folder, '..')
    assert.is((await reference(place, 'import', 'census_zcta', place.file('zcta_2024-08-06.txt', zipFile('00601')))).code, 0)
    const before = readdirSync(place.folder).sort()
    const many = Array.from({ length: 5_000 }, (_, n) => String(10_000 + n))
    const file = place.file('zcta_2025-08-06.txt', zipFile(...many))
    // As on a full disk, a file that grows beyond this is refused.
    const limited = spawnSync(
      'sh',
      ['-c', 'trap "" XFSZ; ulimit -f 300; exec "$0" src/cli/reference.ts import census_zcta "$1"', process.execPath, file],
      { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
    )
    assert.is(limited.status, 1, limited.stderr)
    assert.match(limited.stderr, /reference: census_zcta: [^\n]+; version 2024-08-06 stays in use\n$/)
    assert.equal(readdirSync(place.folder).sort(), before)
    const { code, out } = await reference(place, 'import', 'census_zcta', file)
    assert.is(code, 0)
    assert.match(out, 'census_zcta: version 2025-08-06 is in use, 5,000 records')
  }),
)

test(
  'an older and a much smaller version are imported where that is said to be right, each by its own option',
  inPlace(async (place) => {
    const version = (date: string, ...zips: readonly string[]) => place.file(`zcta_${date}.txt`, zipFile(...zips))
    const load = (file: string, ...options: readonly string[]) => reference(place, 'import', 'census_zcta', file, ...options)
    const inUse = () => readCurrent(place.folder).census_zcta?.version
    assert.is((await load(version('2024-01-01', '00601', '00602', '00603', '00604', '00605'))).code, 0)
    const smaller = version('2025-01-01', '00601', '00602')
    for (const options of [[], ['--accept-older']]) {
      const { code, err } = await load(smaller, ...options)
      assert.equal([code, inUse()], [1, '2024-01-01'])
      assert.match(err, '--accept-smaller')
    }
    assert.equal([(await load(smaller, '--accept-smaller')).code, inUse()], [0, '2025-01-01'])
    const older = version('2023-01-01', '00606', '00607')
    for (const options of [[], ['--accept-smaller']]) {
      const { code, err } = await load(older, ...options)
      assert.equal([code, inUse()], [1, '2025-01-01'])
      assert.match(err, '--accept-older')
    }
    assert.equal([(await load(older, '--accept-older')).code, inUse()], [0, '2023-01-01'])
  }),
)

test(
  'files are fetched from the address that is given, and an older one only where that is said to be right',
  inPlace(async (place) => {
    const asked: (string | undefined)[] = []
    const server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end(zipFile(url.includes('2025') ? '00601' : '00602'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const at = (name: string) => ['--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`]
    const fetched = (...words: readonly string[]) => reference(place, 'fetch', 'census_zcta', ...words)
    const first = await fetched(...at('zcta_2025-01-01.txt'))
    const refused = await fetched(...at('zcta_2024-01-01.txt'))
    const accepted = await fetched(...at('zcta_2024-01-01.txt'), '--accept-older')
    server.close()
    assert.equal([first.code, refused.code, accepted.code], [0, 1, 0], accepted.err)
    assert.match(first.out, 'census_zcta: version 2025-01-01 is in use, 1 records')
    assert.match(refused.err, '--accept-older')
    assert.match(accepted.out, 'census_zcta: version 2024-01-01 is in use')
    assert.equal(asked, ['/zcta_2025-01-01.txt', '/zcta_2024-01-01.txt', '/zcta_2024-01-01.txt'])
  }),
)

test(
  'a fetch that is ended by a signal says so, and leaves nothing of what it fetched',
  inPlace(async (place) => {
    const asked = Promise.withResolvers<void>()
    const server = createServer((_, response) => {
      response.write('GEOID', () => asked.resolve())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/zcta.txt`
    const env = { PATH: process.env.PATH, DATA_DIR: join(place.folder, '..') }
    const { child, ended } = startCommand('reference', ['fetch', 'census_zcta', '--url', url], env)
    await inTime('it fetches', asked.promise)
    child.kill('SIGTERM')
    const { code, stderr } = await inTime('it ends', ended)
    server.closeAllConnections()
    server.close()
    assert.equal([code, stderr], [1, 'reference: interrupted: nothing was imported\n'])
    const left = existsSync(place.folder)
      ? readdirSync(place.folder, { recursive: true }).filter((name) => String(name).includes('zcta'))
      : []
    assert.equal(left, [])
  }),
)

test(
  'the row that a source cites is shown as it was published, also after its version was replaced',
  inPlace(async (place) => {
    for (const [date, zip] of [
      ['2024-01-01', '00601'],
      ['2025-01-01', '00602'],
      ['2026-01-01', '00603'],
    ] as const)
      assert.is((await reference(place, 'import', 'census_zcta', place.file(`zcta_${date}.txt`, zipFile(zip)))).code, 0)
    const { code, out } = await reference(place, 'show', 'census_zcta', '2024-01-01', '00601')
    assert.is(code, 0)
    assert.match(out, 'version 2024-01-01, as of 2024-01-01')
    assert.match(out, `zcta_2024-01-01.txt, line 2, as published:\n${zipRow('00601')}\n`)
    assert.match(out, /GEOID +00601/)
    assert.match((await reference(place, 'show', 'census_zcta', '2024-01-01', 'all')).out, 'the whole data set, 1 records')
    const gone = await reference(place, 'show', 'census_zcta', '2023-01-01', '00601')
    assert.equal(
      [gone.code, gone.err],
      [1, 'reference: version 2023-01-01 of census_zcta is not kept; 2026-01-01, 2025-01-01, 2024-01-01 are'],
    )
    const none = await reference(place, 'show', 'census_zcta', '2024-01-01', '00602')
    assert.equal([none.code, none.err], [1, 'reference: version 2024-01-01 of census_zcta has no row 00602'])
    assert.is((await reference(place, 'show', 'no_such_kind', '1', '1')).code, 2)
  }),
)

test(
  'the first import takes the invented sample away as a whole, and it does not come back',
  inPlace(async (place) => {
    await loadSample({ folder: place.folder })
    const { code, out } = await reference(place, 'import', 'census_zcta', place.file('zcta_2024-08-06.txt', zipFile('00601')))
    assert.is(code, 0)
    assert.match(out, /the invented sample is no longer used: .*ofac_sdn/)
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
      assert.match((await reference(place, 'remove', 'sample')).out, /the invented sample is no longer used: /)
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
  'a list in the format of an older program is not used and says so; the sample is loaded again by itself',
  inPlace(async (place) => {
    await loadSample({ folder: place.folder })
    const older = new DatabaseSync(join(place.folder, readCurrent(place.folder).ofac_sdn?.file ?? ''))
    older.exec('PRAGMA user_version = 1')
    older.close()
    const held = () => {
      const open = openReference({ folder: place.folder })
      const { version, problem } = open.versions().find(({ kind }) => kind === 'ofac_sdn') ?? {}
      open.close()
      return { version, problem }
    }
    assert.is(held().version, null)
    assert.match(String(held().problem), 'it has format 1, this program reads 2: import ofac_sdn again')
    const loaded = await loadSample({ folder: place.folder })
    assert.equal(
      loaded.map(({ kind }) => kind),
      ['ofac_sdn'],
    )
    assert.equal(held(), { version: 'sample', problem: null })
  }),
)

test(
  'more rejected rows than a screen holds are counted, and all of them can be asked for',
  inPlace(async (place) => {
    const bad = Array.from({ length: 30 }, (_, at) => `bad${at}\t1\t1\t1\t1\t1\t1`)
    const good = Array.from({ length: 300 }, (_, at) => zipRow(String(10_000 + at)))
    const { out } = await reference(place, 'import', 'census_zcta', place.file('a.txt', `${[zipHeader, ...bad, ...good].join('\n')}\n`))
    assert.match(out, '... and 10 more: npm run reference -- rejected census_zcta')
    assert.is((await reference(place, 'rejected', 'census_zcta')).out.split('\n').length, 30)
  }),
)

test(
  'what failed is told with how far it came, and the exit code says so',
  inPlace(async (place) => {
    const { code, out, err } = await reference(place, 'import', 'census_zcta', place.file('a.txt', zipFile('00601', '00602').slice(0, -12)))
    assert.is(code, 1)
    assert.match(out, /a\.txt +areas +2 +1 +1\n/)
    assert.match(err, 'reference: census_zcta: a.txt ends inside the row of line 3')
    assert.is((await reference(place, 'import', 'census_zcta', place.path('missing.txt'))).code, 2)
    assert.is((await reference(place, 'rejected', 'census_zcta')).code, 1)
    assert.is((await reference(place, 'fetch', 'sic')).code, 1)
    assert.match((await reference(place, 'list')).out, 'no reference data is loaded')
  }),
)

test(
  'a wrong command line is refused, and nothing is done',
  inPlace(async (place) => {
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [['improt'], 'there is no command "improt": did you mean "import"?'],
      [['import'], 'KIND is missing'],
      [['import', 'sic'], 'FILE is missing'],
      [['import', 'nothing', 'package.json'], 'there is no data set of kind "nothing"; kinds are ofac_sdn'],
      [['import', 'ofac_snd', 'package.json'], 'did you mean "ofac_sdn"?'],
      [['import', 'sic', 'no-such-file.csv'], 'no-such-file.csv does not exist'],
      [['fetch'], 'KIND is missing'],
      [['fetch', 'sic', 'naics'], '"naics" is an extra argument'],
      [['rejected'], 'KIND is missing'],
      [['list', '--accept-smaller'], 'list takes no --accept-smaller'],
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
  'progress tells which file is read and how much of it, and nothing of it stays',
  inPlace(async (place) => {
    let shown = ''
    const err = {
      isTTY: true,
      write: (text: string) => {
        shown += text
      },
    }
    const file = place.file('a.txt', zipFile(...Array.from({ length: 60_000 }, (_, at) => String(10_000 + at))))
    const line = referenceLine({ environment: { DATA_DIR: join(place.folder, '..') }, err })
    assert.is((await printed(() => runCommandLine(line, ['import', 'census_zcta', file]))).result, 0)
    assert.match(shown, /\rreading a\.txt \[#*\.*\] +\d+ % {2}[\d,]+ rows/)
    assert.ok(shown.endsWith('\r\u001b[K'))
  }),
)

test(
  'an import that is interrupted is told in one line, and nothing is imported',
  inPlace(async (place) => {
    const interrupted = new AbortController()
    const line = referenceLine({
      environment: { DATA_DIR: join(place.folder, '..') },
      signal: interrupted.signal,
      err: { write: () => {} },
    })
    interrupted.abort(Object.assign(new Error('nothing was imported'), { name: 'Interrupted' }))
    const file = place.file('a.txt', zipFile('00601'))
    const { result, err } = await printed(() => runCommandLine(line, ['import', 'census_zcta', file]))
    assert.equal([result, err], [1, ['reference: nothing was imported']])
    assert.match((await reference(place, 'list')).out, 'no reference data is loaded')
  }),
)

test.run()
