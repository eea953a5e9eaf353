// The entity tag of a business as a client sees it: made from the positions of everything in its record, without reading the record.
import { createHmac } from 'node:crypto'
import release from '../../package.json' with { type: 'json' }
import { monitorTypes } from '../events/monitor.ts'
import { accounts } from '../projections/accounts.ts'
import { businesses } from '../projections/businesses.ts'
import { liens } from '../projections/liens.ts'
import { monitors } from '../projections/monitors.ts'
import { policyBooks, policyResults } from '../projections/policies.ts'
import { signals } from '../projections/signals.ts'
import { users } from '../projections/users.ts'
import type { Selection } from '../stores/document-store.ts'
import type { ProbityContext } from './environment.ts'
import type { GuestLinking } from './guest-links.ts'
import type { Documents } from './reading.ts'
import type { Monitored } from './related.ts'
import type { Clock } from './sending.ts'

/** The record holds document links that work for an hour. A tag is valid for half of that, so that the links in a cached response still work. */
const tagMs = 1_800_000

/**
 * A weak tag (RFC 9110, 8.8.3). Make it before reading the record: after a change in between, the tag is then too old, never too new.
 * It is signed together with the account, so no client can forge one.
 */
export const businessTag = async (
  { documents, monitorable, guestSecret, now }: Clock & Documents & Monitored & GuestLinking,
  c: ProbityContext,
  id: string,
): Promise<string> => {
  const { accountId } = c.get('principal')
  const stamps = await documents.stamps(shownIn(id, accountId))
  const settings = (['test', 'live'] as const).map((mode) => monitorTypes.filter((type) => monitorable(mode, type)))
  const half = Math.floor(now().getTime() / tagMs)
  const origin = new URL(c.req.url).origin
  const all = JSON.stringify([release.version, accountId, id, stamps, settings, half, origin])
  return `W/"${createHmac('sha256', guestSecret).update(`tag ${all}`).digest('base64url').slice(0, 22)}"`
}

/** All that `relatedTo` and `requesterNames` read for the record of a business must be here. */
const shownIn = (id: string, accountId: string): readonly Selection[] => [
  { collection: businesses.spec.name, key: id },
  { collection: accounts.spec.name, key: accountId },
  { collection: users.spec.name, where: { account_id: accountId } },
  { collection: liens.spec.name, where: { business_id: id } },
  { collection: monitors.spec.name, key: id },
  { collection: policyBooks.spec.name, key: accountId },
  { collection: policyResults.spec.name, where: { business_id: id } },
  { collection: signals.spec.name, where: { account_id: accountId } },
]

/**
 * Whether an `If-None-Match` names this tag (RFC 9110, 13.1.2). `*` is for writes, and names none.
 * @example
 * namesTag('W/"one", "two"', 'W/"two"') // => true
 * namesTag('W/"one"', 'W/"two"') // => false
 */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => opaque(each.trim()) === opaque(tag)) ?? false

const opaque = (tag: string): string => tag.replace(/^W\//, '')
