// A copy of a business for the test side: what was submitted, with everything replaced that is personal data, under ids of its own.
import type { BusinessEvent } from '../events/business.ts'
import type { Added } from '../events/business-actions.ts'
import type { Stood } from '../events/business-copy.ts'
import { derivedId } from '../events/derived-id.ts'
import type { OwnershipParty, SubmittedOwnership } from '../events/ownership.ts'
import type { Business, Created, OrderState, Submitted } from './business-state.ts'
import { riskTierSet } from './risk.ts'

type NewOrder = Extract<BusinessEvent, { type: 'OrderPlaced' }>['data']

/** The business as it stood. `orders`: the earliest first. */
export type Copied = {
  readonly submitted: Submitted
  readonly added: Pick<Added, 'names' | 'email_addresses'>
  readonly orders: readonly (Pick<OrderState, 'product'> & {
    readonly subproducts: readonly string[]
    readonly options: { readonly [name: string]: unknown }
  })[]
}

/** A TIN that the sandbox finds under every name. */
const sandboxTin = '123456789'
const sandboxSsn = '900000001'
const sandboxBirthday = '1980-01-01'

const firstNames = ['Alma', 'Boris', 'Clara', 'Denis', 'Edith', 'Felix', 'Greta', 'Hugo', 'Irene', 'Jonas', 'Karla', 'Louis', 'Marta']
const lastNames = ['Abbott', 'Brandt', 'Carver', 'Dalton', 'Everly', 'Fulton', 'Garner', 'Holden', 'Ingram', 'Jarvis', 'Kendall']

/**
 * A made-up name, another one for each of the first 143 numbers.
 * @example
 * madeUpName(0) // => 'Alma Abbott'
 * madeUpName(13) // => 'Alma Carver'
 */
export const madeUpName = (index: number): string => `${firstNames[index % firstNames.length]} ${lastNames[index % lastNames.length]}`

/**
 * What is submitted for the copy, and the latest order of each product. Names and addresses of the business stay; people, companies of the chain, numbers,
 * telephones and e-mail addresses are replaced. No id is that of the business, because ids are the subjects of personal data.
 */
export const copyOf = (
  { submitted, added, orders }: Copied,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): { readonly business: Created; readonly orders: readonly NewOrder[] } => {
  const idOf = (own: string): string => (own === submitted.business_id ? id : derivedId(own, id))
  const nameOf = madeUpNames()
  const requester = { id: accountId, type: 'account' } as const
  const latest = new Map(orders.map((order) => [order.product, order]))
  return {
    business: {
      ...submitted,
      business_id: id,
      mode: 'test',
      addresses: submitted.addresses.map((address) => ({ ...address, id: idOf(address.id) })),
      people: submitted.people.map((person) => ({
        ...person,
        id: idOf(person.id),
        name: nameOf(person.id),
        email: person.email && `${idOf(person.id)}@example.com`,
        phone: person.phone && phone(0),
        dob: person.dob && sandboxBirthday,
        ssn: person.ssn && sandboxSsn,
      })),
      tin: submitted.tin && sandboxTin,
      phone_numbers: submitted.phone_numbers.map((each, index) => ({ id: idOf(each.id), number: phone(index) })),
      names: added.names.map((each) => ({ ...each, id: idOf(each.id) })),
      email_addresses: added.email_addresses.map((each) => ({ id: idOf(each.id), email: `${idOf(each.id)}@example.com` })),
      ...(submitted.ownership && { ownership: ownershipOf(submitted.ownership, idOf, nameOf) }),
      // No two businesses of the test side have the same.
      unique_external_id: null,
      business_batch_id: null,
      connection_id: null,
      requester,
    },
    orders: [...latest.values()].map(({ product, subproducts, options }) => ({
      order_id: derivedId(`copied-order/${product}`, id),
      product,
      subproducts: [...subproducts],
      // They are JSON, as they came from the log.
      options: options as NewOrder['options'],
      requester,
    })),
  }
}

/** The tier counts as set by a person: the evidence of the sandbox gives another. */
export const copySettled = (
  state: Business,
  { copyId, stood: { risk_tier, ...stood } }: { readonly copyId: string; readonly stood: Stood },
): readonly BusinessEvent[] => {
  const reason = 'As it stood in the business that was copied.'
  const risk = risk_tier && state.review ? riskTierSet(state, { type: 'SetRiskTier', id: copyId, tier: risk_tier, reason }) : []
  return [...risk, { type: 'CopySettled', data: stood }]
}

/** One name for each person or company, by id: who is named in two places has the same name in both. */
const madeUpNames = () => {
  const names = new Map<string, string>()
  return (id: string): string => {
    const name = names.get(id) ?? madeUpName(names.size)
    names.set(id, name)
    return name
  }
}

const phone = (index: number): string => `+121255501${String(index % 99).padStart(2, '0')}`

const ownershipOf = (
  { parties, interests }: SubmittedOwnership,
  idOf: (own: string) => string,
  nameOf: (own: string) => string,
): SubmittedOwnership => ({
  parties: parties.map((party): OwnershipParty => {
    const name = party.type === 'person' ? nameOf(party.id) : `${nameOf(party.id)} Holdings LLC`
    const date_of_birth = party.date_of_birth && sandboxBirthday
    return { ...party, id: idOf(party.id), name, date_of_birth, lei: null, registration_number: null }
  }),
  interests: interests.map((each) => ({ ...each, owner_id: idOf(each.owner_id), owned_id: idOf(each.owned_id) })),
})
