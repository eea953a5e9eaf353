// State registries of companies: the layouts of Oregon and New York, and the list of all. Florida's and Colorado's are in `florida.ts` and
// `colorado.ts`; shared code is in `entities.ts`.

import { colorado } from './colorado.ts'
import { type DataSet, layoutsOf, need } from './data-set.ts'
import { entity, isForeign, labelled, mergeEntities } from './entities.ts'
import { isoDate, personName, postalAddress } from './fields.ts'
import { florida } from './florida.ts'
import type { Labelled } from './records.ts'

const entities = layoutsOf<'entities'>()

/** The uses of an associated address in Oregon's list; other associated names are officers. */
const oregonLabels: Readonly<Record<string, string>> = {
  'PRINCIPAL PLACE OF BUSINESS': 'principal',
  'MAILING ADDRESS': 'mailing',
  'RECORDS OFFICE': 'records',
  'REGISTERED AGENT': 'registered_agent',
}

/** A list of the new businesses of a month covers at most this many days. That of all active ones covers a century. */
const newOnesAtMostDays = 62

const daysBetween = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

const oregon: DataSet<'entities'> = {
  kind: 'or_sos',
  title: 'Oregon Secretary of State, business registry',
  agency: 'Oregon Secretary of State',
  family: 'entities',
  state: 'OR',
  urls: ['https://data.oregon.gov/api/views/tckn-sxa6/rows.csv?accessType=DOWNLOAD'],
  newest: 'registration_date',
  // The list of active businesses and that of the new ones of a month look alike.
  coverage: ({ first, last }) =>
    first !== null && last !== null && daysBetween(first, last) <= newOnesAtMostDays ? 'lately filed' : 'all',
  lacksStatus: true,
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
      // One row per associated name. The list keeps the rows of an entity together, and each adds to it.
      read(row, records) {
        const number = need(row.number, 'Registry Number')
        const type = need(row.type, 'Entity Type').toUpperCase()
        const assumed = type === 'ASSUMED BUSINESS NAME'
        const role = (row.role ?? '').toUpperCase()
        const label = oregonLabels[role]
        const address = postalAddress(row)
        const holder = personName(row.first, row.middle, row.last, row.suffix) ?? row.recorded ?? row.outsider
        const addresses: Labelled[] = address && label !== undefined ? [{ ...address, labels: [label] }] : []
        const officer = holder !== null && label === undefined ? { name: holder, titles: [role], address } : null
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

const newYork: DataSet<'entities'> = {
  kind: 'ny_dos',
  title: 'New York Department of State, active corporations',
  agency: 'New York Department of State',
  family: 'entities',
  state: 'NY',
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
          zip: row.chiefZip,
        })
        const agentAddress = postalAddress({
          line1: row.agentLine1,
          line2: row.agentLine2,
          city: row.agentCity,
          state: row.agentState,
          zip: row.agentZip,
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
            // The department publishes only active entities.
            status: 'active',
            status_details: 'Active',
            registration_date: isoDate(row.filed),
            addresses: labelled(
              ['principal', postalAddress(row)],
              [
                'service_of_process',
                postalAddress({
                  line1: row.processLine1,
                  line2: row.processLine2,
                  city: row.processCity,
                  state: row.processState,
                  zip: row.processZip,
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

export const registries = [oregon, florida, colorado, newYork] as const
