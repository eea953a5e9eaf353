// The review of searches beyond the registries and of e-mail addresses (records.md section 5). A search that nobody could answer says so.
import type { Product } from '../../events/business.ts'
import { firstOfEach } from '../../events/parts.ts'
import type { Business } from '../business-state.ts'
import { emailsOf } from '../contacts.ts'
import { type Judgement, judged, type ReviewRule, riskRatings, shareOf, unanswered } from './rule.ts'

type Searched = Pick<ReviewRule, 'category' | 'key' | 'label'> & {
  readonly products: readonly Product[]
  readonly kind: string
  /** What is found, as one and as several. */
  readonly one: string
  readonly more: string
  /** The state of the records found, in words that follow their number. */
  readonly standing?: (records: Records) => string
}

type Records = readonly Business['file']['product_records'][string][]

const howManyOpen = (records: Records): string => `, ${records.filter(({ content }) => content.status === 'open').length} open`

const searched: readonly Searched[] = [
  {
    category: 'bankruptcies',
    key: 'bankruptcies',
    label: 'Bankruptcies',
    products: ['bankruptcies'],
    kind: 'bankruptcy',
    one: 'bankruptcy',
    more: 'bankruptcies',
  },
  {
    category: 'liens',
    key: 'liens',
    label: 'Liens',
    products: ['liens', 'ucc_liens', 'tax_liens'],
    kind: 'lien',
    one: 'lien',
    more: 'liens',
    standing: howManyOpen,
  },
  {
    category: 'litigations',
    key: 'litigations',
    label: 'Litigations',
    products: ['litigations'],
    kind: 'litigation',
    one: 'litigation',
    more: 'litigations',
  },
  {
    category: 'people_bankruptcies',
    key: 'people_bankruptcies',
    label: 'People Bankruptcies',
    products: ['people_bankruptcies'],
    kind: 'bankruptcy',
    one: 'bankruptcy of a person',
    more: 'bankruptcies of people',
  },
  {
    category: 'people_litigations',
    key: 'people_litigations',
    label: 'People Litigations',
    products: ['people_litigations'],
    kind: 'litigation',
    one: 'litigation of a person',
    more: 'litigations of people',
  },
  {
    category: 'people_liens',
    key: 'people_liens',
    label: 'People Liens',
    products: ['people_tax_liens', 'people_ucc_liens'],
    kind: 'lien',
    one: 'lien of a person',
    more: 'liens of people',
  },
  {
    category: 'people_criminal_history',
    key: 'people_criminal_history',
    label: 'People Criminal History',
    products: ['people_criminal_history'],
    kind: 'criminal_record',
    one: 'criminal record of a person',
    more: 'criminal records of people',
  },
  {
    category: 'adverse_media',
    key: 'adverse_media',
    label: 'Adverse Media',
    products: ['adverse_media', 'enhanced_screenings'],
    kind: 'adverse_media',
    one: 'item of adverse media',
    more: 'items of adverse media',
  },
  {
    category: 'politically_exposed_persons',
    key: 'politically_exposed_persons',
    label: 'Politically Exposed Persons',
    products: ['enhanced_screenings'],
    kind: 'politically_exposed_person',
    one: 'politically exposed person',
    more: 'politically exposed persons',
  },
]

const searchesFor = ({ file }: Business, products: readonly string[]) =>
  Object.values(file.searches).filter(({ product }) => products.includes(product))

/** Why there is no answer: of each product, where a task is about several. */
const unavailable = (searches: readonly { readonly product: string; readonly reason: string | null }[], isOfSeveral = false): string =>
  searches
    .filter(({ reason }) => reason !== null)
    .map(({ product, reason }) => (isOfSeveral ? `${product.replaceAll('_', ' ')}: ${reason}` : reason))
    .join('; ')

const judgeSearch =
  ({ products, kind, one, more, standing: told = () => '' }: Searched) =>
  (business: Business): Judgement | null => {
    const searches = searchesFor(business, products)
    if (searches.length === 0) return null
    const answered = searches.filter(({ outcome }) => outcome === 'searched')
    const gaps = unavailable(searches, products.length > 1)
    const standing = new Set(searches.flatMap(({ record_ids }) => record_ids))
    const records = Object.values(business.file.product_records).filter((each) => each.kind === kind && standing.has(each.id))
    const also = gaps === '' ? '' : ` Not searched: ${gaps}.`
    if (records.length > 0)
      return judged(
        'warning',
        'Found',
        `${records.length} ${records.length === 1 ? one : more} found${told(records)}.${also}`,
        records.flatMap(({ sources }) => sources),
      )
    if (answered.length === 0) return unanswered('Not Available', `No answer: ${gaps}.`)
    const sources = answered.flatMap((search) => search.sources)
    const message = `No ${more} found.${searchedIn(sources)}${also}`
    const isWhole = gaps === '' && !sources.some(isOfLately)
    return isWhole ? judged('success', 'None Found', message, sources) : unanswered('Not Fully Searched', message, sources)
  }

/** An empty result covers only what was searched. */
const searchedIn = (sources: Judgement['sources']): string => {
  const names = new Set(
    sources.map((source) => `${source.metadata.data_set}${isOfLately(source) ? ', which has only what was filed lately' : ''}`),
  )
  return names.size === 0 ? '' : ` Searched: ${[...names].join('; ')}.`
}

const isOfLately = ({ metadata }: Judgement['sources'][number]): boolean => metadata.coverage === 'lately filed'

const judgeKyc = (business: Business): Judgement | null => {
  const [search] = searchesFor(business, ['kyc'])
  if (!search) return null
  const records = search.record_ids.flatMap((id) => business.file.product_records[id] ?? [])
  const sources = [...search.sources, ...records.flatMap((each) => each.sources)]
  const decisions = records.map(({ content }) => content.decision)
  if (decisions.includes('declined')) return judged('failure', 'Declined', 'The identity of a submitted person was declined.', sources)
  if (decisions.includes('review')) return judged('warning', 'Review', 'The identity of a submitted person needs a look.', sources)
  const confirmed = decisions.length === 0 ? 'Nobody was checked' : `Identities confirmed: ${decisions.length}. Not checked`
  if (search.outcome === 'unavailable') return unanswered('Not Available', `${confirmed}: ${unavailable([search])}.`, sources)
  return decisions.length > 0
    ? judged('success', 'Approved', `Identities confirmed: ${decisions.length}.`, sources)
    : unanswered('No People', 'No person was checked.', sources)
}

const judgeDocuments = (business: Business): Judgement | null => {
  const searches = searchesFor(business, ['documents'])
  if (searches.length === 0) return null
  const gaps = searches.flatMap(({ outcome, reason }) => (outcome === 'unavailable' ? [reason] : [])).join('; ')
  const also = gaps === '' ? '' : ` Not received: ${gaps}.`
  const received = searches.flatMap(({ record_ids }) => record_ids.flatMap((id) => business.file.documents[id] ?? []))
  if (received.length > 0)
    return judged(
      'success',
      'Received',
      `${received.map(({ document_type }) => document_type).join(', ')} on file.${also}`,
      received.flatMap(({ sources }) => sources),
    )
  const answered = searches.filter(({ outcome }) => outcome === 'searched')
  if (answered.length === 0) return unanswered('Not Available', `No document was received: ${gaps}.`)
  return judged(
    'warning',
    'None Found',
    `The sources that were asked have no such document.${also}`,
    answered.flatMap(({ sources }) => sources),
  )
}

type Assessment = Business['file']['email_assessments'][string]

/** How risky an address is, with the reason in words that do not quote it. */
export const emailRisk = ({
  valid,
  takes_mail,
  address_type,
}: Assessment): { readonly risk: 'low' | 'moderate' | 'high'; readonly reason: string } => {
  if (!valid) return { risk: 'high', reason: 'not an e-mail address' }
  if (address_type === 'disposable') return { risk: 'high', reason: 'a throw-away address' }
  if (takes_mail === false) return { risk: 'high', reason: 'a domain that takes no mail' }
  if (address_type === 'free') return { risk: 'moderate', reason: 'a provider where anybody gets an address' }
  return takes_mail === null
    ? { risk: 'moderate', reason: 'a domain that could not be looked up' }
    : { risk: 'low', reason: 'a domain that takes mail' }
}

/** Another address than those that the business has now says nothing of it. */
const judgeEmail = (business: Business): Judgement | null => {
  const { file, orders } = business
  const emails = emailsOf(business)
  const found = emails.flatMap(({ id, email }) => {
    const assessment = file.email_assessments[id]
    return assessment ? [{ email: email.toLowerCase(), ...emailRisk(assessment), sources: assessment.sources }] : []
  })
  // The website may show an address that was submitted, too.
  const assessed = firstOfEach(found, ({ email }) => email)
  const worst = riskRatings.find(({ risk }) => assessed.some((each) => each.risk === risk))
  if (!worst && !orders.some(({ product }) => product === 'email_risk')) return null
  if (!worst)
    return emails.length === 0
      ? unanswered('No Email', 'There is no e-mail address to look at.')
      : unanswered('Unknown', 'The e-mail addresses were not looked at since they were given.')
  const these = assessed.filter(({ risk }) => risk === worst.risk)
  const reasons = [...new Set(these.map(({ reason }) => reason))].join('; ')
  return judged(
    worst.status,
    worst.sub_label,
    `${shareOf(these.length, assessed.length, 'e-mail address', 'e-mail addresses')} ${these.length === 1 ? 'has' : 'have'} a ${worst.risk} risk: ${reasons}.`,
    these.flatMap(({ sources }) => sources),
  )
}

export const productRuleTable: readonly ReviewRule[] = [
  // Monitors search without an order.
  ...searched.map((each) => ({
    category: each.category,
    key: each.key,
    label: each.label,
    judge: judgeSearch(each),
  })),
  { category: 'kyc', key: 'kyc_decision', label: 'KYC', products: ['kyc'], judge: judgeKyc },
  { category: 'sos', key: 'sos', label: 'Secretary of State Filings', products: ['documents'], judge: judgeDocuments },
  { category: 'email', key: 'email_risk', label: 'Email Risk', judge: judgeEmail },
]
