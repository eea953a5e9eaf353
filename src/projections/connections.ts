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
  const ofOwn = { account_id, mode }
  const ownCounts = new Map(await Promise.all(keys.map(async (key) => [key, await businesses.count({ 'keys[]': key, ...ofOwn })] as const)))
  const found = await Promise.all(
    askedTogether(keys, ownCounts).map((some) =>
      businesses.find({ where: { 'keys[]': { in: some }, ...ofOwn }, page: 1, perPage: perLink }),
    ),
  )
  return { own: [...new Map(found.flat().map((each) => [each.id, each])).values()], ownCounts }
}

/** Links in groups that few enough businesses have to read them all. One that shares several links of a group is read once: the business itself has all of them. */
const askedTogether = (keys: readonly string[], counts: ReadonlyMap<string, number>): readonly (readonly string[])[] => {
  const groups: { readonly keys: readonly string[]; readonly count: number }[] = []
  for (const key of keys) {
    const [count, last] = [counts.get(key) ?? 0, groups.at(-1)]
    if (last && last.count + count <= perLink) groups[groups.length - 1] = { keys: [...last.keys, key], count: last.count + count }
    else groups.push({ keys: [key], count })
  }
  return groups.map((group) => group.keys)
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
