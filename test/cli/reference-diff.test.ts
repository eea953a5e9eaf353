// npm run reference -- diff: what a version of a screening list changes, and whom of an account it touches, before and after its import.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { referenceLine } from '../../src/cli/reference.ts'
import type { ListDifference, TouchedParty } from '../../src/cli/reference-diff.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { inPlace, zipFile, zipped } from '../evidence/reference/published-files.ts'
import { acme, type Client, startTestService, type TestService, until, verified } from '../journeys/service.ts'
import { printed } from './printed.ts'

const test = suite('reference diff')

const run = async (dataDir: string, ...words: readonly string[]) => {
  const line = referenceLine({ environment: { DATA_DIR: dataDir }, err: { write: () => {} } })
  const { result: code, out, err } = await printed(() => runCommandLine(line, ['diff', ...words]))
  return { code, out, err: err.join('\n') }
}
/** What a terminal is sent, and what is printed into the output. */
const drawn = async (dataDir: string, ...words: readonly string[]) => {
  const written: string[] = []
  const err = { isTTY: true, write: (text: string) => written.push(text) }
  const line = referenceLine({ environment: { DATA_DIR: dataDir }, err })
  const { result: code, out } = await printed(() => runCommandLine(line, ['diff', ...words, '--json']))
  return { code, out, lines: written.join('') }
}
const difference = async (dataDir: string, ...words: readonly string[]): Promise<ListDifference> => {
  const { code, out, err } = await run(dataDir, ...words, '--json')
  assert.is(code, 0, err)
  return JSON.parse(out)
}

/** OFAC's files end with this character. */
const fileEnd = '\u001a'
type Files = { readonly [name: string]: readonly string[] }
const sample: Files = Object.fromEntries(
  readdirSync('sample/ofac_sdn').map((name) => [
    name,
    readFileSync(`sample/ofac_sdn/${name}`, 'utf8').replaceAll(fileEnd, '').trimEnd().split(/\r?\n/),
  ]),
)
const names = sample['invented-sdn.csv'] as readonly string[]
const aliases = sample['invented-alt.csv'] as readonly string[]
const entry = (number: number, name: string, type: string, remarks: string) =>
  `${number},"${name}",${type},"INVENTED-EO1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"`
const grimwold = (remarks: string) => entry(9900101, 'GRIMWOLD SHIPPING COMPANY', '-0- ', remarks)
const ottoline = entry(9900102, 'TARKLEBY, Ottoline', '"individual"', 'Invented party.')
const vellichor = entry(9900103, 'VELLICHOR EXPORT TRADING', '-0- ', 'Invented party.')

const older: Files = { ...sample, 'invented-sdn.csv': [...names, grimwold('Invented party.'), ottoline] }
/** One entry added, one changed, one removed, and all lines in another order. */
const newer: Files = {
  ...sample,
  'invented-sdn.csv': [vellichor, grimwold('Invented party. Renamed.'), ...names.toReversed()],
  'invented-alt.csv': aliases.toReversed(),
}

const written = (folder: string, files: Files): readonly string[] => {
  mkdirSync(folder, { recursive: true })
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
  return Object.keys(files).map((name) => join(folder, name))
}
const imported = (dataDir: string, files: readonly string[], version: string) =>
  importFiles({ folder: join(dataDir, 'reference'), kind: 'ofac_sdn', files, version })

const at = { addresses: [{ full_address: '9 Side St, Salem, OR 97301' }] }
const made = async (client: Client, name: string, ...people: readonly string[]): Promise<string> =>
  (await verified(client, { ...at, name, people: people.map((each) => ({ name: each })) })).id

let service: TestService
const ids: { changed: string; removed: string; added: string } = { changed: '', removed: '', added: '' }
let newFolder = ''

test.before(async () => {
  service = await startTestService()
  await imported(service.dataDir, written(join(service.dataDir, 'older'), older), '2027-01-01')
  newFolder = join(service.dataDir, 'newer')
  written(newFolder, newer)
  ids.changed = await made(service.live, 'Grimwold Shipping Company')
  ids.removed = await made(service.live, 'Honest Bakery LLC', 'Ottoline Tarkleby')
  ids.added = await made(service.live, 'Vellichor Export Trading LLC')
  await made(service.live, 'Dreadmoor Maritime Trading Company')
  await made(service.live, acme.name)
  await made(service.test, 'Grimwold Shipping Company')
  await until('the person is a hit', async () => {
    const { body } = await service.live.get(`/v1/businesses/${ids.removed}`)
    return body.watchlist?.hit_count === 1
  })
  const { status, text } = await service.live.post(`/v1/businesses/${ids.removed}/monitor`, { event_types: ['*'] })
  assert.is(status, 201, text)
})
test.after(() => service.stop())

const shown = ({ business_id, change, list, entry_id, name, monitored, hit, found_old, found_new }: TouchedParty) => [
  business_id,
  `${change} ${list} ${entry_id}`,
  name,
  monitored,
  [hit?.status ?? null, found_old !== null, found_new !== null],
]
const byChange = (parties: readonly TouchedParty[]) => parties.toSorted((a, b) => (a.change < b.change ? -1 : 1)).map(shown)

test('before the import: what was added, changed and removed, and whom it touches; moved lines change nothing', async () => {
  const found = await difference(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder)
  assert.equal(
    found.added.map(({ list, entry_id, name }) => [list, entry_id, name]),
    [['SDN', '9900103', 'VELLICHOR EXPORT TRADING']],
  )
  assert.equal(
    found.changed.map(({ entry_id, fields }) => [entry_id, fields]),
    [['9900101', [{ field: 'remarks', old: 'Invented party.', new: 'Invented party. Renamed.' }]]],
  )
  assert.equal(
    found.removed.map(({ entry_id, name }) => [entry_id, name]),
    [['9900102', 'TARKLEBY, Ottoline']],
  )
  assert.equal([found.old.version, found.old.file, found.new.file], ['2027-01-01', null, newFolder])
  assert.equal([found.old.entries, found.new.entries], [names.length + 2, names.length + 2])
  assert.is(found.account?.businesses, 5, 'the business in test mode is not compared')
  assert.equal(byChange(found.parties), [
    [ids.added, 'added SDN 9900103', 'Vellichor Export Trading LLC', false, [null, false, true]],
    [ids.changed, 'changed SDN 9900101', 'Grimwold Shipping Company', false, ['hit', true, true]],
    [ids.removed, 'removed SDN 9900102', 'Ottoline Tarkleby', true, ['hit', true, false]],
  ])
  assert.equal(found.parties.find(({ change }) => change === 'removed')?.person_id === null, false)
})

test('as text it names entries, fields and parties', async () => {
  const { code, out } = await run(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder)
  assert.is(code, 0)
  for (const line of [
    '1 added, 1 changed, 1 removed',
    'Added\n  SDN 9900103  VELLICHOR EXPORT TRADING (entity)',
    '    remarks: "Invented party." -> "Invented party. Renamed."',
    'Removed\n  SDN 9900102  TARKLEBY, Ottoline (individual)',
    '3 touched parties, 5 businesses in live mode compared',
    'Ottoline Tarkleby of Honest Bakery LLC',
  ])
    assert.ok(out.includes(line), `${line}\nis not in\n${out}`)
})

test('progress tells how many businesses are compared, on the standard error alone, and nothing of it stays', async () => {
  const { code, out, lines } = await drawn(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder)
  assert.is(code, 0)
  assert.match(lines, /\rcomparing \[#*\.*\] +\d+ % {2}\d+ businesses, [\d,]+ a second/)
  assert.ok(lines.endsWith('\r\u001b[K'))
  assert.is(JSON.parse(out).account.businesses, 5)
  assert.not.match(out, 'comparing')
})

test('a comparison that is interrupted ends with one line, and prints no half of a result', async () => {
  const interrupted = new AbortController()
  const stop = (text: string) =>
    text.includes('comparing') && interrupted.abort(Object.assign(new Error('stopped half-way'), { name: 'Interrupted' }))
  const environment = { DATA_DIR: service.dataDir }
  const line = referenceLine({ environment, err: { isTTY: true, write: stop }, signal: interrupted.signal })
  const told = await printed(() => runCommandLine(line, ['diff', 'ofac_sdn', '2027-01-01', newFolder]))
  assert.equal([told.result, told.out, told.err], [1, '', ['reference: stopped half-way']])
})

test('a field of several values tells which came and which went', async () => {
  const folder = join(service.dataDir, 'other-alias')
  written(folder, { ...newer, 'invented-alt.csv': aliases.map((line) => line.replace('DREADMOOR SHIPPING', 'DREADMOOR FERRIES')) })
  const { out } = await run(service.dataDir, 'ofac_sdn', newFolder, folder)
  assert.match(out, '0 added, 1 changed, 0 removed')
  assert.match(out, 'aliases: - {"name":"DREADMOOR SHIPPING","weak":false}, + {"name":"DREADMOOR FERRIES","weak":false}')
  assert.match(out, /changed +SDN +9900001 .* Dreadmoor Maritime Trading Company .* no +hit +(\d\S*) +\1$/m)
})

test('a list that the account has not chosen touches none of its parties, and neither does one for another account', async () => {
  const { body } = await service.operator.get('/operator/accounts')
  const [{ id, slug }] = body.data
  const choose = async (watchlists: readonly string[] | null) =>
    assert.is((await service.operator.put(`/operator/accounts/${id}/watchlists`, { watchlists })).status, 200)
  const touched = async (account: string) =>
    (await difference(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder, '--account', account)).parties.length
  await choose(['UN'])
  await until('the choice is read', async () => (await touched(slug)) === 0)
  await choose(null)
  await until('the choice is taken back', async () => (await touched(slug)) === 3)

  await service.otherAccount()
  await until('the account is read', async () => (await run(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder)).code === 1)
  const { err } = await run(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder)
  assert.is(err, 'reference: there are several accounts: choose one with --account')
  assert.is(await touched('other-account-1'), 0)
  assert.is((await run(service.dataDir, 'ofac_sdn', '2027-01-01', newFolder, '--account', 'nobody')).code, 1)
})

test('after the import it tells the same of the kept versions, also once the monitored party was screened again', async () => {
  const { body } = await service.operator.get('/operator/accounts')
  const account = body.data[0].id
  await imported(
    service.dataDir,
    readdirSync(newFolder).map((name) => join(newFolder, name)),
    '2027-01-08',
  )
  await until('the hit is gone', async () => (await service.live.get(`/v1/businesses/${ids.removed}`)).body.watchlist?.hit_count === 0)
  const found = await difference(service.dataDir, 'ofac_sdn', '2027-01-01', '2027-01-08', '--account', account)
  assert.equal([found.added.length, found.changed.length, found.removed.length, found.new.file], [1, 1, 1, null])
  assert.equal(byChange(found.parties), [
    [ids.added, 'added SDN 9900103', 'Vellichor Export Trading LLC', false, [null, false, true]],
    [ids.changed, 'changed SDN 9900101', 'Grimwold Shipping Company', false, ['hit', true, true]],
    [ids.removed, 'removed SDN 9900102', 'Ottoline Tarkleby', true, [null, true, false]],
  ])
})

test(
  'without a service only the entries are told; a folder and an archive are read alike, and nothing is imported',
  inPlace(async (place) => {
    written(place.path('older'), older)
    const archive = place.file(
      'newer.zip',
      zipped(Object.fromEntries(Object.entries(newer).map(([name, lines]) => [name, `${lines.join('\n')}\n`]))),
    )
    const dataDir = join(place.folder, '..')
    const found = await difference(dataDir, 'ofac_sdn', place.path('older'), archive)
    assert.equal([found.added.length, found.changed.length, found.removed.length, found.account, found.parties], [1, 1, 1, null, []])
    cpSync(place.path('older'), place.path('same'), { recursive: true })
    const { out } = await run(dataDir, 'ofac_sdn', place.path('older'), place.path('same'))
    assert.match(out, '0 added, 0 changed, 0 removed')
    assert.match(out, 'no account to compare with')
    assert.not.match((await drawn(dataDir, 'ofac_sdn', place.path('older'), place.path('same'))).lines, 'comparing')
    assert.is((await run(dataDir, 'ofac_sdn', '2027-01-01', archive)).code, 2)
    assert.is((await run(dataDir, 'ofac_sdn', archive, archive, '--account', 'first')).code, 1)
  }),
)

test(
  'lists, versions and files that are unknown or wrong are named',
  inPlace(async (place) => {
    const dataDir = join(place.folder, '..')
    const files = written(place.path('older'), older)
    await imported(dataDir, files, '2027-01-01')
    const failed = async (code: number, message: RegExp | string, ...words: readonly string[]) => {
      const told = await run(dataDir, ...words)
      assert.is(told.code, code, told.err)
      assert.match(told.err, message)
    }
    await failed(2, 'there is no screening list "no_such"; lists are ofac_sdn, ', 'no_such', '2027-01-01', '2027-01-01')
    await failed(2, 'there is no screening list "census_zcta"', 'census_zcta', '2027-01-01', '2027-01-01')
    await failed(2, 'NEW is missing', 'ofac_sdn', '2027-01-01')
    await failed(
      2,
      'reference: 2026-01-01 is neither a kept version of ofac_sdn nor a file; kept: 2027-01-01',
      'ofac_sdn',
      '2026-01-01',
      'x',
    )
    await failed(1, /they lack the .*name a folder or a \.zip that holds all files/, 'ofac_sdn', '2027-01-01', files[2] as string)
    const other = place.file('zcta.txt', zipFile('00601'))
    await failed(1, `${other} cannot be read as a version of ofac_sdn`, 'ofac_sdn', '2027-01-01', other)
  }),
)

test('help tells it', async () => {
  const { out } = await run('/nowhere', '--help')
  assert.match(out, 'diff LIST OLD NEW')
  assert.match(out, '--json')
})

test.run()
