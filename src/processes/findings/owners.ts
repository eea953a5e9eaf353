// Owners that published data names, as evidence beside what was submitted: parents of the legal entity identifier, owners and members on
// registrations, and the controllers that a register of control names for the business and the companies above it.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { isStillOwnLei } from '../../commands/former-names.ts'
import type { FoundInterest, FoundOwner } from '../../events/ownership.ts'
import { firstOfEach, type Source, unique } from '../../events/parts.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { kindOfParty } from '../../evidence/matching/parties.ts'
import type {
  ControllerFinding,
  EvidenceSource,
  LegalEntityFinding,
  LegalParent,
  RegistrationFinding,
  Subject,
} from '../../evidence/ports.ts'
import { identifier, personIdIn } from './parts.ts'

type Found = Omit<FoundOwner, 'party_id'> & { readonly sources: readonly Source[] }

export const ownersFound = async (
  business: Business,
  { subject, source, signal }: { readonly subject: Subject; readonly source: EvidenceSource; readonly signal: AbortSignal },
): Promise<Evidence> => {
  const [entity, registered] = await Promise.all([source.legalEntity?.(subject, signal) ?? null, source.registrations(subject, signal)])
  const companies = firstOfEach([...ownCompany(business, entity), ...companiesOf(withOwnLei(business))], ({ id }) => id)
  const controllersOf = async ({ id, number }: Company) => ({ id, found: (await source.controllers?.(number, signal)) ?? [] })
  const registers = companies.length === 0 ? [] : await Promise.all(companies.map(controllersOf))
  const found = [
    ...(entity && entity.possible === undefined ? parentsOf(business, entity) : []),
    ...registered.filter(({ possible }) => possible === undefined).flatMap((each) => membersOf(business, each)),
    ...registers.flatMap(({ id, found: controllers }) => controllers.map((each) => controllerOf(business, id, each))),
  ]
  if (found.length === 0 && Object.keys(business.file.found_owners).length === 0) return {}
  return { found_owners: unique(found.map((each) => ({ ...each, party_id: partyIdOf(business, each) }))) }
}

/** Without the record of an identifier that a former name found. */
const withOwnLei = (business: Business): Business => {
  const own = Object.entries(business.file.lei_records).filter(([, record]) => isStillOwnLei(business, record))
  return { ...business, file: { ...business.file, lei_records: Object.fromEntries(own) } }
}

const partyIdOf = (business: Business, { id, type, name }: Found): string =>
  type === 'person' && name !== null ? personIdIn(business, name) : id

type Company = { readonly id: string; readonly number: string }

/** The companies with a number of Companies House: the business by its identifier's record on file, and submitted ones above it. */
export const companiesOf = ({ submitted, file }: Pick<Business, 'submitted' | 'file'>): readonly Company[] => [
  ...Object.values(file.lei_records).flatMap((record) => (record.possible === null ? ownNumber(submitted.business_id, record) : [])),
  ...(submitted.ownership?.parties ?? []).flatMap(({ id, type, country, registration_number: number }) =>
    type === 'business' && country === 'GB' && number !== null ? [{ id, number: companyNumber(number) }] : [],
  ),
]

/** As the record just found says. */
const ownCompany = ({ submitted }: Business, entity: LegalEntityFinding | null): readonly Company[] =>
  entity && entity.possible === undefined ? ownNumber(submitted.business_id, entity) : []

const ownNumber = (id: string, { authority, number }: Pick<LegalEntityFinding, 'authority' | 'number'>): readonly Company[] =>
  number !== null && registersOfCompaniesHouse.has(authority ?? '') ? [{ id, number: companyNumber(number) }] : []

/** GLEIF's codes of the registers of England and Wales, Northern Ireland, and Scotland. */
const registersOfCompaniesHouse: ReadonlySet<string> = new Set(['RA000585', 'RA000586', 'RA000587'])

/** Eight signs: numbers lose their zeros on the way now and then. */
export const companyNumber = (number: string): string => number.trim().toUpperCase().padStart(8, '0')

const nobody = { born: null, country: null, lei: null, registration_number: null, since: null, is_complete: false }

const parentsOf = (business: Business, { direct_parent, ultimate_parent }: LegalEntityFinding): readonly Found[] =>
  Object.entries({ direct_parent, ultimate_parent }).flatMap(([relation, parent]) => {
    if (parent === null || (relation === 'ultimate_parent' && parent.lei === direct_parent?.lei)) return []
    return [
      {
        ...nobody,
        ...parentOf(parent),
        id: identifier(business)('found_owner', relation, parent.lei),
        owned_id: business.submitted.business_id,
        relation: relation as FoundOwner['relation'],
      },
    ]
  })

const parentOf = ({ lei, name, country, percentage, since, sources }: LegalParent) => ({
  type: 'business' as const,
  name,
  lei,
  country,
  since,
  interests: [
    percentage === null
      ? { kind: 'other_control' as const, from: null, to: null }
      : { kind: 'ownership' as const, from: percentage, to: percentage },
  ],
  sources: [...sources],
})

/** Titles by which a registry says that somebody owns the company. A manager who is a member is one. */
const isOwner = (title: string): boolean => /\b(?:OWNER|MEMBER|SHAREHOLDER|STOCKHOLDER|PARTNER|PROPRIETOR)\b/.test(title.toUpperCase())

const membersOf = (business: Business, { officers, sources }: RegistrationFinding): readonly Found[] =>
  officers
    .filter(({ titles }) => titles.some(isOwner))
    .map(({ name }) => ({
      ...nobody,
      id: identifier(business)('found_owner', 'registration', normaliseName(name).tokens.toSorted().join(' ')),
      owned_id: business.submitted.business_id,
      relation: 'registration',
      type: kindOfParty({ name }),
      name,
      interests: [{ kind: 'ownership', from: null, to: null }],
      sources: [...sources],
    }))

const controllerOf = (business: Business, owned_id: string, { natures, sources, key, since, ...told }: ControllerFinding): Found => ({
  ...nobody,
  ...told,
  id: identifier(business)('found_owner', 'control_register', owned_id, key),
  owned_id,
  relation: 'control_register',
  since,
  interests: natures.map(interestOf),
  is_complete: true,
  sources: [...sources],
})

const kinds: readonly (readonly [start: string, kind: FoundInterest['kind']])[] = [
  ['ownership-of-shares', 'ownership'],
  ['right-to-share-surplus-assets', 'ownership'],
  ['voting-rights', 'voting_rights'],
  ['right-to-appoint-and-remove', 'appoints_management'],
]

/**
 * A nature of control in the words of the register.
 * @example
 * interestOf('ownership-of-shares-25-to-50-percent-as-trust') // => { kind: 'ownership', from: 25, to: 50 }
 */
export const interestOf = (nature: string): FoundInterest => {
  const kind = kinds.find(([start]) => nature.startsWith(start))?.[1] ?? 'other_control'
  const [, from, to] = /-(\d+)-to-(\d+)-percent/.exec(nature) ?? []
  const [, least] = /-more-than-(\d+)-percent/.exec(nature) ?? []
  return {
    kind,
    from: from !== undefined ? Number(from) : least !== undefined ? Number(least) : null,
    to: to !== undefined ? Number(to) : least !== undefined ? 100 : null,
  }
}
