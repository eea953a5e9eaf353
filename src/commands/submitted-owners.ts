// Who owns a business as it was submitted, whichever way: the structure of owners, and the people of whom a share was said. One person who was
// given both ways is one party, whose share counts once.
import type { OwnershipInterest, OwnershipParty, SubmittedOwnership } from '../events/ownership.ts'
import { isUnreadable } from '../events/personal-data.ts'
import { isCompany, isSameParty } from '../evidence/matching/parties.ts'
import type { Submitted } from './business-state.ts'
import { holdingsOf } from './effective-ownership.ts'

type Given = Pick<Submitted, 'business_id' | 'people' | 'ownership'>
type Person = Given['people'][number]

export type SubmittedOwners = SubmittedOwnership & {
  /** The parties whose share in the business was said of the person alone. */
  readonly of_people: readonly string[]
  /** The parties of whom the structure and the person say different shares. The structure counts. */
  readonly differing: readonly string[]
}

/**
 * The submitted structure, and beside it each person with a share that the structure does not tell.
 * @example
 * const ann = { id: 'ann', name: 'Ann Doe', title: null, email: null, phone: null, dob: null, ssn: null, ownership_percentage: 60 }
 * submittedOwners({ business_id: 'acme', people: [ann] }).interests.map(({ owner_id, percentage }) => [owner_id, percentage]) // => [['ann', 60]]
 */
export const submittedOwners = ({ business_id, people, ownership }: Given): SubmittedOwners => {
  const structure = ownership ?? { parties: [], interests: [] }
  const saidOf = people.flatMap((person) => shareOf(person, structure, business_id))
  if (saidOf.length === 0) return { ...structure, of_people: [], differing: [] }
  const holdings = holdingsOf(structure.interests, business_id)
  const isTold = ({ party }: Said) =>
    structure.interests.some(({ owner_id, kind, percentage }) => owner_id === party.id && kind === 'ownership' && percentage !== null)
  const told = saidOf.filter(isTold)
  const added = saidOf.filter((said) => !isTold(said))
  const known = new Set(structure.parties.map(({ id }) => id))
  const ofPeople = new Set(added.map(({ party }) => party.id))
  const isReplaced = ({ owner_id, owned_id, kind }: OwnershipInterest) =>
    kind === 'ownership' && owned_id === business_id && ofPeople.has(owner_id)
  return {
    parties: [...structure.parties, ...added.flatMap(({ party }) => (known.has(party.id) ? [] : [party]))],
    interests: [...structure.interests.filter((each) => !isReplaced(each)), ...added.map(({ interest }) => interest)],
    of_people: [...ofPeople],
    differing: told.flatMap(({ party, interest: { percentage } }) => {
      const differs = percentage !== null && Math.abs(percentage - (holdings.get(party.id)?.effective ?? 0)) > tolerance
      return differs ? [party.id] : []
    }),
  }
}

/** Percentages are said with two digits: rounding explains one hundredth. */
const tolerance = 0.011

type Said = { readonly party: OwnershipParty; readonly interest: OwnershipInterest }

/** Nothing where no share was said, or none at all. */
const shareOf = (person: Person, { parties }: SubmittedOwnership, business_id: string): readonly Said[] => {
  const { ownership_percentage: said } = person
  if (!said) return []
  const party = parties.find(({ id }) => id === person.id) ?? parties.find((each) => isOne(each, person)) ?? partyOf(person)
  // The share of an erased person can no longer be read.
  const percentage = isUnreadable(said) ? null : said
  return [{ party, interest: { owner_id: party.id, owned_id: business_id, kind: 'ownership', percentage, since: null } }]
}

const isOne = (party: OwnershipParty, person: Person): boolean => {
  const { name, dob } = person
  if (party.type !== typeOf(person) || isUnreadable(name) || isUnreadable(party.name)) return false
  const isBornOtherwise = party.date_of_birth !== null && dob !== null && party.date_of_birth !== dob
  return !isBornOtherwise && isSameParty({ name, dob }, party.name)
}

/** The form for a person takes a company's name, too. */
const typeOf = (person: Person): OwnershipParty['type'] => (isCompany(person) ? 'business' : 'person')

const partyOf = (person: Person): OwnershipParty => ({
  id: person.id,
  type: typeOf(person),
  name: person.name,
  date_of_birth: person.dob,
  country: null,
  lei: null,
  registration_number: null,
})
