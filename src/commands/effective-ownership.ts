// Percentages and control through chains of companies, with their cycles. Pure arithmetic over who holds what of whom.
//
// Effective ownership is the sum over all ways from a holder to the business of the product of the shares along them (integrated ownership). Two
// thresholds come from the rules: beneficial owners hold 25 percent or control the business (31 CFR 1010.230; Regulation (EU) 2024/1624,
// articles 51 to 53), and a company is treated as listed when listed parties hold 50 percent of it in aggregate (OFAC's 50 Percent Rule of
// 13 August 2014).

import type { InterestKind, OwnershipInterest } from '../events/ownership.ts'

/** In percent. */
export const beneficialOwnerFrom = 25
export const listedFrom = 50

type Interest = Pick<OwnershipInterest, 'owner_id' | 'owned_id' | 'kind' | 'percentage'>

/** In percent, with six digits behind the point at most. */
export type Holding = {
  /** Of the business itself, by an interest of its own. */
  readonly direct: number
  /** Through companies in between. */
  readonly indirect: number
  /** Both together. */
  readonly effective: number
  /** Holds more than half of the business, or another kind of control, by itself or through companies that it controls. */
  readonly controls: boolean
}

/** Whether a person who holds this is a beneficial owner. */
export const isBeneficial = ({ effective, controls }: Pick<Holding, 'effective' | 'controls'>): boolean =>
  effective >= beneficialOwnerFrom || controls

/** Sums of many percentages are compared with a threshold. */
const tolerance = 1e-9

/** Sweeps over a structure with cycles, each of which makes what is missing smaller. */
const mostSweeps = 2_000

/**
 * What each party holds of the business.
 * @param rootId the business
 * @returns by the id of each party that holds something, directly or not; at most 100 percent
 * @example
 * const half = (owner_id: string, owned_id: string) => ({ owner_id, owned_id, kind: 'ownership' as const, percentage: 50 })
 * holdingsOf([half('ann', 'holding'), half('holding', 'acme')], 'acme').get('ann')?.effective // => 25
 */
export const holdingsOf = (interests: readonly Interest[], rootId: string): ReadonlyMap<string, Holding> => {
  const shares = sharesOf(interests)
  const order = chainOrder(interests, rootId)
  const effective = integrated(shares, order, rootId)
  const cyclic = onCycles(interests, order)
  const interestsOf = Map.groupBy(interests, ({ owner_id }) => owner_id)
  const direct = shares.ownersOf.get(rootId) ?? new Map<string, number>()
  const holders = order.filter((id) => id !== rootId)
  return new Map(
    holders.map((id) => {
      // What comes back to a holder by a cycle is not counted twice.
      const whole = cyclic.has(id) ? integrated(shares, order.filter(reachable(shares, id)), rootId, id).get(id) : effective.get(id)
      const own = rounded((direct.get(id) ?? 0) * 100)
      const all = Math.max(own, Math.min(100, rounded((whole ?? 0) * 100)))
      const controls = controlledBy(interestsOf, id).has(rootId)
      return [id, { direct: own, indirect: rounded(all - own), effective: all, controls }]
    }),
  )
}

/** The parties at the ends of all chains: nobody is known to hold anything of them. */
export const ultimateHolders = (interests: readonly Interest[], rootId: string): readonly string[] => {
  const owned = new Set(interests.map(({ owned_id }) => owned_id))
  return chainOrder(interests, rootId).filter((id) => !owned.has(id))
}

/**
 * The companies of which listed parties hold 50 percent or more in aggregate, and so count as listed themselves: step by step, because a company
 * that counts as listed counts with all that it holds. Percentages are not multiplied along the chain.
 * @returns by the id of each company with an owner that is or counts as listed: how much they hold in aggregate, in percent with six digits behind the
 *   point at most
 */
export const aggregateListed = (interests: readonly Interest[], listed: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const { ownersOf } = sharesOf(interests)
  const counted = new Set(listed)
  const heldOf = (id: string): number => {
    const owners = ownersOf.get(id) ?? new Map<string, number>()
    return heldTogether([...owners].map(([owner, share]) => (counted.has(owner) ? share * 100 : 0)))
  }
  for (let before = -1; before !== counted.size; ) {
    before = counted.size
    for (const id of ownersOf.keys()) if (heldOf(id) >= listedFrom - tolerance) counted.add(id)
  }
  return new Map([...ownersOf.keys()].map((id) => [id, heldOf(id)] as const).filter(([, held]) => held > 0))
}

/**
 * What several holders have together, in percent with six digits behind the point at most, and at most 100.
 * @example heldTogether([57.1, 0.1, 0.2]) // => 57.4
 */
export const heldTogether = (percentages: readonly number[]): number =>
  Math.min(100, rounded(percentages.reduce((sum, each) => sum + each, 0)))

/** Companies of which more than 100 percent are told to be owned. */
export const overOwned = (interests: readonly Interest[]): readonly string[] =>
  [...sharesOf(interests).ownersOf].flatMap(([id, owners]) =>
    [...owners.values()].reduce((sum, share) => sum + share, 0) > 1 + tolerance ? [id] : [],
  )

type Shares = {
  /** By the company: who owns how much of it, from 0 to 1. */
  readonly ownersOf: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** By the owner: of which company how much. */
  readonly ownedBy: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const sharesOf = (interests: readonly Interest[]): Shares => {
  const ownersOf = new Map<string, Map<string, number>>()
  const ownedBy = new Map<string, Map<string, number>>()
  const add = (shares: Map<string, Map<string, number>>, of: string, who: string, share: number) => {
    const inner = shares.get(of) ?? new Map<string, number>()
    inner.set(who, (inner.get(who) ?? 0) + share)
    shares.set(of, inner)
  }
  for (const { owner_id, owned_id, kind, percentage } of interests) {
    if (kind !== 'ownership' || percentage === null || owner_id === owned_id) continue
    add(ownersOf, owned_id, owner_id, percentage / 100)
    add(ownedBy, owner_id, owned_id, percentage / 100)
  }
  return { ownersOf, ownedBy }
}

/**
 * How far above the business each party stands: above everything that it holds, except for what closes a cycle.
 * @returns by id; the business is on level 0
 * @example
 * const held = { kind: 'ownership' as const, percentage: 100 }
 * levelsOf([{ ...held, owner_id: 'ann', owned_id: 'acme' }], 'acme').get('ann') // => 1
 */
export const levelsOf = (interests: readonly Interest[], rootId: string): ReadonlyMap<string, number> => {
  const order = new Map(chainOrder(interests, rootId).map((id, index) => [id, index]))
  const heldBy = Map.groupBy(interests, ({ owner_id }) => owner_id)
  const levels = new Map<string, number>()
  for (const [id, index] of order) {
    const below = (heldBy.get(id) ?? []).filter(({ owned_id }) => (order.get(owned_id) ?? index) < index)
    levels.set(id, Math.max(-1, ...below.map(({ owned_id }) => levels.get(owned_id) ?? 0)) + 1)
  }
  return levels
}

/** The business and all that hold something of it, the nearest first where there is no cycle: each stands behind the companies that it holds. */
const chainOrder = (interests: readonly Interest[], rootId: string): readonly string[] => {
  const ownersOf = Map.groupBy(interests, ({ owned_id }) => owned_id)
  const seen = new Set([rootId])
  const finished: string[] = []
  const path: { readonly id: string; readonly owners: Iterator<Interest> }[] = [{ id: rootId, owners: owners(ownersOf, rootId) }]
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const next = last.owners.next()
    if (next.done) finished.push((path.pop() as typeof last).id)
    else if (!seen.has(next.value.owner_id)) {
      seen.add(next.value.owner_id)
      path.push({ id: next.value.owner_id, owners: owners(ownersOf, next.value.owner_id) })
    }
  }
  return finished.toReversed()
}

const owners = (ownersOf: ReadonlyMap<string, readonly Interest[]>, id: string): Iterator<Interest> => (ownersOf.get(id) ?? []).values()

/**
 * Integrated ownership of the business, from 0 up. Without cycles one sweep in this order is exact; with them each sweep comes nearer, from below.
 * @param without nobody holds anything of this party
 */
const integrated = ({ ownedBy }: Shares, order: readonly string[], rootId: string, without?: string): ReadonlyMap<string, number> => {
  const result = new Map<string, number>()
  for (let sweep = 0, changed = true; changed && sweep < mostSweeps; sweep++) {
    changed = false
    for (const id of order) {
      if (id === rootId) continue
      let sum = 0
      for (const [company, share] of ownedBy.get(id) ?? [])
        sum += company === rootId ? share : company === without ? 0 : share * (result.get(company) ?? 0)
      const before = result.get(id) ?? 0
      if (Math.abs(sum - before) > tolerance / 1_000) changed = true
      result.set(id, sum)
    }
  }
  return result
}

/** Whether a party is among those that this one holds something of, by whatever way, or this one itself. */
const reachable = ({ ownedBy }: Shares, from: string): ((id: string) => boolean) => {
  const reached = new Set([from])
  for (const id of reached) for (const owned of ownedBy.get(id)?.keys() ?? []) reached.add(owned)
  return (id) => reached.has(id)
}

/** The parties that hold something of themselves through others: strongly connected components of more than one party. */
const onCycles = (interests: readonly Interest[], order: readonly string[]): ReadonlySet<string> => {
  const inside = new Set(order)
  const forward = Map.groupBy(
    interests.filter(({ owner_id, owned_id }) => owner_id !== owned_id && inside.has(owned_id)),
    ({ owner_id }) => owner_id,
  )
  // Kosaraju's: `order` is by the end of a walk along the owners; walks the other way in that order stay within a component.
  const component = new Map<string, string>()
  for (const start of order) {
    const open = [start]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (component.has(id)) continue
      component.set(id, start)
      for (const { owned_id } of forward.get(id) ?? []) open.push(owned_id)
    }
  }
  const sizes = Map.groupBy(component, ([, of]) => of)
  return new Set([...component].flatMap(([id, of]) => ((sizes.get(of)?.length ?? 0) > 1 ? [id] : [])))
}

/** The companies that a party controls: more than half of the shares or of the votes, or another kind of control, by itself and through those. */
const controlledBy = (interestsOf: ReadonlyMap<string, readonly Interest[]>, holder: string): ReadonlySet<string> => {
  const result = new Set<string>()
  const sums = new Map<string, number>()
  const open = [holder]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { owned_id, kind, percentage } of interestsOf.get(id) ?? []) {
      const sum = (sums.get(`${kind} ${owned_id}`) ?? 0) + (percentage ?? 0)
      sums.set(`${kind} ${owned_id}`, sum)
      if (result.has(owned_id) || !(givesControl.has(kind) || sum > 50 + tolerance)) continue
      result.add(owned_id)
      if (owned_id !== holder) open.push(owned_id)
    }
  }
  return result
}

/** Whatever its percentage. */
const givesControl: ReadonlySet<InterestKind> = new Set(['appoints_management', 'other_control'])

/** With six digits behind the point at most: what is beyond is noise of binary fractions. */
const rounded = (percent: number): number => Math.round(percent * 1e6) / 1e6
