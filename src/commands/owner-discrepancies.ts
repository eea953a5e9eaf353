// Where the owners that were submitted and those that published data names do not agree: each difference is a finding with a deadline, until new
// data or a person resolves it.
import type { BusinessEvent } from '../events/business.ts'
import { derivedId } from '../events/derived-id.ts'
import type { Discrepancy, FoundOwner, OwnershipParty, SubmittedOwnership } from '../events/ownership.ts'
import { registerNumber } from '../evidence/matching/link-keys.ts'
import { isSameParty } from '../evidence/matching/parties.ts'
import type { Business } from './business-state.ts'
import { judged, type ReviewRule } from './review/rule.ts'
import { submittedOwners } from './submitted-owners.ts'

/** From the day it is found: Regulation (EU) 2024/1624, article 24, has discrepancies reported within 14 calendar days. */
const discrepancyDays = 14

/** A register of control names those who hold more than this, in percent. */
const registeredFrom = 25

type Difference = Omit<Discrepancy, 'due_on'>

/** The submitted party that a found owner is; undefined: nobody submitted it. */
export const submittedAs = ({ parties }: Pick<SubmittedOwnership, 'parties'>, owner: FoundOwner): OwnershipParty | undefined =>
  parties.find((party) => isSame(party, owner))

/** Whether a found owner is one of the people who were submitted, whom nobody need have submitted as an owner. */
export const isSubmittedPerson = ({ people }: Pick<Business['submitted'], 'people'>, { type, name, born }: FoundOwner): boolean =>
  type === 'person' &&
  name !== null &&
  people.some(
    (each) => (born === null || (each.dob ?? born).startsWith(born)) && isSameParty({ name: each.name, dob: each.dob ?? '' }, name),
  )

/** The differences as they are now. None where nobody has submitted owners. */
export const differencesOf = ({ submitted, file }: Pick<Business, 'submitted' | 'file'>): readonly Difference[] => {
  const { business_id } = submitted
  const found = Object.values(file.found_owners)
  if (found.length === 0) return []
  const ownership = submittedOwners(submitted)
  if (ownership.interests.length === 0) return []
  const matched = new Map(found.map((owner) => [owner.id, submittedAs(ownership, owner)]))
  const difference = (kind: Discrepancy['kind'], about: Pick<Discrepancy, 'found_id' | 'submitted_id'>, ...key: readonly unknown[]) => ({
    id: derivedId(JSON.stringify(['owner discrepancy', kind, about, ...key]), business_id),
    kind,
    ...about,
  })
  const missing = found
    .filter((owner) => owner.name !== null && matched.get(owner.id) === undefined)
    .map(({ id }) => difference('not_submitted', { found_id: id, submitted_id: null }))
  const shares = found.flatMap((owner) => {
    const party = matched.get(owner.id)
    const told = owner.interests.find(({ kind, from, to }) => kind === 'ownership' && from !== null && to !== null)
    const held = ownership.interests.find(
      ({ owner_id, owned_id, kind }) => owner_id === party?.id && owned_id === owner.owned_id && kind === 'ownership',
    )
    if (!party || !told || held?.percentage == null || owner.relation === 'ultimate_parent') return []
    const { from, to } = told
    const isWithin = held.percentage >= (from ?? 0) - tolerance && held.percentage <= (to ?? 100) + tolerance
    return isWithin ? [] : [difference('other_share', { found_id: owner.id, submitted_id: party.id }, from, to, held.percentage)]
  })
  return [
    ...missing,
    ...shares,
    ...notFound(ownership, found, matched).map((id) => difference('not_found', { found_id: null, submitted_id: id })),
  ]
}

/** Percentages are published with two digits: rounding explains one hundredth. */
const tolerance = 0.011

/** Submitted owners of a company whose register is complete and does not name them. A register that withholds a name may name them. */
const notFound = (
  { interests }: SubmittedOwnership,
  found: readonly FoundOwner[],
  matched: ReadonlyMap<string, OwnershipParty | undefined>,
): readonly string[] => {
  const complete = Map.groupBy(
    found.filter(({ is_complete }) => is_complete),
    ({ owned_id }) => owned_id,
  )
  return interests.flatMap(({ owner_id, owned_id, kind, percentage }) => {
    const named = complete.get(owned_id)
    if (!named || kind !== 'ownership' || percentage === null || percentage <= registeredFrom) return []
    const isNamed = named.some(({ id, name }) => name === null || matched.get(id)?.id === owner_id)
    return isNamed ? [] : [owner_id]
  })
}

/** The identifier or the number decides; else the name, and the month of birth where both are known. */
const isSame = (party: OwnershipParty, owner: FoundOwner): boolean => {
  if (owner.name === null && owner.lei === null) return false
  if (owner.type !== party.type) return false
  if (party.lei !== null && owner.lei !== null) return party.lei === owner.lei
  if (
    party.registration_number !== null &&
    owner.registration_number !== null &&
    registerNumber(party.registration_number) === registerNumber(owner.registration_number)
  )
    return true
  if (party.date_of_birth !== null && owner.born !== null && !party.date_of_birth.startsWith(owner.born)) return false
  return (
    owner.name !== null && isSameParty({ name: party.name, dob: owner.type === 'person' ? (party.date_of_birth ?? '') : null }, owner.name)
  )
}

/** What has come up, and what new data have resolved. @param at when it is judged (ISO 8601) */
export const discrepancyEvents = (business: Business, at: string): readonly BusinessEvent[] => {
  const known = business.file.owner_discrepancies ?? {}
  const now = differencesOf(business)
  if (now.length === 0 && Object.keys(known).length === 0) return []
  const ids = new Set(now.map(({ id }) => id))
  const due_on = new Date(Date.parse(at) + discrepancyDays * 86_400_000).toISOString().slice(0, 10)
  return [
    ...Object.values(known)
      .filter(({ id, status }) => status !== 'resolved' && !ids.has(id))
      .map(({ id }) => ({ type: 'OwnerDiscrepancyResolved' as const, data: { discrepancy_id: id, cause: 'data' as const, reason: null } })),
    ...now
      .filter(({ id }) => !known[id] || known[id]?.resolution?.cause === 'data')
      .map((each) => ({ type: 'OwnerDiscrepancyFound' as const, data: { discrepancy: { ...each, due_on } } })),
  ]
}

export const discrepancyRule: ReviewRule = {
  category: 'people',
  key: 'owner_discrepancies',
  label: 'People',
  judge: ({ submitted, file }) => {
    const found = Object.values(file.found_owners)
    if (found.length === 0 || submittedOwners(submitted).interests.length === 0) return null
    const sources = found.flatMap((owner) => owner.sources)
    const open = Object.values(file.owner_discrepancies ?? {}).filter(({ status }) => status !== 'resolved')
    if (open.length === 0)
      return judged(
        'success',
        'Owners Agree',
        `Owners in published data: ${found.length}. They agree with the submitted ones, or the difference is resolved.`,
        sources,
      )
    const counted = Object.entries(words).flatMap(([kind, told]) => {
      const count = open.filter((each) => each.kind === kind).length
      return count > 0 ? [`${count} ${told}`] : []
    })
    const [first] = open.map(({ due_on }) => due_on).toSorted()
    const isOverdue = open.some(({ status }) => status === 'overdue')
    const told = `Submitted owners and published data differ: ${counted.join(', ')}. To be resolved by ${first}.`
    return isOverdue ? judged('failure', 'Owners Differ, Overdue', told, sources) : judged('warning', 'Owners Differ', told, sources)
  },
}

const words = {
  not_submitted: 'found and not submitted',
  other_share: 'with another share',
  not_found: 'submitted and not in the register',
} as const
