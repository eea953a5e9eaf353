// Colorado's list of business entities (data.colorado.gov), one row per entity.

import { type DataSet, layoutsOf, need } from './data-set.ts'
import { entity, labelled } from './entities.ts'
import { isoDate, personName, postalAddress } from './fields.ts'
import type { Entity } from './records.ts'

const entities = layoutsOf<'entities'>()

/** Colorado's `entitystatus`: whether the entity may do business, and the sub-status that says why not. */
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

/** Colorado's abbreviations after the D of a domestic or the F of a foreign entity. */
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

export const colorado: DataSet<'entities'> = {
  kind: 'co_sos',
  title: 'Colorado Secretary of State, business entities',
  agency: 'Colorado Secretary of State',
  family: 'entities',
  state: 'CO',
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
          zip: row.agentZip,
          country: row.agentCountry,
        })
        records.put(
          id,
          entity({
            state: 'CO',
            file_number: id,
            // The registry adds words to the name of a dissolved entity, to free the name.
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
              ['principal', postalAddress(row)],
              [
                'mailing',
                postalAddress({
                  line1: row.mailLine1,
                  line2: row.mailLine2,
                  city: row.mailCity,
                  state: row.mailState,
                  zip: row.mailZip,
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
