// What the record of a business is made of, and how far each part of it has come: positions, read without the documents.
import { accounts } from '../../projections/accounts.ts'
import { businesses } from '../../projections/businesses.ts'
import { liens } from '../../projections/liens.ts'
import { monitors } from '../../projections/monitors.ts'
import { policyBooks, policyResults } from '../../projections/policies.ts'
import { signals } from '../../projections/signals.ts'
import { users } from '../../projections/users.ts'
import type { Selection } from '../../stores/document-store.ts'
import type { ProbityContext } from '../framework/environment.ts'
import type { Documents } from '../framework/reading.ts'

/** All that `relatedTo` and `requesterNames` read for the record of a business must be here. */
const shownIn = (id: string, accountId: string) => {
  const business = { collection: businesses.spec.name, key: id }
  return {
    business,
    account: { collection: accounts.spec.name, key: accountId },
    users: { collection: users.spec.name, where: { account_id: accountId } },
    liens: { collection: liens.spec.name, where: { business_id: id } },
    monitor: { collection: monitors.spec.name, key: id },
    policies: { collection: policyBooks.spec.name, key: accountId },
    policyResults: { collection: policyResults.spec.name, where: { business_id: id } },
    signals: { collection: signals.spec.name, where: { account_id: accountId }, sameAs: { field: 'external_id', ...business } },
  } satisfies { readonly [part: string]: Selection }
}

/** A stamp of each part of the record, see `DocumentStore.stamps`. */
export type BusinessStamps = { readonly [Part in keyof ReturnType<typeof shownIn>]: string }

/** The parts that belong to the business alone. */
export type OwnStamps = Pick<BusinessStamps, 'liens' | 'monitor' | 'policyResults'>

/** Found at once, however much the account has. */
export const ownStamps = async ({ documents }: Documents, c: ProbityContext, id: string): Promise<OwnStamps> => {
  const shown = shownIn(id, c.get('principal').accountId)
  const found = await documents.stamps([shown.liens, shown.monitor, shown.policyResults])
  const [ofLiens, ofMonitor, ofResults] = found as [string, string, string]
  return { liens: ofLiens, monitor: ofMonitor, policyResults: ofResults }
}

// The same for all ids.
const parts = Object.keys(shownIn('', ''))

/** Read these before the record: after a change in between, they are then too old, never too new. */
export const businessStamps = async ({ documents }: Documents, c: ProbityContext, id: string): Promise<BusinessStamps> => {
  const stamps = await documents.stamps(Object.values(shownIn(id, c.get('principal').accountId)))
  return Object.fromEntries(parts.map((part, n) => [part, stamps[n]])) as BusinessStamps
}
