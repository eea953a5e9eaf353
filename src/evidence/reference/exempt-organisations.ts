// Exempt organisations: the IRS's Business Master File extract (irs.gov, "Exempt Organizations Business Master File Extract"). It has one
// file per region; several files make one version.

import { type DataSet, layoutsOf, need, Unreadable } from './data-set.ts'
import { type Cell, monthDate, orNone, postalAddress, wholeNumber } from './fields.ts'

/** SUBSECTION codes that are not a paragraph of 501(c). */
const sections: Readonly<Record<string, string>> = {
  '40': '501(d)',
  '50': '501(e)',
  '60': '501(f)',
  '70': '501(k)',
  '71': '501(n)',
  '81': '529',
  '82': '527',
  '90': '4947(a)(2)',
  '91': '4947(a)(1)',
  '92': '4947(a)(1)',
}

function section(cell: Cell): string | null {
  if (cell === null || !/^\d{1,2}$/.test(cell)) return null
  const number = Number(cell)
  return sections[cell] ?? (number >= 1 && number <= 29 ? `501(c)(${number})` : null)
}

const deductible: Readonly<Record<string, boolean>> = { '1': true, '2': false, '4': true }

const organisations: DataSet<'exempt'> = {
  kind: 'irs_eo',
  title: 'Exempt Organizations Business Master File extract',
  agency: 'US Internal Revenue Service',
  family: 'exempt',
  urls: ['eo1', 'eo2', 'eo3', 'eo4'].map((file) => `https://www.irs.gov/pub/irs-soi/${file}.csv`),
  url: () => 'https://apps.irs.gov/app/eos/',
  layouts: [
    layoutsOf<'exempt'>()({
      part: 'organisations',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          ein: 'EIN',
          name: 'NAME',
          careOf: 'ICO',
          street: 'STREET',
          city: 'CITY',
          state: 'STATE',
          zip: 'ZIP',
          subsection: 'SUBSECTION',
          ruling: 'RULING',
          deductibility: 'DEDUCTIBILITY',
          status: 'STATUS',
          period: 'TAX_PERIOD',
          assets: 'ASSET_AMT',
          income: 'INCOME_AMT',
          revenue: 'REVENUE_AMT',
          ntee: 'NTEE_CD',
          sortName: 'SORT_NAME',
        },
      },
      required: ['ein', 'name', 'subsection', 'ruling'],
      read(row, records) {
        const published = need(row.ein, 'EIN')
        if (!/^\d{1,9}$/.test(published)) throw new Unreadable(`${JSON.stringify(published)} is no EIN`)
        // Spreadsheets drop leading zeros.
        const ein = published.padStart(9, '0')
        records.put(ein, {
          ein,
          name: need(row.name, 'NAME'),
          sort_name: orNone(row.sortName),
          in_care_of: orNone(row.careOf?.replace(/^%\s*/, '') || null),
          address: postalAddress({ line1: row.street, city: row.city, state: row.state, zip: row.zip }),
          section: section(row.subsection),
          ruling_date: monthDate(row.ruling),
          tax_period: monthDate(row.period),
          status: row.status,
          deductible: deductible[row.deductibility ?? ''] ?? null,
          ntee_code: row.ntee,
          assets: wholeNumber(row.assets),
          income: wholeNumber(row.income),
          revenue: wholeNumber(row.revenue),
        })
      },
    }),
  ],
}

export const exemptOrganisations = [organisations] as const
