// The ownership of a business in the Beneficial Ownership Data Standard, version 0.4 (https://standard.openownership.org/en/0.4.0/): a statement for
// each company, person and relationship. Owners that published data alone names follow the submitted ones. A relationship stands for what one party holds of another directly.

import { foundBeside, type NamedOwner } from '../../commands/found-owners.ts'
import { submittedOwners } from '../../commands/submitted-owners.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { FoundInterest, OwnershipInterest, OwnershipParty } from '../../events/ownership.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'

/** A date as of which all is said, and who publishes it. */
export type Publication = { readonly date: string; readonly publisher: string }

type Details = { readonly [member: string]: unknown }

/** In the order that the standard asks for: who is referred to comes before the relationship. */
export const bodsStatements = (
  { id, name, submitted, file }: Pick<BusinessDocument, 'id' | 'name' | 'submitted' | 'file'>,
  publication: Publication,
): readonly Details[] => {
  const owners = submittedOwners(submitted)
  const { parties, interests } = owners
  const found = foundBeside(owners, { submitted, file })
  const statementFrom = (source: string) => (recordId: string, recordType: RecordType, recordDetails: Details) => ({
    statementId: derivedId(`bods\n${recordId}\n${JSON.stringify(recordDetails)}`, id),
    declarationSubject: id,
    statementDate: publication.date,
    publicationDetails: { publicationDate: publication.date, bodsVersion: '0.4', publisher: { name: publication.publisher } },
    source: { type: [source] },
    recordId,
    recordStatus: 'new',
    recordType,
    recordDetails: { isComponent: false, ...recordDetails },
  })
  const statement = statementFrom('selfDeclaration')
  const people = new Set(parties.filter(({ type }) => type === 'person').map((party) => party.id))
  const relations = Map.groupBy(interests, ({ owner_id, owned_id }) => `${owner_id} ${owned_id}`)
  return [
    statement(id, 'entity', entity({ name, country: null, lei: null, registration_number: null })),
    ...parties.map((party) =>
      party.type === 'person' ? statement(party.id, 'person', person(party)) : statement(party.id, 'entity', entity(party)),
    ),
    ...[...relations.values()].map((held) => {
      const [{ owner_id, owned_id }] = held as [OwnershipInterest]
      const details = { subject: owned_id, interestedParty: owner_id, interests: held.map((each) => interest(each, people.has(owner_id))) }
      return statement(derivedId(`relationship\n${owner_id}\n${owned_id}`, id), 'relationship', details)
    }),
    ...found.flatMap((owner) => {
      const published = statementFrom(owner.relation.endsWith('parent') ? 'thirdParty' : 'officialRegister')
      const { party_id, owned_id, interests } = owner
      const details = { subject: owned_id, interestedParty: party_id, interests: interests.map((each) => foundInterest(each, owner)) }
      return [
        owner.type === 'person' ? published(party_id, 'person', person(owner)) : published(party_id, 'entity', entity(owner)),
        published(derivedId(`relationship\n${party_id}\n${owned_id}`, id), 'relationship', details),
      ]
    }),
  ]
}

type RecordType = 'entity' | 'person' | 'relationship'

const entity = ({ name, country, lei, registration_number }: Pick<OwnershipParty, 'name' | 'country' | 'lei' | 'registration_number'>) => {
  const identifiers = [
    ...(lei === null ? [] : [{ scheme: 'XI-LEI', id: lei }]),
    ...(registration_number === null ? [] : [{ schemeName: 'Registration number', id: registration_number }]),
  ]
  return {
    entityType: { type: 'registeredEntity' },
    ...(name === null ? {} : { name }),
    ...(country === null ? {} : { jurisdiction: { name: countryName(country), code: country } }),
    ...(identifiers.length === 0 ? {} : { identifiers }),
  }
}

const person = ({ name, country }: Pick<OwnershipParty, 'name' | 'country'>) => ({
  personType: 'knownPerson',
  names: name === null ? [] : [{ type: 'legal', fullName: name }],
  ...(country === null ? {} : { nationalities: [{ name: countryName(country), code: country }] }),
})

const types = {
  ownership: 'shareholding',
  voting_rights: 'votingRights',
  appoints_management: 'appointmentOfBoard',
  other_control: 'otherInfluenceOrControl',
} as const

/** The standard knows beneficial ownership or control of people only. */
const interest = ({ kind, percentage, since }: OwnershipInterest, isPerson: boolean) => ({
  type: types[kind],
  directOrIndirect: 'direct',
  beneficialOwnershipOrControl: isPerson,
  ...(percentage === null ? {} : { share: { exact: percentage, minimum: percentage, maximum: percentage } }),
  ...(since === null ? {} : { startDate: since }),
})

const foundInterest = ({ kind, from, to }: FoundInterest, { type, relation, since }: NamedOwner) => ({
  type: types[kind],
  directOrIndirect: relation === 'ultimate_parent' ? 'indirect' : 'direct',
  beneficialOwnershipOrControl: type === 'person',
  ...(from === null || to === null ? {} : { share: { ...(from === to && { exact: from }), minimum: from, maximum: to } }),
  ...(since === null ? {} : { startDate: since }),
})

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

const countryName = (code: string): string => countryNames.of(code) ?? code
