// What the record of a business shows from other collections: its liens, its monitor, its policy results and
// its signal.

import type { Related } from '../../interface/resources/business.ts'
import { lienResource } from '../../interface/resources/liens.ts'
import type { Monitorable } from '../../interface/resources/monitors.ts'
import { monitorResource, subscribableTypes } from '../../interface/resources/monitors.ts'
import { policyResultResource } from '../../interface/resources/policies.ts'
import { signalResource } from '../../interface/resources/signal.ts'
import type { AccountDocument } from '../../projections/accounts.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Moment } from '../../projections/history.ts'
import { liens } from '../../projections/liens.ts'
import { monitors } from '../../projections/monitors.ts'
import { policyResults } from '../../projections/policies.ts'
import type { Projection } from '../../projections/projection.ts'
import { signals } from '../../projections/signals.ts'
import { findsNothing } from '../../stores/document-store.ts'
import { documentResource } from '../evidence-documents.ts'
import type { ProbityContext } from '../framework/environment.ts'
import { originOf } from '../framework/origin.ts'
import { documentsAsOf, own, ownAccount, type Reads } from '../framework/reading.ts'
import type { Clock } from '../framework/sending.ts'
import type { GuestLinking } from '../guest-links.ts'
import { assignedUsers, assigneeIn, requesterNames } from '../people.ts'
import { policyResultsOf } from '../policy-results.ts'
import type { BusinessStamps, OwnStamps } from './stamps.ts'

export type Monitored = {
  /** Whether some source can detect changes of this type. */
  readonly monitorable: Monitorable
}

/** `stamps`: as `relatedRecords` takes them. */
export const relatedTo = async (
  inner: Clock & Reads & Monitored & GuestLinking,
  c: ProbityContext,
  business: BusinessDocument,
  stamps?: OwnStamps,
): Promise<Related> => ({
  ...(await relatedRecords(inner, c, business, stamps)),
  documents: Object.values(business.file.documents).map((each) => documentResource(inner, c, each)),
})

/** As it stood at a moment, like the business that is given. Documents are in the business itself. */
export const relatedAsOf = async (
  inner: Clock & Reads & Monitored & GuestLinking,
  c: ProbityContext,
  business: BusinessDocument,
  moment: Moment,
): Promise<Related> => {
  const { id, external_id } = business
  const where = { business_id: id }
  const [related, filed, evaluated, sent] = await Promise.all([
    relatedTo(inner, c, business),
    own(inner, c, liens).find({ where, sort: [['created_at', 'desc']], perPage: 1000 }),
    own(inner, c, policyResults).find({ where, sort: [['created_at', 'desc']], perPage: 1000 }),
    external_id === null ? [] : own(inner, c, signals).find({ where: { external_id }, sort: [['created_at', 'desc']], perPage: 100 }),
  ])
  const then = <Doc>(projection: Projection<Doc>, wanted: readonly { readonly id: string; readonly stream: string }[]) =>
    documentsAsOf(inner, projection, wanted, moment)
  const [stood, results, [signal], [monitor]] = await Promise.all([
    then(
      liens,
      filed.map((each) => ({ id: each.id, stream: `lien-${each.id}` })),
    ),
    then(
      policyResults,
      evaluated.map((each) => ({ id: each.id, stream: `business-${id}` })),
    ),
    then(
      signals,
      sent.map((each) => ({ id: each.id, stream: `signal-${each.id}` })),
    ),
    then(monitors, [{ id, stream: `monitor-${id}` }]),
  ])
  const origin = originOf(c)
  return {
    ...related,
    liens: stood.map((each) => lienResource(each, origin)),
    policyResults: results.map(policyResultResource),
    signal: signal ? signalResource(signal, await requesterNames(inner, [signal])) : null,
    monitor: monitor ? monitorResource(monitor, business, { subscribable: related.subscribable, monitorable: inner.monitorable }) : null,
  }
}

type Anchor = Pick<BusinessDocument, 'id' | 'account_id' | 'mode' | 'external_id' | 'assignee_id'> & { readonly review: object | null }

export type RelatedRecords = Omit<Related, 'documents'> & { readonly account: AccountDocument }

/** `stamps`: those of the business; where they say that there is nothing, nothing is read. */
export const relatedRecords = async (
  inner: Reads & Monitored,
  c: ProbityContext,
  business: Anchor,
  stamps: Partial<BusinessStamps> = {},
): Promise<RelatedRecords> => {
  const unless = <Found>(part: keyof BusinessStamps, nothing: Found, read: () => Promise<Found>): Promise<Found> | Found =>
    stamps[part] !== undefined && findsNothing(stamps[part]) ? nothing : read()
  const { id, assignee_id } = business
  const [account, assigned, ownLiens, monitor, policyResults, signal] = await Promise.all([
    ownAccount(inner, c),
    assignee_id === null ? undefined : assignedUsers(inner, [business]),
    unless('liens', [], () => own(inner, c, liens).find({ where: { business_id: id }, sort: [['created_at', 'desc']], perPage: 1000 })),
    unless('monitor', undefined, () => own(inner, c, monitors).get(id)),
    unless('policyResults', [], () => policyResultsOf(inner, c, id)),
    unless('signals', null, () => signalOf(inner, c, business)),
  ])
  const origin = originOf(c)
  const subscribable = subscribableTypes(account)
  return {
    account,
    assignee: assigned ? assigneeIn(assigned, business) : null,
    liens: ownLiens.map((each) => lienResource(each, origin)),
    policyResults: policyResults.map(policyResultResource),
    subscribable,
    signal,
    monitor: monitor ? monitorResource(monitor, business, { subscribable, monitorable: inner.monitorable }) : null,
  }
}

/** The latest signal about the business, which its external id names; null: there is none. */
const signalOf = async (inner: Pick<Reads, 'read'>, c: ProbityContext, { external_id }: Anchor): Promise<Related['signal']> => {
  if (external_id === null) return null
  const [latest] = await own(inner, c, signals).find({ where: { external_id }, sort: [['created_at', 'desc']], perPage: 1 })
  return latest ? signalResource(latest, await requesterNames(inner, [latest])) : null
}
