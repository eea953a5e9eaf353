import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { readCurrent } from '../../../src/evidence/reference/folder.ts'
import type { Reference } from '../../../src/evidence/reference/reference.ts'
import { loadSample } from '../../../src/evidence/reference/sample.ts'
import { filled } from '../../filled.ts'
import { damage, importInto, inPlace, newPlace, ofacRest, type Place, zipFile } from './published-files.ts'

const sample = newPlace()
let reference: Reference

test.before(async () => {
  await loadSample({ folder: sample.folder })
  reference = openReference({ folder: sample.folder })
})
test.after(() => {
  reference.close()
  sample.remove()
})

test('the sample is loaded once, and says what it is', async () => {
  const place = newPlace()
  try {
    const reports = await loadSample({ folder: place.folder })
    assert.equal(
      reports.map(({ rejected }) => rejected),
      reports.map(() => 0),
    )
    assert.equal(await loadSample({ folder: place.folder }), [])
  } finally {
    place.remove()
  }
  assert.ok(filled(reference.versions()).every(({ version }) => version === 'sample'))
  assert.match(reference.entity('or_sos:900000002')?.source.metadata.data_set ?? '', '(invented sample)')
})

test('the sample is left alone where something is loaded', async () => {
  const place = newPlace()
  try {
    await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))
    assert.equal(await loadSample({ folder: place.folder }), [])
  } finally {
    place.remove()
  }
})

test(
  'a name that thousands of the country have is found in the one state that is asked for',
  inPlace(async (place) => {
    const header =
      'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
    const church = (ein: number, state: string) =>
      `${ein},FIRST BAPTIST CHURCH,,1 CHURCH ST,TOWN,${state},97301-0000,0000,03,3,7000,194603,1,10,000000000,1,01,,0,0,06,0,12,,,,,`
    const rows = Array.from({ length: 3_000 }, (_, at) => church(100_000_000 + at, at === 2_500 ? 'OR' : 'TX'))
    await importInto(place, 'irs_eo', place.file('eo1.csv', `${[header, ...rows].join('\n')}\n`))
    const churches = openReference({ folder: place.folder })
    const inState = (name: string, state?: string) =>
      churches.searchTaxExempt({ name, limit: 5, ...(state ? { state } : {}) }).map(({ record }) => record.address?.state)
    assert.equal(
      [inState('First Baptist Church', 'or'), inState('1st Baptist Chruch', 'OR'), inState('First Baptist Church', 'WY')],
      [['OR'], ['OR'], []],
    )
    assert.equal(inState('First Baptist Church'), ['TX', 'TX', 'TX', 'TX', 'TX'])
    churches.close()
  }),
)

test('a company is found under its misspelt name, in every registry that knows it', () => {
  const found = reference.searchEntities({ name: 'Qillfeather Lantern Works' })
  assert.equal(
    found.slice(0, 2).map(({ id }) => id),
    ['co_sos:99000000005', 'or_sos:900000003'],
  )
  assert.ok((found[0]?.match.score ?? 0) > 0.9)
  assert.equal(
    reference.searchEntities({ name: 'Quillfeather Lantern Works', state: 'co' }).map(({ record }) => record.state),
    ['CO'],
  )
})

test('a name is found through other spaces, other order, missing words and words that sound alike', () => {
  const first = (name: string) => reference.searchEntities({ name })[0]?.record.name.toUpperCase()
  assert.is(first('Gobble wick Umbrella Repair'), 'GOBBLEWICK UMBRELLA REPAIR CORP.')
  assert.is(first('Thistledown and Mosswick Bakery'), 'MOSSWICK & THISTLEDOWN BAKERY, INC.')
  assert.is(first('Snorkelberry'), 'SNORKELBERRY FREIGHT LLC')
  assert.is(first('Hurikane Tea Cup Insurance'), 'HURRICANE TEACUP INSURANCE AGENCY, INC.')
  assert.equal(reference.searchEntities({ name: 'Entirely Different Business' }), [])
  assert.equal(reference.searchEntities({ name: '' }), [])
})

test('a fact names its data set, its version and its row, and the same row is always the same source', () => {
  const found = reference.entity('fl_sunbiz:L99000000001')
  assert.equal([found?.source.type, found?.source.metadata.kind], ['registration', 'fl_sunbiz'])
  assert.equal([found?.source.metadata.version, found?.source.metadata.row], ['sample', 'L99000000001'])
  assert.is(found?.source.id, reference.entitiesByTin('00-1000101')[0]?.source.id)
  assert.not.equal(found?.source.id, reference.entity('fl_sunbiz:P99000000002')?.source.id)
})

test('an entity is looked up by its number in its state', () => {
  assert.is(reference.entityByNumber({ state: 'or', fileNumber: '900000008' })?.record.name, 'SNORKELBERRY FREIGHT LLC')
  assert.is(reference.entityByNumber({ state: 'FL', fileNumber: '900000008' }), null)
  assert.is(reference.entity('or_sos:1'), null)
  assert.is(reference.entity('nonsense'), null)
})

test('businesses at one address are counted by name, whatever unit and data set they stand in', () => {
  const address = {
    full_address: '123 Main Street, Apt 9, Portland, OR 97201',
    address_line1: '123 Main Street',
    address_line2: 'Apt 9',
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
  }
  const found = reference.entitiesAtAddress({ address })
  // Acme Widgets (registry and loan), Wobbly Table Carpentry, and the unicorn rescue of the exempt organisations.
  assert.is(found.count, 3)
  assert.equal(
    found.entities.map(({ record }) => record.name),
    ['ACME WIDGETS LLC', 'WOBBLY TABLE CARPENTRY LLC'],
  )
})

test('people and agents connect entities, however their names are written', () => {
  const ids = (name: string) => reference.entitiesWithPerson({ name }).map(({ id }) => id)
  assert.equal(
    ids('Example, Jane'),
    ['fl_sunbiz:F99000000005', 'or_sos:900000002'].sort((a, b) => b.localeCompare(a)),
  )
  assert.equal(ids('Parasol, Marisol').toSorted(), ['fl_sunbiz:L99000000001', 'fl_sunbiz:L99000000007'])
  assert.ok(ids('Imaginary Registered Agents Inc').length >= 10)
  assert.equal(ids('Nobody Known'), [])
})

test('a misspelt business and a person in another order of names are found on the lists', () => {
  const [company] = reference.screen({ kind: 'business', name: 'Dreadmore Maritime Trading Co' })
  assert.equal([company?.id, company?.record.list, company?.quality], ['ofac_sdn:9900001', 'SDN', 'name'])
  const [person] = reference.screen({ kind: 'person', name: 'Mansur al-Khayali' })
  assert.is(person?.id, 'ofac_sdn:9900007')
  assert.equal(reference.screen({ kind: 'business', name: 'Acme Widgets LLC' }), [])
  assert.is(reference.searchListed({ name: 'Gloom Quay Lines' })[0]?.id, 'ofac_sdn:9900001')
})

test("a name that passes for a person's is found as a company's too, and each listed party once", () => {
  const found = (name: string) => reference.screen({ kind: 'person', name }).map(({ id }) => id)
  assert.equal(found('Dreadmoor Maritime Trading'), ['ofac_sdn:9900001'])
  assert.equal(found('Mansur al-Khayali'), ['ofac_sdn:9900007'])
  assert.equal(found('Maritime Trading'), [], 'ordinary words point to no company')
  assert.equal(found('Ann Dreadmoor Doe'), [], 'a person with one word of it is another')
})

test('the lists that screening covers are told, with their versions', () => {
  const lists = reference.lists().map(({ abbr, kind, version, parties }) => [abbr, kind, version, parties].join(' '))
  assert.equal(lists.toSorted(), [
    'CMIC ofac_nonsdn sample 1',
    'PLC ofac_nonsdn sample 1',
    'SDN ofac_sdn sample 12',
    'SSI ofac_nonsdn sample 1',
  ])
})

test('exempt organisations, carriers, revocations, loans, codes and ZIP codes are looked up', () => {
  assert.is(reference.taxExemptByEin('00-0000011')?.record.section, '501(c)(3)')
  assert.is(reference.searchTaxExempt({ name: 'Friends of the Invisible Herons', state: 'OR' })[0]?.record.ein, '000000011')
  assert.is(reference.carrierByDot('099000002')?.record.legal_name, 'DAWDLING TORTOISE TRUCKING INC')
  assert.is(reference.searchCarriers({ name: 'Marzipan Movers' })[0]?.record.dot_number, '99000003')
  assert.is(reference.revocationsByDot('99000002').length, 2)
  const loan = reference.searchLoans({ name: 'Acme Widgets' })[0]?.record
  assert.equal([loan?.amount, loan?.amount_range], [null, '$150,000-350,000'])
  assert.equal(
    ['31', '33', '31-33'].map((code) => reference.naics(code)?.record.title),
    ['Manufacturing', 'Manufacturing', 'Manufacturing'],
  )
  assert.is(reference.naics('999999'), null)
  assert.is(reference.naics({ code: '722511', edition: '1997' }), null)
  assert.is(reference.searchIndustry({ text: 'full-service restaurant' })[0]?.record.code, '722511')
  assert.equal(Object.keys(reference.zipCentroid('97201-1234')?.record ?? {}), ['zip', 'latitude', 'longitude'])
  assert.is(reference.zipCentroid('99999'), null)
})

test('nothing loaded is nothing found', () => {
  const place = newPlace()
  const empty = openReference({ folder: place.folder })
  try {
    assert.equal(empty.versions(), [])
    assert.equal(empty.lists(), [])
    assert.equal(empty.searchEntities({ name: 'Acme Widgets' }), [])
    assert.equal(empty.screen({ kind: 'business', name: 'Acme' }), [])
    assert.is(empty.taxExemptByEin('000000011'), null)
    assert.equal(empty.searchIndustry({ text: 'restaurant' }), [])
  } finally {
    empty.close()
    place.remove()
  }
})

/** An open reference over a place of its own. */
const opened = (work: (place: Place, reference: Reference) => Promise<void>) =>
  inPlace(async (place) => {
    const over = openReference({ folder: place.folder, checkEveryMs: 0 })
    try {
      await work(place, over)
    } finally {
      over.close()
    }
  })

test(
  'a new version is taken up while open, and so is the first',
  opened(async (place, over) => {
    assert.is(over.zipCentroid('00601'), null)
    await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))
    assert.is(over.zipCentroid('00601')?.record.zip, '00601')
    const report = await importInto(place, 'census_zcta', place.file('b.txt', zipFile('00602')))
    assert.is(over.zipCentroid('00601'), null)
    assert.is(over.zipCentroid('00602')?.source.metadata.version, report.version)
  }),
)

const inUse = (place: Place): string => join(place.folder, readCurrent(place.folder).census_zcta?.file ?? '')

test(
  'a half-written or foreign file gives way to the version before it, and the trouble is told',
  opened(async (place, over) => {
    const old = await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))
    await importInto(place, 'census_zcta', place.file('b.txt', zipFile('00602')))
    const whole = readFileSync(inUse(place))
    truncateSync(inUse(place), whole.length / 2)
    assert.is(over.zipCentroid('00601')?.source.metadata.version, old.version)
    const [version] = over.versions()
    assert.is(version?.version, old.version)
    assert.match(version?.problem ?? '', 'cannot use the reference file')
  }),
)

test(
  'damage that shows only in the middle of a file gives way to the version before it too',
  opened(async (place, over) => {
    const zips = Array.from({ length: 2_000 }, (_, at) => String(10_000 + at))
    const old = await importInto(place, 'census_zcta', place.file('a.txt', zipFile(...zips)))
    await importInto(place, 'census_zcta', place.file('b.txt', zipFile(...zips, '00602')))
    damage(place, 'census_zcta', 'sqlite_autoindex_records%')
    assert.is(over.zipCentroid('10500')?.source.metadata.version, old.version)
    assert.match(over.versions()[0]?.problem ?? '', 'is damaged')
  }),
)

test(
  'damage in the index for words gives way to the version before it',
  opened(async (place, over) => {
    const organisation = (at: number) => `${100_000_000 + at},QUILLFEATHER GUILD ${at},1 CHURCH ST,TOWN,OR,97301,03,194603`
    const list = (count: number) =>
      `EIN,NAME,STREET,CITY,STATE,ZIP,SUBSECTION,RULING\n${Array.from({ length: count }, (_, at) => `${organisation(at)}\n`).join('')}`
    const old = await importInto(place, 'irs_eo', place.file('eo_2026-01-01.csv', list(500)))
    await importInto(place, 'irs_eo', place.file('eo_2026-02-01.csv', list(501)))
    const db = new DatabaseSync(join(place.folder, readCurrent(place.folder).irs_eo?.file ?? ''), { defensive: false })
    db.exec('UPDATE name_words_data SET block = zeroblob(length(block)) WHERE id > 10')
    db.close()
    assert.equal(over.autocomplete({ name: 'Quillfeather Guild 7' })[0]?.names[0]?.name, 'QUILLFEATHER GUILD 7')
    assert.is(over.searchTaxExempt({ name: 'Quillfeather Guild 7' })[0]?.source.metadata.version, old.version)
  }),
)

test(
  'a list that is damaged in the middle of its file is screened in the version before it, and is in use again once it is imported again',
  opened(async (place, over) => {
    const list = (...names: readonly string[]) =>
      `_id,source,entity_number,name,alt_names\n${names.map((name, at) => `${at},Entity List (EL) - Bureau of Industry and Security,,${name},\n`).join('')}`
    const many = Array.from({ length: 500 }, (_, at) => `OTHER WORKS ${at}`)
    const found = () => over.screen({ kind: 'business', name: 'Zenda Radar Works' }).map(({ source }) => source.metadata.version)
    const old = await importInto(place, 'csl', place.file('a.csv', list('ZENDA RADAR WORKS', ...many)))
    const file = place.file('b.csv', list('ZENDA RADAR WORKS', ...many, 'DREADMOOR SHIPPING'))
    const now = await importInto(place, 'csl', file)
    damage(place, 'csl', 'records')
    assert.equal(found(), [old.version])
    assert.match(over.versions()[0]?.problem ?? '', 'is damaged')
    assert.is((await importInto(place, 'csl', file)).outcome, 'imported')
    assert.equal([found(), over.versions()[0]?.problem], [[now.version], null])
  }),
)

test(
  'a damaged current.json leaves open what is open',
  opened(async (place, over) => {
    await importInto(place, 'census_zcta', place.file('a.txt', zipFile('00601')))
    assert.ok(over.zipCentroid('00601'))
    writeFileSync(join(place.folder, 'current.json'), '{ half')
    assert.ok(over.zipCentroid('00601'))
    assert.match(over.versions()[0]?.problem ?? '', 'current.json is damaged')
  }),
)

test(
  "an agency's own list goes before the consolidated one",
  opened(async (place, over) => {
    const header = '_id,source,entity_number,name,alt_names'
    const sdn = 'Specially Designated Nationals (SDN) - Treasury Department'
    const el = 'Entity List (EL) - Bureau of Industry and Security'
    await importInto(place, 'csl', place.file('csl.csv', `${header}\n1,${sdn},1,DREADMOOR SHIPPING,\n2,${el},,ZENDA RADAR WORKS,\n`))
    assert.is(over.screen({ kind: 'business', name: 'Dreadmoor Shipping' })[0]?.kind, 'csl')
    const nothing = '-0- '
    const sdnFile = place.file('sdn.csv', `1,"DREADMOOR SHIPPING",${`${nothing},`.repeat(9)}${nothing}\r\n`)
    await importInto(place, 'ofac_sdn', sdnFile, ...ofacRest(place))
    assert.equal(
      over.screen({ kind: 'business', name: 'Dreadmoor Shipping' }).map(({ kind }) => kind),
      ['ofac_sdn'],
    )
    assert.is(over.screen({ kind: 'business', name: 'Zenda Radar Works' })[0]?.kind, 'csl')
  }),
)

test.run()
