// A partner's company as it was created, for tests of deciders and processes.
import type { PartnerCompanyEvent } from '../../src/events/partner.ts'

type Created = Extract<PartnerCompanyEvent, { type: 'PartnerCompanyCreated' }>['data']

/** With an EIN, and nothing else known of it. */
export const companyCreated = (company_id: string, change: Partial<Created> = {}): Created => ({
  company_id,
  legal_name: 'Acme',
  dba_name: null,
  ein: '123456789',
  has_ein: true,
  external_id: 'acme-1',
  entity_type: null,
  formation_state: null,
  formation_date: null,
  contact_name: null,
  contact_email: null,
  contact_phone_number: null,
  addresses: [],
  ...change,
})
