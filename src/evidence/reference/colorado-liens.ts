// Colorado's liens (data.colorado.gov): financing statements, federal tax liens and statutory liens, in four lists. Each filing names the document
// that it opens or changes (`masterDocumentId`) and has a `fileId`, which its debtors, secured parties and collateral refer to.

import { type DataSet, layoutsOf, need, type Records, type Row, Unreadable } from './data-set.ts'
import { type Cell, isoDate, personName, postalAddress } from './fields.ts'
import { foldLien, individual, type LienRegistry, type LienTold, lapseDate, organization } from './liens.ts'
import type { LienFiling, LienParty } from './records.ts'

const liens = layoutsOf<'liens'>()

/** `efs`: effective financing statements, about farm products. */
const colorado: LienRegistry = { state: 'CO', types: { UCC: 'ucc', EFS: 'ucc', 'LIEN IRS': 'federal_tax', 'LIEN HOSP': 'statutory' } }

const isTrue = (cell: Cell): boolean => /^(?:true|t|y|yes|1)$/i.test(cell ?? '')

/** A flag marks terminations. A release ends a tax lien, but may also free only part of the collateral. */
const ends = (document: string): boolean =>
  /terminat/i.test(document) || (/release/i.test(document) && !/partial|collateral/i.test(document))

const party = {
  fileId: 'fileid',
  action: 'actiontype',
  standing: 'recordstatus',
  organization: 'organizationname',
  first: 'firstname',
  middle: 'middlename',
  last: 'lastname',
  suffix: 'suffix',
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state',
  zip: 'zipcode',
  country: 'country',
} as const

function partyOf(row: Row<keyof typeof party>): readonly LienParty[] {
  const address = postalAddress(row)
  if (row.organization !== null) return organization(row.organization, address)
  return individual(personName(row.first, row.middle, row.last, row.suffix), address)
}

/** Adds to the document whose filing has the row's file id. A row whose filing has been deleted adds nothing. */
function addTo(row: Row<'fileId' | 'action' | 'standing'>, records: Records<LienFiling>, told: LienTold): void {
  const fileId = need(row.fileId, 'fileid')
  const document = records.keyOf(fileId)
  if (document === undefined) throw new Unreadable(`no filing has the file id ${fileId}`)
  const isGone = /inactive/i.test(row.standing ?? '') || /^delete/i.test(row.action ?? '')
  if (!isGone) foldLien(records, colorado, document, told)
}

export const coloradoLiens: DataSet<'liens'> = {
  kind: 'co_ucc',
  title: 'Colorado Secretary of State, UCC and lien filings',
  agency: 'Colorado Secretary of State',
  family: 'liens',
  state: 'CO',
  urls: ['wffy-3uut', '8upq-58vz', 'ap62-sav4', '4am6-w6u4'].map(
    (list) => `https://data.colorado.gov/api/views/${list}/rows.csv?accessType=DOWNLOAD`,
  ),
  url: () => 'https://data.colorado.gov/d/wffy-3uut',
  newest: 'filing_date',
  layouts: [
    liens({
      part: 'filings',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          transaction: 'transactionId',
          document: 'masterDocumentId',
          transactionType: 'transactionType',
          filed: 'filingDate',
          lapses: 'lapseDate',
          type: 'filingType',
          documentType: 'documentType',
          terminates: 'terminationFlag',
          fileId: 'fileId',
        },
      },
      required: ['transaction', 'document', 'transactionType', 'filed', 'type', 'fileId'],
      read(row, records) {
        const document = row.document ?? need(row.transaction, 'masterDocumentId')
        const isInitial = /initial/i.test(need(row.transactionType, 'transactionType'))
        foldLien(records, colorado, document, {
          published_type: row.type,
          ...(isInitial ? { filing_date: isoDate(row.filed) } : {}),
          lapse_date: lapseDate(row.lapses),
          status: isTrue(row.terminates) || (!isInitial && ends(row.documentType ?? '')) ? 'terminated' : 'active',
        })
        if (row.fileId !== null) records.alias(row.fileId, document)
      },
    }),
    liens({
      part: 'debtors',
      form: { type: 'headed', separator: ',', columns: { id: 'debtorid', ...party } },
      required: ['id', 'fileId', 'organization'],
      read: (row, records) => addTo(row, records, { debtors: partyOf(row) }),
    }),
    liens({
      part: 'secured parties',
      form: { type: 'headed', separator: ',', columns: { id: 'spid', ...party } },
      required: ['id', 'fileId', 'organization'],
      read: (row, records) => addTo(row, records, { secured_parties: partyOf(row) }),
    }),
    liens({
      part: 'collateral',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          id: 'collateralid',
          fileId: 'fileid',
          action: 'actiontype',
          standing: 'recordstatus',
          description: 'collateraldescription',
          further: 'additionalcollateraldescription',
        },
      },
      required: ['id', 'fileId', 'description'],
      read: (row, records) =>
        addTo(row, records, { collateral: [row.description, row.further].filter((text) => text !== null).join(', ') || null }),
    }),
  ],
}
