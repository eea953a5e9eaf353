// A lien as it was requested, for tests of deciders and processes.
import type { LienEvent } from '../../src/events/lien.ts'

type Request = Extract<LienEvent, { type: 'LienRequested' }>['data']

/** In Oregon, of live data, with nobody named. `id`: of the lien and its business. */
export const lienRequest = (id: string, change: Partial<Request> = {}): Request => ({
  lien_id: id,
  business_id: id,
  mode: 'live',
  state: 'OR',
  debtors: [],
  secured_parties: [],
  collateral: null,
  loan_principal_amount_cents: null,
  packet_number: 'P-1',
  alternative_designation: null,
  ...change,
})
