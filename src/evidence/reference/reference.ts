// The questions that the loaded reference data answer. `database.ts` answers them, and `thread.ts` asks them in a thread of its own.

import type { Identity, IdentityQuestion } from '../identities.ts'
import type { ScreenedName } from '../matching/listed.ts'
import type { PostalAddress } from '../ports.ts'
import type { Coverage } from './data-set.ts'
import type {
  Carrier,
  Controller,
  Entity,
  ExemptOrganisation,
  Found,
  IndustryCode,
  LegalEntity,
  LegalRelationship,
  Licence,
  LienFiling,
  ListedParty,
  LoadedList,
  Loan,
  NameFound,
  Revocation,
  ZipCentroid,
} from './records.ts'
import type { PartyHit } from './screening.ts'

export type NameQuestion = {
  readonly name: string
  /** Two letters: only what is registered or located in this state. */
  readonly state?: string | undefined
  /** 20 by default. */
  readonly limit?: number | undefined
  /** The minimum likeness of names, 0 to 1; no minimum by default. */
  readonly likeness?: number | undefined
}

export type VersionInUse = {
  readonly kind: string
  readonly title: string
  readonly agency: string
  /** Null if no version can be opened. */
  readonly version: string | null
  readonly as_of: string | null
  readonly coverage: Coverage
  /** The two letters of the state whose registry it is. */
  readonly state: string | undefined
  readonly imported_at: string | null
  readonly rows: number
  readonly rejected: number
  readonly records: number
  /** Why the latest imported version is not, or only partly, in use. */
  readonly problem: string | null
}

/** Every method takes at most one argument, so that calls can cross threads. Ids are those of `Found`. */
export type Reference = {
  versions(): readonly VersionInUse[]
  /** The sanctions lists in the loaded data, each with the data set that screening reads it from. */
  lists(): readonly LoadedList[]

  /** Suggests companies and exempt organisations while the user types a name, likeliest first. */
  autocomplete(question: IdentityQuestion): readonly Identity[]
  searchEntities(question: NameQuestion): readonly NameFound<Entity>[]
  entity(id: string): Found<Entity> | null
  entityByNumber(of: { readonly state: string; readonly fileNumber: string }): Found<Entity> | null
  /** Entities that a registry lists under this number of nine digits. */
  entitiesByTin(tin: string): readonly Found<Entity>[]
  /**
   * `count` counts different names in all data that has addresses; `entities` lists those of registries, up to `limit` (10).
   * Units within a building are ignored.
   */
  entitiesAtAddress(question: { readonly address: PostalAddress; readonly limit?: number }): {
    readonly count: number
    readonly entities: readonly Found<Entity>[]
  }
  /** By officer or registered agent, up to `limit` (50). */
  entitiesWithPerson(question: { readonly name: string; readonly limit?: number }): readonly Found<Entity>[]

  searchListed(question: NameQuestion): readonly NameFound<ListedParty>[]
  /** The listed parties that this business or person may be, best first. */
  screen(screened: ScreenedName): readonly PartyHit[]

  taxExemptByEin(ein: string): Found<ExemptOrganisation> | null
  searchTaxExempt(question: NameQuestion): readonly NameFound<ExemptOrganisation>[]

  searchCarriers(question: NameQuestion): readonly NameFound<Carrier>[]
  carrierByDot(dotNumber: string): Found<Carrier> | null
  revocationsByDot(dotNumber: string): readonly Found<Revocation>[]

  searchLoans(question: NameQuestion): readonly NameFound<Loan>[]
  searchLicences(question: NameQuestion): readonly NameFound<Licence>[]
  /** By debtor; `state` is that of the filing office. */
  searchLiens(question: NameQuestion): readonly NameFound<LienFiling>[]

  searchLegalEntities(question: NameQuestion): readonly NameFound<LegalEntity>[]
  legalEntityByLei(lei: string): Found<LegalEntity> | null
  /** Those registered under this number in the register with this code of GLEIF's. */
  legalEntitiesByNumber(of: { readonly authority: string; readonly number: string }): readonly Found<LegalEntity>[]
  /** What the entity is to others: consolidated by a parent, a branch, managed by a fund manager. */
  relationshipsOf(lei: string): readonly Found<LegalRelationship>[]
  /** Those whom a register of control names for the company, up to 200. */
  controllersOf(companyNumber: string): readonly Found<Controller>[]

  /** From the newest edition loaded, unless another is given. `31`, `32` and `33` give `31-33`. */
  naics(question: string | { readonly code: string; readonly edition: string }): Found<IndustryCode> | null
  sic(code: string): Found<IndustryCode> | null
  /** Classes of NAICS (newest edition) and SIC whose titles contain words of the text, best match first. */
  searchIndustry(question: {
    readonly text: string
    readonly limit?: number
  }): readonly (Found<IndustryCode> & { readonly likeness: number })[]

  /** The centre of a ZIP code's area. The four digits after the hyphen are ignored. */
  zipCentroid(zip: string): Found<ZipCentroid> | null

  close(): void
}

export const referenceMethods = [
  'versions',
  'lists',
  'autocomplete',
  'searchEntities',
  'entity',
  'entityByNumber',
  'entitiesByTin',
  'entitiesAtAddress',
  'entitiesWithPerson',
  'searchListed',
  'screen',
  'taxExemptByEin',
  'searchTaxExempt',
  'searchCarriers',
  'carrierByDot',
  'revocationsByDot',
  'searchLoans',
  'searchLicences',
  'searchLiens',
  'searchLegalEntities',
  'legalEntityByLei',
  'legalEntitiesByNumber',
  'relationshipsOf',
  'controllersOf',
  'naics',
  'sic',
  'searchIndustry',
  'zipCentroid',
] as const satisfies readonly (keyof Reference)[]
