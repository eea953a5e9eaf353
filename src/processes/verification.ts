// The verification process: an order that has been placed is started, evidence is gathered for its product, and the order completes with what was found.

import { v5 as uuidv5 } from 'uuid'
import type { Business, BusinessState } from '../commands/business.ts'
import { business as aggregate } from '../commands/business.ts'
import type { Evidence } from '../commands/findings.ts'
import type { Handle, Load } from '../commands/handler.ts'
import type { Product } from '../events/business.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { EvidenceSource, Subject } from '../evidence/ports.ts'
import {
  contactsFrom,
  fromAddresses,
  fromIndustry,
  fromLoans,
  fromMotorCarriers,
  fromRegistrations,
  fromTaxExempt,
  fromWatchlists,
  subjectOf,
} from './findings.ts'
import { type Delivery, later, type Process } from './process.ts'

type Search = { readonly business: Business; readonly subject: Subject; readonly source: EvidenceSource; readonly signal: AbortSignal }
type Gather = (search: Search) => Promise<Evidence>

const registrations: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.registrations(subject, signal)
  const evidence = fromRegistrations(business, found)
  const held = found.flatMap(({ addresses, sources }) => addresses.map((address) => ({ address, sources: fromSources(sources) })))
  return { ...evidence, ...fromAddresses(business, subject, await source.addresses(subject, signal), held) }
}

const watchlists: Gather = async ({ business, subject, source, signal }) =>
  fromWatchlists(business, await source.watchlists(subject, signal))

const carriers: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.motorCarriers(subject, signal)
  return { ...fromMotorCarriers(business, found), ...contactsFrom(business, found) }
}

const taxExempt: Gather = async ({ business, subject, source, signal }) => fromTaxExempt(business, await source.taxExempt(subject, signal))

const industry: Gather = async ({ business, subject, source, signal }) => fromIndustry(business, await source.industry(subject, signal))

const loans: Gather = async ({ business, subject, source, signal }) => fromLoans(business, await source.loans(subject, signal))

const tin =
  (attempt: number): Gather =>
  async ({ subject, source, signal }) => {
    const { sources, ...finding } = await source.tin(subject, attempt, signal)
    return { tin: { outcome: finding.outcome, name: 'name' in finding ? finding.name : null, attempt, sources: fromSources(sources) } }
  }

const everything: readonly Gather[] = [registrations, watchlists, carriers, taxExempt, industry]

/** Which evidence each product brings (records.md, Orders). A product without a line completes with nothing found. */
const gathering: { readonly [Each in Product]?: readonly Gather[] } = {
  identity: everything,
  business_verification_verify: everything,
  business_verification_qualify: [async (search) => withoutAddresses(await registrations(search)), watchlists],
  tin: [tin(1)],
  business_enrichment: [carriers, industry, loans],
}

/** The products for which a check may ask for a person's look at the service. */
const audited: readonly Product[] = ['identity', 'business_verification_verify']

export type VerificationTools = {
  readonly handle: Handle
  readonly load: Load
  readonly sourceFor: (mode: 'test' | 'live') => EvidenceSource
  readonly now: () => Date
}

export const verification = ({ handle, load, sourceFor, now }: VerificationTools): Process => {
  const searchFor = async (stream: string, signal: AbortSignal): Promise<Search | undefined> => {
    const business: BusinessState = await load(aggregate, aggregateIdOf(stream))
    return business.status === 'none'
      ? undefined
      : { business, subject: subjectOf(business), source: sourceFor(business.submitted.mode), signal }
  }

  const complete = async (search: Search, orderId: string, delivery: Delivery) => {
    const order = search.business.orders[orderId]
    if (!order?.running) return
    const evidence = await gather(gathering[order.product] ?? [], search)
    const id = search.business.submitted.business_id
    await handle(aggregate, id, { type: 'CompleteOrder', orderId, evidence, review: review(id, now()) }, delivery.context('complete'))
  }

  return {
    name: 'verification',
    on: {
      OrderPlaced: async ({ stream, data, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const { order_id: orderId } = data
        await handle(aggregate, id, { type: 'StartOrder', orderId }, delivery.context('start'))
        const search = await searchFor(stream, delivery.signal)
        if (!search) return undefined
        const ready = later(metadata.recorded_at, search.source.delay(search.subject))
        if (ready.at > now()) return ready
        if (audited.includes(data.product) && search.source.needsAudit(search.subject)) {
          const reason = 'the evidence asks for a person to look at it'
          await handle(aggregate, id, { type: 'RequestAudit', orderId, reason }, delivery.context('audit'))
          return undefined
        }
        await complete(search, orderId, delivery)
        return undefined
      },

      AuditCompleted: async ({ stream, data }, delivery) => {
        const search = await searchFor(stream, delivery.signal)
        if (search) await complete(search, data.order_id, delivery)
        return undefined
      },

      /** The tax authority could not be asked: it is asked again, and the review told what it said. */
      TinChecked: async ({ stream, data, metadata }, delivery) => {
        if (data.outcome !== 'unavailable') return undefined
        const search = await searchFor(stream, delivery.signal)
        if (!search) return undefined
        const retry = later(metadata.recorded_at, tinRetryMs(search.business.submitted.mode, data.attempt))
        if (retry.at > now()) return retry
        const id = aggregateIdOf(stream)
        const evidence = await tin(data.attempt + 1)(search)
        await handle(aggregate, id, { type: 'RecordEvidence', evidence, review: review(id, now()) }, delivery.context('retry'))
        return undefined
      },
    },
  }
}

/** When the tax authority is asked again: at once in the sandbox, where a test waits for it; else after a growing pause of at most an hour. */
const tinRetryMs = (mode: 'test' | 'live', attempt: number): number =>
  mode === 'test' ? 2_000 : Math.min(60_000 * 2 ** (attempt - 1), 3_600_000)

const gather = async (gathers: readonly Gather[], search: Search): Promise<Evidence> => {
  const parts = await Promise.all(gathers.map((each) => each(search)))
  return Object.assign({}, ...parts)
}

const withoutAddresses = ({ registrations, names, formation }: Evidence): Evidence => ({
  ...(registrations ? { registrations } : {}),
  ...(names ? { names } : {}),
  ...(formation ? { formation } : {}),
})

const review = (businessId: string, at: Date) => ({ id: uuidv5('review', businessId), at: at.toISOString() })

const fromSources = (sources: readonly { readonly id: string; readonly type: string; readonly metadata: object }[]) =>
  sources.map(({ id, type, metadata }) => ({
    id,
    type,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
  }))
