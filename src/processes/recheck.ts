// What a monitor checks again: for each monitor type the evidence that the orders gathered before. Liens, bankruptcies and certifications are
// searched for the businesses that are monitored for them.
import type { Business } from '../commands/business-state.ts'
import { type Evidence, together } from '../commands/findings.ts'
import { identityProducts } from '../commands/products.ts'
import type { Product } from '../events/business.ts'
import type { MonitorType } from '../events/monitor.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import type { Vendors } from '../evidence/products/vendors.ts'
import {
  type Gather,
  legalEntity,
  owners,
  registrations,
  registrationsAlone,
  tin,
  watchlists,
  watchlistsWithOwners,
} from './findings/gathering.ts'
import { subjectOf } from './findings/parts.ts'
import { searchedAgain } from './findings/products.ts'

type Search = {
  business: Business
  /** That the account has chosen; null: all that are loaded. */
  watchlists: readonly string[] | null
  types: ReadonlySet<MonitorType>
  source: EvidenceSource
  vendors: Vendors
  signal: AbortSignal
}

const hasCompleted = ({ orders }: Business, products: readonly Product[]): boolean =>
  Object.values(orders).some(({ product, stage }) => products.includes(product) && stage === 'completed')

/** Registrations and identifiers name owners, too. */
const withOwners =
  (gather: Gather): Gather =>
  async (asking) =>
    together(await Promise.all([gather(asking), owners(asking)]))

/** null: nothing of this kind was ordered, or no source has it. */
const gathers: { readonly [Type in MonitorType]?: (business: Business) => Gather | null } = {
  registration: (business) => {
    if (hasCompleted(business, identityProducts)) return withOwners(registrations)
    return hasCompleted(business, ['business_verification_qualify']) ? registrationsAlone : null
  },
  watchlist_result: (business) => {
    if (hasCompleted(business, identityProducts)) return watchlistsWithOwners
    return hasCompleted(business, ['business_verification_qualify']) ? watchlists : null
  },
  lei: (business) => {
    if (hasCompleted(business, identityProducts)) return withOwners(legalEntity)
    return hasCompleted(business, ['business_verification_qualify']) ? legalEntity : null
  },
  // Asked with the attempt of the last answer, so that the count of attempts makes no difference. An answer for another name or number counts no more.
  tin: (business) => {
    const { submitted, file } = business
    if (file.tin) return tin(file.tin.attempt)
    return submitted.tin !== null && hasCompleted(business, ['tin']) ? tin(1) : null
  },
}

export const recheck = async ({ business, watchlists: chosen, types, source, vendors, signal }: Search): Promise<Evidence> => {
  const asking = { business, subject: subjectOf(business, chosen), source, vendors, signal }
  const asked = [...types].flatMap((type) => gathers[type]?.(business) ?? [])
  const [gathered, searched] = await Promise.all([
    Promise.all(asked.map((gather) => gather(asking))),
    Promise.all([...types].map((type) => searchedAgain(type, asking))),
  ])
  return together([...gathered, ...searched.flat()])
}
