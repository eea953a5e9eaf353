// Connections between businesses: people, agents and addresses that they share. The form is the same for the account's own businesses and for
// those in the reference data.
import type { Source } from '../events/parts.ts'
import { parseAddress } from './matching/addresses.ts'
import { buildingKey, personKey } from './matching/link-keys.ts'
import { normaliseName } from './matching/names.ts'
import { remembered } from './matching/remembered.ts'

export type LinkKind = 'person' | 'business' | 'address'

export type Link = {
  readonly kind: LinkKind
  /** Equal for two spellings of the same person, agent or address. */
  readonly key: string
  /** A name, or a whole address. */
  readonly label: string
  /** Titles of people and agents, or labels of addresses. */
  readonly titles: readonly string[]
  readonly sources: readonly Source[]
}

/** A business in the reference data that shares some of the given links. */
export type LinkedEntity = {
  readonly id: string
  /** State and file number: `OR/900000002`. */
  readonly registration: string
  readonly name: string
  readonly links: readonly Link[]
}

export type LinkedEntities = {
  readonly entities: readonly LinkedEntity[]
  /** How many businesses in the reference data have a link, by its key; links without any are absent. */
  readonly counts: { readonly [key: string]: number }
}

/** null: the name has nothing to recognise it by. */
export const nameLink = (name: string, titles: readonly string[], sources: readonly Source[]): Link | null => {
  const key = personKey(name)
  const isBusiness = normaliseName(name).legalForm !== null
  return key === '' ? null : { kind: isBusiness ? 'business' : 'person', key: `name/${key}`, label: name, titles, sources }
}

type AddressGiven = Parameters<typeof buildingKey>[0] & { readonly full_address: string }

export const addressLink = (address: AddressGiven, labels: readonly string[], sources: readonly Source[]): Link | null => {
  const key = buildingKey(address)
  return key === null ? null : { kind: 'address', key: `address/${key}`, label: address.full_address, titles: labels, sources }
}

/** An agent serves many companies at one address. */
const read = remembered(1_000, (full_address) => parseAddress({ full_address }))

export const fullAddressLink = (full_address: string, labels: readonly string[], sources: readonly Source[]): Link | null => {
  const { address } = read(full_address)
  return address && addressLink({ ...address, full_address }, labels, sources)
}

/** Merges links with the same key, with all their titles and sources. */
export const merged = (links: readonly (Link | null)[]): readonly Link[] => {
  const byKey = new Map<string, Link>()
  for (const link of links) {
    if (link === null) continue
    const before = byKey.get(link.key)
    const isPlain = before === undefined && link.titles.length < 2 && link.sources.length < 2
    byKey.set(link.key, isPlain ? link : joined(before ?? link, link))
  }
  return [...byKey.values()]
}

/** The first with all titles and sources of both, each once. */
const joined = (one: Link, other: Link): Link => ({
  ...one,
  titles: [...new Set([...one.titles, ...other.titles])],
  sources: [...new Map([...one.sources, ...other.sources].map((source) => [source.id, source])).values()],
})
