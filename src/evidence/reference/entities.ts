// Shared by the layouts of state registries: an entity with its defaults, and joining the rows about one entity.

import type { PostalAddress } from '../ports.ts'
import type { Entity, Labelled } from './records.ts'

type Told = Pick<Entity, 'state' | 'file_number' | 'name' | 'entity_type' | 'jurisdiction' | 'status' | 'registration_date'> &
  Partial<Entity>

/** An entity with defaults for what the row does not say. Its history starts with its registration. */
export function entity(told: Told): Entity {
  const registered = told.registration_date
  return {
    name_type: 'legal',
    formed_in: null,
    sub_status: null,
    status_details: null,
    tin: null,
    addresses: [],
    officers: [],
    registered_agent: null,
    history:
      registered === null
        ? []
        : [{ type: 'registration.created', occurred_at: registered, description: `Registered as ${told.entity_type.toLowerCase()}` }],
    source_url: null,
    ...told,
  }
}

export const isForeign = (entityType: string): boolean => entityType.startsWith('FOREIGN')

/** Lists each address once, with all its uses. */
export function labelled(...addresses: readonly (readonly [label: string, address: PostalAddress | null])[]): readonly Labelled[] {
  return joined(addresses.flatMap(([label, address]) => (address === null ? [] : [{ ...address, labels: [label] }])))
}

/** The first row's entity with the addresses, officers and agent of a later row. */
export function mergeEntities(first: Entity, later: Entity): Entity {
  const officers = [...first.officers]
  for (const officer of later.officers) {
    const same = officers.findIndex((known) => known.name === officer.name)
    const known = officers[same]
    if (known === undefined) officers.push(officer)
    else officers[same] = { ...known, titles: [...new Set([...known.titles, ...officer.titles])] }
  }
  const addresses = joined([...first.addresses, ...later.addresses])
  return { ...first, addresses, officers, registered_agent: first.registered_agent ?? later.registered_agent }
}

function joined(addresses: readonly Labelled[]): readonly Labelled[] {
  const found = new Map<string, Labelled>()
  for (const address of addresses) {
    const known = found.get(address.full_address)
    found.set(address.full_address, known ? { ...known, labels: [...new Set([...known.labels, ...address.labels])] } : address)
  }
  return [...found.values()]
}
