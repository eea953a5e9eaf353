// From what searches beyond the registries answer to what goes on file, and the look at e-mail addresses.
import { v5 as uuidv5 } from 'uuid'
import type { Business } from '../commands/business-state.ts'
import type { Evidence } from '../commands/findings.ts'
import type { MonitorType } from '../events/monitor.ts'
import type { Subject } from '../evidence/ports.ts'
import { assessEmail, type MailNames } from '../evidence/products/email.ts'
import { type ProductSource, type SearchProduct, searchProducts } from '../evidence/products/products.ts'
import { sourcesOnFile } from './findings.ts'

export const isSearch = (product: string): product is SearchProduct => (searchProducts as readonly string[]).includes(product)

type Asking = { readonly business: Business; readonly subject: Subject; readonly signal: AbortSignal }

/** What a source finds for one product; that nobody could answer is a finding too. */
export const searched = async (product: SearchProduct, source: ProductSource, { business, subject, signal }: Asking): Promise<Evidence> => {
  const businessId = business.submitted.business_id
  const id = (...parts: readonly string[]): string => uuidv5(parts.join('\n'), businessId)
  const finding = await source.search(product, subject, signal)
  const search = { id: id('search', product), product, outcome: finding.outcome }
  // What an earlier search found stands until another one answers.
  const earlier = business.file.searches[search.id]?.record_ids ?? []
  if (finding.outcome === 'unavailable') return { searches: [{ ...search, reason: finding.reason, record_ids: [...earlier], sources: [] }] }
  const records = finding.records.map(({ kind, person_id, key, content, sources }) => ({
    id: id('record', kind, person_id ?? '', key),
    kind,
    // A record that two products find belongs to the one that found it first.
    product: business.file.product_records[id('record', kind, person_id ?? '', key)]?.product ?? product,
    person_id,
    subject_id: person_id ?? businessId,
    content: { ...content },
    sources: sourcesOnFile(sources),
  }))
  const unique = [...new Map(records.map((each) => [each.id, each])).values()]
  return {
    searches: [{ ...search, reason: null, record_ids: unique.map((each) => each.id), sources: sourcesOnFile(finding.sources) }],
    product_records: unique,
  }
}

/** The searches that a monitor's type stands for. */
const watched: { readonly [Type in MonitorType]?: readonly SearchProduct[] } = {
  bankruptcy: ['bankruptcies'],
  certification: ['certifications'],
  lien: ['liens', 'ucc_liens', 'tax_liens'],
}

/** Whether changes of this type can be noticed; what is no search, the reference data tells of. */
export const canWatch = (type: MonitorType, source: ProductSource): boolean => watched[type]?.some(source.answers) ?? true

/**
 * What a monitor searches again: what was ordered of its type or, where none of that was, everything of it that somebody answers. A search that
 * fails now leaves the file as it is.
 */
export const searchedAgain = async (type: MonitorType, source: ProductSource, asking: Asking): Promise<readonly Evidence[]> => {
  const answered = (watched[type] ?? []).filter(source.answers)
  const ordered = answered.filter((each) => Object.values(asking.business.file.searches).some(({ product }) => product === each))
  const found = await Promise.all((ordered.length > 0 ? ordered : answered).map((each) => searched(each, source, asking)))
  return found.filter(({ searches = [] }) => searches.every(({ outcome }) => outcome === 'searched'))
}

/** Certifications come with the verification of a business, where somebody tells of them: that there are none is not worth an event. */
export const certifications = async (source: ProductSource, asking: Asking): Promise<Evidence> => {
  if (!source.answers('certifications')) return {}
  const found = await searched('certifications', source, asking)
  return found.product_records?.length === 0 ? {} : found
}

/** The kind of source that a look at an e-mail address is. */
const lookType = 'email_look_up'

export const emailsAssessed = async (names: MailNames | null, { business }: Asking): Promise<Evidence> => {
  const { submitted, added, file } = business
  const id = (...parts: readonly string[]): string => uuidv5(parts.join('\n'), submitted.business_id)
  const held = [
    ...submitted.people.flatMap(({ id: person_id, email }) =>
      email ? [{ id: id('person-email', person_id, email), email, subject_id: person_id }] : [],
    ),
    ...[...added.email_addresses, ...Object.values(file.email_addresses)].map((each) => ({
      id: each.id,
      email: each.email,
      subject_id: submitted.business_id,
    })),
  ]
  const assessments = await Promise.all(
    held.map(async (each) => {
      const found = await assessEmail(each.email, names)
      const metadata = {
        data_set: names ? 'domain name system' : 'spelling',
        version: new Date().toISOString().slice(0, 10),
        row: found.domain ?? 'none',
      }
      return { ...each, ...found, sources: [{ id: id(lookType, JSON.stringify(metadata)), type: lookType, metadata }] }
    }),
  )
  return { email_assessments: assessments }
}
