// The screenings of a business against watchlists, and the certificate of each: what the log says of whom, when, with what, and what was found.
import { refused } from '../commands/refused.ts'
import type { ScreeningCertificate, ScreeningStatement } from '../interface/records/screening-certificates.ts'
import { screeningItem, screeningStatement } from '../interface/resources/screening-certificates.ts'
import type { ReadOptions } from '../stores/event-store.ts'
import { businessAfter } from './business/history.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownAccount, type Reads } from './framework/reading.ts'
import type { Clock } from './framework/sending.ts'

export type Certifying = {
  /** Signs with the key of the seals. */
  readonly certify: (statement: ScreeningStatement) => ScreeningCertificate
}

/** Newest first. */
export const screeningsOf = async (inner: Reads, c: ProbityContext, businessId: string) => {
  const { id } = await ownBusiness(inner, c, businessId)
  return (await screened(inner, id, { direction: 'backwards' })).map((event) => screeningItem(id, event))
}

/** @param screeningId `latest` for the newest one. @throws ApiError 404, Refused */
export const certificateOf = async (
  inner: Reads & Certifying & Clock,
  c: ProbityContext,
  { businessId, screeningId }: { readonly businessId: string; readonly screeningId: string },
): Promise<ScreeningCertificate> => {
  const { id } = await ownBusiness(inner, c, businessId)
  const found =
    screeningId === 'latest'
      ? await screened(inner, id, { direction: 'backwards', limit: 1 })
      : (await screened(inner, id)).filter((event) => event.id === screeningId)
  const event = found.at(-1)
  const then = event && (await businessAfter(inner, id, event.revision))
  if (!then) throw refused('screening_not_found')
  const account = await ownAccount(inner, c)
  return inner.certify(screeningStatement({ event, business: then.business, account, at: inner.now().toISOString() }))
}

/** The screenings alone: a business that is looked at again often has thousands of other events. */
const screened = (inner: Reads, id: string, options: Omit<ReadOptions, 'types'> = {}) =>
  inner.history(`business-${id}`, { ...options, types: ['WatchlistScreened'] })
