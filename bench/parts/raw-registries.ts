// The published files of registries and other records, read in the plainest way: the truth that reviews are measured against. Nothing of the
// service's own reading or matching is used here, so that its errors do not hide themselves.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type RawAddress = {
  readonly line1: string
  readonly city: string
  readonly state: string
  readonly zip: string
}
export type RawCompany = {
  readonly kind: string
  readonly state: string
  readonly number: string
  readonly name: string
  /** Where it does business; null: the row does not say. */
  readonly address: RawAddress | null
  /** ISO 8601, and only where the row is the record of the home state. */
  readonly formedOn: string | null
  readonly tin: string | null
  /** The registered agent, where it is a person or a company that the row names in one field. */
  readonly agent: string | null
  /** Officers that are companies. */
  readonly companyOfficers: readonly string[]
}

export const rawFiles = {
  or_sos: 'or_sos/biz-list.csv',
  fl_sunbiz: 'fl_sunbiz/20230929c.txt.gz',
  irs_eo: 'irs_eo/eo_de.csv',
  fmcsa_census: 'fmcsa/census_sample_companies.csv',
  ppp_loans: 'ppp/mt_150k_plus_corp_llc.csv',
  chicago_licenses: 'chicago/Business_Licenses.csv',
} as const
export type RawKind = keyof typeof rawFiles

/** The companies of a file, each once. */
export const rawCompanies = (data: string, kind: RawKind): readonly RawCompany[] => {
  const path = join(data, rawFiles[kind])
  const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)
  const all = kind === 'fl_sunbiz' ? florida(bytes) : tables[kind](rowsOf(bytes.toString('utf8')))
  return [...new Map(all.map((each) => [each.number, each])).values()]
}

type Row = Readonly<Record<string, string>>

const address = (line1 = '', city = '', state = '', zip = ''): RawAddress | null =>
  line1 === '' || state === ''
    ? null
    : { line1, city, state, zip: zip === '' ? '' : (zip.split('-')[0] ?? '').padStart(5, '0').slice(0, 5) }

const company = (kind: RawKind, of: Pick<RawCompany, 'state' | 'number' | 'name' | 'address'> & Partial<RawCompany>): RawCompany => ({
  kind,
  formedOn: null,
  tin: null,
  agent: null,
  companyOfficers: [],
  ...of,
})

const isoOf = (american: string): string => american.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

const tables: Readonly<Record<Exclude<RawKind, 'fl_sunbiz'>, (rows: readonly Row[]) => readonly RawCompany[]>> = {
  or_sos: (rows) =>
    [...Map.groupBy(rows, (row) => row['Registry Number'] ?? '')].map(([number, group]) => {
      const first = group[0] as Row
      const place = group.find((row) => row['Associated Name Type'] === 'PRINCIPAL PLACE OF BUSINESS')
      return company('or_sos', {
        state: 'OR',
        number,
        name: first['Business Name'] ?? '',
        address: place ? address(place['Address '], place.City, place.State, place['Zip Code']) : null,
        formedOn: (first['Entity Type'] ?? '').startsWith('DOMESTIC') ? isoOf(first['Registry Date'] ?? '') : null,
      })
    }),
  irs_eo: (rows) =>
    rows.map((row) =>
      company('irs_eo', {
        state: row.STATE ?? '',
        number: row.EIN ?? '',
        name: row.NAME ?? '',
        address: address(row.STREET, row.CITY, row.STATE, row.ZIP),
        tin: row.EIN ?? null,
      }),
    ),
  fmcsa_census: (rows) =>
    rows.map((row) =>
      company('fmcsa_census', {
        state: row.PHY_STATE ?? '',
        number: row.DOT_NUMBER ?? '',
        name: row.LEGAL_NAME ?? '',
        address: address(row.PHY_STREET, row.PHY_CITY, row.PHY_STATE, row.PHY_ZIP),
      }),
    ),
  ppp_loans: (rows) =>
    rows.map((row, at) =>
      company('ppp_loans', {
        state: row.State ?? '',
        number: `line ${at + 2}`,
        name: row.BusinessName ?? '',
        address: address(row.Address, row.City, row.State, row.Zip),
      }),
    ),
  chicago_licenses: (rows) =>
    rows.map((row) =>
      company('chicago_licenses', {
        state: row.STATE ?? '',
        number: row.ID ?? '',
        name: row['LEGAL NAME'] ?? '',
        address: address(row.ADDRESS, row.CITY, row.STATE, row['ZIP CODE']),
      }),
    ),
}

/** Where the columns of Florida's records begin and end, as "Corporate File Definitions" says. */
export const floridaColumns = {
  number: [0, 12],
  name: [12, 204],
  status: [204, 205],
  type: [205, 220],
  line1: [220, 262],
  city: [304, 332],
  state: [332, 334],
  zip: [334, 344],
  mailState: [458, 460],
  mailZip: [460, 470],
  filed: [472, 480],
  ein: [480, 494],
  agent: [544, 586],
  agentKind: [586, 587],
  officerKind: [672, 673],
  officer: [673, 715],
} as const

export const floridaRecords = (bytes: Buffer): readonly Buffer[] => {
  const records: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end
    if (to - from > 480) records.push(bytes.subarray(from, to))
    from = to + 1
  }
  return records
}

export const floridaCell = (record: Buffer, column: keyof typeof floridaColumns): string =>
  record
    .subarray(...floridaColumns[column])
    .toString('latin1')
    .replaceAll(/[\0\xa0]/g, ' ')
    .trim()

const florida = (bytes: Buffer): readonly RawCompany[] =>
  floridaRecords(bytes).map((record) => {
    const cell = (column: keyof typeof floridaColumns) => floridaCell(record, column)
    const zip = cell('zip')
    const state = cell('state') || (zip === cell('mailZip') ? cell('mailState') : '') || (/^3[2-4]/.test(zip) ? 'FL' : '')
    const filed = cell('filed').replace(/^(\d\d)(\d\d)(\d{4})$/, '$3-$1-$2')
    const isHome = cell('type').startsWith('DOM') || cell('type') === 'FLAL'
    const ein = cell('ein').replaceAll(/\D/g, '')
    return company('fl_sunbiz', {
      state: 'FL',
      number: cell('number'),
      name: cell('name').replaceAll(/ {2,}/g, ' '),
      address: address(cell('line1'), cell('city'), state, zip),
      formedOn: isHome ? filed : null,
      tin: ein.length === 9 && !/^0+$/.test(ein) ? ein : null,
      agent: cell('agentKind') === 'C' ? cell('agent') || null : null,
      companyOfficers: cell('officerKind') === 'C' && /\b(?:LLC|INC|CORP|LTD)\b/.test(cell('officer')) ? [cell('officer')] : [],
    })
  })

/** Rows of a file with a header, by RFC 4180. */
const rowsOf = (text: string): readonly Row[] => {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  return rows
    .filter((cells) => cells.length > 1)
    .map((cells) => Object.fromEntries(header.map((column, at) => [column, (cells[at] ?? '').trim()])))
}

const cellsOf = (text: string): readonly (readonly string[])[] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}

/** The words of a name in capitals, without legal forms, articles and marks: how a reader of the list tells one name from another. */
export const plainName = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .replaceAll(
      /\b(?:LLC|LC|INC|CORP|CO|LTD|LP|LLP|PC|PA|PLLC|INCORPORATED|CORPORATION|COMPANY|LIMITED LIABILITY COMPANY|LIMITED|THE|AND|OF)\b/g,
      ' ',
    )
    .replaceAll(/ +/g, ' ')
    .trim()
