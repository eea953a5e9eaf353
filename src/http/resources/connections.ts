// Connections between a business and others: who shares people, agents or addresses with it, and how much that says.
import { v5 as uuidv5 } from 'uuid'
import type { z } from 'zod'
import type { Link, LinkedEntities, LinkKind } from '../../evidence/links.ts'
import type { BusinessLinksDocument } from '../../projections/business-links.ts'
import type { Connection } from '../records/connections.ts'

/** How sure a link alone makes the connection when no third business has it. */
const strengths: { readonly [Kind in LinkKind]: number } = { person: 0.9, business: 0.7, address: 0.7 }

/** Less than this says nothing. */
const leastConfidence = 0.005

/** A link that many businesses have tells little about any two of them: with a hundred others a tenth, with ten thousand a hundredth. */
const strengthOf = ({ kind, key }: Link, others: ReadonlyMap<string, number>): number =>
  strengths[kind] / Math.sqrt(Math.max(1, others.get(key) ?? 1))

type Connected = {
  readonly id: string
  readonly name: string
  readonly businessId: string | null
  readonly links: readonly Link[]
}

/**
 * Everybody connected with the business, surest first.
 * @param own the account's businesses that have one of its links @param ownCounts how many of them have each, by key
 */
export const connectionsOf = (
  business: BusinessLinksDocument,
  {
    own,
    ownCounts,
    reference,
  }: { own: readonly BusinessLinksDocument[]; ownCounts: ReadonlyMap<string, number>; reference: LinkedEntities },
): z.output<typeof Connection>[] => {
  const itself = new Set(business.registrations)
  const keys = new Set(business.keys)
  const others = new Map(business.keys.map((key) => [key, othersWith(key, ownCounts, reference)]))
  const ours = own
    .filter(({ id }) => id !== business.id)
    .map(({ id, name, links, registrations }) => ({
      connected: { id, name, businessId: id, links: links.filter(({ key }) => keys.has(key)) },
      registrations,
    }))
  const known = new Set(ours.flatMap(({ registrations }) => registrations))
  const theirs = reference.entities
    .filter(({ registration }) => !itself.has(registration) && !known.has(registration))
    .map(({ id, name, links }) => ({ id, name, businessId: null, links }))
  return [...ours.map(({ connected }) => connected), ...theirs]
    .map((connected) => ({ connected, confidence: confidenceIn(connected, others) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort(
      (a, b) =>
        b.confidence - a.confidence || a.connected.name.localeCompare(b.connected.name) || a.connected.id.localeCompare(b.connected.id),
    )
    .map(({ connected, confidence }) => resource(business.id, connected, confidence))
}

/** Businesses besides this one that have the link; the reference data's count holds the business's own registration too. */
const othersWith = (key: string, ownCounts: ReadonlyMap<string, number>, { counts }: LinkedEntities): number =>
  Math.max((ownCounts.get(key) ?? 1) - 1, (counts[key] ?? 0) - 1, 1)

/** As if each link were a witness of its own: that none of them is right has the product of their doubts. */
const confidenceIn = ({ links }: Connected, others: ReadonlyMap<string, number>): number => {
  const doubt = links.reduce((product, link) => product * (1 - strengthOf(link, others)), 1)
  return Math.round((1 - doubt) * 10_000) / 10_000
}

const resource = (businessId: string, { id, name, businessId: connected_business_id, links }: Connected, confidence: number) => {
  const of = (kind: LinkKind) => links.filter((link) => link.kind === kind)
  const named = ({ label, titles, sources }: Link) => ({ name: label, titles: [...titles], sources: [...sources] })
  return {
    object: 'connection',
    id: uuidv5(`connection/${id}`, businessId),
    name,
    confidence,
    connected_business_id,
    connecting_people: of('person').map(named),
    connecting_addresses: of('address').map(({ label, titles, sources }) => ({
      full_address: label,
      labels: [...titles],
      sources: [...sources],
    })),
    connecting_businesses: of('business').map(named),
  }
}
