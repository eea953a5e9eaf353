// The screenings of a business against watchlists, and the certificate of each: what the log says of whom, when, with what, and what was found.
import { refused } from '../commands/refused.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import type { ScreeningCertificate, ScreeningStatement } from '../interface/records/screening-certificates.ts'
import { screeningItem, screeningStatement } from '../interface/resources/screening-certificates.ts'
import { businesses } from '../projections/businesses.ts'
import { concerning } from '../projections/history.ts'
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
  const screened = (await inner.history(`business-${id}`)).filter((event) => event.type === 'WatchlistScreened')
  return screened.toReversed().map((event) => screeningItem(id, event))
}

/** @param screeningId `latest` for the newest one. @throws ApiError 404, Refused */
export const certificateOf = async (
  inner: Reads & Certifying & Clock,
  c: ProbityContext,
  { businessId, screeningId }: { readonly businessId: string; readonly screeningId: string },
): Promise<ScreeningCertificate> => {
  const { id } = await ownBusiness(inner, c, businessId)
  const history = await inner.history(`business-${id}`)
  const at = history.findLastIndex((event) => event.type === 'WatchlistScreened' && (screeningId === 'latest' || event.id === screeningId))
  const event = history[at]
  const then = businesses.fold(null, concerning(businesses, history.slice(0, at + 1), id), id)
  if (event?.type !== 'WatchlistScreened' || !then) throw refused('screening_not_found')
  const account = await ownAccount(inner, c)
  return inner.certify(
    screeningStatement({ event: event as StoredEvent<'WatchlistScreened'>, business: then, account, at: inner.now().toISOString() }),
  )
}
