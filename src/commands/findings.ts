// New findings held against the file: only what differs becomes an event. The same for an order's evidence and for a monitor's re-check.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { EvidenceEvent, EvidenceFile } from '../events/evidence-file.ts'
import { type Source, unique } from '../events/parts.ts'

/** A finding: a fact before anybody noted when. */
type Finding<Noted> = Noted extends { readonly sources: readonly Source[] } ? Omit<Noted, 'created_at' | 'updated_at'> : never
type Listed<Facet extends keyof EvidenceFile> = EvidenceFile[Facet] extends { readonly [id: string]: infer Noted }
  ? readonly Finding<Noted>[]
  : never
type Single<Facet extends keyof EvidenceFile> = Finding<NonNullable<EvidenceFile[Facet]>>

/** What was found. A facet that is absent was not looked at; an empty list was looked at and nothing was there. */
export type Evidence = {
  readonly names?: Listed<'names'>
  readonly addresses?: Listed<'addresses'>
  readonly assessments?: Listed<'assessments'>
  readonly registrations?: Listed<'registrations'>
  readonly people?: Listed<'people'>
  readonly phone_numbers?: Listed<'phone_numbers'>
  readonly email_addresses?: Listed<'email_addresses'>
  readonly formation?: Single<'formation'>
  readonly hits?: Listed<'hits'>
  readonly screening?: Single<'screening'>
  readonly tin?: Single<'tin'>
  readonly tax_exempt?: Single<'tax_exempt'>
  readonly carriers?: Listed<'carriers'>
  readonly loans?: Listed<'loans'>
  readonly industry?: Single<'industry'>
  readonly website?: Single<'website'>
  readonly profiles?: Listed<'profiles'>
  readonly documents?: Listed<'documents'>
  readonly searches?: Listed<'searches'>
  readonly product_records?: Listed<'product_records'>
  readonly email_assessments?: Listed<'email_assessments'>
}

/** Facets that several looks may tell of: what two of them tell is told once. */
const shared = ['phone_numbers', 'email_addresses', 'searches', 'product_records'] as const

/** What several looks found. */
export const together = (parts: readonly Evidence[]): Evidence => {
  const lists = shared.flatMap((facet) => {
    const told = parts.filter((each) => each[facet] !== undefined).flatMap((each): readonly { readonly id: string }[] => each[facet] ?? [])
    return parts.some((each) => each[facet] !== undefined) ? [[facet, unique(told)] as const] : []
  })
  return Object.assign({}, ...parts, Object.fromEntries(lists))
}

type Plain = { readonly [field: string]: unknown }

type FacetEvents = {
  readonly found: EvidenceEvent['type']
  readonly changed?: EvidenceEvent['type']
  readonly gone?: EvidenceEvent['type']
  /** What a change tells beside the fact; the plain fields as they were when absent. */
  readonly telling?: (before: Plain, after: Plain) => Plain
  /** The field of the event's data that holds the fact; spread over the data when absent. */
  readonly as?: string
  /** The field that identifies a fact; `id` when absent. */
  readonly id?: string
}

/** For each facet: which event says found, which says changed (none: found again), which says gone (none: it stays on file). */
const facets: { readonly [Facet in keyof Evidence]-?: FacetEvents } = {
  names: { found: 'NameFound', gone: 'NameGone', as: 'name' },
  addresses: { found: 'AddressFound', gone: 'AddressGone', as: 'address' },
  assessments: { found: 'AddressAssessed', as: 'assessment', id: 'address_id' },
  registrations: { found: 'RegistrationFound', changed: 'RegistrationChanged', as: 'registration' },
  people: { found: 'PersonFound', gone: 'PersonGone', as: 'person' },
  phone_numbers: { found: 'PhoneNumberFound', as: 'phone_number' },
  email_addresses: { found: 'EmailAddressFound', as: 'email_address' },
  formation: { found: 'FormationEstablished' },
  hits: { found: 'WatchlistHitFound', as: 'hit' },
  screening: { found: 'WatchlistScreened' },
  tin: { found: 'TinChecked' },
  tax_exempt: { found: 'TaxExemptRecordFound', as: 'record' },
  carriers: { found: 'MotorCarrierFound', as: 'carrier' },
  loans: { found: 'LoanFound', as: 'loan' },
  industry: { found: 'IndustryClassified' },
  website: { found: 'WebsiteAnalysed' },
  profiles: { found: 'ProfileFound', gone: 'ProfileGone', as: 'profile' },
  documents: { found: 'DocumentReceived', as: 'document' },
  searches: { found: 'ProductSearched', as: 'search' },
  product_records: {
    found: 'ProductRecordFound',
    changed: 'ProductRecordChanged',
    as: 'record',
    telling: (before, after) => ({ changed: changedContent(before, after) }),
  },
  email_assessments: { found: 'EmailAddressAssessed', as: 'assessment' },
}

/** The events that lead from the file to the findings. */
export const differences = (file: EvidenceFile, evidence: Evidence, orderId: string | null): readonly BusinessEvent[] =>
  (Object.keys(facets) as (keyof Evidence)[]).flatMap((facet) => {
    const findings = evidence[facet] as Plain | readonly Plain[] | undefined
    if (findings === undefined) return []
    const { found, changed, gone, as, id = 'id', telling = previousAttributes } = facets[facet]

    const event = (type: EvidenceEvent['type'], fact: Plain, more: Plain = {}) => {
      const { sources, ...content } = contentOf(fact)
      return { type, data: { order_id: orderId, sources, ...(as ? { [as]: content } : content), ...more } } as unknown as BusinessEvent
    }

    if (!isList(findings)) return same(file[facet] as Plain | null, findings) ? [] : [event(found, findings)]

    const known = file[facet] as { readonly [id: string]: Plain }
    const ids = new Set(findings.map((each) => each[id]))
    const losses = gone
      ? Object.values(known)
          .filter((each) => !ids.has(each[id]))
          .map((each) => event(gone, each))
      : []
    const news = findings.flatMap((each) => {
      const before = known[String(each[id])]
      if (same(before, each)) return []
      return [before && changed ? event(changed, each, telling(before, each)) : event(found, each)]
    })
    return [...losses, ...news]
  })

const isList = (findings: Plain | readonly Plain[]): findings is readonly Plain[] => Array.isArray(findings)

const contentOf = ({ created_at, updated_at, ...content }: Plain): Plain => content

/** Whether a finding says what is on file; that it comes from a newer release of the same data set is no difference. */
const same = (known: Plain | null | undefined, finding: Plain): boolean => {
  if (!known) return false
  const { sources: _, ...before } = contentOf(known)
  const { sources: __, ...after } = finding
  return isDeepStrictEqual(before, after)
}

/** The plain fields that differ, as they were; lists and nested objects stand in the earlier event. */
const previousAttributes = (before: Plain, after: Plain): Plain => ({
  previous_attributes: Object.fromEntries(
    Object.entries(contentOf(before)).filter(([field, value]) => (typeof value !== 'object' || value === null) && value !== after[field]),
  ),
})

/** The names of the fields whose content differs: the values may be personal, their names are not. */
const changedContent = ({ content: before }: Plain, { content: after }: Plain): string[] => {
  const [was, is] = [before, after].map((each) => (typeof each === 'object' && each !== null ? (each as Plain) : {}))
  return Object.keys({ ...was, ...is }).filter((field) => !isDeepStrictEqual(was?.[field], is?.[field]))
}
