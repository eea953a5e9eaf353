// The verification process: it starts each placed order, gathers the evidence for its product, and completes the order with what it found.
import { account } from '../commands/account.ts'
import { business as aggregate } from '../commands/business.ts'
import { type Business, type OrderState, orderIn } from '../commands/business-state.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { identityProducts } from '../commands/products.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import { reviewIdOf } from '../events/derived-id.ts'
import type { Mode } from '../events/modes.ts'
import type { RiskLists } from '../evidence/industry/risk-lists.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import type { MailNames } from '../evidence/products/email.ts'
import { noVendors, type Vendors } from '../evidence/products/vendors.ts'
import { discoverWebsite } from '../evidence/website/discovery.ts'
import type { SiteProbe, WebsiteFinding, WebsiteSource } from '../evidence/website/finding.ts'
import { openMemo } from '../stores/memo.ts'
import { gather, type Search, tin } from './findings/gathering.ts'
import { unlessOutdated } from './findings/outdated.ts'
import { subjectOf } from './findings/parts.ts'
import { AskAgain, type KeepDocument } from './findings/products.ts'
import { knownForDiscovery, soughtOnSite } from './findings/website.ts'
import { newReview } from './new-review.ts'
import { type Delivery, type Later, later, type Process } from './process.ts'
import { fulfilledWithin } from './running/pacing.ts'

export type VerificationDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly sourceFor: (mode: Mode) => EvidenceSource
  readonly websiteFor: (mode: Mode) => WebsiteSource
  readonly riskLists: RiskLists
  /** Looks at a possible website of a business that gave none. Absent: no website is sought. */
  readonly siteProbeFor?: (mode: Mode) => SiteProbe
  /** The vendors for liens, courts, media, identities and documents. Absent: none is asked. */
  readonly vendorsFor?: (mode: Mode) => Vendors
  /** Checks whether domains accept mail. Absent: they are not checked. */
  readonly mailNamesFor?: (mode: Mode) => MailNames | null
  readonly keepDocument: KeepDocument
  readonly now: () => Date
  /** Awaited between the evidence and what follows from it, see turns.ts. Absent: both are one piece of work. */
  readonly turn?: () => Promise<void>
}

export const verification = (dependencies: VerificationDependencies): Process => {
  const { handle, load, now } = dependencies
  const searchFor = openSearches(dependencies)
  const start = starting(dependencies)
  const complete = completing(dependencies)

  return {
    name: 'verification',
    on: {
      OrderPlaced: async ({ stream, data, metadata }, delivery) => {
        const { order_id: orderId } = data
        const search = await searchFor({ stream, metadata }, delivery.signal)
        if (!search) return undefined
        const order = orderIn(search.business, orderId)
        if (!order?.running) return undefined
        const ready = later(metadata.recorded_at, search.source.delay(search.subject))
        if (ready.at > now()) {
          await start(search.business, order, delivery)
          return ready
        }
        if (identityProducts.includes(data.product) && search.source.needsAudit(search.subject)) {
          await start(search.business, order, delivery)
          const reason = 'the evidence asks for a person to look at it'
          await handle(aggregate, aggregateIdOf(stream), { type: 'RequestAudit', orderId, reason }, delivery.context('audit'))
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
        const review = await newReview({ load, now }, reviewIdOf(id), delivery)
        const command = { type: 'RecordEvidence', evidence, about: search.business, review } as const
        return unlessOutdated(() => handle(aggregate, id, command, delivery.context('retry')), later(now(), 0))
      },
    },
  }
}

type Sought = ReturnType<typeof soughtOnSite>

/** Prepares the search for the evidence of an order. Orders of one request that seek the same on the website share a look at it. */
const openSearches = ({
  load,
  sourceFor,
  websiteFor,
  riskLists,
  siteProbeFor = () => async () => null,
  vendorsFor = () => noVendors,
  mailNamesFor = () => null,
  keepDocument,
  now,
}: VerificationDependencies) => {
  const websites = openMemo<WebsiteFinding | null>(rememberedFindings)

  const websiteOf = async (business: Business, sought: Sought, signal: AbortSignal): Promise<WebsiteFinding | null> => {
    const { mode, website } = business.submitted
    const url = website?.url ?? (await discoverWebsite(knownForDiscovery(business), siteProbeFor(mode), signal))
    return url === null ? null : websiteFor(mode)({ ...sought, url }, signal)
  }

  return async ({ stream, metadata }: Pick<StoredEvent, 'stream' | 'metadata'>, signal: AbortSignal): Promise<Search | undefined> => {
    const business = await load(aggregate, aggregateIdOf(stream))
    if (business.status === 'none') return undefined
    const { mode } = business.submitted
    const at = now()
    return {
      business,
      subject: subjectOf(business, (await load(account, metadata.account_id)).watchlists),
      source: sourceFor(mode),
      signal,
      website: () => {
        const sought = soughtOnSite(business)
        return websites.get(JSON.stringify([stream, metadata.correlation_id, sought]), () => websiteOf(business, sought, signal))
      },
      riskLists,
      vendors: vendorsFor(mode),
      mailNames: mailNamesFor(mode),
      keepDocument,
      at,
      waited: at.getTime() - Date.parse(metadata.recorded_at),
    }
  }
}

/** An order whose evidence is there within this time is started and completed in one append. One that takes longer is seen to have started. */
const soonMs = 100

const starting =
  ({ handle }: VerificationDependencies) =>
  async ({ submitted }: Business, { order_id: orderId, stage }: OrderState, delivery: Delivery): Promise<void> => {
    if (stage === 'created') await handle(aggregate, submitted.business_id, { type: 'StartOrder', orderId }, delivery.context('start'))
  }

/** Completes an order. @returns when its evidence is gathered anew, if vendors have to be asked again or the business was changed meanwhile */
const completing = (dependencies: VerificationDependencies) => {
  const { handle, load, now, turn } = dependencies
  const start = starting(dependencies)
  return async (search: Search, orderId: string, delivery: Delivery): Promise<Later | undefined> => {
    const order = orderIn(search.business, orderId)
    if (!order?.running) return undefined
    try {
      const gathering = gather(order, search)
      if (!(await fulfilledWithin(gathering, soonMs))) await start(search.business, order, delivery)
      const evidence = await gathering
      await turn?.()
      const id = search.business.submitted.business_id
      const review = await newReview({ load, now }, reviewIdOf(id), delivery)
      const command = { type: 'CompleteOrder', orderId, evidence, about: search.business, review } as const
      return await unlessOutdated(() => handle(aggregate, id, command, delivery.context('complete')), later(now(), 0))
    } catch (error) {
      if (!(error instanceof AskAgain)) throw error
      return later(now(), Math.min(askAgainMs(delivery.count), Math.max(0, search.vendors.patienceMs - search.waited)))
    }
  }
}

/** When the tax authority is asked again: at once in the sandbox, where a test waits for it; else after a growing pause of at most an hour. */
const tinRetryMs = (mode: Mode, attempt: number): number => (mode === 'test' ? 2_000 : Math.min(60_000 * 2 ** (attempt - 1), 3_600_000))

/** Enough that the orders of one request share a look. A finding may hold some hundred kilobytes of text. */
const rememberedFindings = 30

/** The pause before a vendor is asked for the n-th time again. */
const askAgainMs = (asked: number): number => Math.min(1_000 * 2 ** (asked - 1), 120_000)
