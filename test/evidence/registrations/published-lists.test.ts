// Lists of jurisdictions that agencies publish: imported as versions, refused where they cannot be read, and searched.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Jurisdiction, openJurisdictions, shippedJurisdictions } from '../../../src/evidence/registrations/jurisdictions.ts'
import { importList, jurisdictionsIn, publishedLists } from '../../../src/evidence/registrations/published-lists.ts'

const ritaSample = `# Columns: Municipality|Code|Tax Rate|Credit Factor (Tax Credit)|Credit Rate (Credit Limit)
Aberdeen|023|1.000%|100.000%|1.000%
Barnesville JEDD I|061|1.000%|0.000%|0.000%
Nowhere|xx|1.000%|0.000%|0.000%
`

test('a published list is imported as a version and searched at once; what cannot be read is told with its line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))
  try {
    const jurisdictions = jurisdictionsIn(folder)
    assert.equal(jurisdictions().search({ q: 'Aberdeen' }), [])
    const given = { kind: 'oh_rita', source: 'rita.psv', text: ritaSample, now: new Date() }
    const { rejected, isNew } = importList(folder, given)
    assert.ok(isNew)
    assert.equal(rejected, [{ line: 4, reason: '"xx" is no code of three digits' }])
    assert.equal(
      jurisdictions()
        .search({ q: 'Aberdene', state: 'OH' })
        .map(({ slug, type }) => [slug, type]),
      [['oh-rita-023', 'CITY']],
    )
    assert.is(jurisdictions().bySlug('oh-rita-061')?.type, 'JEDD')
    assert.not.ok(importList(folder, given).isNew)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('jurisdictions without a search word are sorted by state, then name, and a search word puts the best match first', () => {
  const of = (state: string, names: readonly string[]) =>
    names.map((name, n) => ({ ...shippedJurisdictions[0], slug: `${state}-${n}`, state, name, label: name, city: null }) as Jurisdiction)
  const { search } = openJurisdictions([...of('PA', ['Salem Township', 'Salen']), ...of('OH', ['Salem', 'Akron'])])
  const found = (query: Parameters<typeof search>[0]) => search(query).map(({ state, name }) => `${state} ${name}`)
  assert.equal(found({}), ['OH Akron', 'OH Salem', 'PA Salem Township', 'PA Salen'])
  assert.equal(found({ q: 'salen' }), ['PA Salen', 'OH Salem', 'PA Salem Township'])
  assert.equal(found({ q: 'salen', state: 'OH' }), ['OH Salem'])
})

test('a number sign begins a comment at the beginning of a line and belongs to the name within one', () => {
  const read = publishedLists.oh_rita?.read('# Fire District #1\nFire District #2|024|1.00%|50.00%|1.00%\n')
  assert.equal(
    read?.jurisdictions.map(({ city }) => city),
    ['Fire District #2'],
  )
})

for (const [what, kind, text, reason] of [
  ['of an unknown kind', 'oh_other', ritaSample, /there is no list of kind "oh_other"; kinds are oh_rita, pa_psd/],
  ['without any row', 'oh_rita', '# nothing\n', /^a: no row of this file could be read/],
  ['of another form', 'oh_rita', 'Aberdeen,023,1.00%\n', /^a: no row of this file could be read/],
  ['without one of its columns', 'pa_psd', 'PSD Code,County,Municipality\n', /^a: the header names no column for schoolDistrict$/],
  [
    'with an open quote',
    'oh_rita',
    'A|023|1%|0%|1%\n# b\n\n"B|024|1%|0%|1%\nC|025|1%|0%|1%\n',
    /^a: line 4: a quote is opened and never closed$/,
  ],
  ['with an open quote at once', 'oh_rita', '"', /^a: line 1: a quote is opened and never closed$/],
  ['with a closed quote within', 'oh_rita', 'A|023|1%|0%|1%\r\n"B"c|024|1%|0%|1%\r\n', /^a: line 2: a quoted cell continues/],
] as const)
  test(`a published list ${what} is refused, and the version in use stays`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-lists-'))
    try {
      const list = (change: object) => importList(folder, { kind: 'oh_rita', source: 'a', text: ritaSample, now: new Date(), ...change })
      list({})
      assert.throws(() => list({ kind, text }), reason)
      assert.ok(jurisdictionsIn(folder)().bySlug('oh-rita-023'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

test('the list of PSD codes is read by its header, whatever stands between', () => {
  const header = 'PSD Code,County,Municipality,School District Name,Total Resident EIT (percent)'
  const read = publishedLists.pa_psd?.read(`${header}\n10201,ADAMS,ABBOTTSTOWN BORO,"CONEWAGO VALLEY S D",1.50\nx,ADAMS,Y,Z,1\n`)
  assert.equal(
    read?.jurisdictions.map(({ slug, city }) => [slug, city]),
    [
      ['pa-010201-eit', 'Abbottstown'],
      ['pa-010201-lst', 'Abbottstown'],
    ],
  )
  assert.equal(
    read?.rejected.map(({ line }) => line),
    [3],
  )
  const bordered = publishedLists.pa_psd?.read(
    'Note,PSD Code,County,Municipality,School District\n,510101,PHILADELPHIA,"PHILADELPHIA ""X"" CITY",P\n',
  )
  assert.equal([bordered?.jurisdictions[0]?.code, bordered?.jurisdictions[0]?.name], ['510101', 'Philadelphia "x" City'])
  assert.throws(() => publishedLists.pa_psd?.read('Name,Rate\nX,1'), /no column for psd/)
})

const published = new URL('../../../../shared/data/tax_oh/rita-rates-2026.psv', import.meta.url)
const withData = existsSync(published) ? test : test.skip

withData('the whole published table of the Regional Income Tax Agency is read', () => {
  const read = publishedLists.oh_rita?.read(readFileSync(published, 'utf8'))
  assert.is(read?.jurisdictions.length, 477)
  assert.equal(read?.rejected, [])
  assert.is(read?.jurisdictions.filter(({ type }) => type === 'JEDD').length, 63)
})

test.run()
