// Whom a new version of the reference data touches: by name, likeness, number or file number, and nobody else.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { touchedBy, type Watched } from '../../../src/evidence/reference/changes.ts'
import { readCurrent } from '../../../src/evidence/reference/folder.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import { referenceVersions } from '../../../src/evidence/reference/watch.ts'
import { inTime } from '../../eventually.ts'
import { inPlace, type Place } from './published-files.ts'

const header =
  'Registry Number,Business Name,Entity Type,Registry Date,Associated Name Type,First Name,Middle Name,Last Name,Suffix,Not of Record Entity,Entity of Record Reg Number,Entity of Record Name,Address ,Address Continued,City,State,Zip Code'
const row = (number: string, name: string, street: string) =>
  `${number},${name},DOMESTIC LIMITED LIABILITY COMPANY,01/02/2004,PRINCIPAL PLACE OF BUSINESS,,,,,,,,${street},,SALEM,OR,97301`

const versions = async (place: Place, ...contents: readonly (readonly string[])[]) => {
  for (const [index, rows] of contents.entries()) {
    const file = place.file(`registry-${index}.csv`, `${[header, ...rows].join('\n')}\n`)
    await importFiles({ folder: place.folder, kind: 'or_sos', files: [file], version: `v${index}`, acceptSmaller: true })
  }
  const current = readCurrent(place.folder).or_sos
  assert.ok(current)
  return { folder: place.folder, kind: 'or_sos', file: current?.file ?? '', previous: current?.previous?.file ?? null }
}

const watched = (id: string, name: string, fileNumber?: string): Watched => ({
  id,
  names: [name],
  people: [],
  tin: null,
  registrations: fileNumber ? [{ state: 'OR', file_number: fileNumber }] : [],
})

const before = [
  row('1', 'ACME WIDGETS LLC', '1 MAIN ST'),
  row('2', 'BOREALIS BAKERY LLC', '2 MAIN ST'),
  row('3', 'CRIMSON CANYON LLC', '3 MAIN ST'),
]
const everybody = [
  watched('acme', 'Acme Widgets, L.L.C.'),
  watched('borealis', 'Borealis Bakery LLC'),
  watched('misspelt', 'Borealiss Bakery'),
  watched('crimson', 'Crimson Canyon LLC', '3'),
  watched('other', 'Zephyr Zeppelins Inc', '4'),
]

test(
  'a changed row touches those whose name is the same or like it',
  inPlace(async (place) => {
    const change = await versions(place, before, [before[0], row('2', 'BOREALIS BAKERY LLC', '99 MAIN ST'), before[2]] as string[])
    assert.equal(touchedBy(change, everybody).toSorted(), ['borealis', 'misspelt'])
  }),
)

test(
  'a row that is gone, and one that is new, touch theirs',
  inPlace(async (place) => {
    const change = await versions(place, before, [...before.slice(1), row('5', 'ZEPHYR ZEPPELINS INC', '5 MAIN ST')])
    assert.equal(touchedBy(change, everybody).toSorted(), ['acme', 'other'])
  }),
)

test(
  'a row that came and went between two looks touches its own, because both versions are told',
  inPlace(async (place) => {
    await versions(place, before)
    const references = referenceVersions({ folder: place.folder })
    const [first] = references.changed() ?? []
    assert.equal([first?.version, first?.previous], ['v0', null])
    const came = [...before, row('5', 'ZEPHYR ZEPPELINS INC', '5 MAIN ST')]
    const went = [...before, row('6', 'FENWICK LLC', '6 MAIN ST')]
    await versions(place, before, came, went)
    const [seen] = references.changed() ?? []
    assert.equal([seen?.version, seen?.previous?.version], ['v2', 'v1'])
    const change = { kind: 'or_sos', file: seen?.file ?? '', previous: seen?.previous?.file ?? '' }
    assert.equal(await inTime('the versions are compared', references.touched(change, everybody)), ['other'])
    assert.is(references.changed(), null)
  }),
)

test(
  'comparisons that are asked for at once get an answer each, also behind one that fails',
  inPlace(async (place) => {
    const { file, previous } = await versions(place, before, [...before.slice(1), row('5', 'ZEPHYR ZEPPELINS INC', '5 MAIN ST')])
    writeFileSync(join(place.folder, 'damaged.sqlite'), 'no database')
    const { touched } = referenceVersions({ folder: place.folder })
    const asked = [
      touched({ kind: 'or_sos', file, previous }, everybody),
      touched({ kind: 'or_sos', file: 'damaged.sqlite', previous: null }, everybody),
      touched({ kind: 'or_sos', file, previous }, everybody.slice(0, 1)),
      touched({ kind: 'or_sos', file, previous: file }, everybody),
    ]
    const answers = await inTime('all are compared', Promise.allSettled(asked))
    const told = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.toSorted() : String(answer.reason)))
    assert.equal([told[0], told[2], told[3]], [['acme', 'other'], ['acme'], []])
    assert.match(String(told[1]), /damaged\.sqlite: file is not a database/)
    assert.equal(await inTime('another is compared', touched({ kind: 'or_sos', file, previous: file }, everybody)), [])
  }),
)

test(
  'a registration that changes its name touches the business that holds its number',
  inPlace(async (place) => {
    const change = await versions(place, before, [...before.slice(0, 2), row('3', 'QUITE ANOTHER NAME LLC', '3 MAIN ST')])
    assert.equal(touchedBy(change, [watched('renamed', 'Former Fancy Name', '3'), ...everybody]).toSorted(), ['crimson', 'renamed'])
  }),
)

test(
  'the same rows in another order touch nobody; with nothing to compare with, every row counts',
  inPlace(async (place) => {
    const change = await versions(place, before, before.toReversed())
    assert.equal(touchedBy(change, everybody), [])
    assert.equal(touchedBy({ ...change, previous: null }, everybody).toSorted(), ['acme', 'borealis', 'crimson', 'misspelt'])
  }),
)

test(
  'a new listed company touches those of whose people one has its name',
  inPlace(async (place) => {
    const headers = 'source,entity_number,type,name,alt_names'
    const file = place.file('consolidated.csv', `${headers}\n"Specially Designated Nationals (SDN) - Treasury",7,Entity,IRONWOOD BANK,\n`)
    await importFiles({ folder: place.folder, kind: 'csl', files: [file], version: 'v1' })
    const change = { folder: place.folder, kind: 'csl', file: readCurrent(place.folder).csl?.file ?? '', previous: null }
    const led = (id: string, ...people: readonly string[]) => ({ ...watched(id, 'Acme Widgets LLC'), people })
    assert.equal(touchedBy(change, [led('managed', 'IRONWOOD BANK'), led('other', 'ANN IRONWOOD')]), ['managed'])
  }),
)

test.run()
