// Who owns a business, as requests tell it: a list of owners, of which each company may have owners of its own. It becomes parties, each once, and
// what they hold of each other.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Submitted } from '../../commands/business-state.ts'
import { overOwned } from '../../commands/effective-ownership.ts'
import { interestKinds, type OwnershipInterest, type OwnershipParty, type SubmittedOwnership } from '../../events/ownership.ts'
import { unprocessable } from '../errors.ts'
import { memberLimits as limits } from '../limits.ts'
import type { ErrorEntry } from '../messages.ts'
import { serviceLimits } from '../service-limits.ts'
import { optional, orNull, text } from './fields.ts'
import { LeiText } from './lei.ts'
import { birthday } from './person.ts'

const mostParties = serviceLimits.parties.most
const longestChain = serviceLimits.ownershipChain.most

const Country = orNull(
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code of two letters'),
)

const OwningPerson = z
  .object({ name: text(limits.personName.most), date_of_birth: birthday, nationality: Country })
  .meta({ id: 'OwningPerson', examples: [{ name: 'Ann Smith', date_of_birth: '1970-05-01', nationality: 'US' }] })

export type OwnershipItem = {
  readonly person?: z.output<typeof OwningPerson> | undefined
  readonly business?: OwningBusiness | undefined
  readonly percentage: number | null
  readonly kind?: OwnershipInterest['kind'] | undefined
  readonly since: string | null
}
type OwningBusiness = {
  readonly name: string
  readonly lei: string | null
  readonly registration_number: string | null
  readonly country: string | null
  readonly ownership?: readonly OwnershipItem[] | undefined
}

const OwningBusiness: z.ZodType<OwningBusiness> = z
  .object({
    name: text(limits.businessName.most),
    lei: orNull(LeiText),
    registration_number: orNull(text(limits.registrationNumber.most)),
    country: Country.meta({ description: 'Where it is registered.' }),
    ownership: z.lazy(() => optional(z.array(OwnershipItem).max(limits.owners.most))),
  })
  .meta({ id: 'OwningBusiness' })

/** One owner. The same person or company in several places is one party. */
export const OwnershipItem: z.ZodType<OwnershipItem> = z
  .object({
    person: optional(OwningPerson),
    business: optional(OwningBusiness),
    percentage: orNull(z.number().gt(0).max(limits.ownedShare.most)).meta({
      description: 'Of the whole. Absent or null where it is not known.',
    }),
    kind: optional(z.enum(interestKinds)).meta({ description: '`ownership` when absent.' }),
    since: orNull(z.iso.date()),
  })
  .refine(({ person, business }) => (person === undefined) !== (business === undefined), {
    path: ['person'],
    error: 'must be there, or business, and not both',
  })
  .meta({
    id: 'OwnershipItem',
    examples: [
      { person: { name: 'Ann Smith' }, percentage: 40 },
      { business: { name: 'Acme Holding Inc', ownership: [{ person: { name: 'Ben Jones' }, percentage: 100 }] }, percentage: 60 },
    ],
  })

export const OwnershipList = z.array(OwnershipItem).max(limits.owners.most)

export type KnownParties = {
  readonly businessId: string
  readonly name: string
  readonly people: Submitted['people']
  /** What was submitted before: the same party keeps its id, and so its evidence. */
  readonly before?: SubmittedOwnership | null | undefined
  readonly idOf: (what: string) => string
}

/**
 * The structure that a list of owners describes.
 * @throws ApiError 422 with every problem: too many parties, two different percentages for the same interest, more than 100 percent of a company
 */
export const ownershipFrom = (items: readonly OwnershipItem[], submitted: KnownParties): SubmittedOwnership => {
  const known = { ...submitted, idOf: once(submitted.idOf) }
  const parties = new Map<string, OwnershipParty>()
  const interests = new Map<string, OwnershipInterest>()
  const problems: ErrorEntry[] = []
  const paths = new Map<string, string>([[known.businessId, 'ownership']])

  let longest = 0

  const add = (list: readonly OwnershipItem[], ownedId: string, at: string, depth: number) => {
    longest = Math.max(longest, depth)
    if (depth > longestChain) return
    for (const [index, { person, business, percentage, kind = 'ownership', since }] of list.entries()) {
      const path = `${at}.${index}`
      const party = person ? ofPerson(person, known) : ofBusiness(business as OwningBusiness, known)
      const id = party.id
      if (id !== known.businessId) parties.set(id, { ...party, ...detailsOf(party, parties.get(id)) })
      if (parties.size > mostParties) return
      const interest = { owner_id: id, owned_id: ownedId, kind, percentage, since }
      const key = JSON.stringify([id, ownedId, kind])
      const told = interests.get(key)
      if (told && !isDeepStrictEqual(told, interest))
        problems.push({
          message: `${path} tells another percentage or date for the same owner than before`,
          parameter: `${path}.percentage`,
        })
      interests.set(key, told ?? interest)
      if (!paths.has(id)) paths.set(id, `${path}.business.ownership`)
      if (business?.ownership) add(business.ownership, id, `${path}.business.ownership`, depth + 1)
    }
  }
  add(items, known.businessId, 'ownership', 1)

  if (longest > longestChain)
    problems.push({
      message: `ownership must lead through at most ${longestChain} companies, the business itself among them`,
      parameter: 'ownership',
    })
  if (parties.size > mostParties)
    problems.push({ message: `ownership must name at most ${mostParties} people and companies`, parameter: 'ownership' })
  const all = [...interests.values()]
  for (const id of overOwned(all)) {
    const parameter = paths.get(id) ?? 'ownership'
    problems.push({ message: `${parameter} adds up to more than 100 percent`, parameter })
  }
  if (problems.length > 0) throw unprocessable(problems)
  return { parties: [...parties.values()], interests: all }
}

/** What one place says of a party counts where another place says nothing. */
const detailsOf = (party: OwnershipParty, before: OwnershipParty | undefined) => ({
  date_of_birth: party.date_of_birth ?? before?.date_of_birth ?? null,
  country: party.country ?? before?.country ?? null,
  lei: party.lei ?? before?.lei ?? null,
  registration_number: party.registration_number ?? before?.registration_number ?? null,
})

const ofPerson = (person: z.output<typeof OwningPerson>, { people, before, idOf }: KnownParties): OwnershipParty => {
  const { name, date_of_birth = null, nationality } = person
  const isSame = (other: { readonly name: string; readonly born: string | null }) =>
    folded(other.name) === folded(name) && (other.born === null || date_of_birth === null || other.born === date_of_birth)
  const id =
    people.find((each) => isSame({ name: each.name, born: each.dob }))?.id ??
    before?.parties.find((each) => each.type === 'person' && isSame({ name: each.name, born: each.date_of_birth }))?.id ??
    idOf(JSON.stringify(['owner', 'person', folded(name), date_of_birth]))
  return { id, type: 'person', name, date_of_birth, country: nationality, lei: null, registration_number: null }
}

const ofBusiness = (business: OwningBusiness, { businessId, name: ownName, before, idOf }: KnownParties): OwnershipParty => {
  const { name, lei, registration_number, country } = business
  const key = keyOf(business)
  // A company in the chain may be owned by the business itself.
  const isItself = lei === null && registration_number === null && folded(name) === folded(ownName)
  const known = before?.parties.find((each) => each.type === 'business' && keyOf(each) === key)?.id
  const id = isItself ? businessId : (known ?? idOf(JSON.stringify(['owner', 'business', key])))
  return { id, type: 'business', name, date_of_birth: null, country, lei, registration_number }
}

/** What tells companies apart: the identifier, else the number in its country, else the name. */
const keyOf = ({ name, lei, registration_number, country }: Pick<OwningBusiness, 'name' | 'lei' | 'registration_number' | 'country'>) =>
  lei ?? JSON.stringify(registration_number === null ? [folded(name), country] : [registration_number, country])

/** The same id for the same key. */
const once = (idOf: KnownParties['idOf']): KnownParties['idOf'] => {
  const ids = new Map<string, string>()
  return (key) => {
    const id = ids.get(key) ?? idOf(key)
    ids.set(key, id)
    return id
  }
}

const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim()

export const ReplaceOwnership = z
  .object({ ownership: OwnershipList })
  .meta({ id: 'ReplaceOwnershipRequest', examples: [{ ownership: [{ person: { name: 'Ann Smith' }, percentage: 100 }] }] })

export const usualWording =
  'To the best of my knowledge, what is said here of the owners and controllers of this business is complete and correct.'

export const CertifyOwnership = z
  .object({
    name: text(limits.personName.most).meta({ description: 'Who certifies.' }),
    title: optional(text(limits.title.most)),
    wording: text(limits.wording.most).default(usualWording),
  })
  .meta({ id: 'CertifyOwnershipRequest', examples: [{ name: 'Ann Smith', title: 'Managing member' }] })

export const ResolveDiscrepancy = z
  .object({ reason: text(limits.reason.most).meta({ description: 'Why the submitted owners stand as they are.' }) })
  .meta({ id: 'ResolveOwnerDiscrepancyRequest', examples: [{ reason: 'She sold her shares in May; the register has not been updated.' }] })
