// The ownership of a business in the Beneficial Ownership Data Standard, version 0.4 (https://standard.openownership.org/en/0.4.0/): a statement for
// each company, person and relationship. A relationship stands for what one party holds of another directly.

import { derivedId } from '../../events/derived-id.ts'
import type { OwnershipInterest, OwnershipParty } from '../../events/ownership.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'

/** A date as of which all is said, and who publishes it. */
export type Publication = { readonly date: string; readonly publisher: string }

type Details = { readonly [member: string]: unknown }

/** In the order that the standard asks for: who is referred to comes before the relationship. */
export const bodsStatements = (
  { id, name, submitted }: Pick<BusinessDocument, 'id' | 'name' | 'submitted'>,
  publication: Publication,
): readonly Details[] => {
  const { parties = [], interests = [] } = submitted.ownership ?? {}
  const statement = (recordId: string, recordType: 'entity' | 'person' | 'relationship', recordDetails: Details): Details => ({
    statementId: derivedId(`bods\n${recordId}\n${JSON.stringify(recordDetails)}`, id),
    declarationSubject: id,
    statementDate: publication.date,
    publicationDetails: { publicationDate: publication.date, bodsVersion: '0.4', publisher: { name: publication.publisher } },
    source: { type: ['selfDeclaration'] },
    recordId,
    recordStatus: 'new',
    recordType,
    recordDetails: { isComponent: false, ...recordDetails },
  })
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
  ]
}

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

const person = ({ name, country }: OwnershipParty) => ({
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

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

const countryName = (code: string): string => countryNames.of(code) ?? code
