// Results of searches beyond the registries in responses: liens, bankruptcies, litigations, screenings, and people's records.
import type { z } from 'zod'
import type { ProductRecord } from '../../events/business-findings.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { EvidenceFile, Fact } from '../../events/evidence-file.ts'
import type { RecordContent, RecordKind } from '../../evidence/products/products.ts'
import { isAmong } from '../../projections/liens.ts'
import { collateralTypeOf } from '../collateral.ts'
import type { Certification } from '../records/evidence.ts'
import type { Lien } from '../records/liens.ts'
import type {
  AdverseMediaScreening,
  Bankruptcy,
  CriminalHistoryRecord,
  Litigation,
  PoliticallyExposedPersonScreening,
} from '../records/screenings.ts'
import { statusCategory } from './liens.ts'

type Found = Fact<ProductRecord>
/** The record's content under the field names of its kind. */
const contentOf = <Kind extends RecordKind>({ content }: Found, _: Kind): RecordContent<Kind> => content as RecordContent<Kind>

/** The records of a kind that the latest search still finds, for the business (null) or one of its people. Erased records are left out. */
const recordsOf = <Kind extends RecordKind>(file: EvidenceFile, kind: Kind, personId?: string | null) => {
  const ofKind = Object.values(file.product_records).filter((each) => each.kind === kind && typeof each.content === 'object')
  // Most businesses have none.
  if (ofKind.length === 0) return []
  const foundIds = new Set(Object.values(file.searches).flatMap(({ record_ids }) => record_ids))
  return ofKind
    .filter(({ id }) => foundIds.has(id))
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
      id: derivedId(`judgment ${index}`, id),
      litigation_id: id,
      ...judgment,
      created_at,
      updated_at,
    })),
    parties: content.parties.map((party, index) => ({
      id: derivedId(`party ${index}`, id),
      ...party,
      litigation_id: id,
      created_at,
      updated_at,
    })),
  }))

const full = (address: string | null) => (address === null ? [] : [{ full_address: address }])

/** The register's search page, if it has one. */
const registerPage = ({ sources }: Found): string | null => {
  const [url] = sources.flatMap(({ metadata }) => (typeof metadata.url === 'string' ? [metadata.url] : []))
  return url ?? null
}

type FoundParty = RecordContent<'lien'>['debtors'][number]

/** A party has only a name where the source does not distinguish people from organisations. */
const foundParty = ({ name, address, type }: FoundParty) => ({
  name,
  ...(type === 'ORGANIZATION' ? { organization_name: name } : {}),
  addresses: full(address),
})

export const foundLien = (record: Found, businessId: string): z.output<typeof Lien> => {
  const { type, debtors, secured_parties, status, closed_by = null, ...lien } = contentOf(record, 'lien')
  return {
    object: 'lien',
    type,
    id: record.id,
    business_id: businessId,
    debtors: debtors.map((party) => ({ ...foundParty(party), type: party.type ?? 'UNKNOWN' })),
    secured_parties: secured_parties.map((party) => ({ ...foundParty(party), ...(party.type ? { type: party.type } : {}) })),
    file_number: lien.file_number,
    state: lien.state as z.output<typeof Lien>['state'],
    status,
    filing_date: lien.filing_date,
    updated_date: record.updated_at.slice(0, 10),
    lapse_date: lien.lapse_date,
    collateral: lien.collateral,
    collateral_type: collateralTypeOf(lien.collateral),
    liability_cents: lien.liability_cents,
    source: registerPage(record),
    status_category: statusCategory({ status, closed_by }),
    owner_id: record.person_id ?? businessId,
    owner_type: record.person_id === null ? 'business' : 'person',
    filed_by_account: false,
    documents: [],
  }
}

export const foundLiensOf = ({ file, businessId, personId }: Of): z.output<typeof Lien>[] =>
  recordsOf(file, 'lien', personId).map((record) => foundLien(record, businessId))

/** The liens of a business: first those that the account files, then those of others that searches found. */
export const allLiens = (filed: readonly z.output<typeof Lien>[], found: readonly z.output<typeof Lien>[]): z.output<typeof Lien>[] => [
  ...filed,
  ...found.filter((each) => !isAmong(filed, each)),
]

export const criminalRecordsOf = ({ file, personId }: Of): z.output<typeof CriminalHistoryRecord>[] =>
  recordsOf(file, 'criminal_record', personId).map(({ id, content: { category, state, description, ...offence } }) => ({
    object: 'criminal_history/record',
    id,
    category,
    state,
    cases: [
      {
        object: 'criminal_history/case',
        ...offence,
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
