// The United Kingdom's lists: the UK Sanctions List of the Foreign Office (sanctionslist.fcdo.gov.uk, as CSV or XML), and OFSI's
// consolidated list in both of its layouts (29 columns until 2022, 36 after).

import { type DataSet, layoutsOf, need, type Row, type XmlLayout } from '../data-set.ts'
import { type Cell, clean, dayFirstDate } from '../fields.ts'
import type { ListedParty, PartyType } from '../records.ts'
import { anywhere, textIn, within, type XmlElement } from '../xml-elements.ts'
import { aliasesOf, familyFirst, gather, inOneLine, newParty, numbered, parts, told } from './party.ts'

const parties = layoutsOf<'parties'>()

const types: Readonly<Record<string, PartyType>> = { individual: 'individual', entity: 'entity', ship: 'vessel' }
const typeOf = (cell: Cell): PartyType => types[(cell ?? '').toLowerCase()] ?? 'unknown'

/** `Name 6` is a person's family name, or the whole name of anything else. */
const nameColumns = { name6: 'Name 6', name1: 'Name 1', name2: 'Name 2', name3: 'Name 3', name4: 'Name 4', name5: 'Name 5' } as const
const addressColumns = {
  address1: ['Address 1', 'Address Line 1'],
  address2: ['Address 2', 'Address Line 2'],
  address3: ['Address 3', 'Address Line 3'],
  address4: ['Address 4', 'Address Line 4'],
  address5: ['Address 5', 'Address Line 5'],
  address6: ['Address 6', 'Address Line 6'],
  postcode: ['Post/Zip Code', 'Address Postal Code'],
  country: ['Country', 'Address Country'],
} as const
type NameRow = Row<keyof typeof nameColumns>
type AddressRow = Row<keyof typeof addressColumns>

const nameOf = (row: NameRow): Cell => familyFirst(row.name6, row.name1, row.name2, row.name3, row.name4, row.name5)
const addressOf = (row: AddressRow): Cell =>
  inOneLine(row.address1, row.address2, row.address3, row.address4, row.address5, row.address6, row.postcode, row.country)

/** `00/00/1980` and `dd/mm/1980` are a year alone. */
const birthOf = (cell: Cell): Cell => (cell === null ? null : (dayFirstDate(cell) ?? cell.replace(/^(?:00|dd)\/(?:00|mm)\//i, '')))

/** The page of a designation in the government's search of the UK Sanctions List. OFSI gives the reference among its other information. */
const designationUrl = (reference: Cell, type: PartyType): string | null => {
  const kind = { individual: 'Individual', entity: 'Entity', vessel: 'Ship', aircraft: null, unknown: null }[type]
  return reference === null || kind === null ? null : `https://search-uk-sanctions-list.service.gov.uk/designations/${reference}/${kind}`
}

const ofsiColumns = {
  ...nameColumns,
  ...addressColumns,
  title: 'Title',
  script: 'Name Non-Latin Script',
  birth: 'DOB',
  nationality: 'Nationality',
  passport: ['Passport Number', 'Passport Details'],
  nationalId: ['National Identification Number', 'NI Number'],
  position: 'Position',
  other: 'Other Information',
  type: 'Group Type',
  aliasType: 'Alias Type',
  quality: 'Alias Quality',
  regime: 'Regime',
  listed: 'Listed On',
  group: 'Group ID',
} as const

export const ofsi: DataSet<'parties'> = {
  kind: 'uk_ofsi',
  title: 'Consolidated List of Financial Sanctions Targets in the United Kingdom',
  agency: 'UK Office of Financial Sanctions Implementation',
  family: 'parties',
  urls: ['https://ofsistorage.blob.core.windows.net/publishlive/2022format/ConList.csv'],
  url: (party) => party.information_url,
  layouts: [
    parties({
      part: 'consolidated list',
      form: { type: 'headed', separator: ',', columns: ofsiColumns },
      required: ['name6', 'type', 'aliasType', 'regime', 'group'],
      // One row for each combination of name, address and date of birth.
      read(row, records) {
        const group = need(row.group, 'Group ID')
        const name = need(nameOf(row) ?? row.script, 'name')
        const party = newParty({
          list: 'OFSI',
          entry_id: group,
          name,
          type: typeOf(row.type),
          aliases: told(row.script === name ? null : row.script, row.quality === 'Low quality' ? name : null).map((alias) => ({
            name: alias,
            weak: alias === name,
          })),
          addresses: told(addressOf(row)),
          programs: told(row.regime),
          title: told(row.title, ...parts(row.position)).join('; ') || null,
          remarks: row.other,
          listed_at: dayFirstDate(row.listed),
          dates_of_birth: told(birthOf(row.birth)),
          nationalities: parts(row.nationality),
          countries: told(row.country),
          identifiers: told(
            ...parts(row.passport).map((number) => numbered('Passport', number)),
            ...parts(row.nationalId).map((number) => numbered('National identification', number)),
            ...numbersIn(row.other),
          ),
          information_url: designationUrl(
            /\(UK Sanctions List Ref\):\s*([A-Z]{3}\d{4})/.exec(row.other ?? '')?.[1] ?? null,
            typeOf(row.type),
          ),
        })
        gather(records, { key: group, row: party, isPrimary: /^prim/i.test(row.aliasType ?? '') })
      },
    }),
  ],
}

/** `(IMO number):7408873`, `(Business Reg No):123`: OFSI writes them among the other information. */
const numbersIn = (text: Cell): readonly string[] =>
  [...(text ?? '').matchAll(/\((IMO number|Business Reg No|Tax Reg No)\):\s*([A-Z0-9-]{4,})/gi)].map(
    ([, kind, number]) => `${kind} ${number}`,
  )

const ukColumns = {
  ...nameColumns,
  ...addressColumns,
  id: 'Unique ID',
  nameType: 'Name type',
  strength: 'Alias strength',
  title: 'Title',
  script: 'Name non-latin script',
  regime: 'Regime Name',
  type: ['Designation Type', 'Individual, Entity, Ship'],
  other: 'Other Information',
  reasons: 'UK Statement of Reasons',
  designated: 'Date Designated',
  birth: ['D.O.B', 'DOB'],
  nationality: ['Nationality(/ies)', 'Nationality'],
  nationalId: 'National Identifier number',
  passport: 'Passport number',
  position: 'Position',
  registration: ['Business registration number (s)', 'Business registration number'],
  imo: ['IMO number', 'IMO number (s)'],
} as const

/** One row for each name, address or date of birth; the others are empty there. */
const csv = parties({
  part: 'UK Sanctions List (CSV)',
  form: { type: 'headed', separator: ',', columns: ukColumns },
  required: ['id', 'name6', 'nameType', 'regime', 'type'],
  read(row, records) {
    const id = need(row.id, 'Unique ID')
    const name = need(nameOf(row) ?? row.script, 'name')
    const isWeak = /weak|low/i.test(row.strength ?? '')
    const party = newParty({
      ...ukParty(id, name, typeOf(row.type)),
      aliases: told(isWeak ? name : null, row.script === name ? null : row.script).map((alias) => ({ name: alias, weak: alias === name })),
      addresses: told(addressOf(row)),
      programs: told(row.regime),
      title: told(row.title, row.position).join('; ') || null,
      remarks: told(row.reasons, row.other).join(' ') || null,
      listed_at: dayFirstDate(row.designated),
      dates_of_birth: told(birthOf(row.birth)),
      nationalities: parts(row.nationality),
      countries: told(row.country),
      identifiers: told(
        numbered('Passport', row.passport),
        numbered('National identification', row.nationalId),
        numbered('Registration', row.registration),
        numbered('IMO', row.imo),
      ),
    })
    gather(records, { key: id, row: party, isPrimary: /^primary name$/i.test(row.nameType ?? '') })
  },
})

const ukParty = (entry_id: string, name: string, type: PartyType) => ({
  list: 'UK',
  entry_id,
  name,
  type,
  information_url: designationUrl(entry_id, type),
})

const xml: XmlLayout<'parties'> = {
  part: 'UK Sanctions List (XML)',
  form: { type: 'xml', root: 'Designations', entries: ['Designation'] },
  reader: () => ({
    entry(designation, records) {
      const party = designated(designation)
      records.put(party.entry_id, party)
    },
  }),
}

function designated(designation: XmlElement): ListedParty {
  const texts = (name: string) => told(...anywhere(designation, name).map(({ text }) => clean(text)))
  const names = anywhere(designation, 'Names').flatMap((all) => within(all, 'Name').map(listedName))
  const primary = names.find(({ isPrimary }) => isPrimary) ?? names[0]
  const name = need(primary?.name ?? null, 'Name6')
  const scripts = texts('NameNonLatinScript').map((script) => ({ name: script, weak: false }))
  const addresses = anywhere(designation, 'Addresses').flatMap((all) => within(all, 'Address'))
  return newParty({
    ...ukParty(need(textIn(designation, 'UniqueID'), 'UniqueID'), name, typeOf(textIn(designation, 'IndividualEntityShip'))),
    aliases: aliasesOf(name, ...names.flatMap((each) => (each.name === null ? [] : [{ name: each.name, weak: each.weak }])), ...scripts),
    addresses: told(...addresses.map((address) => inOneLine(...address.children.map(({ text }) => clean(text))))),
    programs: told(textIn(designation, 'RegimeName')),
    title: told(...texts('Title'), ...texts('Position')).join('; ') || null,
    remarks: told(textIn(designation, 'UKStatementofReasons'), textIn(designation, 'OtherInformation')).join(' ') || null,
    listed_at: dayFirstDate(textIn(designation, 'DateDesignated')),
    dates_of_birth: told(...texts('DOB').map(birthOf)),
    nationalities: texts('Nationality'),
    countries: told(...addresses.map((address) => textIn(address, 'AddressCountry'))),
    identifiers: told(
      ...texts('PassportNumber').map((number) => numbered('Passport', number)),
      ...texts('NationalIdentifierNumber').map((number) => numbered('National identification', number)),
      ...texts('BusinessRegistrationNumber').map((number) => numbered('Registration', number)),
      ...texts('IMONumber').map((number) => numbered('IMO', number)),
    ),
  })
}

function listedName(element: XmlElement) {
  const part = (number: number) => textIn(element, `Name${number}`)
  return {
    name: familyFirst(part(6), part(1), part(2), part(3), part(4), part(5)),
    isPrimary: /^primary name$/i.test(textIn(element, 'NameType') ?? ''),
    weak: /weak|low/i.test(textIn(element, 'AliasStrength') ?? ''),
  }
}

export const ukSanctions: DataSet<'parties'> = {
  kind: 'uk_sanctions',
  title: 'UK Sanctions List',
  agency: 'UK Foreign, Commonwealth and Development Office',
  family: 'parties',
  urls: ['https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv'],
  url: (party) => party.information_url,
  layouts: [csv, xml],
}
