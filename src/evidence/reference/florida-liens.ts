// Florida's register of federal liens (dos.fl.gov/sunbiz, "Quarterly FLR Filings"): fixed-width files of filings, debtors and
// secured parties. A fourth file lists later events. It is not read, because the filings already contain the result.

import { type DataSet, layoutsOf, need, type Records, type Row, Unreadable } from './data-set.ts'
import { isoDate, postalAddress } from './fields.ts'
import { foldLien, individual, type LienRegistry, type LienTold, lapseDate, organization } from './liens.ts'
import type { LienFiling, LienParty } from './records.ts'

const liens = layoutsOf<'liens'>()

const florida: LienRegistry = { state: 'FL', types: { F: 'federal_tax', U: 'ucc' } }

const statuses: Readonly<Record<string, LienFiling['status']>> = { A: 'active', L: 'lapsed', T: 'terminated' }

const partyColumns = {
  document: [1, 13],
  name: [13, 68],
  /** `C` corporate, `P` personal. */
  kind: [68, 69],
  line1: [69, 113],
  line2: [113, 157],
  city: [157, 185],
  state: [185, 187],
  zip: [187, 196],
  country: [196, 198],
  /** `C` current. */
  relation: [203, 204],
} as const

function addTo(row: Row<keyof typeof partyColumns>, records: Records<LienFiling>, told: (parties: readonly LienParty[]) => LienTold): void {
  const document = need(row.document, 'document number')
  if (records.get(document) === undefined) throw new Unreadable(`no filing has the document number ${document}`)
  const address = postalAddress(row)
  const name = need(row.name, 'name')
  const isFormer = row.relation !== null && row.relation !== 'C'
  if (!isFormer) foldLien(records, florida, document, told(row.kind === 'P' ? individual(name, address) : organization(name, address)))
}

export const floridaLiens: DataSet<'liens'> = {
  kind: 'fl_flr',
  title: 'Florida Department of State, federal lien registrations',
  agency: 'Florida Department of State',
  family: 'liens',
  state: 'FL',
  urls: [],
  toFetch:
    'Florida publishes these files over SFTP only (sftp.floridados.gov, folder doc/quarterly/flr; dos.fl.gov/sunbiz/other-services/data-downloads tells how to sign in): bring flrf.zip, flrd.zip and flrs.zip from there and import them',
  url: () => 'https://dos.fl.gov/sunbiz/search/',
  newest: 'filing_date',
  layouts: [
    liens({
      part: 'filings',
      form: {
        type: 'fixed',
        width: 82,
        shortest: 56,
        named: 'flrf',
        columns: { document: [0, 12], filed: [12, 20], status: [30, 31], type: [31, 32], cancelled: [40, 48], expires: [48, 56] },
      },
      required: ['document', 'filed', 'status', 'type'],
      read(row, records) {
        const status = statuses[need(row.status, 'filing status')]
        if (status === undefined) throw new Unreadable(`${JSON.stringify(row.status)} is no filing status`)
        foldLien(records, florida, need(row.document, 'document number'), {
          published_type: need(row.type, 'filing type'),
          filing_date: isoDate(row.filed),
          lapse_date: lapseDate(row.expires),
          status: isoDate(row.cancelled) === null ? status : 'terminated',
        })
      },
    }),
    liens({
      part: 'debtors',
      form: { type: 'fixed', width: 206, shortest: 204, named: 'flrd', columns: partyColumns },
      required: ['document', 'name'],
      read: (row, records) => addTo(row, records, (debtors) => ({ debtors })),
    }),
    liens({
      part: 'secured parties',
      form: { type: 'fixed', width: 206, shortest: 204, named: 'flrs', columns: partyColumns },
      required: ['document', 'name'],
      read: (row, records) => addTo(row, records, (secured_parties) => ({ secured_parties })),
    }),
  ],
}
