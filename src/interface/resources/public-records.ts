// Public records other than registrations in responses: industry, tax exemption, motor carriers, loans.
import type { z } from 'zod'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import type { FmcsaRegistration, IndustryClassification, Loan, TaxExemptOrganization } from '../records/evidence.ts'

export const industryOf = ({ industry, website }: EvidenceFile): z.output<typeof IndustryClassification> | null =>
  industry && {
    object: 'industry_classification',
    id: industry.classification_id,
    status: 'completed',
    categories: industry.categories.map((category) => ({ ...category })),
    created_at: industry.created_at,
    completed_at: industry.updated_at,
    website: website && { status: website.status, parked: website.parked },
  }

export const taxExemptOf = ({ tax_exempt: record }: EvidenceFile): z.output<typeof TaxExemptOrganization> | null =>
  record && {
    object: 'tax_exempt_organization',
    id: record.id,
    ein: record.ein,
    name: record.name,
    section: record.section,
    ruling_date: record.ruling_date,
    tax_period: record.tax_period,
    revoked_at: timestamp(record.revoked_at),
  }

export const loansOf = ({ loans }: EvidenceFile): z.output<typeof Loan>[] =>
  Object.values(loans).map((loan) => ({
    object: 'loan',
    id: loan.id,
    issued_date: loan.issued_date,
    // A range is no amount: older events have its upper bound.
    amount: loan.amount_range === null ? loan.amount : null,
    lender: loan.lender,
    details: {
      gender: loan.gender ?? null,
      veteran: loan.veteran ?? null,
      race_ethnicity: loan.race_ethnicity ?? null,
      naics_code: loan.naics_code
        ? { code: Number(loan.naics_code), ...(loan.naics_title == null ? {} : { title: loan.naics_title }) }
        : null,
      non_profit: loan.non_profit,
      business_type: loan.business_type,
      jobs_reported: loan.jobs_reported,
      amount_range: loan.amount_range,
    },
  }))

export const carriersOf = ({ carriers }: EvidenceFile): z.output<typeof FmcsaRegistration>[] =>
  Object.values(carriers).map(({ id, dot_number, legal_name, dba_name, source, addresses }) => ({
    object: 'fmcsa_registration',
    id,
    dot_number,
    legal_name,
    dba_name,
    source,
    addresses: [...addresses],
  }))

/** A published date as a timestamp; null when it is absent or unreadable. */
const timestamp = (date: string | null): string | null => {
  const at = new Date(date ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
