// What searches beyond the registries found, as it leaves the service: liens, bankruptcies, litigations, screenings, and people's records.
import { v5 as uuidv5 } from 'uuid'
import type { z } from 'zod'
import { emailRisk } from '../../commands/review-products.ts'
import type { ProductRecord } from '../../events/business-findings.ts'
import type { EvidenceFile, Fact } from '../../events/evidence-file.ts'
import type { RecordContent, RecordKind } from '../../evidence/products/products.ts'
import type { Business } from '../records/business.ts'
import type { Certification, EmailAddress } from '../records/evidence.ts'
import type { Lien } from '../records/liens.ts'
import type {
  AdverseMediaScreening,
  Bankruptcy,
  CriminalHistoryRecord,
  Litigation,
  PoliticallyExposedPersonScreening,
} from '../records/screenings.ts'

type Found = Fact<ProductRecord>
/** The record's content in the words of its kind. */
const contentOf = <Kind extends RecordKind>({ content }: Found, _: Kind): RecordContent<Kind> => content as unknown as RecordContent<Kind>

/** The records of a kind that the latest search still finds, of the business (null) or one of its people; what was erased is left out. */
const recordsOf = <Kind extends RecordKind>(file: EvidenceFile, kind: Kind, personId?: string | null) => {
  const standing = new Set(Object.values(file.searches).flatMap(({ record_ids }) => record_ids))
  return Object.values(file.product_records)
    .filter((each) => each.kind === kind && standing.has(each.id) && typeof each.content === 'object')
    .filter((each) => personId === undefined || each.person_id === personId)
    .map((record) => ({ ...record, content: contentOf(record, kind) }))
}

type Of = { readonly file: EvidenceFile; readonly businessId: string; readonly personId: string | null }

export const bankruptcyResource = (record: Found, businessId: string): z.output<typeof Bankruptcy> => ({
  object: 'bankruptcy',
  id: record.id,
  business_id: businessId,
  ...contentOf(record, 'bankruptcy'),
})

export const bankruptciesOf = ({ file, businessId, personId }: Of): z.output<typeof Bankruptcy>[] =>
  recordsOf(file, 'bankruptcy', personId).map((record) => bankruptcyResource(record, businessId))

export const certificationResource = (record: Found, businessId: string): z.output<typeof Certification> => {
  const { entrance_date, exit_date, external_sources, ...certification } = contentOf(record, 'certification')
  return {
    object: 'certification',
    id: record.id,
    business_id: businessId,
    created_at: record.created_at,
    updated_at: record.updated_at,
    ...certification,
    entrance_date: entrance_date && new Date(entrance_date).toISOString(),
    exit_date: exit_date && new Date(exit_date).toISOString(),
    external_sources,
  }
}

export const certificationsOf = ({ file, businessId, personId }: Of): z.output<typeof Certification>[] =>
  recordsOf(file, 'certification', personId).map((record) => certificationResource(record, businessId))

export const litigationsOf = ({ file, personId }: Of): z.output<typeof Litigation>[] =>
  recordsOf(file, 'litigation', personId).map(({ id, content, created_at, updated_at }) => ({
    object: 'litigation',
    id,
    ...content,
    judgments: content.judgments.map((judgment, index) => ({
      id: uuidv5(`judgment ${index}`, id),
      litigation_id: id,
      ...judgment,
      created_at,
      updated_at,
    })),
    parties: content.parties.map((party, index) => ({
      id: uuidv5(`party ${index}`, id),
      ...party,
      litigation_id: id,
      created_at,
      updated_at,
    })),
  }))

const full = (address: string | null) => (address === null ? [] : [{ full_address: address }])

export const foundLien = (record: Found, businessId: string): z.output<typeof Lien> => {
  const { type, debtors, secured_parties, status, ...lien } = contentOf(record, 'lien')
  return {
    object: 'lien',
    type,
    id: record.id,
    business_id: businessId,
    debtors: debtors.map(({ name, address }) => ({ name, type: 'UNKNOWN', addresses: full(address) })),
    secured_parties: secured_parties.map(({ name, address }) => ({ name, addresses: full(address) })),
    file_number: lien.file_number,
    state: lien.state as z.output<typeof Lien>['state'],
    status,
    filing_date: lien.filing_date,
    updated_date: record.updated_at.slice(0, 10),
    lapse_date: lien.lapse_date,
    collateral: lien.collateral,
    liability_cents: lien.liability_cents,
    status_category: status,
    owner_id: record.person_id ?? businessId,
    owner_type: record.person_id === null ? 'business' : 'person',
    filed_by_account: false,
    documents: [],
  }
}

export const foundLiensOf = ({ file, businessId, personId }: Of): z.output<typeof Lien>[] =>
  recordsOf(file, 'lien', personId).map((record) => foundLien(record, businessId))

export const criminalRecordsOf = ({ file, personId }: Of): z.output<typeof CriminalHistoryRecord>[] =>
  recordsOf(file, 'criminal_record', personId).map(({ id, content: { category, state, description, ...held } }) => ({
    object: 'criminal_history/record',
    id,
    category,
    state,
    cases: [
      {
        object: 'criminal_history/case',
        ...held,
        charges: description === null ? [] : [{ object: 'criminal_history/charge', description }],
      },
    ],
  }))

const screening = (file: EvidenceFile, product: string) =>
  Object.values(file.searches).find((search) => search.product === product && search.outcome === 'searched')

export const adverseMediaOf = (file: EvidenceFile): z.output<typeof AdverseMediaScreening> | null => {
  const search = screening(file, 'adverse_media') ?? screening(file, 'enhanced_screenings')
  if (!search) return null
  const { id, created_at, updated_at } = search
  return {
    object: 'adverse_media_screening',
    id,
    created_at,
    updated_at,
    results: recordsOf(file, 'adverse_media').map(({ content, ...record }) => ({
      object: 'adverse_media_screening_result',
      id: record.id,
      created_at: record.created_at,
      updated_at: record.updated_at,
      match_score: content.match_score,
      items: [
        {
          object: 'adverse_media_item',
          source_name: content.source_name,
          title: content.title,
          url: content.url,
          flags: { risks: [], sentiments: content.sentiment === null ? [] : [{ name: content.sentiment }] },
          created_at: record.created_at,
          updated_at: record.updated_at,
        },
      ],
    })),
  }
}

export const politicallyExposedOf = (file: EvidenceFile): z.output<typeof PoliticallyExposedPersonScreening> | null => {
  const search = screening(file, 'enhanced_screenings')
  if (!search) return null
  const { id, created_at, updated_at } = search
  return {
    object: 'politically_exposed_person_screening',
    id,
    created_at,
    updated_at,
    results: recordsOf(file, 'politically_exposed_person').map(({ id, content }) => ({
      object: 'politically_exposed_person_screening_result',
      id,
      ...content,
    })),
  }
}

type Assessment = EvidenceFile['email_assessments'][string]
type Indicator = NonNullable<NonNullable<z.output<typeof EmailAddress>['rating']>['indicators']>[number]

const emailIndicators = ({ valid, takes_mail, address_type }: Assessment): Indicator[] => [
  {
    type: 'email_validity',
    name: 'Validity',
    rating: valid ? 'positive' : 'negative',
    value: valid ? 'Valid' : 'Invalid',
    description: 'Whether it is spelled as e-mail addresses are.',
  },
  {
    type: 'email_deliverability',
    name: 'Deliverability',
    rating: takes_mail === null ? 'neutral' : takes_mail ? 'positive' : 'negative',
    value: takes_mail === null ? 'Unknown' : takes_mail ? 'Deliverable' : 'Undeliverable',
    description: 'Whether its domain takes mail.',
  },
  {
    type: 'email_address_type',
    name: 'Address type',
    rating: address_type === 'private' ? 'positive' : address_type === 'free' ? 'neutral' : 'negative',
    value: { disposable: 'Disposable', free: 'Free', private: 'Private' }[address_type],
    description: 'Whether it is of a domain of its own, of a free provider, or thrown away.',
  },
]

/** The addresses with what was found about those that were looked at; those of people stand behind. */
export const withAssessments = (
  emails: NonNullable<Business_['email_addresses']>,
  { file, businessId }: Pick<Of, 'file' | 'businessId'>,
): z.output<typeof EmailAddress>[] => {
  const known = new Set(emails.map(({ id }) => id))
  const others = Object.values(file.email_assessments).filter(({ id }) => !known.has(id))
  const all: z.output<typeof EmailAddress>[] = [
    ...emails,
    ...others.map(({ id, email, sources }) => ({
      object: 'email_address' as const,
      id,
      email,
      submitted: true,
      sources: [...sources],
      business_id: businessId,
    })),
  ]
  return all.map((each) => {
    const assessment = file.email_assessments[each.id]
    if (!assessment) return each
    const { valid, domain, takes_mail, address_type } = assessment
    return {
      ...each,
      domain,
      valid,
      deliverability: takes_mail === null ? 'unknown' : takes_mail ? 'deliverable' : 'undeliverable',
      disposable: address_type === 'disposable',
      address_type,
      rating: { risk_rating: emailRisk(assessment).risk, indicators: emailIndicators(assessment) },
    }
  })
}

type Business_ = z.output<typeof Business>
