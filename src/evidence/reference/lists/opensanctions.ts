// Data sets of OpenSanctions, which bring politically exposed persons: the simple table (targets.simple.csv), and the entities of
// FollowTheMoney on lines, nested (targets.nested.json) or each on a line of its own (entities.ftm.json).

import { type DataSet, type LinesLayout, layoutsOf, need, type Records } from '../data-set.ts'
import { clean, isoDate, semicolons } from '../fields.ts'
import type { ListedParty, PartyType } from '../records.ts'
import { aliasesOf, newParty, numbered, told } from './party.ts'

const parties = layoutsOf<'parties'>()

/** By the schemata of FollowTheMoney. What is no party (an address, an ownership, a sanction) has none. */
const types: Readonly<Record<string, PartyType>> = {
  Person: 'individual',
  Organization: 'entity',
  Company: 'entity',
  PublicBody: 'entity',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
}

const osParty = (entry_id: string, list: string, name: string, schema: string) => ({
  list,
  entry_id,
  name,
  type: types[schema] ?? 'unknown',
  information_url: `https://www.opensanctions.org/entities/${encodeURIComponent(entry_id)}/`,
})

const simple = parties({
  part: 'targets (simple CSV)',
  form: {
    type: 'headed',
    separator: ',',
    columns: {
      id: 'id',
      schema: 'schema',
      name: 'name',
      aliases: 'aliases',
      births: 'birth_date',
      countries: 'countries',
      addresses: 'addresses',
      identifiers: 'identifiers',
      sanctions: 'sanctions',
      programs: 'program_ids',
      dataset: 'dataset',
      firstSeen: 'first_seen',
    },
  },
  required: ['id', 'schema', 'name', 'aliases', 'countries', 'sanctions', 'dataset'],
  read(row, records) {
    const id = need(row.id, 'id')
    const name = need(row.name, 'name')
    const isPerson = row.schema === 'Person'
    const countries = semicolons(row.countries)
    // Only sanctions fill these cells. Of others the table does not say why they are in it: most of the people hold a public office.
    const list = row.sanctions !== null || row.programs !== null ? 'OSS' : isPerson ? 'OSP' : 'OSO'
    records.put(
      id,
      newParty({
        ...osParty(id, list, name, row.schema ?? ''),
        aliases: aliasesOf(name, ...semicolons(row.aliases).map((alias) => ({ name: alias, weak: false }))),
        addresses: semicolons(row.addresses),
        programs: semicolons(row.programs),
        remarks: told(row.sanctions, row.dataset).join(' — ') || null,
        listed_at: isoDate(row.firstSeen),
        dates_of_birth: isPerson ? semicolons(row.births) : [],
        nationalities: isPerson ? countries : [],
        countries,
        identifiers: semicolons(row.identifiers),
      }),
    )
  },
})

type Entity = {
  readonly id: string
  readonly schema: string
  readonly isTarget: boolean
  readonly texts: (...names: readonly string[]) => readonly string[]
  readonly nested: (...names: readonly string[]) => readonly Entity[]
}

/** What a sanction, a document or an address says of the party that it belongs to. */
type Addition = Partial<Pick<ListedParty, 'programs' | 'identifiers' | 'addresses' | 'countries' | 'listed_at'>>

const lines: LinesLayout<'parties'> = {
  part: 'entities (FollowTheMoney)',
  form: { type: 'json lines', members: ['id', 'schema', 'properties'] },
  reader: () => {
    /** By the party's id: what came before the party. */
    const waiting = new Map<string, Addition[]>()
    return (object, records) => {
      const entity = entityOf(object)
      const type = types[entity.schema]
      if (type === undefined) {
        for (const owner of entity.texts('entity', 'holder')) add(records, waiting, owner, additionOf(entity))
        return
      }
      if (!entity.isTarget) return
      const early = waiting.get(entity.id) ?? []
      waiting.delete(entity.id)
      const inside = entity
        .nested('sanctions', 'sanctionEntity', 'passport', 'identification', 'passports', 'addressEntity')
        .map(additionOf)
      records.put(entity.id, [...inside, ...early].reduce(withAddition, partyOf(entity)))
    }
  },
}

function partyOf(entity: Entity): ListedParty {
  const of = entity.texts
  const [name, ...names] = [...of('name'), ...of('alias', 'previousName')]
  const strong = names.map((alias) => ({ name: alias, weak: false }))
  const weak = of('weakAlias', 'abbreviation').map((alias) => ({ name: alias, weak: true }))
  const topics = of('topics')
  const list = topics.some((topic) => topic.startsWith('sanction')) ? 'OSS' : topics.includes('role.pep') ? 'OSP' : 'OSO'
  return newParty({
    ...osParty(entity.id, list, need(name ?? null, 'name'), entity.schema),
    aliases: aliasesOf(name ?? '', ...strong, ...weak),
    addresses: of('address', 'full'),
    programs: [...of('programId', 'program'), ...topics],
    title: of('position', 'title').join('; ') || null,
    remarks: of('notes', 'summary').join(' ') || null,
    listed_at: isoDate(of('createdAt')[0] ?? null),
    dates_of_birth: of('birthDate'),
    nationalities: of('nationality', 'citizenship'),
    countries: of('country', 'jurisdiction', 'mainCountry', 'flag'),
    identifiers: identifiersOf(entity),
  })
}

const numberProperties: Readonly<Record<string, string>> = {
  passportNumber: 'Passport',
  idNumber: 'Identification',
  taxNumber: 'Tax number',
  innCode: 'INN',
  ogrnCode: 'OGRN',
  registrationNumber: 'Registration',
  leiCode: 'LEI',
  swiftBic: 'SWIFT/BIC',
  imoNumber: 'IMO',
  mmsi: 'MMSI',
  socialSecurityNumber: 'Social security number',
  number: 'Document',
}

const identifiersOf = (entity: Entity): readonly string[] =>
  Object.entries(numberProperties).flatMap(([property, kind]) => told(...entity.texts(property).map((number) => numbered(kind, number))))

function additionOf(entity: Entity): Addition {
  switch (entity.schema) {
    case 'Sanction':
      return {
        programs: entity.texts('programId', 'program'),
        listed_at: isoDate(entity.texts('listingDate', 'startDate')[0] ?? null),
      }
    case 'Passport':
    case 'Identification':
      return { identifiers: identifiersOf(entity) }
    case 'Address':
      return { addresses: entity.texts('full'), countries: entity.texts('country') }
    default:
      return {}
  }
}

function add(records: Records<ListedParty>, waiting: Map<string, Addition[]>, owner: string, addition: Addition): void {
  if (Object.keys(addition).length === 0) return
  const party = records.get(owner)
  if (party !== undefined) records.put(owner, withAddition(party, addition))
  else waiting.set(owner, [...(waiting.get(owner) ?? []), addition])
}

const withAddition = (
  party: ListedParty,
  { programs = [], identifiers = [], addresses = [], countries = [], listed_at }: Addition,
): ListedParty => ({
  ...party,
  programs: told(...party.programs, ...programs),
  identifiers: told(...party.identifiers, ...identifiers),
  addresses: told(...party.addresses, ...addresses),
  countries: told(...party.countries, ...countries),
  listed_at: listed_at ?? party.listed_at,
})

/** Values are texts, or entities where the file is nested. */
function entityOf(object: Readonly<Record<string, unknown>>): Entity {
  const properties = isObject(object.properties) ? object.properties : {}
  const values = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = properties[name]
      return Array.isArray(value) ? (value as readonly unknown[]) : []
    })
  const topics = Array.isArray(properties.topics) ? properties.topics : []
  return {
    id: need(clean(typeof object.id === 'string' ? object.id : undefined), 'id'),
    schema: typeof object.schema === 'string' ? object.schema : '',
    // Those who are only related to a target are in the file, but listed by nobody.
    isTarget: typeof object.target === 'boolean' ? object.target : topics.length > 0,
    texts: (...names) => told(...values(names).map((value) => (typeof value === 'string' ? clean(value) : null))),
    nested: (...names) => values(names).filter(isObject).map(entityOf),
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

export const openSanctions: DataSet<'parties'> = {
  kind: 'opensanctions',
  title: 'OpenSanctions',
  agency: 'OpenSanctions',
  family: 'parties',
  urls: [],
  toFetch:
    'choose data sets at opensanctions.org/datasets (using them in a business needs a licence) and import their targets.simple.csv or targets.nested.json',
  url: (party) => party.information_url,
  layouts: [simple, lines],
}
