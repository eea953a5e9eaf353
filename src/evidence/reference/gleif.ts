// The golden copy of the Global LEI System, as GLEIF publishes it in CSV and JSON: who has a legal entity identifier (LEI-CDF), and whose accounts
// are consolidated into whose (RR-CDF).
import { isLei } from '../../events/parts.ts'
import { type DataSet, type LinesLayout, layoutsOf, need, type Records, type Row, Unreadable } from './data-set.ts'
import { type Cell, clean, decimal, isoDate, postalCode } from './fields.ts'
import type { LegalEntity, LegalEntityAddress, LegalRelationship, RecordOf } from './records.ts'

/** The columns by our names. An array of the JSON form is numbered in the columns, from 1. */
type Columns = Readonly<Record<string, string>>

const numbered = (most: number, column: (n: number) => Columns): Columns =>
  Object.assign({}, ...Array.from({ length: most }, (_, at) => column(at + 1)))

const addressColumns = (name: string, path: string): Columns => ({
  [`${name}Line`]: `${path}.FirstAddressLine`,
  [`${name}More1`]: `${path}.AdditionalAddressLine.1`,
  [`${name}More2`]: `${path}.AdditionalAddressLine.2`,
  [`${name}More3`]: `${path}.AdditionalAddressLine.3`,
  [`${name}City`]: `${path}.City`,
  [`${name}Region`]: `${path}.Region`,
  [`${name}Country`]: `${path}.Country`,
  [`${name}Code`]: `${path}.PostalCode`,
})

/** The golden copy has five places for each. */
const most = 5

const entityColumns: Columns = {
  lei: 'LEI',
  name: 'Entity.LegalName',
  ...numbered(most, (n) => ({
    [`other${n}`]: `Entity.OtherEntityNames.OtherEntityName.${n}`,
    [`other${n}Type`]: `Entity.OtherEntityNames.OtherEntityName.${n}.type`,
    [`latin${n}`]: `Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.${n}`,
    [`latin${n}Type`]: `Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.${n}.type`,
    ...addressColumns(`place${n}`, `Entity.OtherAddresses.OtherAddress.${n}`),
  })),
  ...addressColumns('legal', 'Entity.LegalAddress'),
  ...addressColumns('office', 'Entity.HeadquartersAddress'),
  authority: 'Entity.RegistrationAuthority.RegistrationAuthorityID',
  number: 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  jurisdiction: 'Entity.LegalJurisdiction',
  category: 'Entity.EntityCategory',
  form: 'Entity.LegalForm.EntityLegalFormCode',
  otherForm: 'Entity.LegalForm.OtherLegalForm',
  status: 'Entity.EntityStatus',
  created: 'Entity.EntityCreationDate',
  ended: 'Entity.EntityExpirationDate',
  successor: 'Entity.SuccessorEntity.1.SuccessorLEI',
  registered: 'Registration.InitialRegistrationDate',
  updated: 'Registration.LastUpdateDate',
  registration: 'Registration.RegistrationStatus',
  renews: 'Registration.NextRenewalDate',
}

const relationshipColumns: Columns = {
  start: 'Relationship.StartNode.NodeID',
  end: 'Relationship.EndNode.NodeID',
  type: 'Relationship.RelationshipType',
  status: 'Relationship.RelationshipStatus',
  ...numbered(most, (n) => ({
    [`period${n}`]: `Relationship.Period.${n}.periodType`,
    [`period${n}From`]: `Relationship.Period.${n}.startDate`,
    [`period${n}To`]: `Relationship.Period.${n}.endDate`,
    [`amount${n}`]: `Relationship.Quantifiers.${n}.QuantifierAmount`,
    [`units${n}`]: `Relationship.Quantifiers.${n}.QuantifierUnits`,
  })),
  updated: 'Registration.LastUpdateDate',
  registration: 'Registration.RegistrationStatus',
}

const cell = (row: Row<string>, column: string): Cell => row[column] ?? null

function putEntity(row: Row<string>, records: Records<LegalEntity>): void {
  const lei = leiIn(row, 'lei')
  const status = cell(row, 'status')
  records.put(lei, {
    lei,
    name: need(cell(row, 'name'), 'LegalName'),
    other_names: namesIn(row),
    addresses: addressesIn(row),
    authority: cell(row, 'authority'),
    number: cell(row, 'number'),
    jurisdiction: cell(row, 'jurisdiction'),
    category: cell(row, 'category'),
    legal_form: cell(row, 'form'),
    other_legal_form: cell(row, 'otherForm'),
    status: status === 'ACTIVE' ? 'active' : status === 'INACTIVE' ? 'inactive' : 'unknown',
    created_on: isoDate(cell(row, 'created')),
    ended_on: isoDate(cell(row, 'ended')),
    successor_lei: cell(row, 'successor'),
    registration_status: need(cell(row, 'registration'), 'RegistrationStatus'),
    registered_on: isoDate(cell(row, 'registered')),
    updated_on: isoDate(cell(row, 'updated')),
    renews_on: isoDate(cell(row, 'renews')),
  })
}

function leiIn(row: Row<string>, column: string): string {
  const lei = need(cell(row, column), column === 'lei' ? 'LEI' : 'NodeID').toUpperCase()
  if (!isLei(lei)) throw new Unreadable(`${JSON.stringify(lei)} is no LEI: its form or its check digits are wrong`)
  return lei
}

const places = Array.from({ length: most }, (_, at) => at + 1)

const namesIn = (row: Row<string>): LegalEntity['other_names'] =>
  places
    .flatMap((n) => ['other', 'latin'].map((kind) => ({ name: cell(row, `${kind}${n}`), type: cell(row, `${kind}${n}Type`) })))
    .flatMap(({ name, type }) => (name === null ? [] : [{ name, type: type ?? 'OTHER' }]))

const addressesIn = (row: Row<string>): readonly LegalEntityAddress[] =>
  [['legal', 'legal'], ['office', 'headquarters'], ...places.map((n) => [`place${n}`, 'other'])].flatMap(([at = '', label = '']) => {
    const address = addressIn(row, at)
    return address === null ? [] : [{ ...address, labels: [label] }]
  })

function addressIn(row: Row<string>, at: string): Omit<LegalEntityAddress, 'labels'> | null {
  const country = cell(row, `${at}Country`)
  const isAmerican = country === 'US'
  const region = cell(row, `${at}Region`)
  const [line, ...more] = ['Line', 'More1', 'More2', 'More3'].map((part) => cell(row, `${at}${part}`)).filter((part) => part !== null)
  const city = cell(row, `${at}City`)
  // Foreign codes stay as they are written: they are no ZIP codes.
  const code = isAmerican ? postalCode(cell(row, `${at}Code`)) : cell(row, `${at}Code`)
  if (line === undefined && city === null) return null
  const state = isAmerican && region?.startsWith('US-') ? region.slice(3) : null
  const full = [line, ...more, city, [state, code].filter((part) => part !== null).join(' '), isAmerican ? null : country]
  return {
    full_address: full.filter((part) => part).join(', '),
    address_line1: line ?? null,
    address_line2: more.join(', ') || null,
    city,
    state,
    postal_code: code,
    country,
  }
}

function putRelationship(row: Row<string>, records: Records<LegalRelationship>): void {
  const start = leiIn(row, 'start')
  const end = leiIn(row, 'end')
  const type = need(cell(row, 'type'), 'RelationshipType')
  const period = places.find((n) => cell(row, `period${n}`) === 'RELATIONSHIP_PERIOD')
  const share = places.find((n) => cell(row, `amount${n}`) !== null && [null, 'PERCENTAGE'].includes(cell(row, `units${n}`)))
  const percentage = share === undefined ? null : decimal(cell(row, `amount${share}`))
  records.put(`${start} ${type} ${end}`, {
    start,
    end,
    type,
    status: cell(row, 'status') ?? 'NULL',
    since: period === undefined ? null : isoDate(cell(row, `period${period}From`)),
    until: period === undefined ? null : isoDate(cell(row, `period${period}To`)),
    percentage: percentage !== null && percentage > 0 && percentage <= 100 ? percentage : null,
    registration_status: cell(row, 'registration'),
    updated_on: isoDate(cell(row, 'updated')),
  })
}

/** Both forms of a file: rows of columns, and JSON objects in one list. */
const bothForms = <F extends 'leis' | 'relationships'>({
  part,
  columns,
  required,
  members,
  put,
}: {
  readonly part: string
  readonly columns: Columns
  readonly required: readonly string[]
  readonly members: readonly string[]
  readonly put: (row: Row<string>, records: Records<RecordOf[F]>) => void
}): DataSet<F>['layouts'] => {
  const json: LinesLayout<F> = {
    part: `${part} (JSON)`,
    form: { type: 'json list', members },
    reader: () => (object, records) => put(rowOf(inside(object), columns), records),
  }
  return [layoutsOf<F>()({ part, form: { type: 'headed', separator: ',', columns }, required, nothing: ['NULL'], read: put }), json]
}

/** A relationship stands in the member `RelationshipRecord`. */
const inside = (object: Readonly<Record<string, unknown>>): unknown => object.RelationshipRecord ?? object

const rowOf = (object: unknown, columns: Columns): Row<string> =>
  Object.fromEntries(Object.entries(columns).map(([name, path]) => [name, cellAt(object, path)]))

/** Values stand in `$`, attributes have an `@` before their names; a list of one may stand without its brackets. */
function cellAt(object: unknown, path: string): Cell {
  let at: unknown = object
  for (const step of path.split('.')) {
    if (/^\d+$/.test(step)) at = Array.isArray(at) ? at[Number(step) - 1] : step === '1' ? at : undefined
    else if (typeof at === 'object' && at !== null) at = member(at, step)
    else return null
  }
  const value = typeof at === 'object' && at !== null ? member(at, '$') : at
  const text = typeof value === 'string' || typeof value === 'number' ? clean(String(value)) : null
  return text === 'NULL' ? null : text
}

/** Some lists name their items once more: `Relationship.Quantifiers.Quantifier`, `Relationship.RelationshipPeriods.RelationshipPeriod`. */
const wrapped: Readonly<Record<string, readonly [string, string]>> = {
  Period: ['RelationshipPeriods', 'RelationshipPeriod'],
  Quantifiers: ['RelationshipQuantifiers', 'RelationshipQuantifier'],
  periodType: ['PeriodType', ''],
  startDate: ['StartDate', ''],
  endDate: ['EndDate', ''],
}

function member(of: object, name: string): unknown {
  const held = of as Readonly<Record<string, unknown>>
  const own = held[name] ?? held[`@${name}`]
  if (own !== undefined) return own
  const [list = '', item = ''] = wrapped[name] ?? []
  const inner = held[list]
  return item !== '' && typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[item] : inner
}

const toFetch =
  'download the golden copy at gleif.org/en/lei-data/gleif-golden-copy (CSV or JSON, as published in a zip archive) and import it'

/** The files of a delta hold what changed in some hours, days or weeks. */
const coverage: NonNullable<DataSet['coverage']> = ({ files }) =>
  files.some((name) => /intra-?day|last-?(?:day|week|month)|delta/i.test(name)) ? 'lately filed' : 'all'

const entities: DataSet<'leis'> = {
  kind: 'gleif_lei',
  title: 'Legal entity identifiers (golden copy, level 1)',
  agency: 'Global Legal Entity Identifier Foundation',
  family: 'leis',
  urls: [],
  toFetch,
  coverage,
  url: ({ lei }) => `https://search.gleif.org/#/record/${lei}`,
  layouts: bothForms<'leis'>({
    part: 'legal entities',
    columns: entityColumns,
    required: ['lei', 'name', 'legalCountry', 'registration'],
    members: ['LEI', 'Entity'],
    put: putEntity,
  }),
}

const relationships: DataSet<'relationships'> = {
  kind: 'gleif_rr',
  title: 'Relationships of legal entities (golden copy, level 2)',
  agency: 'Global Legal Entity Identifier Foundation',
  family: 'relationships',
  urls: [],
  toFetch,
  coverage,
  url: ({ start }) => `https://search.gleif.org/#/record/${start}`,
  layouts: bothForms<'relationships'>({
    part: 'relationships',
    columns: relationshipColumns,
    required: ['start', 'end', 'type', 'status'],
    members: ['StartNode', 'EndNode'],
    put: putRelationship,
  }),
}

export const gleif = [entities, relationships] as const
