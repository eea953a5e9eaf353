// State registries of companies and city licences: the layouts of Oregon, Florida, Colorado, New York and Chicago.
// Florida's is in `florida.ts`; what the layouts share is in `entities.ts`.

import { type DataSet, layoutsOf, need } from './data-set.ts'
import { entity, isForeign, labelled, mergeEntities } from './entities.ts'
import { type Cell, clean, decimal, isoDate, personName, postalAddress } from './fields.ts'
import { florida } from './florida.ts'
import type { Entity, Labelled, Licence } from './records.ts'

const entities = layoutsOf<'entities'>()
const licences = layoutsOf<'licences'>()

/** What an associated name of Oregon's list stands for. */
const oregonRoles: Readonly<Record<string, { readonly label: string } | { readonly title: string }>> = {
  'PRINCIPAL PLACE OF BUSINESS': { label: 'principal' },
  'MAILING ADDRESS': { label: 'mailing' },
  'RECORDS OFFICE': { label: 'records' },
  'REGISTERED AGENT': { label: 'registered_agent' },
}

const oregon: DataSet<'entities'> = {
  kind: 'or_sos',
  title: 'Oregon Secretary of State, business registry',
  agency: 'Oregon Secretary of State',
  family: 'entities',
  urls: ['https://data.oregon.gov/api/views/tckn-sxa6/rows.csv?accessType=DOWNLOAD'],
  newest: 'registration_date',
  layouts: [
    entities({
      part: 'associated names',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          number: 'Registry Number',
          name: 'Business Name',
          type: 'Entity Type',
          date: ['Registry Date', 'Registration Date'],
          role: 'Associated Name Type',
          first: 'First Name',
          middle: 'Middle Name',
          last: 'Last Name',
          suffix: 'Suffix',
          outsider: 'Not of Record Entity',
          recordedNumber: 'Entity of Record Reg Number',
          recorded: 'Entity of Record Name',
          line1: 'Address',
          line2: 'Address Continued',
          city: 'City',
          state: 'State',
          zip: ['Zip Code', 'Zip'],
        },
      },
      required: ['number', 'name', 'type', 'role'],
      // One row per associated name: the entity grows with each of its rows, which the lists keep together.
      read(row, records) {
        const number = need(row.number, 'Registry Number')
        const type = need(row.type, 'Entity Type').toUpperCase()
        const assumed = type === 'ASSUMED BUSINESS NAME'
        const role = (row.role ?? '').toUpperCase()
        const meaning = oregonRoles[role]
        const address = postalAddress({ line1: row.line1, line2: row.line2, city: row.city, state: row.state, postalCode: row.zip })
        const holder = personName(row.first, row.middle, row.last, row.suffix) ?? row.recorded ?? row.outsider
        const addresses: Labelled[] = address && meaning && 'label' in meaning ? [{ ...address, labels: [meaning.label] }] : []
        const officer = holder !== null && meaning === undefined ? { name: holder, titles: [role], address } : null
        const found = entity({
          state: 'OR',
          file_number: number,
          name: need(row.name, 'Business Name'),
          name_type: assumed ? 'dba' : 'legal',
          entity_type: type,
          jurisdiction: assumed ? 'UNKNOWN' : isForeign(type) ? 'FOREIGN' : 'DOMESTIC',
          status: 'active',
          status_details: 'Active',
          registration_date: isoDate(row.date),
          addresses,
          officers: officer ? [officer] : [],
          registered_agent: role === 'REGISTERED AGENT' && holder !== null ? { name: holder, address } : null,
          source_url: 'https://sos.oregon.gov/business/pages/find.aspx',
        })
        const before = records.get(number)
        records.put(number, before ? mergeEntities(before, found) : found)
      },
    }),
  ],
}

/** `entitystatus` of Colorado: whether the entity may do business, and the part of its standing that says why not. */
const coloradoStatuses: Readonly<Record<string, readonly [Entity['status'], string]>> = {
  'good standing': ['active', 'GOOD_STANDING'],
  exists: ['active', 'EXISTS'],
  effective: ['active', 'GOOD_STANDING'],
  noncompliant: ['active', 'NONCOMPLIANT'],
  delinquent: ['inactive', 'DELINQUENT'],
  'voluntarily dissolved': ['inactive', 'VOLUNTARILY_DISSOLVED'],
  'administratively dissolved': ['inactive', 'ADMINISTRATIVELY_DISSOLVED'],
  'judicially dissolved': ['inactive', 'JUDICIALLY_DISSOLVED'],
  dissolved: ['inactive', 'DISSOLVED'],
  withdrawn: ['inactive', 'WITHDRAWN'],
  merged: ['inactive', 'MERGED'],
  converted: ['inactive', 'CONVERTED'],
  expired: ['inactive', 'EXPIRED'],
  revoked: ['inactive', 'REVOKED'],
}

/** Colorado's abbreviations behind the D of a domestic and the F of a foreign entity. */
const coloradoTypes: Readonly<Record<string, string>> = {
  PC: 'PROFIT CORPORATION',
  NC: 'NONPROFIT CORPORATION',
  LLC: 'LIMITED LIABILITY COMPANY',
  LP: 'LIMITED PARTNERSHIP',
  LLP: 'LIMITED LIABILITY PARTNERSHIP',
  LLLP: 'LIMITED LIABILITY LIMITED PARTNERSHIP',
  CA: 'COOPERATIVE ASSOCIATION',
  LPA: 'LIMITED PARTNERSHIP ASSOCIATION',
  UNA: 'UNINCORPORATED NONPROFIT ASSOCIATION',
}

const colorado: DataSet<'entities'> = {
  kind: 'co_sos',
  title: 'Colorado Secretary of State, business entities',
  agency: 'Colorado Secretary of State',
  family: 'entities',
  urls: ['https://data.colorado.gov/api/views/4ykn-tg5h/rows.csv?accessType=DOWNLOAD'],
  newest: 'registration_date',
  layouts: [
    entities({
      part: 'entities',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          id: 'entityid',
          name: 'entityname',
          line1: 'principaladdress1',
          line2: 'principaladdress2',
          city: 'principalcity',
          state: 'principalstate',
          zip: 'principalzipcode',
          country: 'principalcountry',
          mailLine1: 'mailingaddress1',
          mailLine2: 'mailingaddress2',
          mailCity: 'mailingcity',
          mailState: 'mailingstate',
          mailZip: 'mailingzipcode',
          mailCountry: 'mailingcountry',
          status: 'entitystatus',
          formedIn: ['jurisdictonofformation', 'jurisdictionofformation'],
          type: 'entitytype',
          agentFirst: 'agentfirstname',
          agentMiddle: 'agentmiddlename',
          agentLast: 'agentlastname',
          agentSuffix: 'agentsuffix',
          agentOrganization: 'agentorganizationname',
          agentLine1: 'agentprincipaladdress1',
          agentLine2: 'agentprincipaladdress2',
          agentCity: 'agentprincipalcity',
          agentState: 'agentprincipalstate',
          agentZip: 'agentprincipalzipcode',
          agentCountry: 'agentprincipalcountry',
          formed: 'entityformdate',
        },
      },
      required: ['id', 'name', 'status', 'type'],
      read(row, records) {
        const id = need(row.id, 'entityid')
        const code = need(row.type, 'entitytype').toUpperCase()
        const form = /^[DF]/.test(code) ? coloradoTypes[code.slice(1)] : undefined
        const foreign = code.startsWith('F') && form !== undefined
        const [status, subStatus] = coloradoStatuses[(row.status ?? '').toLowerCase()] ?? ['unknown', null]
        const agent = row.agentOrganization ?? personName(row.agentFirst, row.agentMiddle, row.agentLast, row.agentSuffix)
        const agentAddress = postalAddress({
          line1: row.agentLine1,
          line2: row.agentLine2,
          city: row.agentCity,
          state: row.agentState,
          postalCode: row.agentZip,
          country: row.agentCountry,
        })
        records.put(
          id,
          entity({
            state: 'CO',
            file_number: id,
            // Names of dissolved entities carry the words the registry adds to free the name.
            name: need(row.name, 'entityname').replace(
              /,\s*(?:Dissolved|Delinquent|Withdrawn|Colorado Authority (?:Relinquished|Terminated)).*$/i,
              '',
            ),
            entity_type: form === undefined ? code : `${foreign ? 'FOREIGN' : 'DOMESTIC'} ${form}`,
            jurisdiction: form === undefined ? 'UNKNOWN' : foreign ? 'FOREIGN' : 'DOMESTIC',
            formed_in: row.formedIn,
            status,
            sub_status: subStatus,
            status_details: row.status,
            registration_date: isoDate(row.formed),
            addresses: labelled(
              [
                'principal',
                postalAddress({
                  line1: row.line1,
                  line2: row.line2,
                  city: row.city,
                  state: row.state,
                  postalCode: row.zip,
                  country: row.country,
                }),
              ],
              [
                'mailing',
                postalAddress({
                  line1: row.mailLine1,
                  line2: row.mailLine2,
                  city: row.mailCity,
                  state: row.mailState,
                  postalCode: row.mailZip,
                  country: row.mailCountry,
                }),
              ],
              ['registered_agent', agent === null ? null : agentAddress],
            ),
            registered_agent: agent === null ? null : { name: agent, address: agentAddress },
            source_url: `https://www.coloradosos.gov/biz/BusinessEntityDetail.do?quitButtonDestination=BusinessEntityResults&nameTyp=ENT&masterFileId=${encodeURIComponent(id)}`,
          }),
        )
      },
    }),
  ],
}

const newYork: DataSet<'entities'> = {
  kind: 'ny_dos',
  title: 'New York Department of State, active corporations',
  agency: 'New York Department of State',
  family: 'entities',
  urls: ['https://data.ny.gov/api/views/n9v6-gdp6/rows.csv?accessType=DOWNLOAD'],
  newest: 'registration_date',
  layouts: [
    entities({
      part: 'active corporations',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          id: 'DOS ID',
          name: 'Current Entity Name',
          filed: 'Initial DOS Filing Date',
          county: 'County',
          formedIn: 'Jurisdiction',
          type: 'Entity Type',
          processName: 'DOS Process Name',
          processLine1: 'DOS Process Address 1',
          processLine2: 'DOS Process Address 2',
          processCity: 'DOS Process City',
          processState: 'DOS Process State',
          processZip: 'DOS Process Zip',
          chief: ['CEO Name', 'Chairman Name'],
          chiefLine1: ['CEO Address 1', 'Chairman Address 1'],
          chiefLine2: ['CEO Address 2', 'Chairman Address 2'],
          chiefCity: ['CEO City', 'Chairman City'],
          chiefState: ['CEO State', 'Chairman State'],
          chiefZip: ['CEO Zip', 'Chairman Zip'],
          agent: 'Registered Agent Name',
          agentLine1: 'Registered Agent Address 1',
          agentLine2: 'Registered Agent Address 2',
          agentCity: 'Registered Agent City',
          agentState: 'Registered Agent State',
          agentZip: 'Registered Agent Zip',
          location: 'Location Name',
          line1: 'Location Address 1',
          line2: 'Location Address 2',
          city: 'Location City',
          state: 'Location State',
          zip: 'Location Zip',
        },
      },
      required: ['id', 'name', 'type'],
      read(row, records) {
        const id = need(row.id, 'DOS ID')
        const type = need(row.type, 'Entity Type').toUpperCase()
        const foreign = isForeign(type)
        const chiefAddress = postalAddress({
          line1: row.chiefLine1,
          line2: row.chiefLine2,
          city: row.chiefCity,
          state: row.chiefState,
          postalCode: row.chiefZip,
        })
        const agentAddress = postalAddress({
          line1: row.agentLine1,
          line2: row.agentLine2,
          city: row.agentCity,
          state: row.agentState,
          postalCode: row.agentZip,
        })
        records.put(
          id,
          entity({
            state: 'NY',
            file_number: id,
            name: need(row.name, 'Current Entity Name'),
            entity_type: type,
            jurisdiction: foreign ? 'FOREIGN' : type.startsWith('DOMESTIC') ? 'DOMESTIC' : 'UNKNOWN',
            formed_in: row.formedIn,
            // The department publishes active entities only.
            status: 'active',
            status_details: 'Active',
            registration_date: isoDate(row.filed),
            addresses: labelled(
              ['principal', postalAddress({ line1: row.line1, line2: row.line2, city: row.city, state: row.state, postalCode: row.zip })],
              [
                'service_of_process',
                postalAddress({
                  line1: row.processLine1,
                  line2: row.processLine2,
                  city: row.processCity,
                  state: row.processState,
                  postalCode: row.processZip,
                }),
              ],
              ['registered_agent', row.agent === null ? null : agentAddress],
            ),
            officers: row.chief === null ? [] : [{ name: row.chief, titles: ['CHIEF EXECUTIVE OFFICER'], address: chiefAddress }],
            registered_agent: row.agent === null ? null : { name: row.agent, address: agentAddress },
            source_url: 'https://apps.dos.ny.gov/publicInquiry/',
          }),
        )
      },
    }),
  ],
}

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
        const address = postalAddress({ line1: row.address, city: row.city, state: row.state, postalCode: row.zip })
        records.put(id, {
          id,
          legal_name: legal,
          dba_name: differing(row.dba, legal),
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

export const registries = [oregon, florida, colorado, newYork] as const
export const licenceRegisters = [chicago] as const
