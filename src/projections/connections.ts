// Who is connected with a business: the account's own businesses and those of the reference data that share its people, agents or addresses, and
// how much that says.

import type { Link, LinkedEntities, LinkKind } from '../evidence/links.ts'
import { type BusinessLinksDocument, businessLinks } from './business-links.ts'
import type { Read } from './read.ts'

/** The confidence that a link alone gives when no third business has it. */
const strengths: { readonly [Kind in LinkKind]: number } = { person: 0.9, business: 0.7, address: 0.7 }

/** Connections with a lower confidence are left out. */
const leastConfidence = 0.005

/** The most businesses read for one link. A link that more of them share says hardly anything about any of them. */
const perLink = 200

export type Connected = {
  readonly id: string
  readonly name: string
  /** null: it is not the account's. */
  readonly businessId: string | null
  readonly links: readonly Link[]
}

type Own = { readonly own: readonly BusinessLinksDocument[]; readonly ownCounts: ReadonlyMap<string, number> }

/** The account's businesses that have a link of this one, and how many have each. */
export const ownConnected = async (read: Read, { account_id, mode, keys }: BusinessLinksDocument): Promise<Own> => {
  const businesses = read(businessLinks)
  const found = await Promise.all(
    keys.map(async (key) => {
      const where = { 'keys[]': key, account_id, mode }
      const [count, some] = await Promise.all([businesses.count(where), businesses.find({ where, page: 1, perPage: perLink })])
      return { key, count, some }
    }),
  )
  return {
    own: [...new Map(found.flatMap(({ some }) => some).map((each) => [each.id, each])).values()],
    ownCounts: new Map(found.map(({ key, count }) => [key, count])),
  }
}

/** Every business connected with this one, the surest first. */
export const connectionsOf = (
  business: BusinessLinksDocument,
  { own, ownCounts, reference }: Own & { readonly reference: LinkedEntities },
): readonly (Connected & { readonly confidence: number })[] => {
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
    .map((connected) => ({ ...connected, confidence: confidenceIn(connected, others) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort((a, b) => b.confidence - a.confidence || a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
}

/** A link that many businesses share says little about any two of them: with a hundred others a tenth, with ten thousand a hundredth. */
const strengthOf = ({ kind, key }: Link, others: ReadonlyMap<string, number>): number =>
  strengths[kind] / Math.sqrt(Math.max(1, others.get(key) ?? 1))

/** The other businesses that have the link. The count of the reference data includes the business's own registration. */
const othersWith = (key: string, ownCounts: ReadonlyMap<string, number>, { counts }: LinkedEntities): number =>
  Math.max((ownCounts.get(key) ?? 1) - 1, (counts[key] ?? 0) - 1, 1)

/** Links count as independent: the doubt of all together is the product of their doubts. */
const confidenceIn = ({ links }: Connected, others: ReadonlyMap<string, number>): number => {
  const doubt = links.reduce((product, link) => product * (1 - strengthOf(link, others)), 1)
  return Math.round((1 - doubt) * 10_000) / 10_000
}
