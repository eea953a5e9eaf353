// Loans of the Paycheck Protection Program, as the SBA published them: ranges of amounts (July 2020), amounts (December 2020), and
// later releases, which number the loans.

import { type DataSet, layoutsOf, need, type Row } from './data-set.ts'
import { type Cell, isoDate, postalAddress, wholeNumber } from './fields.ts'
import type { Loan } from './records.ts'

const loans = layoutsOf<'loans'>()

const common = {
  naics: 'NAICSCode',
  businessType: 'BusinessType',
  race: ['RaceEthnicity', 'Race'],
  gender: 'Gender',
  veteran: 'Veteran',
  nonProfit: 'NonProfit',
  date: 'DateApproved',
} as const
const early = {
  ...common,
  name: 'BusinessName',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  lender: 'Lender',
  jobs: ['JobsRetained', 'JobsReported'],
} as const
type Column = keyof typeof early

const program: DataSet<'loans'> = {
  kind: 'ppp_loans',
  title: 'Paycheck Protection Program loans',
  agency: 'US Small Business Administration',
  family: 'loans',
  urls: [],
  toFetch:
    'the SBA publishes these loans in files per size and state, under names that change: take them from data.sba.gov/dataset/ppp-foia, and give their addresses with --url or import the files',
  url: () => 'https://data.sba.gov/dataset/ppp-foia',
  newest: 'issued_date',
  layouts: [
    loans({
      part: 'loans by range',
      form: { type: 'headed', separator: ',', columns: { range: 'LoanRange', ...early } },
      required: ['range', 'name', 'lender'],
      nothing: ['NULL'],
      read(row, records, place) {
        const range = need(row.range, 'LoanRange').replace(/^[a-z] (?=\$)/, '')
        records.put(`${place.file}:${place.line}`, loan(row, { range, amount: null }))
      },
    }),
    loans({
      part: 'loans by amount',
      form: { type: 'headed', separator: ',', columns: { amount: 'LoanAmount', ...early } },
      required: ['amount', 'name', 'lender'],
      nothing: ['NULL'],
      read(row, records, place) {
        records.put(`${place.file}:${place.line}`, loan(row, { range: null, amount: wholeNumber(row.amount) }))
      },
    }),
    loans({
      part: 'numbered loans',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          ...common,
          number: 'LoanNumber',
          name: 'BorrowerName',
          address: 'BorrowerAddress',
          city: 'BorrowerCity',
          state: 'BorrowerState',
          zip: 'BorrowerZip',
          amount: ['CurrentApprovalAmount', 'InitialApprovalAmount'],
          lender: ['OriginatingLender', 'ServicingLenderName'],
          jobs: 'JobsReported',
        },
      },
      required: ['number', 'name', 'amount'],
      nothing: ['NULL'],
      read(row, records) {
        records.put(need(row.number, 'LoanNumber'), loan(row, { range: null, amount: wholeNumber(row.amount) }))
      },
    }),
  ],
}

function loan(row: Row<Column>, { range, amount }: { readonly range: Cell; readonly amount: number | null }): Loan {
  return {
    name: need(row.name, 'name of the business'),
    address: postalAddress({ line1: row.address, city: row.city, state: row.state, zip: row.zip }),
    issued_date: isoDate(row.date),
    amount,
    amount_range: range,
    lender: row.lender,
    naics_code: row.naics,
    business_type: row.businessType,
    jobs_reported: row.jobs,
    non_profit: row.nonProfit,
    gender: answered(row.gender),
    veteran: answered(row.veteran),
    race_ethnicity: answered(row.race),
  }
}

const answered = (cell: Cell): Cell => (cell === 'Unanswered' ? null : cell)

export const loanPrograms = [program] as const
