// What searches beyond the registries found, as it leaves the service: liens, bankruptcies, litigations, screenings, and people's records.
import type { z } from 'zod'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import type { RecordContent, RecordKind } from '../../evidence/products/products.ts'
import type { Lien } from '../records/liens.ts'
import type {
  AdverseMediaScreening,
  Bankruptcy,
  CriminalHistoryRecord,
  Litigation,
  PoliticallyExposedPersonScreening,
} from '../records/screenings.ts'

/** The records of a kind that the latest search still finds, of the business (null) or one of its people; what was erased is left out. */
const recordsOf = <Kind extends RecordKind>(file: EvidenceFile, kind: Kind, personId?: string | null) => {
  const standing = new Set(Object.values(file.searches).flatMap(({ record_ids }) => record_ids))
  return Object.values(file.product_records)
    .filter((each) => each.kind === kind && standing.has(each.id) && typeof each.content === 'object')
    .filter((each) => personId === undefined || each.person_id === personId)
    .map(({ content, ...record }) => ({ ...record, content: content as unknown as RecordContent<Kind> }))
}

type Of = { readonly file: EvidenceFile; readonly businessId: string; readonly personId: string | null }

export const bankruptciesOf = ({ file, businessId, personId }: Of): z.output<typeof Bankruptcy>[] =>
  recordsOf(file, 'bankruptcy', personId).map(({ id, content }) => ({ object: 'bankruptcy', id, business_id: businessId, ...content }))

export const litigationsOf = ({ file, personId }: Of): z.output<typeof Litigation>[] =>
  recordsOf(file, 'litigation', personId).map(({ id, content, created_at, updated_at }) => ({
    object: 'litigation',
    id,
    ...content,
    judgments: [],
    parties: content.parties.map((party) => ({ id, ...party, litigation_id: id, created_at, updated_at })),
  }))

const full = (address: string | null) => (address === null ? [] : [{ full_address: address }])

export const foundLiensOf = ({ file, businessId, personId }: Of): z.output<typeof Lien>[] =>
  recordsOf(file, 'lien', personId).map(({ id, content, updated_at }) => ({
    object: 'lien',
    type: content.type,
    id,
    business_id: businessId,
    debtors: content.debtors.map(({ name, address }) => ({ name, type: 'UNKNOWN', addresses: full(address) })),
    secured_parties: content.secured_parties.map(({ name, address }) => ({ name, addresses: full(address) })),
    file_number: content.file_number,
    state: content.state as z.output<typeof Lien>['state'],
    status: content.status,
    filing_date: content.filing_date,
    updated_date: updated_at.slice(0, 10),
    lapse_date: content.lapse_date,
    collateral: content.collateral,
    liability_cents: content.liability_cents,
    status_category: content.status,
    owner_id: personId ?? businessId,
    owner_type: personId === null ? 'business' : 'person',
    filed_by_account: false,
    documents: [],
  }))

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
