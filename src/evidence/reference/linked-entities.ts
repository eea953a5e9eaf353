// Companies in the state registries that share people, agents or addresses with a business.
import { addressLink, type Link, type LinkedEntities, merged, nameLink } from '../links.ts'
import { parseAddress } from '../matching/addresses.ts'
import type { Entity, Found } from './records.ts'
import type { ReferenceThread } from './thread.ts'

/** The maximum number of companies per link. A link shared by more says hardly anything about any of them. */
const perLink = 50

const linksOf = ({ record, source }: Found<Entity>): readonly Link[] => {
  const sources = [source]
  const agent = record.registered_agent
  return merged([
    ...record.officers.map(({ name, titles }) => nameLink(name, titles, sources)),
    agent && nameLink(agent.name, ['Registered Agent'], sources),
    agent?.address ? addressLink(agent.address, ['registered_agent'], sources) : null,
    ...record.addresses.map((address) => addressLink(address, address.labels, sources)),
  ])
}

export const linkedEntities = async (reference: ReferenceThread, links: readonly Link[]): Promise<LinkedEntities> => {
  const counts: { [key: string]: number } = {}
  const found = new Map<string, Found<Entity>>()
  const noted = (key: string, count: number, entities: readonly Found<Entity>[]) => {
    if (count > 0) counts[key] = count
    for (const entity of entities) found.set(entity.id, entity)
  }
  await Promise.all(
    links.map(async ({ kind, key, label }) => {
      if (kind !== 'address') {
        const entities = await reference.entitiesWithPerson({ name: label, limit: perLink })
        return noted(key, entities.length, entities)
      }
      const { address } = parseAddress({ full_address: label })
      if (!address) return
      const { count, entities } = await reference.entitiesAtAddress({ address, limit: perLink })
      noted(key, count, entities)
    }),
  )
  const asked = new Set(links.map(({ key }) => key))
  const entities = [...found.values()].map((entity) => ({
    id: entity.id,
    registration: `${entity.record.state}/${entity.record.file_number}`,
    name: entity.record.name,
    links: linksOf(entity).filter(({ key }) => asked.has(key)),
  }))
  return { entities, counts }
}
