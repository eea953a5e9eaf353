// The file on a business: what all evidence events so far amount to. One fold for the decider, which compares new findings with it, and for the read model.
import type { z } from 'zod'
import type { AddressRisk } from './business-actions.ts'
import type {
  AddressAssessment,
  evidenceEvents,
  FoundAddress,
  FoundEmail,
  FoundName,
  FoundPhone,
  IndustryCategory,
  Loan,
  MotorCarrier,
  Registration,
  TaxExemptRecord,
  WatchlistHit,
} from './business-evidence.ts'
import type { EmailAssessment, EvidenceDocument, findingEvents, ProductRecord, ProductSearch } from './business-findings.ts'
import type { ProfileEvidence, WebsiteEvidence, websiteEvents } from './business-website.ts'
import type { EventOf } from './define.ts'
import type { NamedPerson, Source } from './parts.ts'

export type EvidenceEvent = EventOf<typeof evidenceEvents> | EventOf<typeof findingEvents> | EventOf<typeof websiteEvents>
type Data<Type extends EvidenceEvent['type']> = Extract<EvidenceEvent, { type: Type }>['data']

/** A fact with its sources and when it was first and last established. */
export type Fact<Content> = Content & { readonly sources: readonly Source[]; readonly created_at: string; readonly updated_at: string }
type Facts<Content> = { readonly [id: string]: Fact<Content> }

export type EvidenceFile = {
  readonly names: Facts<z.output<typeof FoundName>>
  readonly addresses: Facts<z.output<typeof FoundAddress>>
  /** By the id of the submitted or found address. */
  readonly assessments: Facts<AddressAssessment>
  readonly registrations: Facts<Registration>
  readonly people: Facts<NamedPerson>
  readonly phone_numbers: Facts<z.output<typeof FoundPhone>>
  readonly email_addresses: Facts<z.output<typeof FoundEmail>>
  readonly formation: Fact<Omit<Data<'FormationEstablished'>, 'order_id' | 'sources'>> | null
  readonly hits: Facts<WatchlistHit>
  readonly screening: Fact<Omit<Data<'WatchlistScreened'>, 'order_id' | 'sources'>> | null
  readonly tin: Fact<Omit<Data<'TinChecked'>, 'order_id' | 'sources'>> | null
  /** What a person said of the number: it goes before what the check said. */
  readonly tin_vouched: { readonly verified: boolean; readonly by: string; readonly at: string } | null
  /** The hits that were dismissed, by id: a later screening that finds the same hit again does not bring it back. */
  readonly dismissals: { readonly [hitId: string]: { readonly reason: string | null; readonly at: string } }
  /** How risky a person finds an address, by its id: it goes before what follows from its assessment. Absent where nobody has said. */
  readonly address_risks?: { readonly [addressId: string]: { readonly risk_rating: AddressRisk; readonly by: string; readonly at: string } }
  readonly tax_exempt: Fact<TaxExemptRecord> | null
  readonly carriers: Facts<MotorCarrier>
  readonly loans: Facts<Loan>
  readonly industry: Fact<{ readonly classification_id: string; readonly categories: readonly IndustryCategory[] }> | null
  readonly website: Fact<WebsiteEvidence> | null
  readonly profiles: Facts<ProfileEvidence>
  readonly documents: Facts<EvidenceDocument>
  readonly searches: Facts<ProductSearch>
  readonly product_records: Facts<ProductRecord>
  /** By the id of the e-mail address. */
  readonly email_assessments: Facts<EmailAssessment>
}

export const emptyFile: EvidenceFile = {
  names: {},
  addresses: {},
  assessments: {},
  registrations: {},
  people: {},
  phone_numbers: {},
  email_addresses: {},
  formation: null,
  hits: {},
  screening: null,
  tin: null,
  tin_vouched: null,
  dismissals: {},
  tax_exempt: null,
  carriers: {},
  loans: {},
  industry: null,
  website: null,
  profiles: {},
  documents: {},
  searches: {},
  product_records: {},
  email_assessments: {},
}

/** The product under which a search of the state registries that found nothing stands among the searches. */
export const registrySearch = 'registrations'

/** The registries that were searched in vain, each as a whole. */
export const registriesSearched = ({ searches }: EvidenceFile): readonly Source[] =>
  Object.values(searches).find(({ product }) => product === registrySearch)?.sources ?? []

type Folds = { readonly [Type in EvidenceEvent['type']]: (file: EvidenceFile, data: Data<Type>, at: string) => EvidenceFile }

const fact = <Content>(
  content: Content,
  sources: readonly Source[],
  at: string,
  before?: { readonly created_at: string } | null,
): Fact<Content> => ({
  ...content,
  sources,
  created_at: before?.created_at ?? at,
  updated_at: at,
})

const put = <Content>(facts: Facts<Content>, id: string, content: Content, sources: readonly Source[], at: string): Facts<Content> => ({
  ...facts,
  [id]: fact(content, sources, at, facts[id]),
})

const without = <Content>(facts: Facts<Content>, id: string): Facts<Content> => {
  const { [id]: _, ...rest } = facts
  return rest
}

const folds: Folds = {
  NameFound: (file, { name, sources }, at) => ({ ...file, names: put(file.names, name.id, name, sources, at) }),
  NameGone: (file, { name }) => ({ ...file, names: without(file.names, name.id) }),
  AddressFound: (file, { address, sources }, at) => ({ ...file, addresses: put(file.addresses, address.id, address, sources, at) }),
  AddressGone: (file, { address }) => ({
    ...file,
    addresses: without(file.addresses, address.id),
    assessments: without(file.assessments, address.id),
  }),
  AddressAssessed: (file, { assessment, sources }, at) => ({
    ...file,
    assessments: put(file.assessments, assessment.address_id, assessment, sources, at),
  }),
  RegistrationFound: (file, { registration, sources }, at) => ({
    ...file,
    registrations: put(file.registrations, registration.id, registration, sources, at),
  }),
  RegistrationChanged: (file, { registration, sources }, at) => ({
    ...file,
    registrations: put(file.registrations, registration.id, registration, sources, at),
  }),
  PersonFound: (file, { person, sources }, at) => ({ ...file, people: put(file.people, person.id, person, sources, at) }),
  PersonGone: (file, { person }) => ({ ...file, people: without(file.people, person.id) }),
  PhoneNumberFound: (file, { phone_number, sources }, at) => ({
    ...file,
    phone_numbers: put(file.phone_numbers, phone_number.id, phone_number, sources, at),
  }),
  EmailAddressFound: (file, { email_address, sources }, at) => ({
    ...file,
    email_addresses: put(file.email_addresses, email_address.id, email_address, sources, at),
  }),
  FormationEstablished: (file, { order_id, sources, ...formation }, at) => ({
    ...file,
    formation: fact(formation, sources, at, file.formation),
  }),
  WatchlistHitFound: (file, { hit, sources }, at) => ({ ...file, hits: put(file.hits, hit.id, hit, sources, at) }),
  WatchlistScreened: (file, { order_id, sources, ...screening }, at) => ({
    ...file,
    hits: Object.fromEntries(Object.entries(file.hits).filter(([id]) => screening.hit_ids.includes(id))),
    screening: fact(screening, sources, at, file.screening),
  }),
  TinChecked: (file, { order_id, sources, ...tin }, at) => ({ ...file, tin: fact(tin, sources, at, file.tin) }),
  TaxExemptRecordFound: (file, { record, sources }, at) => ({ ...file, tax_exempt: fact(record, sources, at, file.tax_exempt) }),
  MotorCarrierFound: (file, { carrier, sources }, at) => ({ ...file, carriers: put(file.carriers, carrier.id, carrier, sources, at) }),
  LoanFound: (file, { loan, sources }, at) => ({ ...file, loans: put(file.loans, loan.id, loan, sources, at) }),
  IndustryClassified: (file, { classification_id, categories, sources }, at) => ({
    ...file,
    industry: fact({ classification_id, categories }, sources, at, file.industry),
  }),
  WebsiteAnalysed: (file, { order_id, sources, ...website }, at) => ({ ...file, website: fact(website, sources, at, file.website) }),
  ProfileFound: (file, { profile, sources }, at) => ({ ...file, profiles: put(file.profiles, profile.id, profile, sources, at) }),
  ProfileGone: (file, { profile }) => ({ ...file, profiles: without(file.profiles, profile.id) }),
  ProductSearched: (file, { search, sources }, at) => ({ ...file, searches: put(file.searches, search.id, search, sources, at) }),
  ProductRecordFound: (file, { record, sources }, at) => ({
    ...file,
    product_records: put(file.product_records, record.id, record, sources, at),
  }),
  ProductRecordChanged: (file, { record, sources }, at) => ({
    ...file,
    product_records: put(file.product_records, record.id, record, sources, at),
  }),
  EmailAddressAssessed: (file, { assessment, sources }, at) => ({
    ...file,
    email_assessments: put(file.email_assessments, assessment.id, assessment, sources, at),
  }),
  DocumentReceived: (file, { document, sources }, at) => ({ ...file, documents: put(file.documents, document.id, document, sources, at) }),
  AddressRiskSet: (file, { address_id, risk_rating, by }, at) => ({
    ...file,
    address_risks: { ...file.address_risks, [address_id]: { risk_rating, by, at } },
  }),
  TinVouched: (file, { verified, by }, at) => ({ ...file, tin_vouched: { verified, by, at } }),
  WatchlistHitDismissed: (file, { hit_id, reason }, at) => ({ ...file, dismissals: { ...file.dismissals, [hit_id]: { reason, at } } }),
}

/** The file after one more event; `at` is when the event was recorded. */
export const fileAfter = (file: EvidenceFile, event: EvidenceEvent, at: string): EvidenceFile =>
  (folds[event.type] as (file: EvidenceFile, data: EvidenceEvent['data'], at: string) => EvidenceFile)(file, event.data, at)

/** The file after the submitted data changed: a check of the TIN says nothing about another TIN. */
export const fileAfterUpdate = (file: EvidenceFile, changes: { readonly tin?: string | null | undefined }): EvidenceFile =>
  changes.tin === undefined ? file : { ...file, tin: null, tin_vouched: null }

/** The hits that nobody dismissed. */
export const standingHits = ({ hits, dismissals }: Pick<EvidenceFile, 'hits' | 'dismissals'>): readonly Fact<WatchlistHit>[] =>
  Object.values(hits).filter(({ id }) => !dismissals[id])

/** Whether an event belongs to the file. */
export const isEvidence = <Event extends { readonly type: string }>(event: Event): event is Event & EvidenceEvent => event.type in folds
