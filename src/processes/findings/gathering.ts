// Which evidence each product brings, and how it is gathered: from the evidence source, the website, and the vendors.
import type { Business, OrderState } from '../../commands/business-state.ts'
import { type Evidence, recordable, together } from '../../commands/findings.ts'
import { isStillOwn } from '../../commands/former-names.ts'
import type { Product } from '../../events/business.ts'
import { undated } from '../../events/fact-file.ts'
import { classifyIndustry, riskyKeywords } from '../../evidence/industry/classify.ts'
import type { RiskLists } from '../../evidence/industry/risk-lists.ts'
import type { EvidenceSource, LegalEntityFinding, Subject } from '../../evidence/ports.ts'
import type { MailNames } from '../../evidence/products/email.ts'
import type { SearchProduct } from '../../evidence/products/products.ts'
import type { Vendors } from '../../evidence/products/vendors.ts'
import type { WebsiteFinding } from '../../evidence/website/finding.ts'
import { limited } from '../running/pacing.ts'
import { contactsFrom, fromIndustry, fromLoans, fromMotorCarriers, fromPhones, fromTaxExempt, fromWatchlists } from './findings.ts'
import { formationByLei, fromLegalEntity } from './lei.ts'
import { ownersFound } from './owners.ts'
import { officersAmong, ownersIn, personIdIn } from './parts.ts'
import { AskAgain, certifications, documentsReceived, emailsAssessed, enriched, isSearch, type KeepDocument, searched } from './products.ts'
import { endedBy, publicRecords, withPublicRecords } from './public-records.ts'
import { standingOf } from './registration-changes.ts'
import { addressesHeld, agentPlaceOf, carriedBy, fromAddresses, fromRegistrations, isOwn, type Registered } from './registrations.ts'
import { notedIn } from './search-notes.ts'
import { stillStanding, withStandingHits } from './standing.ts'
import { fromTin } from './tin.ts'
import { fromWebsite } from './website.ts'

/** What a search of an evidence source needs. */
export type Asking = {
  readonly business: Business
  readonly subject: Subject
  readonly source: EvidenceSource
  readonly signal: AbortSignal
}
export type Search = Asking & {
  /** The business's website, read once for all orders of one request; null: it has none. */
  readonly website: () => Promise<WebsiteFinding | null>
  readonly riskLists: RiskLists
  readonly vendors: Vendors
  readonly mailNames: MailNames | null
  readonly keepDocument: KeepDocument
  /** When it is asked, and how long after the order was placed, in milliseconds. */
  readonly at: Date
  readonly waited: number
}
/** `isLast`: the time for vendors is up. What they cannot answer now is noted as not answered. */
type GatherAll = (search: Search & { readonly order: OrderState; readonly isLast: boolean }) => Promise<Evidence>
/** Gathers one kind of evidence, for an order or a monitor. */
export type Gather = (asking: Asking) => Promise<Evidence>

export const registrations: Gather = async ({ business, subject, source, signal }) => {
  const [all, records] = await Promise.all([source.registrations(subject, signal), publicRecords(source, subject, signal)])
  const registered = fromRegistrations(business, all, await source.registries(subject))
  const formed = withFormation(business, registered, await source.legalEntity?.(subject, signal))
  const evidence = withPublicRecords(business, formed, records)
  const own = all.filter(isOwn)
  const held = [
    ...own.map((finding) => ({ addresses: finding.addresses, sources: carriedBy(business, finding) })),
    ...standingOf(business, registered.registrations),
    ...records.map((record) => ({ ...record, ended: endedBy(record) })),
  ].flatMap(addressesHeld)
  const agents = own.flatMap((finding) => agentPlaceOf(business, finding))
  return { ...evidence, ...fromAddresses(business, subject, await source.addresses(subject, signal), held, agents) }
}

/** A registration says how the business was formed before its identifier's record does. */
const withFormation = (business: Business, evidence: Registered, entity: LegalEntityFinding | null = null): Evidence => {
  const isRegistered = evidence.registrations.length > 0 || Object.keys(business.file.registrations).length > 0
  const formation = isRegistered ? undefined : formationByLei(entity)
  return formation ? { ...evidence, formation } : evidence
}

/** Its own record, as it is in the data now. */
export const legalEntity: Gather = async ({ business, subject, source, signal }) => {
  if (!source.legalEntity) return {}
  const [found, data] = await Promise.all([source.legalEntity(subject, signal), source.legalEntityData?.(signal) ?? []])
  return fromLegalEntity(business, found, data)
}

/** What published data says of its owners and of theirs. */
export const owners: Gather = (asking) => ownersFound(asking.business, asking)

/** Screens the officers that registrations name now, too. Where they do not answer, those on file. */
export const watchlists: Gather = (asking) => screenedWith(asking, null)

/** Screens the owners that published data names now, too. Where it does not answer, those on file. */
export const watchlistsWithOwners: Gather = async (asking) => {
  const { found_owners } = await owners(asking).catch((): Evidence => ({}))
  return screenedWith(asking, found_owners ?? null)
}

const screenedWith = async (asking: Asking, found: Evidence['found_owners'] | null): Promise<Evidence> => {
  const { business, source, signal } = asking
  const officers = await officersNow(asking).catch(() => asking.subject.officers ?? [])
  const { owners: onFile, officers: _, ...others } = asking.subject
  const named = found && { found_owners: Object.fromEntries(found.map((owner) => [owner.id, owner])) }
  const owned = named ? ownersIn({ submitted: business.submitted, file: named }) : onFile && { owners: onFile }
  const subject = { ...others, ...owned, ...officersAmong(officers, { ...others, ...owned }) }
  return withStandingHits(business, subject, fromWatchlists(business, subject, await source.watchlists(subject, signal)))
}

/** By its own registrations as they are now, and those on file that nothing newer replaces. */
const officersNow = async ({ business, subject, source, signal }: Asking) => {
  const own = (await source.registrations(subject, signal)).filter(isOwn)
  const named = own.flatMap(({ officers }) => officers.map(({ name }) => ({ id: personIdIn(business, name), name })))
  const isNewer = (held: { readonly state: string; readonly file_number: string }) =>
    own.some(({ state, file_number }) => state === held.state && file_number === held.file_number)
  const standing = Object.values(business.file.registrations).filter((held) => !isNewer(held) && isStillOwn(business, held))
  return [...named, ...standing.flatMap(({ officers }) => officers)]
}

const carriers: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.motorCarriers(subject, signal)
  const { carriers = [] } = fromMotorCarriers(business, found)
  const others = Object.values(business.file.carriers).filter(({ id }) => !carriers.some((each) => each.id === id))
  const standing = await stillStanding(source, others, signal)
  return { carriers: [...carriers, ...standing.map(undated)], ...contactsFrom(business, found) }
}

const phones: Gather = async ({ business, subject, source, signal }) => fromPhones(business, (await source.phones?.(subject, signal)) ?? [])

const taxExempt: Gather = async ({ business, subject, source, signal }) => {
  const found = await source.taxExempt(subject, signal)
  const { tax_exempt: held } = business.file
  const stands = found === null && held !== null && (await stillStanding(source, [held], signal)).length > 0
  return stands ? {} : fromTaxExempt(business, found)
}

const website: GatherAll = async ({ business, subject, website, riskLists }) => {
  const site = await website()
  if (!site) return withoutWebsite(business)
  return fromWebsite(
    business,
    site,
    business.submitted.mode === 'test' ? [] : riskyKeywords(subject.names.slice(0, 1), site.text, riskLists),
  )
}

/** None was submitted, and none is found: what is on file is another's if it was submitted before, or found under a former name. */
const withoutWebsite = ({ file, former_names }: Business): Evidence =>
  file.website && (file.website.submitted || former_names) ? { website: null, profiles: [] } : {}

const industry: GatherAll = async ({ business, subject, source, website, riskLists, signal }) => {
  const [site, found] = await Promise.all([website(), source.industry(subject, signal)])
  // In the sandbox names are made up, so that their words say nothing of the industry.
  const [names, websiteText] = business.submitted.mode === 'test' ? [[], ''] : [subject.names, site?.text ?? '']
  const evidence = { names, websiteText, found, sources: site?.sources ?? [] }
  return fromIndustry(business, classifyIndustry(evidence, riskLists))
}

/** For a verification: a search that finds no loans leaves no event, unless loans or an earlier search are on file, which may be of a former name. */
const loansFound: Gather = async (asking) => {
  const { file } = asking.business
  const found = await loans(asking)
  const isOnFile = Object.keys(file.loans).length > 0 || Object.values(file.searches).some(({ product }) => product === 'loans')
  return found.loans?.length || isOnFile ? found : {}
}

const loans: Gather = async ({ business, subject, source, signal }) => {
  const [found, lists] = await Promise.all([source.loans(subject, signal), source.loanLists(signal)])
  return fromLoans(business, found, lists)
}

export const tin =
  (attempt: number): Gather =>
  async ({ business, subject, source, signal }) =>
    fromTin(business, await source.tin(subject, attempt, signal), attempt)

/** Leaves out the addresses and people of the registrations. */
export const registrationsAlone: Gather = async (asking) => {
  const {
    registrations: found,
    possible_matches,
    public_records,
    names,
    name_comparisons,
    formation,
    searches,
  } = await registrations(asking)
  const alone = { registrations: found, possible_matches, public_records, names, name_comparisons, formation, searches }
  return Object.fromEntries(Object.entries(alone).filter(([, facet]) => facet !== undefined))
}

/** What is searched, in the words of the notes that the review reads when a search failed. */
type Looks = { readonly [what: string]: GatherAll }

const everything: Looks = {
  registrations,
  lei: legalEntity,
  owners,
  watchlists: watchlistsWithOwners,
  motor_carriers: carriers,
  phones,
  tax_exempt: taxExempt,
  loans: loansFound,
  website,
  industry,
  certifications,
  email_risk: emailsAssessed,
}

/** A product that is no search must stand here. */
const products: { readonly [Each in Product]?: Looks } & { readonly [Each in Exclude<Product, SearchProduct>]: Looks } = {
  identity: everything,
  business_verification_verify: everything,
  business_verification_qualify: { registrations: registrationsAlone, lei: legalEntity, watchlists },
  tin: { tin: tin(1) },
  website: { website },
  business_enrichment: { motor_carriers: carriers, industry, loans, business_enrichment: enriched },
  email_risk: { email_risk: emailsAssessed },
  documents: { documents: documentsReceived },
}

/** What a subproduct brings beside its product. */
const subproductLooks: { readonly [subproduct: string]: Looks } = { industry_classification: { industry } }

const looksFor = ({ product, subproducts }: OrderState): Looks => {
  const looks: Looks = products[product] ?? (isSearch(product) ? { [product]: (asking) => searched(product, asking) } : {})
  return subproducts.length === 0 ? looks : Object.assign({}, looks, ...subproducts.map((each) => subproductLooks[each] ?? {}))
}

/** A search that takes longer counts as failed. */
const longestLookMs = 100_000

/** How long after its placement an order waits for sources that fail. Then it completes with what there is. */
const orderLimitMs = 600_000

/**
 * @throws what a search throws, unless the order's time is up: then the other findings count, and a note says what is missing, or could not be
 * recorded
 */
export const gather = async (order: OrderState, search: Search): Promise<Evidence> => {
  const looks = Object.entries(looksFor(order))
  const isTimeUp = search.waited >= orderLimitMs
  const { signal, ended, lift } = limited(search.signal, longestLookMs)
  const asking = { ...search, order, isLast: search.waited >= search.vendors.patienceMs, signal }
  let running = looks.length

  const found = async ([what, look]: Look): Promise<Evidence> => {
    try {
      const evidence = await look(asking)
      return notedIn(search.business, what, isTimeUp ? recordable(evidence) : evidence)
    } finally {
      running--
      if (running === 0) lift()
    }
  }

  const foundOrMissing = (look: Look): Promise<Evidence> =>
    Promise.race([found(look), ended]).catch((error) => {
      search.signal.throwIfAborted()
      if (error instanceof AskAgain) throw error
      return notedIn(search.business, look[0], null)
    })

  try {
    return together(await (isTimeUp ? Promise.all(looks.map(foundOrMissing)) : Promise.race([Promise.all(looks.map(found)), ended])))
  } catch (error) {
    search.signal.throwIfAborted()
    throw error
  }
}

type Look = readonly [what: string, look: GatherAll]
