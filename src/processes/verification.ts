// The verification process: it starts each placed order, gathers the evidence for its product, and completes the order with what it found.

import { v5 as uuidv5 } from 'uuid'
import { business as aggregate } from '../commands/business.ts'
import { type BusinessState, orderIn } from '../commands/business-state.ts'
import type { Handle, Load } from '../commands/handler.ts'
import type { Product } from '../events/business.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { RiskLists } from '../evidence/industry/risk-lists.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import type { MailNames } from '../evidence/products/email.ts'
import { noVendors, type Vendors } from '../evidence/products/vendors.ts'
import { discoverWebsite } from '../evidence/website/discovery.ts'
import type { SiteProbe, WebsiteFinding, WebsiteSource } from '../evidence/website/finding.ts'
import { subjectOf } from './finding-parts.ts'
import { gather, type Search, tin } from './gathering.ts'
import { type Delivery, type Later, later, type Process } from './process.ts'
import { AskAgain, type KeepDocument } from './product-findings.ts'
import { knownForDiscovery, soughtOnSite } from './website-findings.ts'

/** The products whose checks may ask for an audit by a person. */
const audited: readonly Product[] = ['identity', 'business_verification_verify']

export type VerificationDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly sourceFor: (mode: 'test' | 'live') => EvidenceSource
  readonly websiteFor: (mode: 'test' | 'live') => WebsiteSource
  readonly riskLists: RiskLists
  /** Looks at a possible website of a business that gave none. Absent: no website is sought. */
  readonly siteProbeFor?: (mode: 'test' | 'live') => SiteProbe
  /** The vendors for liens, courts, media, identities and documents. Absent: none is asked. */
  readonly vendorsFor?: (mode: 'test' | 'live') => Vendors
  /** Tells whether domains take mail. Absent: nobody is asked. */
  readonly mailNamesFor?: (mode: 'test' | 'live') => MailNames | null
  readonly keepDocument: KeepDocument
  readonly now: () => Date
}

export const verification = ({
  handle,
  load,
  sourceFor,
  websiteFor,
  riskLists,
  siteProbeFor = () => async () => null,
  vendorsFor = () => noVendors,
  mailNamesFor = () => null,
  keepDocument,
  now,
}: VerificationDependencies): Process => {
  const lookAtWebsite = onceEach<WebsiteFinding | null>()

  const searchFor = async (
    { stream, metadata }: { readonly stream: string; readonly metadata: { readonly correlation_id: string; readonly recorded_at: string } },
    signal: AbortSignal,
  ): Promise<Search | undefined> => {
    const business: BusinessState = await load(aggregate, aggregateIdOf(stream))
    if (business.status === 'none') return undefined
    const { submitted } = business
    const vendors = vendorsFor(submitted.mode)
    const website = () =>
      lookAtWebsite(`${stream} ${metadata.correlation_id}`, async () => {
        const sought = soughtOnSite(business)
        const url = submitted.website?.url ?? (await discoverWebsite(knownForDiscovery(business), siteProbeFor(submitted.mode), signal))
        return url === null ? null : websiteFor(submitted.mode)({ ...sought, url }, signal)
      })
    return {
      business,
      subject: subjectOf(business),
      source: sourceFor(submitted.mode),
      signal,
      website,
      riskLists,
      vendors,
      mailNames: mailNamesFor(submitted.mode),
      keepDocument,
      waited: now().getTime() - Date.parse(metadata.recorded_at),
    }
  }

  /** Completes the order. @returns when its vendors are asked again, if they have to be */
  const complete = async (search: Search, orderId: string, delivery: Delivery): Promise<Later | undefined> => {
    const order = orderIn(search.business, orderId)
    if (!order?.running) return undefined
    try {
      const evidence = await gather(order, search)
      const id = search.business.submitted.business_id
      await handle(aggregate, id, { type: 'CompleteOrder', orderId, evidence, review: review(id, now()) }, delivery.context('complete'))
      return undefined
    } catch (error) {
      if (!(error instanceof AskAgain)) throw error
      return later(now(), Math.min(askAgainMs(delivery.count), Math.max(0, search.vendors.patienceMs - search.waited)))
    }
  }

  return {
    name: 'verification',
    on: {
      OrderPlaced: async ({ stream, data, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const { order_id: orderId } = data
        await handle(aggregate, id, { type: 'StartOrder', orderId }, delivery.context('start'))
        const search = await searchFor({ stream, metadata }, delivery.signal)
        if (!search) return undefined
        const ready = later(metadata.recorded_at, search.source.delay(search.subject))
        if (ready.at > now()) return ready
        if (audited.includes(data.product) && search.source.needsAudit(search.subject)) {
          const reason = 'the evidence asks for a person to look at it'
          await handle(aggregate, id, { type: 'RequestAudit', orderId, reason }, delivery.context('audit'))
          return undefined
        }
        return complete(search, orderId, delivery)
      },

      AuditCompleted: async ({ stream, data, metadata }, delivery) => {
        const search = await searchFor({ stream, metadata }, delivery.signal)
        return search && complete(search, data.order_id, delivery)
      },

      /** The tax authority could not be asked. It is asked again later, and the review reads its latest answer. */
      TinChecked: async ({ stream, data, metadata }, delivery) => {
        if (data.outcome !== 'unavailable') return undefined
        const search = await searchFor({ stream, metadata }, delivery.signal)
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

/** Enough that the orders of one request share a look. A finding may hold some hundred kilobytes of text. */
const rememberedFindings = 30

/** Remembers the value of a key while it is being made and for a while after. A failure is forgotten at once. */
const onceEach = <Value>() => {
  const made = new Map<string, Promise<Value>>()
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const before = made.get(key)
    if (before) return before
    const making = make()
    made.set(key, making)
    making.catch(() => made.delete(key))
    const oldest = made.keys().next().value
    if (made.size > rememberedFindings && oldest !== undefined) made.delete(oldest)
    return making
  }
}

/** The pause before a vendor is asked for the n-th time again. */
const askAgainMs = (asked: number): number => Math.min(1_000 * 2 ** (asked - 1), 120_000)

const review = (businessId: string, at: Date) => ({ id: uuidv5('review', businessId), at: at.toISOString() })
