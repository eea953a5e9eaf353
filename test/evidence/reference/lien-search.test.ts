// The lien products over the open data: which filings are a business's own, how they stand today, and which states nobody could answer for.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { PostalAddress, Subject } from '../../../src/evidence/ports.ts'
import type { SearchProduct } from '../../../src/evidence/products/products.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import { lienSearches } from '../../../src/evidence/reference/lien-search.ts'
import { loadedKinds } from '../../../src/evidence/reference/watch.ts'
import { importInto, newPlace } from './published-files.ts'

const test = suite('lien searches')
const place = newPlace()
const reference = openReference({ folder: place.folder, checkEveryMs: 0 })
const asked = {
  searchLiens: async (question: Parameters<typeof reference.searchLiens>[0]) => reference.searchLiens(question),
  versions: async () => reference.versions(),
}
let today = '2026-05-01'
const liens = lienSearches({ reference: asked, loaded: loadedKinds({ folder: place.folder }), now: () => new Date(today) })
test.after(() => {
  reference.close()
  place.remove()
})

const header =
  'LIEN_TYPE,LIEN NUMBER,FILE_NUMBER,FILE_TYPE,FILING_DATE,LAPSE_DATE,PARTY_TYP,ENTITY_TYP,ENTITY,MAIL_ADDR_1,MAIL_ADDR_2,CITY,STATE,ZIP_CODE,COUNTRY'
const row = (type: string, number: number, name: string, { lapses = '06/21/2031', state = 'OR', filed = '03/20/2026' } = {}): string =>
  `${type},${number},${number},INITIAL,${filed},${lapses},DB,ORG,"${name}",1 MAIN ST,,TOWN,${state},97301,USA`

const at = (state: string): PostalAddress => ({
  full_address: state,
  address_line1: null,
  address_line2: null,
  city: null,
  state,
  postal_code: null,
})
const business = (states: readonly string[], changes: Partial<Subject> = {}): Subject => ({
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: ['Blue Heron Boats LLC'],
  addresses: states.map(at),
  people: [],
  tin: null,
  website: null,
  ...changes,
})
const numbers = async (product: SearchProduct, subject: Subject) => {
  const finding = await liens.search(product, subject)
  return finding.outcome === 'unavailable' ? finding.reason : finding.records.map(({ content }) => content.file_number)
}

test('nobody tells of liens before a register is loaded', async () => {
  assert.is(liens.answers('liens'), false)
  assert.is(await numbers('liens', business(['OR'])), 'not available from any configured source')
})

test('each product finds its own kinds of liens of the business, newest first, and none of a stranger', async () => {
  const rows = [
    row('UCC', 1, 'BLUE HERON BOATS, L.L.C.'),
    row('IRS', 2, 'Blue Heron Boats LLC', { filed: '04/01/2026' }),
    row('AGS', 3, 'Blue Heron Boats LLC', { filed: '04/02/2026' }),
    row('UCC', 4, 'Blue Heron Bakery LLC'),
    row('UCC', 5, 'Sand Dune Boats LLC', { state: 'NV' }),
  ]
  await importInto(place, 'or_ucc', place.file('or_2026-04.csv', `${[header, ...rows].join('\n')}\n`))
  assert.equal([liens.answers('liens'), liens.answers('bankruptcies'), liens.answers('people_tax_liens')], [true, false, false])
  assert.equal(await numbers('liens', business(['OR'])), ['3', '2', '1'])
  assert.equal([await numbers('ucc_liens', business(['OR'])), await numbers('tax_liens', business(['OR']))], [['1'], ['2']])
  assert.equal(await numbers('liens', business(['OR'], { names: ['Herons Unlimited LLC'] })), [])
})

test('a finding names register, version and row, and the parties as they were filed', async () => {
  const finding = await liens.search('ucc_liens', business(['OR']))
  if (finding.outcome !== 'searched') throw new Error(finding.reason)
  const metadata = {
    data_set: 'Oregon Secretary of State, UCC filings entered last month',
    version: '2026-04',
    agency: 'Oregon Secretary of State',
    kind: 'or_ucc',
    as_of: '2026-04',
  }
  assert.equal(
    finding.sources.map((source) => [source.type, source.metadata]),
    [['or_ucc', { ...metadata, coverage: 'lately filed', state: 'OR', row: 'all' }]],
  )
  const [record] = finding.records
  assert.equal(record?.sources[0]?.metadata, { ...metadata, row: '1', url: 'https://data.oregon.gov/d/snfi-f79b' })
  assert.equal(
    [record?.key, record?.content],
    [
      'OR 1',
      {
        type: 'ucc',
        state: 'OR',
        file_number: '1',
        status: 'open',
        filing_date: '2026-03-20',
        lapse_date: '2031-06-21',
        collateral: null,
        liability_cents: null,
        debtors: [{ name: 'BLUE HERON BOATS, L.L.C.', address: '1 MAIN ST, TOWN, OR 97301', type: 'ORGANIZATION' }],
        secured_parties: [],
      },
    ],
  )
})

test('a lien whose day has come has lapsed, whatever the register said when it was imported', async () => {
  const standing = async () => {
    const finding = await liens.search('ucc_liens', business(['OR']))
    return finding.outcome === 'searched' ? finding.records.map(({ content }) => [content.status, content.closed_by]) : []
  }
  today = '2031-06-21'
  assert.equal(await standing(), [['open', undefined]])
  today = '2031-06-22'
  assert.equal(await standing(), [['closed', 'lapse']])
  today = '2026-05-01'
})

test('a state without a register is a gap; a business that is only there could not be searched for', async () => {
  assert.is(await numbers('liens', business(['WY'])), 'not available from any configured source for WY')
  const both = await liens.search('liens', business(['OR', 'WY']))
  assert.equal(both.outcome === 'searched' && [both.records.length, both.gap], [
    3,
    { reason: 'not available from any configured source for WY', passing: false, stands: false },
  ])
  // Filed where the business is organised, which the registries told.
  assert.equal(await numbers('liens', business(['OR'], { addresses: [], registered_in: ['OR'] })), ['3', '2', '1'])
  // A debtor of another state, in a register that is loaded: found, though its own state cannot be searched.
  const away = await liens.search('liens', business(['NV'], { names: ['Sand Dune Boats LLC'] }))
  assert.equal(away.outcome === 'searched' && [away.records.map(({ key }) => key), away.sources, away.gap?.reason], [
    ['OR 5'],
    [],
    'not available from any configured source for NV',
  ])
})

test('Oregon’s filings of less than five years are what was filed lately', async () => {
  for (const [first, coverage] of [
    ['04/30/2021', undefined],
    ['05/01/2021', 'lately filed'],
  ]) {
    const rows = [row('UCC', 1, 'BLUE HERON BOATS, L.L.C.', { filed: first }), row('UCC', 2, 'OTHER LLC', { filed: '03/30/2026' })]
    const files = [place.file(`ucc_${coverage}.csv`, `${[header, ...rows].join('\n')}\n`)]
    await importFiles({ folder: place.folder, kind: 'or_ucc', files, acceptSmaller: true, acceptOlder: true })
    const finding = await liens.search('liens', business(['OR']))
    assert.is(finding.outcome === 'searched' ? finding.sources[0]?.metadata.coverage : 'not searched', coverage)
  }
})

test.run()
