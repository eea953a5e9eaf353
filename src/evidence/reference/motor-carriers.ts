// Motor carriers: the FMCSA's census of carriers and its revocations of operating authority (data.transportation.gov).

import { type DataSet, layoutsOf, need, Unreadable } from './data-set.ts'
import { labelled } from './entities.ts'
import { type Cell, isoDate, orNone, plainDigits, postalAddress, wholeNumber } from './fields.ts'

/** Null for the zeros of a docket that has no number of its own. */
function dotNumber(cell: Cell): Cell {
  const published = need(cell, 'DOT_NUMBER')
  // The census writes the plain number; revocations pad it with zeros.
  if (!/^\d+$/.test(published)) throw new Unreadable(`${JSON.stringify(published)} is no DOT number`)
  return plainDigits(published)
}

const flags: Readonly<Record<string, boolean>> = { TRUE: true, Y: true, X: true, FALSE: false, N: false }
const flag = (cell: Cell): boolean | null => flags[cell?.toUpperCase() ?? ''] ?? null

export const carrierUrl = (dotNumber: string): string =>
  `https://safer.fmcsa.dot.gov/query.asp?searchtype=ANY&query_type=queryCarrierSnapshot&query_param=USDOT&query_string=${dotNumber}`

const census: DataSet<'carriers'> = {
  kind: 'fmcsa_census',
  title: 'FMCSA motor carrier census',
  agency: 'US Federal Motor Carrier Safety Administration',
  family: 'carriers',
  urls: ['https://data.transportation.gov/api/views/kjg3-diqy/rows.csv?accessType=DOWNLOAD'],
  newest: 'updated_on',
  url: (carrier) => carrierUrl(carrier.dot_number),
  layouts: [
    layoutsOf<'carriers'>()({
      part: 'carriers',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          dot: 'DOT_NUMBER',
          legal: 'LEGAL_NAME',
          dba: 'DBA_NAME',
          hazardous: 'HM_FLAG',
          street: 'PHY_STREET',
          city: 'PHY_CITY',
          state: 'PHY_STATE',
          zip: 'PHY_ZIP',
          country: 'PHY_COUNTRY',
          mailStreet: ['MAILING_STREET', 'CARRIER_MAILING_STREET'],
          mailCity: ['MAILING_CITY', 'CARRIER_MAILING_CITY'],
          mailState: ['MAILING_STATE', 'CARRIER_MAILING_STATE'],
          mailZip: ['MAILING_ZIP', 'CARRIER_MAILING_ZIP'],
          mailCountry: ['MAILING_COUNTRY', 'CARRIER_MAILING_COUNTRY'],
          phone: ['TELEPHONE', 'PHONE'],
          email: 'EMAIL_ADDRESS',
          updated: 'MCS150_DATE',
          added: 'ADD_DATE',
          units: ['NBR_POWER_UNIT', 'POWER_UNITS'],
          drivers: ['DRIVER_TOTAL', 'TOTAL_DRIVERS'],
          forHire: 'AUTHORIZED_FOR_HIRE',
        },
      },
      required: ['dot', 'legal'],
      read(row, records) {
        const dot = need(dotNumber(row.dot), 'DOT_NUMBER')
        const physical = postalAddress({ line1: row.street, city: row.city, state: row.state, zip: row.zip, country: row.country })
        const mailing = postalAddress({
          line1: row.mailStreet,
          city: row.mailCity,
          state: row.mailState,
          zip: row.mailZip,
          country: row.mailCountry,
        })
        records.put(dot, {
          dot_number: dot,
          legal_name: need(row.legal, 'LEGAL_NAME'),
          dba_name: orNone(row.dba),
          addresses: labelled(['physical', physical], ['mailing', mailing]),
          phone: row.phone,
          email: row.email,
          added_on: isoDate(row.added),
          updated_on: isoDate(row.updated),
          power_units: wholeNumber(row.units),
          drivers: wholeNumber(row.drivers),
          for_hire: flag(row.forHire),
          hazardous_materials: flag(row.hazardous),
        })
      },
    }),
  ],
}

const revocations: DataSet<'revocations'> = {
  kind: 'fmcsa_revocations',
  title: 'FMCSA revocations of operating authority',
  agency: 'US Federal Motor Carrier Safety Administration',
  family: 'revocations',
  urls: ['https://data.transportation.gov/api/views/sa6p-acbp/rows.csv?accessType=DOWNLOAD'],
  newest: 'effective_on',
  url: (revocation) => (revocation.dot_number === null ? null : carrierUrl(revocation.dot_number)),
  layouts: [
    layoutsOf<'revocations'>()({
      part: 'revocations',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          docket: 'DOCKET_NUMBER',
          dot: 'DOT_NUMBER',
          authority: ['OPERATING_AUTHORITY_REGISTRATION_TYPE', 'TYPE_LICENSE'],
          served: ['SERVE_DATE', 'ORDER1_SERVE_DATE'],
          type: ['REVOCATION_TYPE', 'ORDER2_TYPE_DESC', 'ORDER1_TYPE_DESC'],
          effective: ['EFFECTIVE_DATE', 'ORDER2_EFFECTIVE_DATE'],
        },
      },
      required: ['docket', 'dot', 'type'],
      // A docket is revoked per kind of authority, and again after a new grant. Only the line distinguishes the rows.
      read(row, records, place) {
        const docket = need(row.docket, 'DOCKET_NUMBER')
        records.put(`${docket} line ${place.line}`, {
          dot_number: dotNumber(row.dot),
          docket_number: docket,
          authority: row.authority,
          type: need(row.type, 'REVOCATION_TYPE'),
          served_on: isoDate(row.served),
          effective_on: isoDate(row.effective),
        })
      },
    }),
  ],
}

export const motorCarriers = [census, revocations] as const
