// The entity tag of a business as a client sees it: made from the positions of everything in its record, without reading the record.
import { hash } from 'node:crypto'
import release from '../../../package.json' with { type: 'json' }
import { monitorTypes } from '../../events/monitor.ts'
import { endOfLink } from '../../interface/signed-links.ts'
import { findsNothing } from '../../stores/document-store.ts'
import type { ProbityContext } from '../framework/environment.ts'
import { originOf } from '../framework/origin.ts'
import type { Clock } from '../framework/sending.ts'
import type { GuestLinking } from '../guest-links.ts'
import type { Monitored } from './related.ts'
import type { BusinessStamps } from './stamps.ts'

/**
 * A weak tag (RFC 9110, 8.8.3), another one when the links to documents in the record are.
 * A secret goes into it together with the account, so no client can forge one; what is cut off cannot be continued.
 */
export const businessTag = (
  { monitorable, guestSecret, now }: Clock & Monitored & GuestLinking,
  c: ProbityContext,
  { id, stamps }: { readonly id: string; readonly stamps: BusinessStamps },
): string => {
  const modes = findsNothing(stamps.monitor) ? [] : (['test', 'live'] as const)
  const settings = modes.map((each) => monitorTypes.filter((type) => monitorable(each, type)))
  const linksEnd = endOfLink(now(), 0)
  const { accountId, mode } = c.get('principal')
  const all = JSON.stringify([release.version, accountId, mode, id, stamps, settings, linksEnd, originOf(c)])
  return `W/"${hash('sha256', `tag ${Buffer.from(guestSecret).toString('base64')} ${all}`, 'base64url').slice(0, 22)}"`
}

/**
 * Whether an `If-None-Match` names this tag (RFC 9110, 13.1.2). `*` names whatever is there.
 * @example
 * namesTag('W/"one", "two"', 'W/"two"') // => true
 * namesTag('*', 'W/"two"') // => true
 * namesTag('W/"one"', 'W/"two"') // => false
 */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header?.trim() === '*' || (header?.split(',').some((each) => opaque(each.trim()) === opaque(tag)) ?? false)

const opaque = (tag: string): string => tag.replace(/^W\//, '')
