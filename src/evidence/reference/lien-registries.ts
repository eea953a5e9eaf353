// State registers of liens: the layouts of Connecticut and Oregon, and the list of all. Colorado's and Florida's are in `colorado-liens.ts` and
// `florida-liens.ts`; shared code is in `liens.ts`. docs/operating/reference-data.md says how the layouts were confirmed.

import { monthsBetween } from '../../events/years.ts'
import { coloradoLiens } from './colorado-liens.ts'
import { type DataSet, layoutsOf, need, type Row, Unreadable } from './data-set.ts'
import { type Cell, isoDate, personName, postalAddress } from './fields.ts'
import { floridaLiens } from './florida-liens.ts'
import { foldLien, individual, type LienRegistry, lapseDate, organization } from './liens.ts'
import type { LienFiling, LienParty } from './records.ts'

const liens = layoutsOf<'liens'>()

const connecticut: LienRegistry = { state: 'CT', types: { OFS: 'ucc', IRS: 'federal_tax' } }

const connecticutStatuses: Readonly<Record<string, LienFiling['status']>> = {
  ACTIVE: 'active',
  LAPSED: 'lapsed',
  RELEASED: 'terminated',
  TERMINATED: 'terminated',
}

/** The columns of a party: the names in the list's files, and the short names in answers of the portal's API. */
const connecticutParty = [
  ['Business', 'Business Name', 'nm_bus'],
  ['Last', 'Last Name', 'nm_last'],
  ['First', 'First Name', 'nm_first'],
  ['Middle', 'Middle Name', 'nm_mid'],
  ['Suffix', 'Name Suffix', 'nm_suff'],
  ['Line1', 'Street Address 1', 'ad_str1'],
  ['Line2', 'Street Address 2', 'ad_str2'],
  ['City', 'City', 'ad_city'],
  ['State', 'State', 'ad_state'],
  ['Zip', 'Zip', 'ad_zip'],
] as const
type ConnecticutField = (typeof connecticutParty)[number][0]
type Role = 'debtor' | 'holder'

/** `fromEntries` forgets the names: every role has every field. */
const connecticutColumns = Object.fromEntries(
  (
    [
      ['debtor', 'Debtor', 'debtor'],
      ['holder', 'Secured Party', 'sec_party'],
    ] as const
  ).flatMap(([role, title, short]) =>
    connecticutParty.map(([field, name, shortName]): readonly [string, readonly string[]] => [
      `${role}${field}`,
      [`${title} ${name}`, `${short}_${shortName}`],
    ]),
  ),
) as { readonly [field in `${Role}${ConnecticutField}`]: readonly string[] }

function connecticutParties(row: Row<`${Role}${ConnecticutField}`>, role: Role): readonly LienParty[] {
  const cell = (field: ConnecticutField): Cell => row[`${role}${field}`]
  const address = postalAddress({
    line1: cell('Line1'),
    line2: cell('Line2'),
    city: cell('City'),
    state: cell('State'),
    zip: cell('Zip'),
  })
  return [
    ...organization(cell('Business'), address),
    ...individual(personName(cell('First'), cell('Middle'), cell('Last'), cell('Suffix')), address),
  ]
}

const connecticutLiens: DataSet<'liens'> = {
  kind: 'ct_ucc',
  title: 'Connecticut Secretary of the State, UCC lien filings',
  agency: 'Connecticut Secretary of the State',
  family: 'liens',
  state: 'CT',
  urls: ['https://data.ct.gov/api/views/xfev-8smz/rows.csv?accessType=DOWNLOAD'],
  url: () => 'https://data.ct.gov/d/xfev-8smz',
  newest: 'filing_date',
  layouts: [
    liens({
      part: 'liens',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          lien: ['Original Filing No.', 'id_lien_flng_nbr'],
          filing: ['Subsequent Filing No.', 'id_ucc_flng_nbr'],
          status: ['Lien Status', 'lien_status'],
          filingType: ['Filing Type', 'cd_flng_type'],
          lienType: ['Lien Type', 'tx_lien_descript'],
          lapses: ['Lapse Date', 'dt_lapse'],
          filed: ['Filing Date', 'dt_accept'],
          ...connecticutColumns,
        },
      },
      required: ['lien', 'filing', 'status', 'filingType', 'debtorBusiness', 'holderBusiness'],
      // One row per filing, debtor and secured party. The initial filing has the lien's own number.
      read(row, records) {
        const lien = row.lien ?? need(row.filing, 'Original Filing No.')
        const status = connecticutStatuses[need(row.status, 'Lien Status').toUpperCase()]
        if (status === undefined) throw new Unreadable(`${JSON.stringify(row.status)} is no lien status known here`)
        // A filing that opens a judgment lien says so; one that changes it is an amendment like any other.
        const opens = /judg|attach|tax/i.test(row.filingType ?? '') ? row.filingType : row.lienType
        foldLien(records, connecticut, lien, {
          published_type: opens,
          ...(row.filing === null || row.filing === lien ? { filing_date: isoDate(row.filed) } : {}),
          lapse_date: lapseDate(row.lapses),
          status,
          debtors: connecticutParties(row, 'debtor'),
          secured_parties: connecticutParties(row, 'holder'),
        })
      },
    }),
  ],
}

/** A filing stands for five years unless it is continued (UCC 9-515): from the first to the last day of sixty months are 59 whole ones. */
const whole = ({ first, last }: { readonly first: string | null; readonly last: string | null }): boolean =>
  first !== null && last !== null && monthsBetween(first, last) >= 59

const oregon: LienRegistry = { state: 'OR', types: { UCC: 'ucc', EFS: 'ucc', IRS: 'federal_tax', 'IRS-X': 'federal_tax' } }

/** `CONANT, THOMAS IVAN`: people are listed by family name. */
function oregonPerson(name: string): string {
  const [family, given] = name.split(/,\s*(.*)/)
  return given === undefined || given === '' ? name : `${given} ${family}`
}

const oregonLiens: DataSet<'liens'> = {
  kind: 'or_ucc',
  title: 'Oregon Secretary of State, UCC filings entered last month',
  agency: 'Oregon Secretary of State',
  family: 'liens',
  state: 'OR',
  urls: ['https://data.oregon.gov/api/views/snfi-f79b/rows.csv?accessType=DOWNLOAD'],
  url: () => 'https://data.oregon.gov/d/snfi-f79b',
  newest: 'filing_date',
  coverage: (told) => (whole(told) ? 'all' : 'lately filed'),
  layouts: [
    liens({
      part: 'filings',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          type: 'LIEN_TYPE',
          lien: ['LIEN NUMBER', 'original_file_number'],
          filing: 'FILE_NUMBER',
          fileType: 'FILE_TYPE',
          filed: 'FILING_DATE',
          lapses: 'LAPSE_DATE',
          role: ['PARTY_TYP', 'party_type'],
          kind: ['ENTITY_TYP', 'entity_type'],
          name: 'ENTITY',
          line1: 'MAIL_ADDR_1',
          line2: 'MAIL_ADDR_2',
          city: ['CITY', 'city_descr'],
          state: ['STATE', 'st_cd_txt'],
          zip: ['ZIP_CODE', 'zip_code_txt'],
          country: ['COUNTRY', 'cntry_cd_txt'],
        },
      },
      required: ['type', 'lien', 'filing', 'fileType', 'role', 'name'],
      // One row per filing and party. Later filings have the lien's number followed by a count (`2091-31`).
      read(row, records) {
        const lien = row.lien ?? need(row.filing, 'LIEN NUMBER').replace(/-\d+$/, '')
        const type = need(row.type, 'LIEN_TYPE').toUpperCase()
        const fileType = need(row.fileType, 'FILE_TYPE').toUpperCase()
        const role = need(row.role, 'PARTY_TYP').toUpperCase()
        if (role !== 'DB' && role !== 'SP')
          throw new Unreadable(`${JSON.stringify(row.role)} is neither a debtor (DB) nor a secured party (SP)`)
        const name = need(row.name, 'ENTITY')
        const address = postalAddress(row)
        const parties = row.kind?.toUpperCase() === 'IND' ? individual(oregonPerson(name), address) : organization(name, address)
        foldLien(records, oregon, lien, {
          published_type: type,
          ...(fileType === 'INITIAL' ? { filing_date: isoDate(row.filed) } : {}),
          lapse_date: lapseDate(row.lapses),
          status: /terminat|^release/i.test(fileType) || type.endsWith('-X') ? 'terminated' : 'active',
          ...(role === 'DB' ? { debtors: parties } : { secured_parties: parties }),
        })
      },
    }),
    liens({
      part: 'secured parties',
      form: {
        type: 'headed',
        separator: ',',
        columns: {
          type: 'lt_cd',
          lien: 'filenumber',
          filed: 'filing_date',
          lapses: 'lapse_date',
          name: 'secured_party',
          line1: 'addr1',
          line2: 'addr2',
          city: 'city',
          state: 'state',
          zip: 'postalcode',
          country: 'country',
        },
      },
      required: ['type', 'lien', 'name'],
      // This list has no debtors. It adds to the liens of the other list; a lien that is missing there is kept by its number alone.
      read(row, records) {
        const address = postalAddress(row)
        foldLien(records, oregon, need(row.lien, 'filenumber').replace(/-\d+$/, ''), {
          published_type: need(row.type, 'lt_cd').toUpperCase(),
          filing_date: isoDate(row.filed),
          lapse_date: lapseDate(row.lapses),
          secured_parties: organization(need(row.name, 'secured_party'), address),
        })
      },
    }),
  ],
}

export const lienRegistries = [coloradoLiens, connecticutLiens, oregonLiens, floridaLiens] as const
