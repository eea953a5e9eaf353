// Identities in the sandbox: made up from the typed text, and the same every time. Reference data is not used.

import { z } from 'zod'
import { type EntityType, entityTypeOf, entityTypes } from '../../events/entity-types.ts'
import { keysOf } from '../../events/keys-of.ts'
import { agrees, type Identity, type IdentitySource, nameInWebsite, type Prefill } from '../identities.ts'
import { parseAddress } from '../matching/addresses.ts'
import { normaliseName } from '../matching/names.ts'
import type { EvidenceSource, PostalAddress, Subject } from '../ports.ts'

const cities = {
  DE: ['Wilmington', '19801'],
  CA: ['Sacramento', '95814'],
  NY: ['New York', '10013'],
  TX: ['Austin', '78701'],
  FL: ['Tallahassee', '32301'],
} as const satisfies { readonly [state: string]: readonly [city: string, zip: string] }

type State = keyof typeof cities

type MadeUp = { readonly name: string; readonly kind: EntityType; readonly state: State }

const forms: readonly (readonly [form: string, kind: EntityType, state: State])[] = [
  ['LLC', 'LLC', 'DE'],
  ['Inc.', 'CORPORATION', 'CA'],
  ['Foundation', 'NON_PROFIT', 'NY'],
  ['LP', 'PARTNERSHIP', 'TX'],
  ['Trust', 'TRUST', 'FL'],
]

/** The scenario without registrations has no identity either. */
const unknownName = 'unregistered business'

const idOf = ({ name, kind, state }: MadeUp): string => `sandbox:${Buffer.from(JSON.stringify([name, kind, state])).toString('base64url')}`

const IdParts = z.tuple([z.string().min(1), z.enum(entityTypes), z.enum(keysOf(cities))])

/** Null for an id that was not made here: it comes from a client. */
const madeUpFrom = (id: string): MadeUp | null => {
  if (!id.startsWith('sandbox:')) return null
  try {
    const [name, kind, state] = IdParts.parse(JSON.parse(Buffer.from(id.slice('sandbox:'.length), 'base64url').toString('utf8')))
    return { name, kind, state }
  } catch {
    return null
  }
}

const addressOf = ({ state }: MadeUp): PostalAddress => {
  const [city, zip] = cities[state]
  // It is whole, so it can be read.
  return parseAddress({ full_address: `100 Sandbox Ave, ${city}, ${state} ${zip}` }).address as PostalAddress
}

const identity = (made: MadeUp): Identity => ({
  id: idOf(made),
  names: [{ name: made.name, type: 'legal' }],
  addresses: [{ ...addressOf(made), labels: ['principal'] }],
  people: [{ name: 'Sam Sandbox', titles: ['Owner'] }],
  entity_type: made.kind,
})

const madeUp = (typed: string): readonly MadeUp[] => {
  const name = titled(typed)
  const { legalForm, text } = normaliseName(typed)
  if (text === unknownName) return []
  return forms
    .map(([form, kind, state]) => ({ name: legalForm === null ? `${name} ${form}` : name, kind, state }))
    .slice(0, legalForm === null ? 5 : 1)
}

const titled = (typed: string): string =>
  typed
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())

export const sandboxIdentities = (sandbox: EvidenceSource): IdentitySource => ({
  autocomplete: async ({ name, entityKind, addresses = [], limit = 10 }) =>
    madeUp(name)
      .map(identity)
      .filter(({ entity_type }) => entityKind === undefined || entity_type === entityKind)
      .filter(({ addresses: [own] }) => addresses.length === 0 || addresses.some((filter) => own && agrees(filter, own)))
      .slice(0, limit),

  prefill: async ({ identity: id, names, addresses, tin, website }): Promise<Prefill | null> => {
    const made = id === null ? null : madeUpFrom(id)
    if (id !== null && made === null && names.length === 0 && tin === null && website === null) return null
    const fromWebsite = website && nameInWebsite(website, domainLabel)
    const name = made?.name ?? names[0] ?? (fromWebsite ? titled(fromWebsite) : 'Sandbox Business')
    const subject: Subject = {
      business_id: '',
      names: [name],
      addresses: addresses.length > 0 ? addresses : [addressOf(made ?? { name, kind: 'LLC', state: 'DE' })],
      people: [{ id: '', name: 'Sam Sandbox' }],
      tin,
      website,
    }
    const [registrations, industries] = await Promise.all([sandbox.registrations(subject), sandbox.industry(subject)])
    const [registration] = registrations
    if (!registration) return null
    return {
      names: [{ name: registration.name, type: 'legal' }],
      addresses: registration.addresses,
      people: registration.officers,
      entity_type: made?.kind ?? entityTypeOf(registration.entity_type),
      tin: tin ?? '000000000',
      website,
      industries,
    }
  },
})

const domainLabel = (url: string): string | null => {
  try {
    return new URL(url).hostname.replace(/^www\./, '').split('.')[0] ?? null
  } catch {
    return null
  }
}
