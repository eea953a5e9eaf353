// City business licences: Chicago's. An identifier covers a licence and its term, so a business appears many times.

import { type DataSet, layoutsOf, need } from './data-set.ts'
import { type Cell, clean, decimal, isoDate, orNone, postalAddress } from './fields.ts'
import type { Licence } from './records.ts'

const licences = layoutsOf<'licences'>()

const licenceStatuses: Readonly<Record<string, Licence['status']>> = { AAI: 'issued', AAC: 'cancelled', REV: 'revoked', REA: 'revoked' }

const chicago: DataSet<'licences'> = {
  kind: 'chicago_licenses',
  title: 'City of Chicago, business licences',
  agency: 'Chicago Department of Business Affairs and Consumer Protection',
  family: 'licences',
  urls: ['https://data.cityofchicago.org/api/views/r5kz-chrr/rows.csv?accessType=DOWNLOAD'],
  newest: 'issued_on',
  url: () => 'https://data.cityofchicago.org/Community-Economic-Development/Business-Licenses/r5kz-chrr',
  layouts: [
    licences({
      part: 'licences',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          id: 'ID',
          legal: 'LEGAL NAME',
          dba: 'DOING BUSINESS AS NAME',
          address: 'ADDRESS',
          city: 'CITY',
          state: 'STATE',
          zip: 'ZIP CODE',
          description: 'LICENSE DESCRIPTION',
          activity: 'BUSINESS ACTIVITY',
          starts: ['LICENSE TERM START DATE', 'LICENSE START DATE'],
          expires: ['LICENSE TERM EXPIRATION DATE', 'EXPIRATION DATE'],
          issued: 'DATE ISSUED',
          status: 'LICENSE STATUS',
          latitude: 'LATITUDE',
          longitude: 'LONGITUDE',
        },
      },
      required: ['id', 'legal', 'description'],
      read(row, records) {
        const id = need(row.id, 'ID')
        const legal = need(row.legal, 'LEGAL NAME')
        const address = postalAddress({ line1: row.address, city: row.city, state: row.state, zip: row.zip })
        records.put(id, {
          id,
          legal_name: legal,
          dba_name: differing(orNone(row.dba), legal),
          address: address && { ...address, latitude: decimal(row.latitude), longitude: decimal(row.longitude) },
          description: need(row.description, 'LICENSE DESCRIPTION'),
          activity: row.activity,
          status: licenceStatuses[row.status ?? ''] ?? 'unknown',
          starts_on: isoDate(row.starts),
          expires_on: isoDate(row.expires),
          issued_on: isoDate(row.issued),
        })
      },
    }),
  ],
}

function differing(name: Cell, other: string): Cell {
  return clean(name ?? '')?.toLowerCase() === other.toLowerCase() ? null : name
}

export const licenceRegisters = [chicago] as const
