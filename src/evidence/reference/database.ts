// Answers the questions of `reference.ts` from the reference data in use: searches by name, and look-ups by number, person, address and code.
// Everything here is synchronous; `thread.ts` runs it beside the event loop.

import { agrees, type Identity, type IdentityQuestion } from '../identities.ts'
import { buildingKey, personKey } from '../matching/link-keys.ts'
import { compareNames, prepareName } from '../matching/names.ts'
import { comparePeople } from '../matching/people.ts'
import { preparePerson } from '../matching/prepared-person.ts'
import { entityIdentity, exemptIdentity } from './identity-records.ts'
import { type OpenVersion, OpenVersions, type StoredRow } from './open-versions.ts'
import { foundIn } from './provenance.ts'
import type { Entity, ExemptOrganisation, Family, Found, IndustryCode, ListedParty, NameFound, RecordOf } from './records.ts'
import type { NameQuestion, Reference, VersionInUse } from './reference.ts'
import { isWhole } from './reference-file.ts'
import { numberInRegister } from './registration-authorities.ts'
import { type Screening, screeningOf } from './screening.ts'

export type ReferenceOptions = {
  /** The folder of the reference data (`DATA_DIR/reference`); it need not exist yet. */
  readonly folder: string
  /** The minimum time between two checks for new versions; a second by default. */
  readonly checkEveryMs?: number
}

const limitByDefault = 20
/** Candidates to compare per requested answer. A search finds them only roughly in order of likeness. */
const candidatesPerAnswer = 3
const candidatesAtLeast = 30

export function openReference({ folder, checkEveryMs = 1_000 }: ReferenceOptions): Reference {
  const versions = new OpenVersions(folder, checkEveryMs)
  const queries = queriesOf(versions)
  const { searching, byNumber, byKey } = queries
  let screening: { readonly files: string; readonly of: Screening } | null = null

  const openLists = () => versions.all().filter(({ dataSet }) => dataSet.family === 'parties')

  /** Rebuilt when a list is replaced, but not when other data is. */
  function screener(): Screening {
    const parties = openLists()
    const files = parties.map(({ file }) => file).join()
    if (screening?.files !== files) screening = { files, of: screeningOf(parties) }
    return screening.of
  }

  /** A list that is damaged gives way to its version before. All are read together, so a check of each file tells which one it is. */
  function ofLists<T>(ask: (screening: Screening) => T): T {
    try {
      return ask(screener())
    } catch (error) {
      if (!isDamage(error)) throw error
      screening = null
      for (const version of openLists()) if (!isWhole(version.db)) versions.giveUp(version)
      return ask(screener())
    }
  }

  return {
    versions: () => versionsInUse(versions),
    lists: () => ofLists(({ lists }) => lists),

    autocomplete: (question) => autocompleted(queries, question),
    searchEntities: searching('entities'),
    ...entityQuestions(queries),

    searchListed: searching('parties'),
    screen: (screened) => ofLists(({ screen }) => screen(screened)),

    taxExemptByEin: (ein) => byKey('exempt', ein.replace(/\D/g, '').padStart(9, '0')),
    searchTaxExempt: searching('exempt'),

    searchCarriers: searching('carriers'),
    carrierByDot: (dotNumber) => byKey('carriers', plainNumber(dotNumber)),
    revocationsByDot: (dotNumber) => byNumber('revocations', plainNumber(dotNumber)),

    searchLoans: searching('loans'),
    searchLicences: searching('licences'),
    searchLiens: searching('liens'),

    searchLegalEntities: searching('leis'),
    legalEntityByLei: (lei) => byKey('leis', lei),
    legalEntitiesByNumber: ({ authority, number }) => byNumber('leis', numberInRegister(authority, number)),
    relationshipsOf: (lei) => byNumber('relationships', lei),
    controllersOf: (companyNumber) => byNumber('controllers', companyNumber, 200),

    ...industryQuestions(queries),

    zipCentroid: (zip) => byKey('zips', zip.slice(0, 5)),

    close: () => versions.close(),
  }
}

type Queries = ReturnType<typeof queriesOf>

/** What all questions are made of. */
const queriesOf = (versions: OpenVersions) => {
  /** Queries every version of a family; falls back to the previous version if one turns out to be damaged. */
  function asking<F extends Family, T>(
    family: F,
    ask: (version: OpenVersion) => readonly T[],
    only?: (version: OpenVersion) => boolean,
  ): T[] {
    return versions.all().flatMap((version) => {
      if (version.dataSet.family !== family || (only && !only(version))) return []
      try {
        return ask(version)
      } catch (error) {
        if (!isDamage(error)) throw error
        versions.giveUp(version)
        const before = versions.all().find((other) => other.dataSet.kind === version.dataSet.kind)
        if (before === undefined) throw error
        return ask(before)
      }
    })
  }

  function searching<F extends NamedFamily>(family: F) {
    return ({ name, state, limit = limitByDefault, likeness = 0 }: NameQuestion): readonly NameFound<RecordOf[F]>[] => {
      const compare = comparerFor(name)
      const wanted = Math.max(limit * candidatesPerAnswer, candidatesAtLeast)
      const inState = state?.toUpperCase()
      const candidates = asking(
        family,
        (version) =>
          version.search(name, wanted, version.dataSet.state === undefined ? inState : undefined).map((candidate) => {
            const row = rowAt(version, candidate.record)
            return { version, row, name: candidate.name, comparison: compare(candidate.name, isPerson(family, row)) }
          }),
        ({ dataSet }) => inState === undefined || dataSet.state === undefined || dataSet.state === inState,
      )
      const found: NameFound<RecordOf[F]>[] = []
      for (const { version, row, name: matched_name, comparison } of candidates.toSorted(bestFirst)) {
        if (comparison.score < likeness) break
        const { score, explanation, kind } = comparison
        found.push({ ...foundIn<RecordOf[F]>(version, row), matched_name, match: { score, explanation }, name_match: kind })
        if (found.length === limit) break
      }
      return found
    }
  }

  const byNumber = <F extends Family>(family: F, number: string, limit = 50, only?: (version: OpenVersion) => boolean) =>
    asking(family, (version) => rows(version, 'byNumber', number, limit).map((row) => foundIn<RecordOf[F]>(version, row)), only)

  const byKey = <F extends Family>(family: F, key: string, only?: (version: OpenVersion) => boolean): Found<RecordOf[F]> | null =>
    asking(family, (version) => oneRow(version, key).map((row) => foundIn<RecordOf[F]>(version, row)), only)[0] ?? null

  return { asking, searching, byNumber, byKey }
}

/** Look-ups of the entities in the registries. */
const entityQuestions = ({ asking, byNumber, byKey }: Queries) =>
  ({
    entity: (id) => {
      const [kind, key] = partsOf(id)
      return byKey('entities', key, (version) => version.dataSet.kind === kind)
    },
    entityByNumber: ({ state, fileNumber }) =>
      asking('entities', (version) => oneRow(version, fileNumber).map((row) => foundIn<Entity>(version, row))).find(
        ({ record }) => record.state === state.toUpperCase(),
      ) ?? null,
    entitiesByTin: (tin) => byNumber('entities', tin.replace(/\D/g, '')),
    entitiesAtAddress: ({ address, limit = 10 }) => {
      const key = buildingKey(address)
      if (key === null) return { count: 0, entities: [] }
      const names = familiesWithAddresses.flatMap((family) => asking(family, (version) => version.statements.namesAtAddress.all(key)))
      const count = new Set(names.map((row) => row.name)).size
      const entities = asking('entities', (version) => rows(version, 'byAddress', key, limit).map((row) => foundIn<Entity>(version, row)))
      return { count, entities: entities.slice(0, limit) }
    },
    entitiesWithPerson: ({ name, limit = 50 }) => {
      const key = personKey(name)
      if (key === '') return []
      return asking('entities', (version) => rows(version, 'byPerson', key, limit).map((row) => foundIn<Entity>(version, row))).slice(
        0,
        limit,
      )
    },
  }) satisfies Partial<Reference>

/** Look-ups of industry codes. */
const industryQuestions = (queries: Queries) =>
  ({
    naics: (question) =>
      typeof question === 'string'
        ? newestCodes(queries, 'naics', question)
        : newestCodes(queries, 'naics', question.code, question.edition),
    sic: (code) => newestCodes(queries, 'sic', code),
    searchIndustry: ({ text, limit = limitByDefault }) => {
      const found = queries.asking('codes', (version) =>
        version.search(text, limit * 4).map((candidate) => {
          const row = rowAt(version, candidate.record)
          return { ...foundIn<IndustryCode>(version, row), likeness: candidate.likeness }
        }),
      )
      const newest = found.reduce(
        (edition, { record }) => (record.system === 'NAICS' && record.edition > edition ? record.edition : edition),
        '',
      )
      return found
        .filter(({ record }) => record.system !== 'NAICS' || record.edition === newest)
        .toSorted((a, b) => b.likeness - a.likeness || b.record.level - a.record.level)
        .slice(0, limit)
    },
  }) satisfies Partial<Reference>

const newestCodes = ({ byNumber }: Queries, kind: string, code: string, edition?: string): Found<IndustryCode> | null =>
  byNumber('codes', code, 20, (version) => version.dataSet.kind === kind)
    .filter(({ record }) => edition === undefined || record.edition === edition)
    .toSorted((a, b) => b.record.edition.localeCompare(a.record.edition))[0] ?? null

/** The maximum number of records to read and check against the filters. The tenth match is rarely further down. */
const readAtMost = 300

function autocompleted({ asking }: Queries, { name, entityKind, addresses = [], limit = 10 }: IdentityQuestion): readonly Identity[] {
  const families: readonly Family[] = (entityKind ?? 'NON_PROFIT') === 'NON_PROFIT' ? ['entities', 'exempt'] : ['entities']
  const candidates = families
    .flatMap((family) => asking(family, (version) => version.typed(name).map((candidate) => ({ version, ...candidate }))))
    .sort((a, b) => b.rank - a.rank || a.name.length - b.name.length)
  const found = new Map<string, Identity>()
  for (const { version, record } of candidates.slice(0, readAtMost)) {
    if (found.size === limit) break
    const row = rowAt(version, record)
    const isEntity = version.dataSet.family === 'entities'
    const identity = isEntity ? entityIdentity(foundIn<Entity>(version, row)) : exemptIdentity(foundIn<ExemptOrganisation>(version, row))
    if (entityKind !== undefined && identity.entity_type !== entityKind) continue
    if (addresses.length > 0 && !identity.addresses.some((own) => addresses.some((filter) => agrees(filter, own)))) continue
    // One company in two registries is one identity.
    const key = `${identity.names[0]?.name.toUpperCase()}|${identity.addresses[0]?.full_address.toUpperCase() ?? identity.id}`
    if (!found.has(key)) found.set(key, identity)
  }
  return [...found.values()]
}

type NamedFamily = 'entities' | 'parties' | 'exempt' | 'carriers' | 'loans' | 'licences' | 'liens' | 'leis'
export const familiesWithAddresses = ['entities', 'exempt', 'carriers', 'loans', 'licences'] as const

const rows = (version: OpenVersion, by: 'byNumber' | 'byPerson' | 'byAddress', key: string, limit: number): StoredRow[] =>
  version.statements[by].all(key, limit)

/** The record that an index of its file names. */
const rowAt = ({ file, statements }: OpenVersion, record: number): StoredRow => {
  const row = statements.byId.get(record)
  if (row === undefined) throw new Error(`the reference file ${file} lacks the record ${record}, which its index has`)
  return row
}

function oneRow(version: OpenVersion, key: string): readonly StoredRow[] {
  const row = version.statements.byKey.get(key)
  return row ? [row] : []
}

const partsOf = (id: string): readonly [kind: string, key: string] => {
  const colon = id.indexOf(':')
  return [id.slice(0, colon), id.slice(colon + 1)]
}

const plainNumber = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '')

const isPerson = (family: NamedFamily, row: StoredRow): boolean =>
  family === 'parties' && (JSON.parse(row.data) as ListedParty).type === 'individual'

type Compared = { readonly version: OpenVersion; readonly row: StoredRow; readonly comparison: { readonly score: number } }

/** Keeps equal results in a stable order. */
const bestFirst = (a: Compared, b: Compared): number =>
  b.comparison.score - a.comparison.score ||
  a.version.dataSet.kind.localeCompare(b.version.dataSet.kind) ||
  a.row.key.localeCompare(b.row.key)

function comparerFor(name: string) {
  const business = prepareName(name)
  const person = preparePerson(name)
  return (found: string, isAPerson: boolean) => (isAPerson ? comparePeople(person, found) : compareNames(business, found))
}

/** SQLITE_CORRUPT, also of an index for words, and SQLITE_NOTADB. The upper bits say more. */
function isDamage(error: unknown): boolean {
  const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  return code === 11 || code === 26
}

function versionsInUse(versions: OpenVersions): readonly VersionInUse[] {
  const open = versions.all()
  const inUse = open.map(({ dataSet, facts }): VersionInUse => {
    const problem = versions.problems.find(({ kind }) => kind === dataSet.kind || kind === '')?.problem ?? null
    const { kind, title, agency, state } = dataSet
    return { ...facts, kind, title, agency, state, problem }
  })
  const closed = versions.problems.filter(({ kind }) => !open.some(({ dataSet }) => dataSet.kind === kind))
  const unopened = closed.map(
    ({ kind, problem }): VersionInUse => ({
      kind,
      title: '',
      agency: '',
      version: null,
      as_of: null,
      coverage: 'all',
      state: undefined,
      imported_at: null,
      rows: 0,
      rejected: 0,
      records: 0,
      problem,
    }),
  )
  return [...inUse, ...unopened]
}
