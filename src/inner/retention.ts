// How long records are kept, for routes and pages: the account's periods, ends of relationships, legal holds, what is due, and its erasure.
import type { z } from 'zod'
import { account } from '../commands/account.ts'
import { erasureOrderIn } from '../commands/erasure-order.ts'
import { Proposed } from '../commands/needs-another.ts'
import { Refused, refused } from '../commands/refused.ts'
import { type RetentionCommand, retention } from '../commands/retention.ts'
import { latestDueEnd, monthsFor, type RetentionKind, retentionKinds } from '../events/retention.ts'
import { ApiError, badRequest, notFound, refusalEntry } from '../interface/errors.ts'
import {
  type EndRelationship,
  type EraseDue,
  type ErasureResult,
  type LegalHold,
  type Retention,
  type RetentionSettings,
  retentionResource,
  retentionSettings,
  type SetRetention,
} from '../interface/retention.ts'
import { businesses } from '../projections/businesses.ts'
import { dueOf, hasOpenLien, nothingEnded, type RetentionDocument, retentions } from '../projections/retention.ts'
import { ownBusiness } from './businesses.ts'
import { noteListed } from './framework/access-log.ts'
import type { ProbityContext } from './framework/environment.ts'
import { cursorOf, type Page } from './framework/list-pages.ts'
import { notShownYet, own, ownAccount, type Reads } from './framework/reading.ts'
import { requireRight } from './framework/rights.ts'
import { newId, type Sending, send, senderOf } from './framework/sending.ts'
import { namesInAccount } from './history.ts'

export { type Retention, retentionKinds }

type Inner = Sending & Reads

export const retentionOf = async (inner: Reads, c: ProbityContext): Promise<z.output<typeof RetentionSettings>> =>
  retentionSettings((await ownAccount(inner, c)).retention)

/** @throws ApiError 403, Proposed */
export const setRetention = async (
  inner: Inner,
  c: ProbityContext,
  periods: z.output<typeof SetRetention>,
): Promise<z.output<typeof RetentionSettings>> => {
  requireRight(c, 'manage')
  const { accountId, send: sent } = senderOf(inner, c)
  await sent({ aggregate: account, id: accountId, command: { type: 'SetRetention', periods } })
  return retentionOf(inner, c)
}

/** Where the retention of a business stands. @throws ApiError 404 */
export const retentionOfBusiness = async (inner: Inner, c: ProbityContext, businessId: string): Promise<Retention> => {
  const { id, account_id, mode, created_at } = await ownBusiness(inner, c, businessId)
  const found = await inner.read(retentions).get(id)
  const [shown] = await shownOf(inner, c, [found ?? { ...nothingEnded({ id, account_id, created_at }), mode }])
  if (!shown) throw notFound('business')
  return shown
}

/** @throws ApiError 404, Refused */
export const endRelationship = (
  inner: Inner,
  c: ProbityContext,
  businessId: string,
  { ended_on: endedOn, reason }: z.output<typeof EndRelationship>,
): Promise<Retention> => decide(inner, c, businessId, { type: 'EndRelationship', endedOn, today: todayOf(inner), reason })

/** @throws ApiError 404, Refused */
export const resumeRelationship = (inner: Inner, c: ProbityContext, businessId: string): Promise<Retention> =>
  decide(inner, c, businessId, { type: 'ResumeRelationship', reason: null })

/** @throws ApiError 404, Refused */
export const placeHold = async (
  inner: Inner,
  c: ProbityContext,
  businessId: string,
  reason: string,
): Promise<z.output<typeof LegalHold>> => {
  const holdId = newId(c, 'legal hold')
  return holdIn(c, await decide(inner, c, businessId, { type: 'PlaceLegalHold', holdId, reason }), holdId)
}

/** @throws ApiError 404, Refused */
export const liftHold = async (
  inner: Inner,
  c: ProbityContext,
  businessId: string,
  { holdId, reason }: { readonly holdId: string; readonly reason: string },
): Promise<z.output<typeof LegalHold>> => holdIn(c, await decide(inner, c, businessId, { type: 'LiftLegalHold', holdId, reason }), holdId)

const holdIn = (c: ProbityContext, { legal_holds }: Retention, holdId: string) => {
  const hold = legal_holds.find(({ id }) => id === holdId)
  if (!hold) throw c.get('behindOn') ? notShownYet() : notFound('legal_hold')
  return hold
}

const decide = async (inner: Inner, c: ProbityContext, businessId: string, command: RetentionCommand): Promise<Retention> => {
  const { id } = await ownBusiness(inner, c, businessId)
  await send(inner, c, { aggregate: retention, id, command })
  return retentionOfBusiness(inner, c, id)
}

const todayOf = ({ now }: Pick<Sending, 'now'>): string => now().toISOString().slice(0, 10)

type Listed = { readonly kind?: RetentionKind | undefined; readonly page: number; readonly perPage: number }

/** Where a record stands in the list. */
type Place = Pick<RetentionDocument, 'id' | 'kind' | 'counted_from'>

/**
 * One page of what is due, held records included, the earliest end first: kind after kind, because each has its own period.
 * @throws ApiError 400
 */
export const duePage = async (inner: Inner, c: ProbityContext, asked: Listed): Promise<Page<Retention>> => {
  const cursor = cursorOf(c)
  const last = cursor === undefined ? undefined : await own(inner, c, retentions).get(cursor)
  if (cursor !== undefined && !last?.counted_from) throw notOfThisList()
  return dueBehind(inner, c, asked, last)
}

const notOfThisList = () => badRequest('starting_after must be the id of a business of this list', 'starting_after')

type Placed = Page<Retention> & {
  /** The last one of the page. */
  readonly last: Place | undefined
}

/** @throws ApiError 400 where nothing of the kind of `last` is listed */
const dueBehind = async (inner: Inner, c: ProbityContext, { kind, page, perPage }: Listed, last?: Place): Promise<Placed> => {
  const periods = (await ownAccount(inner, c)).retention
  const kinds = kind ? [kind] : retentionKinds
  const documents = own(inner, c, retentions)
  const parts = kinds.flatMap((each) => {
    const months = monthsFor(periods, each)
    return months === null ? [] : [{ kind: each, where: dueOf(each, latestDueEnd(todayOf(inner), months)) }]
  })
  if (last && !parts.some((part) => part.kind === last.kind)) throw notOfThisList()
  const counts = await Promise.all(parts.map(({ where }) => documents.count(where)))
  const totalCount = counts.reduce((sum, each) => sum + each, 0)
  const found: RetentionDocument[] = []
  let skip = last ? 0 : (page - 1) * perPage
  let isReached = last === undefined
  for (const [index, part] of parts.entries()) {
    const wanted = perPage + 1 - found.length
    if (wanted <= 0) break
    const query = { where: part.where, sort: byEnd }
    if (!isReached) {
      if (part.kind !== last?.kind) continue
      isReached = true
      const after = { key: last.id, values: [last.counted_from] }
      found.push(...(await documents.find({ ...query, after, page: 1, perPage: wanted })))
      continue
    }
    const held = counts[index] ?? 0
    if (skip >= held) skip -= held
    else {
      found.push(...(await slice((paging) => documents.find({ ...query, ...paging }), skip, wanted)))
      skip = 0
    }
  }
  const shown = found.slice(0, perPage)
  noteListed(c, shown)
  return { found: await shownOf(inner, c, shown), totalCount, hasMore: found.length > perPage, last: shown.at(-1) }
}

const byEnd = [['counted_from', 'asc']] as const

/** Documents from an offset on, of a find that knows pages only. */
const slice = async <Doc>(
  find: (paging: { page: number; perPage: number }) => Promise<readonly Doc[]>,
  from: number,
  count: number,
): Promise<readonly Doc[]> => {
  const page = Math.floor(from / count) + 1
  const within = from % count
  const first = await find({ page, perPage: count })
  const next = within > 0 && first.length === count ? await find({ page: page + 1, perPage: count }) : []
  return [...first, ...next].slice(within, within + count)
}

/** Everything that is due, for a file. What is erased while it is read moves nothing else out of it. */
export const allDue = async function* (inner: Inner, c: ProbityContext, kind?: RetentionKind): AsyncGenerator<Retention> {
  for (let last: Place | undefined, more = true; more; ) {
    const { found, hasMore, last: reached } = await dueBehind(inner, c, { kind, page: 1, perPage: 100 }, last)
    yield* found
    last = reached
    more = hasMore
  }
}

const shownOf = async (inner: Inner, c: ProbityContext, documents: readonly RetentionDocument[]): Promise<Retention[]> => {
  if (documents.length === 0) return []
  const { retention: periods } = await ownAccount(inner, c)
  const { accountId } = c.get('principal')
  const known = await inner.read(businesses).getMany(documents.map(({ id }) => id))
  const isHeld = documents.some(({ holds }) => holds.length > 0)
  const names = isHeld ? await namesInAccount(inner, accountId) : new Map<string, string>()
  const today = todayOf(inner)
  return documents.map((each) => retentionResource(each, { periods, today, names, businessName: known.get(each.id)?.name ?? null }))
}

/** A person lets businesses that are due be erased. @throws ApiError 403, 404 */
export const eraseDue = async (
  inner: Inner,
  c: ProbityContext,
  { business_ids, reason }: z.output<typeof EraseDue>,
): Promise<ErasureResult[]> => {
  requireRight(c, 'manage')
  const results: ErasureResult[] = []
  for (const id of new Set(business_ids)) results.push(await eraseOne(inner, c, id, reason))
  return results
}

/** By this very request, sent again with its Idempotency-Key after a fault in the middle. */
const isOrdered = async ({ load }: Inner, businessId: string, orderId: string): Promise<boolean> => {
  const { open, done } = await load(erasureOrderIn('business'), businessId)
  return done.includes(orderId) || open.some(({ order_id }) => order_id === orderId)
}

const eraseOne = async (inner: Inner, c: ProbityContext, businessId: string, reason: string | null): Promise<ErasureResult> => {
  const result = { business_id: businessId, proposal_id: null, message: null }
  try {
    const { status, business_id, due_on } = await retentionOfBusiness(inner, c, businessId)
    const orderId = newId(c, `erasure of ${business_id}`)
    if (await isOrdered(inner, business_id, orderId)) return { ...result, status: 'ordered' }
    if (status === 'held') throw refused('legal_hold')
    if (status !== 'due') throw refused('not_due')
    if (await hasOpenLien(inner.read, business_id)) throw refused('lien_unfinished')
    const document = await inner.read(retentions).get(business_id)
    const { actor } = c.get('principal')
    const order = {
      order_id: orderId,
      person_id: null,
      reason: reason ?? `the retention period ended on ${due_on}`,
      requested_by: `${actor.type} ${actor.id}`,
    }
    const command = { type: 'OrderErasure' as const, order, turn: document?.relationship.turn ?? -1 }
    await send(inner, c, { aggregate: erasureOrderIn('business'), id: business_id, command })
    return { ...result, status: 'ordered' }
  } catch (error) {
    if (error instanceof Proposed) return { ...result, status: 'proposed', proposal_id: error.proposalId }
    if (error instanceof Refused) return { ...result, status: 'refused', message: refusalEntry(error).message }
    // One that is not there stops none of the others.
    if (error instanceof ApiError && error.status === 404) return { ...result, status: 'refused', message: 'business not found' }
    throw error
  }
}
