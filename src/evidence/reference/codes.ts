// Classifications of industries: NAICS as the Census Bureau publishes it (codes and structure of 2022, reference of 2012) and the four levels
// of the SIC manual of 1987.

import { type DataSet, layoutsOf, need, type Records, Unreadable } from './data-set.ts'
import type { Cell } from './fields.ts'
import type { IndustryCode } from './records.ts'

const codes = layoutsOf<'codes'>()

/** Sectors that are published as a range of two-digit codes. */
const sectorRanges: readonly (readonly [from: number, to: number])[] = [
  [31, 33],
  [44, 45],
  [48, 49],
]

/** `31-33` for `33`, and for every longer code that begins with one of them. */
export function naicsSector(code: string): string {
  const two = Number(code.slice(0, 2))
  const range = sectorRanges.find(([from, to]) => two >= from && two <= to)
  return range ? `${range[0]}-${range[1]}` : code.slice(0, 2)
}

function putNaics(records: Records<IndustryCode>, edition: string, published: Cell, title: string): void {
  const code = need(published, 'code').replace(/[-/]+$/, '')
  // The reference of 2012 opens with a total, whose code is only padding.
  const total = code === ''
  if (!total && !/^\d{2,6}$|^\d{2}-\d{2}$/.test(code)) throw new Unreadable(`${JSON.stringify(published)} is no NAICS code`)
  const ranged = code.includes('-')
  const level = total ? 0 : ranged ? 2 : code.length
  const sector = total ? null : naicsSector(code)
  records.put(`${edition} ${total ? '00' : code}`, {
    system: 'NAICS',
    edition,
    code: total ? '00' : level === 2 ? (sector as string) : code,
    level,
    title,
    description: null,
    parent: level <= 2 ? null : level === 3 ? sector : code.slice(0, -1),
    sector,
  })
}

const naics: DataSet<'codes'> = {
  kind: 'naics',
  title: 'North American Industry Classification System',
  agency: 'US Census Bureau',
  family: 'codes',
  urls: [],
  toFetch: 'the Census Bureau publishes NAICS as spreadsheets (census.gov/naics): import the .xlsx file of the codes',
  newest: 'edition',
  url: (code) => `https://www.census.gov/naics/?input=${encodeURIComponent(code.code)}&year=${code.edition}`,
  layouts: [
    codes({
      part: 'codes of 2022',
      form: { type: 'headed', separator: ',', columns: { code: '2022 NAICS US Code', title: '2022 NAICS US Title' } },
      required: ['code', 'title'],
      read: (row, records) => putNaics(records, '2022', row.code, need(row.title, 'title')),
    }),
    codes({
      part: 'structure of 2022',
      form: { type: 'headed', separator: ',', columns: { code: '2022 NAICS Code', title: '2022 NAICS Title' } },
      required: ['code', 'title'],
      // A raised T after a title marks what Canada, Mexico and the United States have in common. In plain text it sticks to the word.
      read: (row, records) => putNaics(records, '2022', row.code, need(row.title, 'title').replace(/(?<=[a-z)])T$/, '')),
    }),
    codes({
      part: 'codes of 2012',
      form: { type: 'headed', separator: ',', columns: { code: 'NAICS', title: 'DESCRIPTION' } },
      required: ['code', 'title'],
      read: (row, records) => putNaics(records, '2012', row.code, need(row.title, 'DESCRIPTION')),
    }),
  ],
}

type SicTold = Pick<IndustryCode, 'code' | 'level' | 'title' | 'parent' | 'sector'> & { readonly description?: Cell }

const sicCode = ({ description = null, ...told }: SicTold): IndustryCode => ({ system: 'SIC', edition: '1987', description, ...told })

const sic: DataSet<'codes'> = {
  kind: 'sic',
  title: 'Standard Industrial Classification',
  agency: 'US Occupational Safety and Health Administration',
  family: 'codes',
  urls: [],
  toFetch: 'the SIC manual is published as web pages (osha.gov/data/sic-manual): import it from CSV files of its four levels',
  newest: 'edition',
  url: () => 'https://www.osha.gov/data/sic-manual',
  layouts: [
    codes({
      part: 'industries',
      form: {
        type: 'headed',
        separator: ',',
        columns: { division: 'Division', major: 'Major Group', group: 'Industry Group', code: 'SIC', title: 'Description' },
      },
      required: ['code', 'group', 'title'],
      read(row, records) {
        const code = need(row.code, 'SIC').padStart(4, '0')
        records.put(
          code,
          sicCode({ code, level: 4, title: need(row.title, 'Description'), parent: code.slice(0, 3), sector: row.division }),
        )
      },
    }),
    codes({
      part: 'industry groups',
      form: {
        type: 'headed',
        separator: ',',
        columns: { division: 'Division', major: 'Major Group', group: 'Industry Group', title: 'Description' },
      },
      required: ['group', 'major', 'title'],
      read(row, records) {
        const code = need(row.group, 'Industry Group').padStart(3, '0')
        records.put(
          code,
          sicCode({ code, level: 3, title: need(row.title, 'Description'), parent: code.slice(0, 2), sector: row.division }),
        )
      },
    }),
    codes({
      part: 'divisions',
      form: { type: 'headed', separator: ',', columns: { division: 'Division', title: 'Description', full: 'Full Description' } },
      required: ['division', 'title', 'full'],
      read(row, records) {
        const code = need(row.division, 'Division')
        const title = need(row.title, 'Description')
        records.put(code, sicCode({ code, level: 1, title, parent: null, sector: code, description: row.full }))
      },
    }),
    codes({
      part: 'major groups',
      form: { type: 'headed', separator: ',', columns: { division: 'Division', major: 'Major Group', title: 'Description' } },
      required: ['division', 'major', 'title'],
      read(row, records) {
        const code = need(row.major, 'Major Group').padStart(2, '0')
        records.put(code, sicCode({ code, level: 2, title: need(row.title, 'Description'), parent: row.division, sector: row.division }))
      },
    }),
  ],
}

export const industryCodes = [naics, sic] as const
