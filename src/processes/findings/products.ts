// Turns the answers of searches beyond the registries into evidence: records, documents, contacts, and the assessment of e-mail addresses.
import { hash } from 'node:crypto'
import type { Business, OrderState } from '../../commands/business-state.ts'
import { emailsOf } from '../../commands/contacts.ts'
import type { Evidence } from '../../commands/findings.ts'
import { documentIdOf } from '../../events/business-findings.ts'
import type { MonitorType } from '../../events/monitor.ts'
import type { Subject } from '../../evidence/ports.ts'
import { type DocumentFinding, type DocumentType, documentsAsked, documentTypes } from '../../evidence/products/documents.ts'
import { assessEmail, type MailNames } from '../../evidence/products/email.ts'
import {
  type Gap,
  type ProductSource,
  recordKinds,
  type SearchProduct,
  searchProducts,
  type Unavailable,
} from '../../evidence/products/products.ts'
import type { Vendors } from '../../evidence/products/vendors.ts'
import { identifier } from './parts.ts'
import { searchId } from './search-notes.ts'

export const isSearch = (product: string): product is SearchProduct => searchProducts.some((each) => each === product)

type Asking = {
  readonly business: Business
  readonly subject: Subject
  readonly signal: AbortSignal
  readonly vendors: Vendors
  readonly isLast: boolean
}

/** A vendor gave no answer, and may when it is asked again. */
export class AskAgain extends Error {
  override readonly name = 'AskAgain'
}

/** @throws AskAgain while the order still waits */
const orAgain = <Finding extends { readonly outcome: string; readonly gap?: Gap }>(
  finding: Finding | Unavailable,
  isLast: boolean,
): Finding | Unavailable => {
  const missing = 'passing' in finding ? finding : finding.gap
  if (missing?.passing && !isLast) throw new AskAgain(missing.reason)
  return finding
}

/** What a source finds for one product. That nobody could answer is also a finding. @throws AskAgain */
export const searched = async (product: SearchProduct, asking: Asking): Promise<Evidence> => (await asked(product, asking)).evidence

/** `isAnswered`: every source of this kind answered. */
type Answer = { readonly evidence: Evidence; readonly isAnswered: boolean }

const asked = async (product: SearchProduct, { business, subject, signal, vendors, isLast }: Asking): Promise<Answer> => {
  const businessId = business.submitted.business_id
  const id = identifier(business)
  const finding = orAgain(await vendors.products.search(product, subject, signal), isLast)
  const search = { id: searchId(business, product), product, outcome: finding.outcome }
  // The records of an earlier search stay until another one answers.
  const earlier = business.file.searches[search.id]?.record_ids ?? []
  if (finding.outcome === 'unavailable') {
    const searches = [{ ...search, reason: finding.reason, record_ids: [...earlier], sources: [] }]
    return { evidence: { searches }, isAnswered: false }
  }
  const records = finding.records.map(({ kind, person_id, key, content, sources }) => ({
    id: id('record', kind, person_id ?? '', key),
    kind,
    // A record that two products find belongs to the one that found it first.
    product: business.file.product_records[id('record', kind, person_id ?? '', key)]?.product ?? product,
    person_id,
    subject_id: person_id ?? businessId,
    content: { ...content },
    sources,
  }))
  const unique = [...new Map(records.map((each) => [each.id, each])).values()]
  const current = new Set([...unique.map((each) => each.id), ...(finding.gap?.stands ? earlier : [])])
  const searches = [{ ...search, reason: finding.gap?.reason ?? null, record_ids: [...current], sources: finding.sources }]
  return { evidence: { searches, product_records: unique }, isAnswered: !finding.gap?.stands }
}

/** The searches of a monitor's type. */
const watched: { readonly [Type in MonitorType]?: readonly SearchProduct[] } = {
  bankruptcy: ['bankruptcies'],
  certification: ['certifications'],
  lien: ['liens', 'ucc_liens', 'tax_liens'],
}

/** Whether changes of this type can be noticed. The reference data covers the types that have no search. */
export const canWatch = (type: MonitorType, source: ProductSource): boolean => watched[type]?.some(source.answers) ?? true

/**
 * What a monitor searches again: the ordered products of its type or, without any, all products of it that a source answers. A search that
 * fails now leaves the file as it is.
 */
export const searchedAgain = async (type: MonitorType, asking: Omit<Asking, 'isLast'>): Promise<readonly Evidence[]> => {
  const { business, vendors } = asking
  const answered = (watched[type] ?? []).filter(vendors.products.answers)
  const ordered = answered.filter((each) => Object.values(business.file.searches).some(({ product }) => product === each))
  const found = await Promise.all((ordered.length > 0 ? ordered : answered).map((each) => asked(each, { ...asking, isLast: true })))
  return found.flatMap(({ evidence, isAnswered }) => (isAnswered ? [evidence] : []))
}

/** Certifications come with the verification of a business where a source has them. An empty answer is not worth an event. */
export const certifications = async (asking: Asking): Promise<Evidence> => {
  if (!asking.vendors.products.answers('certifications')) return {}
  const found = await searched('certifications', asking)
  return found.product_records?.length === 0 ? {} : found
}

/** Phone numbers and e-mail addresses that a directory knows. @throws AskAgain */
export const enriched = async (asking: Asking): Promise<Evidence> => {
  const { searches = [], product_records: records = [] } = await searched('business_enrichment', asking)
  const id = identifier(asking.business)
  const told = records.map(({ content, sources }) => ({ ...recordKinds.enrichment.parse(content), sources }))
  return {
    searches,
    phone_numbers: told.flatMap(({ phone_numbers, sources }) =>
      phone_numbers.map((number) => ({ id: id('phone', number), number, contact_type: 'business', sources })),
    ),
    email_addresses: told.flatMap(({ email_addresses, sources }) =>
      email_addresses.map((email) => ({ id: id('email', email.toLowerCase()), email, sources })),
    ),
  }
}

/** Keeps the bytes of a document of a business, under the hash of what they say. */
export type KeepDocument = (businessId: string, sha256: string, bytes: Buffer) => Promise<void>

/** The files that an order for documents asks for; all types when it names none. @throws AskAgain */
export const documentsReceived = async ({
  business,
  subject,
  signal,
  vendors,
  isLast,
  order,
  keepDocument,
}: Asking & { readonly order: OrderState; readonly keepDocument: KeepDocument }): Promise<Evidence> => {
  const businessId = business.submitted.business_id
  const asked = order.subproducts.length > 0 ? order.subproducts : Object.keys(documentTypes)
  const received = await Promise.all(
    asked.map(async (subproduct): Promise<Required<Pick<Evidence, 'documents' | 'searches'>>> => {
      const { type, finding } = await firstThere(documentsAsked[subproduct] ?? [], async (each) =>
        orAgain(await vendors.documents(each, subject, signal), isLast),
      )
      const search = { id: searchId(business, 'documents', subproduct), product: 'documents', outcome: finding.outcome }
      const earlier = business.file.searches[search.id]?.record_ids ?? []
      if (finding.outcome === 'unavailable') {
        const reason = `${documentTypes[type]}: ${finding.reason}`
        return { documents: [], searches: [{ ...search, outcome: 'unavailable', reason, record_ids: [...earlier], sources: [] }] }
      }
      const documents = finding.documents.map(({ bytes, sources, ...document }) => {
        const sha256 = hash('sha256', bytes)
        const id = documentIdOf(businessId, sha256)
        return { bytes, fact: { id, document_type: documentTypes[type], ...document, size: bytes.length, sha256, sources } }
      })
      for (const { bytes, fact } of documents) await keepDocument(businessId, fact.sha256, bytes)
      return {
        documents: documents.map(({ fact }) => fact),
        searches: [
          {
            ...search,
            outcome: 'searched',
            reason: null,
            record_ids: documents.map(({ fact }) => fact.id),
            sources: finding.sources,
          },
        ],
      }
    }),
  )
  return { documents: received.flatMap(({ documents }) => documents), searches: received.flatMap(({ searches }) => searches) }
}

type TypedFinding = { readonly type: DocumentType; readonly finding: DocumentFinding }

/** The first type of which there are documents. Where no type has any: what asking for the first one gave. */
const firstThere = async (types: readonly DocumentType[], ask: (type: DocumentType) => Promise<DocumentFinding>): Promise<TypedFinding> => {
  let first: TypedFinding | undefined
  for (const type of types) {
    const answer = { type, finding: await ask(type) }
    if (answer.finding.outcome === 'found' && answer.finding.documents.length > 0) return answer
    first ??= answer
  }
  if (!first) throw new Error('no document is asked for')
  return first
}

/** The kind of source for the assessment of an e-mail address. */
const lookType = 'email_look_up'

export const emailsAssessed = async ({
  business,
  mailNames: names,
  at,
}: Pick<Asking, 'business'> & { readonly mailNames: MailNames | null; readonly at: Date }): Promise<Evidence> => {
  const id = identifier(business)
  const assessments = await Promise.all(
    emailsOf(business).map(async (each) => {
      const found = await assessEmail(each.email, names)
      const metadata = {
        data_set: names ? 'domain name system' : 'spelling',
        version: at.toISOString().slice(0, 10),
        row: found.domain ?? 'none',
      }
      return { ...each, ...found, sources: [{ id: id(lookType, JSON.stringify(metadata)), type: lookType, metadata }] }
    }),
  )
  return { email_assessments: assessments }
}
