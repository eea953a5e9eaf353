// A business as a client gets it, as JSON: the rendering that is kept beside its document, filled with what other records add, or made from the document.
import { sees } from '../../auth/principal.ts'
import { availabilityOf, businessResource, subscriptionOf } from '../../interface/resources/business.ts'
import { type Filling, openRendering, type RenderedBusiness } from '../../interface/resources/business-rendering.ts'
import { allLiens } from '../../interface/resources/product-records.ts'
import { userResource } from '../../interface/resources/users.ts'
import { businesses } from '../../projections/businesses.ts'
import { ownBusiness } from '../businesses.ts'
import { documentLink } from '../evidence-documents.ts'
import { noteRead } from '../framework/access-log.ts'
import type { ProbityContext } from '../framework/environment.ts'
import type { Documents, Reads } from '../framework/reading.ts'
import type { Clock } from '../framework/sending.ts'
import type { GuestLinking } from '../guest-links.ts'
import { requesterNames } from '../people.ts'
import { type Monitored, type RelatedRecords, relatedRecords, relatedTo } from './related.ts'
import { type BusinessStamps, type OwnStamps, ownStamps } from './stamps.ts'

type Answering = Clock & Reads & Documents & Monitored & GuestLinking

/** A text, or its bytes in UTF-8. @throws ApiError, as `ownDocument` */
export const businessAnswer = async (
  inner: Answering,
  c: ProbityContext,
  id: string,
  stamps: BusinessStamps,
): Promise<string | Buffer<ArrayBuffer>> => (await renderedAnswer(inner, c, id, stamps)) ?? (await mappedAnswer(inner, c, id, stamps))

/** The answer to the request that wrote it: there is no rendering yet. Most businesses have few other records, and their stamps tell so at once. */
export const writtenAnswer = async (inner: Answering, c: ProbityContext, id: string): Promise<string> =>
  mappedAnswer(inner, c, id, await ownStamps(inner, c, id))

/** The answer from the documents alone. */
const mappedAnswer = async (inner: Answering, c: ProbityContext, id: string, stamps: OwnStamps): Promise<string> => {
  const document = await ownBusiness(inner, c, id)
  return JSON.stringify(businessResource(document, await requesterNames(inner, [document]), await relatedTo(inner, c, document, stamps)))
}

/** Undefined where there is no rendering, or it cannot be used: what is not found or not allowed is told by reading the document. */
const renderedAnswer = async (
  inner: Answering,
  c: ProbityContext,
  id: string,
  stamps: BusinessStamps,
): Promise<Buffer<ArrayBuffer> | undefined> => {
  // The read models have not seen yet what this request wrote.
  if (c.get('behindOn') !== undefined) return undefined
  const kept = await inner.documents.rendering(businesses.spec.name, id)
  const rendering = kept === undefined ? undefined : openRendering(kept)
  if (!rendering || !sees(c.get('principal'), rendering.business)) return undefined
  const { business, filled } = rendering
  const others = business.requesters.filter(({ id }) => id !== business.account_id)
  const [related, names] = await Promise.all([
    relatedRecords(inner, c, business, stamps),
    others.length === 0
      ? undefined
      : requesterNames(
          inner,
          others.map((requester) => ({ requester })),
        ),
  ])
  const answer = filled({
    ...fillingOf(business, related),
    name: (each) => (each === related.account.id ? related.account.name : names?.get(each)),
    link: (each) => documentLink(inner, c, each),
  })
  if (answer !== undefined) noteRead(c, [id])
  return answer
}

const fillingOf = (
  { foundLiens }: RenderedBusiness,
  { assignee, liens, monitor, policyResults, signal, subscribable }: RelatedRecords,
): Omit<Filling, 'name' | 'link'> => ({
  assignee: assignee && userResource(assignee),
  liens: allLiens(liens, foundLiens),
  monitor,
  policy_results: policyResults,
  signal,
  subscription: subscriptionOf(monitor),
  subscription_availability: availabilityOf(subscribable),
})
