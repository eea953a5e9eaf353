// Florida's corporate data file (dos.fl.gov/sunbiz, "Corporate File Definitions"): records of 1,440 bytes. They contain NUL bytes and
// bytes of other encodings, so columns are cut by byte.

import { stateName } from '../matching/states.ts'
import { type DataSet, layoutsOf, need, type Row } from './data-set.ts'
import { entity, isForeign, labelled } from './entities.ts'
import { type Cell, isoDate, personName, plainDigits, postalAddress } from './fields.ts'
import type { Entity } from './records.ts'

const filingTypes: Readonly<Record<string, string>> = {
  DOMP: 'DOMESTIC PROFIT CORPORATION',
  DOMNP: 'DOMESTIC NONPROFIT CORPORATION',
  FORP: 'FOREIGN PROFIT CORPORATION',
  FORNP: 'FOREIGN NONPROFIT CORPORATION',
  DOMLP: 'DOMESTIC LIMITED PARTNERSHIP',
  FORLP: 'FOREIGN LIMITED PARTNERSHIP',
  FLAL: 'DOMESTIC LIMITED LIABILITY COMPANY',
  FORL: 'FOREIGN LIMITED LIABILITY COMPANY',
  NPREG: 'NON-PROFIT REGISTRATION',
  TRUST: 'DECLARATION OF TRUST',
  AGENT: 'DESIGNATION OF REGISTERED AGENT',
}

/** The registry's codes for offices, of four letters at most. */
const titles: Readonly<Record<string, string>> = {
  AMBR: 'AUTHORIZED MEMBER',
  MGR: 'MANAGER',
  MGRM: 'MANAGING MEMBER',
  MBR: 'MEMBER',
  AR: 'AUTHORIZED REPRESENTATIVE',
  AP: 'AUTHORIZED PERSON',
  AUTH: 'AUTHORIZED PERSON',
  PRES: 'PRESIDENT',
  PRE: 'PRESIDENT',
  VP: 'VICE PRESIDENT',
  SEC: 'SECRETARY',
  TRES: 'TREASURER',
  TREA: 'TREASURER',
  DIR: 'DIRECTOR',
  CEO: 'CHIEF EXECUTIVE OFFICER',
  CFO: 'CHIEF FINANCIAL OFFICER',
  COO: 'CHIEF OPERATING OFFICER',
  GP: 'GENERAL PARTNER',
  CH: 'CHAIRMAN',
  P: 'PRESIDENT',
  V: 'VICE PRESIDENT',
  S: 'SECRETARY',
  T: 'TREASURER',
  D: 'DIRECTOR',
  C: 'CHAIRMAN',
}

/** `PD` is president and director; `DPST` is four offices. An unknown code stays unchanged. */
export function officerTitles(code: string): readonly string[] {
  const whole = titles[code]
  if (whole !== undefined) return [whole]
  const found: string[] = []
  let rest = code.replace(/[^A-Z]/g, '')
  while (rest !== '') {
    const part = ['CEO', 'CFO', 'COO', 'VP', 'P', 'V', 'S', 'T', 'D', 'C'].find((known) => rest.startsWith(known))
    if (part === undefined) return [code]
    found.push(titles[part] as string)
    rest = rest.slice(part.length)
  }
  return found.length === 0 ? [code] : found
}

const officerPlaces = [1, 2, 3, 4, 5, 6] as const
type OfficerPlace = (typeof officerPlaces)[number]
type OfficerField = 'Title' | 'Kind' | 'Name' | 'Last' | 'First' | 'Middle' | 'Suffix' | 'Line1' | 'City' | 'State' | 'Zip'
type OfficerColumn = `officer${OfficerPlace}${OfficerField}`
type Column = keyof typeof columns | OfficerColumn

const columns = {
  number: [0, 12],
  name: [12, 204],
  status: [204, 205],
  type: [205, 220],
  line1: [220, 262],
  line2: [262, 304],
  city: [304, 332],
  state: [332, 334],
  zip: [334, 344],
  country: [344, 346],
  mailLine1: [346, 388],
  mailLine2: [388, 430],
  mailCity: [430, 458],
  mailState: [458, 460],
  mailZip: [460, 470],
  mailCountry: [470, 472],
  filed: [472, 480],
  ein: [480, 494],
  lastChange: [495, 503],
  formedIn: [503, 505],
  reportYear1: [505, 509],
  reportDate1: [510, 518],
  reportYear2: [518, 522],
  reportDate2: [523, 531],
  reportYear3: [531, 535],
  reportDate3: [536, 544],
  agentName: [544, 586],
  agentLast: [544, 564],
  agentFirst: [564, 578],
  // A title such as `MRS` stands in the place of the suffix, too.
  agentMiddle: [578, 579],
  agentSuffix: [579, 586],
  agentKind: [586, 587],
  agentLine1: [587, 629],
  agentCity: [629, 657],
  agentState: [657, 659],
  agentZip: [659, 668],
} as const

/** Six officers follow each other, 128 bytes each. `fromEntries` forgets the names: every place has every field. */
const officerColumns = Object.fromEntries(
  officerPlaces.flatMap((place) => {
    const from = 668 + (place - 1) * 128
    const parts: readonly (readonly [OfficerField, number, number])[] = [
      ['Title', 0, 4],
      ['Kind', 4, 5],
      ['Name', 5, 47],
      ['Last', 5, 25],
      ['First', 25, 39],
      ['Middle', 39, 40],
      ['Suffix', 40, 47],
      ['Line1', 47, 89],
      ['City', 89, 117],
      ['State', 117, 119],
      ['Zip', 119, 128],
    ]
    return parts.map(([field, start, end]): readonly [OfficerColumn, readonly [number, number]] => [
      `officer${place}${field}`,
      [from + start, from + end],
    ])
  }),
) as { readonly [column in OfficerColumn]: readonly [from: number, to: number] }

export const florida: DataSet<'entities'> = {
  kind: 'fl_sunbiz',
  title: 'Florida Department of State, corporate data file',
  agency: 'Florida Department of State, Division of Corporations',
  family: 'entities',
  state: 'FL',
  urls: [],
  toFetch:
    'Florida publishes its corporate data by SFTP only (sftp.floridados.gov, see dos.fl.gov/sunbiz): download it and import the file',
  coverage: ({ files }) => (files.every((name) => isDaily(name)) ? 'lately filed' : 'all'),
  layouts: [
    layoutsOf<'entities'>()<Column>({
      part: 'corporations',
      form: { type: 'fixed', width: 1440, shortest: 480, columns: { ...columns, ...officerColumns } },
      required: ['number', 'name'],
      read(row, records) {
        const number = need(row.number, 'document number')
        records.put(number, floridaEntity(number, row))
      },
    }),
  ],
}

/** `20230929c.txt`: what was filed on that day. The quarterly files are named otherwise (`cordata0.txt`). */
const isDaily = (name: string): boolean => /^\d{8}c\./.test(name)

function floridaEntity(number: string, row: Row<Column>): Entity {
  const code = need(row.type, 'filing type').toUpperCase()
  const type = filingTypes[code] ?? code
  const agentAddress = postalAddress({ line1: row.agentLine1, city: row.agentCity, state: row.agentState, zip: row.agentZip })
  const agent = heldBy(row, 'agent')
  const principal = postalAddress({
    line1: row.line1,
    line2: row.line2,
    city: row.city,
    state: row.state ?? principalState(row),
    zip: row.zip,
    country: countryBeside(row.state, row.country),
  })
  const mailing = postalAddress({
    line1: row.mailLine1,
    line2: row.mailLine2,
    city: row.mailCity,
    state: row.mailState,
    zip: row.mailZip,
    country: countryBeside(row.mailState, row.mailCountry),
  })
  const ein = plainEin(row.ein)
  const built = entity({
    state: 'FL',
    file_number: number,
    name: need(row.name, 'name'),
    entity_type: type,
    jurisdiction: isForeign(type) ? 'FOREIGN' : type.startsWith('DOMESTIC') ? 'DOMESTIC' : 'UNKNOWN',
    formed_in: row.formedIn,
    status: row.status === 'A' ? 'active' : row.status === 'I' ? 'inactive' : 'unknown',
    status_details: row.status === 'A' ? 'Active' : row.status === 'I' ? 'Inactive' : row.status,
    registration_date: isoDate(row.filed),
    tin: ein,
    addresses: labelled(['principal', principal], ['mailing', mailing], ['registered_agent', agent === null ? null : agentAddress]),
    officers: officerPlaces.flatMap((place) => officer(row, place)),
    registered_agent: agent === null ? null : { name: agent, address: agentAddress },
    source_url: 'https://search.sunbiz.org/Inquiry/CorporationSearch/ByDocumentNumber',
  })
  return { ...built, history: [...built.history, ...laterFilings(row)] }
}

/** The state's daily files omit the state of the principal address. */
function principalState(row: Row<Column>): Cell {
  if (row.zip !== null && row.zip === row.mailZip) return row.mailState
  return /^3[2-4]\d{3}/.test(row.zip ?? '') ? 'FL' : null
}

/** Two letters, often cut (`UN` for United States), mistyped or the state again: they count only where the state is none of the United States. */
const countryBeside = (state: Cell, country: Cell): Cell =>
  state !== null && stateName(state.toUpperCase()) !== state.toUpperCase() ? null : country

function officer(row: Row<Column>, place: OfficerPlace): Entity['officers'] {
  const cell = (field: OfficerField): Cell => row[`officer${place}${field}`]
  const name = heldBy(row, `officer${place}`)
  if (name === null) return []
  const title = cell('Title')
  const address = postalAddress({ line1: cell('Line1'), city: cell('City'), state: cell('State'), zip: cell('Zip') })
  return [{ name, titles: title === null ? [] : officerTitles(title.toUpperCase()), address }]
}

/** `P` is a person, with the family name first in its own columns. The name of a corporation runs across all of them. */
function heldBy(row: Row<Column>, who: 'agent' | `officer${OfficerPlace}`): Cell {
  const [first, last] = [row[`${who}First`], row[`${who}Last`]]
  const isPerson = row[`${who}Kind`] === 'P' && last !== null && first !== null
  return isPerson ? personName(first, row[`${who}Middle`], last, row[`${who}Suffix`]) : row[`${who}Name`]
}

function plainEin(cell: Cell): Cell {
  const digits = cell?.replace(/\D/g, '') ?? ''
  return /^\d{9}$/.test(digits) && plainDigits(digits) !== null ? digits : null
}

function laterFilings(row: Row<Column>): Entity['history'] {
  const reports = [
    [row.reportYear1, row.reportDate1],
    [row.reportYear2, row.reportDate2],
    [row.reportYear3, row.reportDate3],
  ] as const
  const filings = reports.flatMap(([year, cell]) => {
    const date = isoDate(cell)
    return date === null
      ? []
      : [{ type: 'registration.updated', occurred_at: date, description: `Annual report for ${year ?? date.slice(0, 4)} filed` }]
  })
  const change = isoDate(row.lastChange)
  const known = change === null || filings.some((filing) => filing.occurred_at === change)
  return known
    ? filings
    : [...filings, { type: 'registration.updated', occurred_at: change, description: 'Last transaction of the registry' }]
}
