// A lien and its termination in responses.
import type { z } from 'zod'
import type { LienParty } from '../../events/lien.ts'
import { addressLines } from '../../events/parts.ts'
import { isUnreadable } from '../../events/personal-data.ts'
import type { LienDocument } from '../../projections/liens.ts'
import { collateralTypeOf } from '../collateral.ts'
import type { CreateLienTerminationResponse, Lien } from '../records/liens.ts'

type Category = z.output<typeof Lien>['status_category']

/** records.md, Liens. A lien that is closed by a termination is `terminated` instead. */
const categories: { readonly [Status in LienDocument['status']]: Category } = {
  created: 'processing',
  pending: 'processing',
  filed: 'active',
  open: 'open',
  closing: 'processing',
  closed: 'closed',
}

export const statusCategory = ({ status, closed_by }: Pick<LienDocument, 'status' | 'closed_by'>): Category =>
  status === 'closed' && closed_by === 'termination' ? 'terminated' : categories[status]

export const partyName = ({ organization_name, first_name, last_name }: LienParty): string =>
  organization_name ?? (first_name !== null && isUnreadable(first_name) ? first_name : [first_name, last_name].filter(Boolean).join(' '))

const addresses = ({ addresses: all }: LienParty) => all.map(addressLines)

const kind = ({ organization_name }: LienParty) => (organization_name === null ? ('INDIVIDUAL' as const) : ('ORGANIZATION' as const))

export const terminationResource = (lien: LienDocument): z.output<typeof CreateLienTerminationResponse> | null =>
  lien.termination && {
    id: lien.termination.id,
    lien_id: lien.id,
    status: lien.termination.status,
    packet_number: lien.termination.packet_number,
    created_at: lien.termination.created_at,
    updated_at: lien.termination.updated_at,
  }

export const lienResource = (lien: LienDocument, baseUrl: string): z.output<typeof Lien> => ({
  object: 'lien',
  type: 'ucc',
  id: lien.id,
  business_id: lien.business_id,
  debtors: lien.debtors.map((party) => ({
    name: partyName(party),
    type: kind(party),
    party_type: 'debtor',
    organization_name: party.organization_name,
    entity_type: null,
    first_name: party.first_name,
    last_name: party.last_name,
    addresses: addresses(party),
  })),
  secured_parties: lien.secured_parties.map((party) => ({
    name: partyName(party),
    type: kind(party),
    role: 'secured_party',
    organization_name: party.organization_name,
    addresses: addresses(party),
  })),
  file_number: lien.file_number,
  state: lien.state as z.output<typeof Lien>['state'],
  status: lien.status,
  filing_date: lien.filing_date,
  updated_date: lien.updated_date,
  lapse_date: lien.lapse_date,
  collateral: lien.collateral,
  collateral_type: collateralTypeOf(lien.collateral),
  negative_pledge: null,
  confirmation_number: lien.confirmation_number,
  loan_principal_amount_cents: lien.loan_principal_amount_cents,
  source: null,
  packet_number: lien.packet_number,
  lien_termination: terminationResource(lien),
  liability_cents: null,
  alternative_designation: lien.alternative_designation,
  status_category: statusCategory(lien),
  owner_id: lien.business_id,
  owner_type: 'business',
  filed_by_account: true,
  documents: lien.documents.map((document) => ({
    object: 'document',
    id: document.document_id,
    document_type: document.document_type,
    filename: document.filename,
    content_type: document.content_type,
    size: document.size,
    download_url: `${baseUrl}/v1/liens/${lien.id}/documents/${document.document_id}`,
    created_at: document.created_at,
    source: null,
    filing_date: document.filing_date === null ? null : `${document.filing_date}T00:00:00.000Z`,
    metadata: null,
  })),
})
