// Copies a business as it stood into the test mode of its account, for a test clock that begins at that moment.
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { business } from '../commands/business.ts'
import { copyOf } from '../commands/business-copy.ts'
import { believedMs } from '../commands/clock-times.ts'
import { refused } from '../commands/refused.ts'
import { riskOf } from '../commands/risk.ts'
import type { businessCopyEvents } from '../events/business-copy.ts'
import { monitors } from '../projections/monitors.ts'
import { type BusinessDocument, ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { documentsAsOf, type Reads } from './framework/reading.ts'
import { requireScope } from './framework/rights.ts'
import { type Sending, send } from './framework/sending.ts'

type Copied = z.output<typeof businessCopyEvents.BusinessCopied>

/** What to copy. @throws ApiError 404; Refused when the key may not read businesses, or for a time at which it did not exist */
export const businessToCopy = async (
  inner: Reads,
  c: ProbityContext,
  { business_id, as_of }: { readonly business_id: string; readonly as_of: string },
): Promise<{ readonly stood: BusinessDocument; readonly copied: Copied }> => {
  requireScope(c, 'businesses:read')
  const { id, mode, created_at } = await ownBusiness(inner, c, business_id)
  if (as_of < created_at) throw refused('copy_before_business', 'copy.as_of', { at: created_at })
  const moment = { time: as_of }
  const stood = await ownBusiness(inner, c, id, moment)
  const [watched] = await documentsAsOf(inner, monitors, [{ id, stream: `monitor-${id}` }], moment)
  const monitored = watched ? watched.event_types.map(({ type }) => type) : null
  return { stood, copied: { from: { business_id: id, mode, as_of }, stood: stoodOf(stood), monitored } }
}

/** Makes the copy. Its clock is there already, so that it is recorded at the time of the clock. */
export const copyBusiness = async (
  inner: Sending,
  c: ProbityContext,
  { id, stood, copied, isFirst }: { readonly id: string; readonly isFirst: boolean } & Awaited<ReturnType<typeof businessToCopy>>,
): Promise<void> => {
  const { accountId } = c.get('principal')
  // For a while other instances may go on believing that the account has no clocks.
  if (isFirst) await pause(2 * believedMs)
  await send(inner, c, { aggregate: business, id, command: { type: 'CreateBusiness', ...copyOf(stood, { id, accountId }), copied } })
}

const stoodOf = (stood: BusinessDocument): Copied['stood'] => ({
  decision:
    stood.status === 'approved' || stood.status === 'rejected' ? { status: stood.status, at: stood.decided_at ?? stood.updated_at } : null,
  risk_tier: riskOf(stood),
  next_review: stood.next_review,
  relationship_ended: stood.relationship_ended,
})
