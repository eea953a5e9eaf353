// Identities of businesses: suggestions while the user types a name, and the data that fills a form once one is chosen
// (specification 4.11). They come from the reference data, or are made up in the sandbox.
import type { EntityType } from '../events/entity-types.ts'
import { parseAddress } from './matching/addresses.ts'
import { states } from './matching/states.ts'
import type { IndustryFinding, LabelledAddress, PostalAddress } from './ports.ts'

/** The given parts of an address; all of them must match. */
export type AddressFilter = Partial<Pick<PostalAddress, 'address_line1' | 'city' | 'state' | 'postal_code'>>

export type IdentityQuestion = {
  /** The text typed so far. */
  readonly name: string
  readonly entityKind?: EntityType | undefined
  /** At least one must match an address of the business. */
  readonly addresses?: readonly AddressFilter[] | undefined
  /** 10 by default. */
  readonly limit?: number | undefined
}

export type Identity = {
  /** A prefill finds the identity by this id. */
  readonly id: string
  readonly names: readonly { readonly name: string; readonly type: 'legal' | 'dba' }[]
  readonly addresses: readonly LabelledAddress[]
  readonly people: readonly { readonly name: string; readonly titles: readonly string[] }[]
  readonly entity_type: EntityType | null
}

export type PrefillQuestion = {
  readonly names: readonly string[]
  readonly addresses: readonly PostalAddress[]
  /** Nine digits. */
  readonly tin: string | null
  readonly website: string | null
  /** The id of an identity. */
  readonly identity: string | null
}

export type Prefill = Omit<Identity, 'id'> & {
  readonly tin: string | null
  readonly website: string | null
  readonly industries: readonly IndustryFinding[]
}

export type IdentitySource = {
  readonly autocomplete: (question: IdentityQuestion) => Promise<readonly Identity[]>
  /** null: no identity has this id, name or website. */
  readonly prefill: (question: PrefillQuestion) => Promise<Prefill | null>
}

/** Whether a filter matches the address. Only letters and digits are compared, of streets as addresses abbreviate them; a state may be written out. */
export const agrees = ({ address_line1, city, state, postal_code }: AddressFilter, address: PostalAddress): boolean =>
  (!address_line1 || letters(streetIn(address_line1)) === letters(streetIn(address.address_line1 ?? ''))) &&
  (!city || letters(city) === letters(address.city)) &&
  (!state || letters(states.get(state.toLowerCase()) ?? state) === letters(address.state)) &&
  (!postal_code || postal_code.slice(0, 5) === address.postal_code?.slice(0, 5))

const streetIn = (line: string): string => parseAddress({ full_address: line }).address?.address_line1 ?? line

const letters = (text: string | null | undefined): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The part of a web address that its owner chose: `https://www.acme-widgets.co.uk/about` gives `acme widgets`. */
export const nameInWebsite = (url: string, domainOf: (url: string) => string | null): string | null => {
  const chosen = domainOf(url)
  return chosen === null || chosen === '' ? null : chosen.replace(/[-_]+/g, ' ')
}
