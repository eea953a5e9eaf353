// The tools that steps work with, for one run: all of them read, none of them writes.
import type { Business } from '../../commands/business-state.ts'
import type { Mode } from '../../events/modes.ts'
import type { Link, LinkedEntities } from '../../evidence/links.ts'
import type { WebsiteSource } from '../../evidence/website/finding.ts'
import { accounts } from '../../projections/accounts.ts'
import { businessLinks } from '../../projections/business-links.ts'
import { businesses } from '../../projections/businesses.ts'
import { connectionsOf, ownConnected } from '../../projections/connections.ts'
import type { Read } from '../../projections/read.ts'
import { soughtOnSite } from '../findings/website.ts'
import type { StepTools } from './agent.ts'
import type { Model } from './model.ts'

/** Where the tools look. */
export type StepToolSources = {
  readonly read: Read
  readonly websiteFor: (mode: Mode) => WebsiteSource
  /** The businesses of the reference data that have one of the links. */
  readonly linkedFor: (mode: Mode) => (links: readonly Link[]) => Promise<LinkedEntities>
  readonly now: () => Date
}

type StepSubject = { readonly business: Business; readonly model: Model; readonly signal: AbortSignal }

export const stepTools = ({ read, websiteFor, linkedFor, now }: StepToolSources, { business, model, signal }: StepSubject): StepTools => {
  const { business_id, mode, website } = business.submitted
  return {
    now,
    weigh: (points) => model.weigh(points, signal),
    readSite: async () => {
      if (!website) return null
      return websiteFor(mode)(soughtOnSite(business), signal)
    },
    connections: async () => {
      const own = await read(businessLinks).get(business_id)
      const account = own && (await read(accounts).get(own.account_id))
      if (!own || !account?.features.includes('connections')) return null
      const [found, reference] = await Promise.all([ownConnected(read, own), linkedFor(mode)(own.links)])
      const connected = connectionsOf(own, { ...found, reference })
      const ids = connected.flatMap(({ businessId }) => (businessId === null ? [] : [businessId]))
      const known = await read(businesses).getMany(ids)
      return connected.map((each) => ({
        ...each,
        status: known.get(each.businessId ?? '')?.status ?? null,
      }))
    },
  }
}
