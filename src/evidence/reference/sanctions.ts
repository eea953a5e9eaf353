// Sanctions and export-control lists: OFAC's SDN and non-SDN files (ofac.treasury.gov, "SDN data specification"), the Consolidated
// Screening List in both of its layouts (trade.gov), and the Denied Persons List (bis.gov).

import { type DataSet, layoutsOf, need, type Records, type Row, Unreadable } from './data-set.ts'
import { idOfContent, unusedId } from './entry-ids.ts'
import { type Cell, clean, isoDate, postalAddress, semicolons } from './fields.ts'
import { newParty } from './lists/party.ts'
import type { ListedParty, PartyType } from './records.ts'
import { listOfPrograms, listOfSource, sanctionsLists } from './sanctions-lists.ts'

const parties = layoutsOf<'parties'>()

const partyTypes: Readonly<Record<string, PartyType>> = {
  individual: 'individual',
  entity: 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

const aircraftOrShip: readonly (readonly [keyof Row<VesselField>, string])[] = [
  ['callSign', 'Call sign'],
  ['vesselType', 'Vessel type'],
  ['tonnage', 'Tonnage'],
  ['grossTonnage', 'Gross registered tonnage'],
  ['flag', 'Flag'],
  ['owner', 'Vessel owner'],
]
type VesselField = 'callSign' | 'vesselType' | 'tonnage' | 'grossTonnage' | 'flag' | 'owner'

const particulars = (row: Row<VesselField>): readonly string[] =>
  aircraftOrShip.flatMap(([field, label]) => (row[field] === null ? [] : [`${label} ${row[field]}`]))

/** OFAC writes `-0- ` for an empty cell, and also as the type of an entity. */
const nothing = ['-0-']

function ofac(listOf: (programs: readonly string[]) => string): DataSet<'parties'>['layouts'] {
  return [
    parties({
      part: 'names',
      form: {
        type: 'unheaded',
        separator: ',',
        columns: [
          'number',
          'name',
          'type',
          'programs',
          'title',
          'callSign',
          'vesselType',
          'tonnage',
          'grossTonnage',
          'flag',
          'owner',
          'remarks',
        ],
      },
      required: ['number', 'name'],
      continued: ['remarks'],
      nothing,
      read(row, records) {
        const number = entityNumber(row.number)
        const programs = (row.programs ?? '').split(/\]\s*\[/).flatMap((program) => clean(program) ?? [])
        const party = newParty({
          list: listOf(programs),
          entry_id: number,
          name: need(row.name, 'name'),
          type: partyTypes[(row.type ?? 'entity').toLowerCase()] ?? 'entity',
          programs,
          title: row.title,
          identifiers: particulars(row),
          information_url: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`,
        })
        records.put(number, row.remarks === null ? party : withRemarks(party, row.remarks))
      },
    }),
    parties({
      part: 'addresses',
      form: { type: 'unheaded', separator: ',', columns: ['number', 'addressNumber', 'street', 'city', 'country', 'remarks'] },
      required: ['number', 'addressNumber'],
      nothing,
      read(row, records) {
        const address = [row.street, row.city, row.country].filter((part) => part !== null).join(', ')
        change(records, row.number, (party) => ({
          ...party,
          addresses: address === '' ? party.addresses : [...party.addresses, address],
          countries: row.country === null || party.countries.includes(row.country) ? party.countries : [...party.countries, row.country],
        }))
      },
    }),
    parties({
      part: 'aliases',
      form: { type: 'unheaded', separator: ',', columns: ['number', 'aliasNumber', 'type', 'name', 'remarks'] },
      required: ['number', 'name'],
      nothing,
      read(row, records) {
        const name = need(row.name, 'alias')
        change(records, row.number, (party) => ({ ...party, aliases: [...party.aliases, { name, weak: false }] }))
      },
    }),
    parties({
      part: 'comments',
      form: { type: 'unheaded', separator: ',', columns: ['number', 'remarks'] },
      required: ['number', 'remarks'],
      continued: ['remarks'],
      nothing,
      // Remarks stop after 1,000 characters and continue here, mid-word.
      read(row, records) {
        const overflow = need(row.remarks, 'remarks')
        change(records, row.number, (party) => withRemarks(party, (party.remarks ?? '') + overflow))
      },
    }),
  ]
}

function entityNumber(cell: Cell): string {
  const number = need(cell, 'entity number')
  if (!/^\d+$/.test(number)) throw new Unreadable(`${JSON.stringify(number)} is no entity number`)
  return number
}

function change(records: Records<ListedParty>, cell: Cell, by: (party: ListedParty) => ListedParty): void {
  const number = entityNumber(cell)
  const party = records.get(number)
  if (party === undefined) throw new Unreadable(`no party has the entity number ${number}`)
  records.put(number, by(party))
}

/** Extracts what screening needs from the remarks: weak aliases, dates of birth, nationalities, the date of listing. */
function withRemarks(party: ListedParty, remarks: string): ListedParty {
  const named = party.aliases.filter((alias) => !alias.weak)
  const weak = all(remarks, /a\.k\.a\. '(.+?)'(?=\s*(?:[;.]|$))/g).map((name) => ({ name, weak: true }))
  return {
    ...party,
    // The spaces at the end stay, because the rest may follow.
    remarks,
    aliases: [...named, ...weak],
    dates_of_birth: all(remarks, /\b(?:alt\. )?DOB ([^;.]+)/g),
    nationalities: all(remarks, /\b(?:alt\. )?(?:nationality|citizen) ([^;.]+)/g),
    identifiers: [...party.identifiers.filter((each) => !isIdentity(each)), ...remarks.split(';').flatMap((part) => numberedIn(part))],
    listed_at: isoDate(all(remarks, /Listing Date \([^:]*\): (\d{1,2} [A-Z][a-z]{2} \d{4})/g)[0] ?? null),
  }
}

/** `Passport A123 (Iran)`, `National ID No. 123`, `Tax ID No. 1`, `Registration Number 7`: OFAC writes numbers into the remarks. */
const identity =
  /\b(?:passport|tax id no|national id|identification number|registration (?:id|number)|company number|cedula no|d-u-n-s number|ssn|swift\/bic|c\.u\.r\.p|r\.f\.c|nit #|ruc #|imo number|vessel registration identification imo)\b/i
const isIdentity = (text: string): boolean => identity.test(text)
const numberedIn = (part: string): readonly string[] => (isIdentity(part) && /\d{3}/.test(part) ? [part.trim().replace(/\.$/, '')] : [])

/** What the pattern finds, each once. */
const all = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].flatMap((found) => clean(found[1]) ?? []))]

const screeningColumns = {
  source: 'source',
  number: 'entity_number',
  type: 'type',
  programs: 'programs',
  name: 'name',
  title: 'title',
  addresses: 'addresses',
  notice: 'federal_register_notice',
  starts: 'start_date',
  ends: 'end_date',
  requirement: 'license_requirement',
  policy: 'license_policy',
  callSign: 'call_sign',
  vesselType: 'vessel_type',
  tonnage: 'gross_tonnage',
  grossTonnage: 'gross_registered_tonnage',
  flag: 'vessel_flag',
  owner: 'vessel_owner',
  remarks: 'remarks',
  aliases: 'alt_names',
  births: 'dates_of_birth',
  nationalities: 'nationalities',
  citizenships: 'citizenships',
  url: 'source_information_url',
  ids: 'ids',
} as const

const screening: DataSet<'parties'> = {
  kind: 'csl',
  title: 'Consolidated Screening List',
  agency: 'US International Trade Administration',
  family: 'parties',
  newest: 'listed_at',
  urls: ['https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv'],
  url: (party) => party.information_url,
  layouts: [
    parties({
      part: 'parties',
      form: { type: 'headed', separator: ',', columns: { id: '_id', ...screeningColumns } },
      required: ['id', 'source', 'name', 'aliases'],
      // A party on two lists appears twice, under one _id.
      read: (row, records) => putScreened(screened(row, need(row.id, '_id')), records),
    }),
    parties({
      part: 'parties (layout without _id)',
      form: { type: 'headed', separator: ',', columns: screeningColumns },
      required: ['source', 'name', 'aliases'],
      // Most lists have no numbers.
      read: (row, records) => putScreened(screened(row, idOfContent(row.name, row.addresses)), records),
    }),
  ],
}

/** Numbers are unique only within a list. */
function putScreened(party: ListedParty, records: Records<ListedParty>): void {
  const keyOf = (id: string) => `${party.list} ${id}`
  const entry_id = unusedId(records, party.entry_id, keyOf)
  records.put(keyOf(entry_id), { ...party, entry_id })
}

/** @param otherId for the lists whose entries have no numbers */
function screened(row: Row<keyof typeof screeningColumns>, otherId: string): ListedParty {
  const source = need(row.source, 'source')
  const list = listOfSource(source)
  if (list === null) throw new Unreadable(`${JSON.stringify(source)} is no list known here`)
  return {
    list,
    entry_id: row.number ?? otherId,
    name: need(row.name, 'name'),
    type: partyTypes[(row.type ?? '').toLowerCase()] ?? 'unknown',
    aliases: semicolons(row.aliases).map((name) => ({ name, weak: false })),
    addresses: semicolons(row.addresses),
    programs: semicolons(row.programs),
    title: row.title,
    remarks: [row.remarks, row.requirement, row.policy].filter((part) => part !== null).join(' ') || null,
    listed_at: isoDate(row.starts),
    ends_at: isoDate(row.ends),
    dates_of_birth: semicolons(row.births),
    nationalities: [...new Set([...semicolons(row.nationalities), ...semicolons(row.citizenships)])],
    // Its addresses end with the code of the country.
    countries: [...new Set(semicolons(row.addresses).flatMap((address) => /(?:^|, )([A-Z]{2})$/.exec(address)?.[1] ?? []))],
    identifiers: [...particulars(row), ...semicolons(row.ids)],
    federal_register_notice: row.notice,
    information_url: row.url,
  }
}

const denied: DataSet<'parties'> = {
  kind: 'bis_dpl',
  title: 'Denied Persons List',
  agency: 'US Bureau of Industry and Security',
  family: 'parties',
  urls: ['https://www.bis.doc.gov/dpl/dpl.txt'],
  newest: 'listed_at',
  url: () => sanctionsLists.find((list) => list.abbr === 'DPL')?.list_url ?? null,
  layouts: [
    parties({
      part: 'denied persons',
      form: {
        type: 'headed',
        separator: '\t',
        columns: {
          name: 'Name',
          street: 'Street_Address',
          city: 'City',
          state: 'State',
          country: 'Country',
          zip: 'Postal_Code',
          effective: 'Effective_Date',
          expires: 'Expiration_Date',
          action: 'Action',
          notice: 'FR_Citation',
        },
      },
      required: ['name', 'effective'],
      // The list has no numbers and repeats a person for each address.
      read(row, records) {
        const address = postalAddress({ line1: row.street, city: row.city, state: row.state, zip: row.zip, country: row.country })
        const entry_id = unusedId(records, idOfContent(row.name, row.street, row.city, row.country))
        records.put(entry_id, {
          list: 'DPL',
          entry_id,
          name: need(row.name, 'Name'),
          type: 'unknown',
          aliases: [],
          addresses: address ? [address.full_address] : [],
          programs: [],
          title: null,
          remarks: row.action,
          listed_at: isoDate(row.effective),
          ends_at: isoDate(row.expires),
          dates_of_birth: [],
          nationalities: [],
          countries: row.country === null ? [] : [row.country],
          identifiers: [],
          federal_register_notice: row.notice,
          information_url: 'https://www.bis.gov/licensing/end-user-guidance/denied-persons-list-dpl',
        })
      },
    }),
  ],
}

const sdn: DataSet<'parties'> = {
  kind: 'ofac_sdn',
  title: 'Specially Designated Nationals and Blocked Persons',
  agency: 'US Office of Foreign Assets Control',
  family: 'parties',
  urls: ofacUrls('SDN.CSV', 'ADD.CSV', 'ALT.CSV', 'SDN_COMMENTS.CSV'),
  url: (party) => party.information_url,
  layouts: ofac(() => 'SDN'),
  together: ofacParts('sdn.csv', 'add.csv', 'alt.csv'),
}

const nonSdn: DataSet<'parties'> = {
  kind: 'ofac_nonsdn',
  title: 'Consolidated Non-SDN sanctions lists',
  agency: 'US Office of Foreign Assets Control',
  family: 'parties',
  urls: ofacUrls('CONS_PRIM.CSV', 'CONS_ADD.CSV', 'CONS_ALT.CSV', 'CONS_COMMENTS.CSV'),
  url: (party) => party.information_url,
  layouts: ofac(listOfPrograms),
  together: ofacParts('cons_prim.csv', 'cons_add.csv', 'cons_alt.csv'),
}

/** The comments may be left out: they only continue remarks of more than 1,000 characters. */
function ofacParts(names: string, addresses: string, aliases: string): NonNullable<DataSet['together']> {
  return [
    { part: 'names', file: names },
    { part: 'addresses', file: addresses },
    { part: 'aliases', file: aliases },
  ]
}

function ofacUrls(...files: readonly string[]): readonly string[] {
  return files.map((file) => `https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/${file}`)
}

export const sanctions = [sdn, nonSdn, screening, denied] as const
