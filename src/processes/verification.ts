// The verification process: an order that has been placed is started, evidence is gathered for its product, and the order completes with what was found.

import { v5 as uuidv5 } from 'uuid'
import { business as aggregate } from '../commands/business.ts'
import type { Business, BusinessState, OrderState } from '../commands/business-state.ts'
import { type Evidence, together } from '../commands/findings.ts'
import type { Handle, Load } from '../commands/handler.ts'
import type { Product } from '../events/business.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { classifyIndustry, riskyKeywords } from '../evidence/industry/classify.ts'
import type { RiskLists } from '../evidence/industry/risk-lists.ts'
import type { EvidenceSource, Subject } from '../evidence/ports.ts'
import type { MailNames } from '../evidence/products/email.ts'
import { noProductSource, type ProductSource } from '../evidence/products/products.ts'
import type { WebsiteFinding, WebsiteSource } from '../evidence/website/finding.ts'
import {
  contactsFrom,
  fromAddresses,
  fromIndustry,
  fromLoans,
  fromMotorCarriers,
  fromRegistrations,
  fromTaxExempt,
  fromWatchlists,
  sourcesOnFile,
  subjectOf,
} from './findings.ts'
import { type Delivery, later, type Process } from './process.ts'
import { certifications, emailsAssessed, isSearch, searched } from './product-findings.ts'
import { fromTin } from './tin-findings.ts'
import { fromWebsite, soughtOnSite } from './website-findings.ts'

/** What a look into an evidence source needs. */
type Asking = { readonly business: Business; readonly subject: Subject; readonly source: EvidenceSource; readonly signal: AbortSignal }
type Search = Asking & {
  /** The business's website, looked at once for all orders of one request; null: it has none. */
  readonly website: () => Promise<WebsiteFinding | null>
  readonly riskLists: RiskLists
  readonly products: ProductSource
  readonly mailNames: MailNames | null
}
type GatherAll = (search: Search) => Promise<Evidence>
/** Gathers one kind of evidence; for an order, and again for a monitor. */
export type Gather = (asking: Asking) => Promise<Evidence>

export const registrations: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.registrations(subject, signal)
  const evidence = fromRegistrations(business, found)
  const held = found.flatMap(({ addresses, sources }) => addresses.map((address) => ({ address, sources: sourcesOnFile(sources) })))
  return { ...evidence, ...fromAddresses(business, subject, await source.addresses(subject, signal), held) }
}

export const watchlists: Gather = async ({ business, subject, source, signal }) =>
  fromWatchlists(business, await source.watchlists(subject, signal))

const carriers: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.motorCarriers(subject, signal)
  return { ...fromMotorCarriers(business, found), ...contactsFrom(business, found) }
}

const taxExempt: Gather = async ({ business, subject, source, signal }) => fromTaxExempt(business, await source.taxExempt(subject, signal))

const website: GatherAll = async ({ business, subject, website, riskLists }) => {
  const site = await website()
  if (!site) return {}
  return fromWebsite(
    business,
    site,
    business.submitted.mode === 'test' ? [] : riskyKeywords(subject.names.slice(0, 1), site.text, riskLists),
  )
}

const industry: GatherAll = async ({ business, subject, source, website, riskLists, signal }) => {
  const [site, found] = await Promise.all([website(), source.industry(subject, signal)])
  // In the sandbox a name says nothing: everything verifies there unless a scenario is asked for.
  const [names, websiteText] = business.submitted.mode === 'test' ? [[], ''] : [subject.names, site?.text ?? '']
  const evidence = { names, websiteText, found, sources: site?.sources ?? [] }
  return fromIndustry(business, classifyIndustry(evidence, riskLists))
}

const certified: GatherAll = ({ products, ...asking }) => certifications(products, asking)

const loans: Gather = async ({ business, subject, source, signal }) => fromLoans(business, await source.loans(subject, signal))

export const tin =
  (attempt: number): Gather =>
  async ({ business, subject, source, signal }) =>
    fromTin(business, await source.tin(subject, attempt, signal), attempt)

/** Without what the registrations tell of addresses and people. */
export const registrationsAlone: Gather = async (asking) => withoutAddresses(await registrations(asking))

const everything: readonly GatherAll[] = [registrations, watchlists, carriers, taxExempt, website, industry, certified]

/** Which evidence each product brings (records.md, Orders). A product without a line completes with nothing found. */
const gathering: { readonly [Each in Product]?: readonly GatherAll[] } = {
  identity: everything,
  business_verification_verify: everything,
  business_verification_qualify: [registrationsAlone, watchlists],
  tin: [tin(1)],
  website: [website],
  business_enrichment: [carriers, industry, loans],
  email_risk: [({ mailNames, ...asking }) => emailsAssessed(mailNames, asking)],
}

/** What a subproduct brings beside its product. */
const subproductGathering: { readonly [subproduct: string]: readonly GatherAll[] } = { industry_classification: [industry] }

const gathersFor = ({ product, subproducts }: OrderState): readonly GatherAll[] => [
  ...new Set([
    ...(gathering[product] ?? []),
    ...(isSearch(product) ? [({ products, ...asking }: Search) => searched(product, products, asking)] : []),
    ...subproducts.flatMap((each) => subproductGathering[each] ?? []),
  ]),
]

/** The products for which a check may ask for a person's look at the service. */
const audited: readonly Product[] = ['identity', 'business_verification_verify']

export type VerificationTools = {
  readonly handle: Handle
  readonly load: Load
  readonly sourceFor: (mode: 'test' | 'live') => EvidenceSource
  readonly websiteFor: (mode: 'test' | 'live') => WebsiteSource
  readonly riskLists: RiskLists
  /** Who is asked for liens, courts, media and identities; nobody when absent. */
  readonly productsFor?: (mode: 'test' | 'live') => ProductSource
  /** Who is asked whether domains take mail; nobody when absent. */
  readonly mailNamesFor?: (mode: 'test' | 'live') => MailNames | null
  readonly now: () => Date
}

export const verification = ({
  handle,
  load,
  sourceFor,
  websiteFor,
  riskLists,
  productsFor = () => noProductSource,
  mailNamesFor = () => null,
  now,
}: VerificationTools): Process => {
  const lookAtWebsite = onceEach<WebsiteFinding | null>()

  const searchFor = async (
    { stream, metadata }: { readonly stream: string; readonly metadata: { readonly correlation_id: string } },
    signal: AbortSignal,
  ): Promise<Search | undefined> => {
    const business: BusinessState = await load(aggregate, aggregateIdOf(stream))
    if (business.status === 'none') return undefined
    const { submitted } = business
    const website = async () =>
      submitted.website
        ? lookAtWebsite(`${stream} ${metadata.correlation_id}`, () => websiteFor(submitted.mode)(soughtOnSite(business), signal))
        : null
    return {
      business,
      subject: subjectOf(business),
      source: sourceFor(submitted.mode),
      signal,
      website,
      riskLists,
      products: productsFor(submitted.mode),
      mailNames: mailNamesFor(submitted.mode),
    }
  }

  const complete = async (search: Search, orderId: string, delivery: Delivery) => {
    const order = search.business.orders[orderId]
    if (!order?.running) return
    const evidence = await gather(gathersFor(order), search)
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
        const search = await searchFor({ stream, metadata }, delivery.signal)
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

      AuditCompleted: async ({ stream, data, metadata }, delivery) => {
        const search = await searchFor({ stream, metadata }, delivery.signal)
        if (search) await complete(search, data.order_id, delivery)
        return undefined
      },

      /** The tax authority could not be asked: it is asked again, and the review told what it said. */
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

const gather = async (gathers: readonly GatherAll[], search: Search): Promise<Evidence> =>
  together(await Promise.all(gathers.map((each) => each(search))))

/** Enough for the orders of one request to meet; a finding may hold some hundred kilobytes of text. */
const rememberedFindings = 30

/** Remembers what was made for a key while it is being made and a while after; a failure is forgotten at once. */
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

const withoutAddresses = ({ registrations, names, formation }: Evidence): Evidence => ({
  ...(registrations ? { registrations } : {}),
  ...(names ? { names } : {}),
  ...(formation ? { formation } : {}),
})

const review = (businessId: string, at: Date) => ({ id: uuidv5('review', businessId), at: at.toISOString() })
