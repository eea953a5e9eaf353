// A lien with what its forms show.
import type { LienDocument } from '../../../src/projections/liens.ts'
import { mainStreet } from '../../main-street.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
export const company = (organization_name: string) => ({
  id,
  organization_name,
  first_name: null,
  last_name: null,
  addresses: [mainStreet],
})
export const fullLien: LienDocument = {
  id,
  account_id: id,
  business_id: id,
  mode: 'live',
  state: 'TN',
  debtors: [company('Acme Widgets LLC'), { ...company(''), organization_name: null, first_name: 'Zoë', last_name: 'Wałęsa' }],
  secured_parties: [company('First Bank')],
  collateral: 'All inventory',
  loan_principal_amount_cents: 100,
  packet_number: 'P-1',
  alternative_designation: 'lessee_lessor',
  status: 'open',
  closed_by: null,
  reference: null,
  returned: null,
  file_number: '2026-7',
  confirmation_number: null,
  filing_date: '2026-11-21',
  updated_date: '2026-11-21',
  lapse_date: '2031-11-21',
  termination: {
    id,
    status: 'created',
    packet_number: 'P-2',
    reference: null,
    file_number: null,
    terminated_on: null,
    created_at: '2026-11-22T00:00:00.000Z',
    updated_at: '2026-11-22T00:00:00.000Z',
  },
  desk: null,
  documents: [],
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
}
