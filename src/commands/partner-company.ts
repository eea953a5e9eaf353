// The company aggregate: one that a partner registers and files for. Companies are the same when their EINs agree or, where one of the two has
// none, their external ids do: so each company claims both, unless it shares its external id with a company of another EIN.
import type { PartnerCompanyEvent } from '../events/partner.ts'
import type { Aggregate, Claim } from './decider.ts'
import { refused } from './refused.ts'

export type PartnerCompany = PartnerCompanyEvent['data']
export type PartnerCompanyState = PartnerCompany | null

export type PartnerCompanyCommand = {
  readonly type: 'CreateCompany'
  readonly company: PartnerCompany
  /** Replaces the EIN where others could read it; null without one. */
  readonly einDigest: string | null
  /** Whether a company of another EIN has the external id. */
  readonly sharesExternalId: boolean
}

export const partnerCompany: Aggregate<PartnerCompanyState, PartnerCompanyCommand, PartnerCompanyEvent> = {
  name: 'partner_company',
  initial: null,
  // An erasure changes nothing of what it decides by.
  evolve: (state, event) => (event.type === 'PartnerCompanyCreated' ? event.data : state),
  decide: ({ company }, state) => {
    if (state !== null) throw refused('company_exists')
    return [{ type: 'PartnerCompanyCreated', data: company }]
  },
  claims: ({ company, einDigest, sharesExternalId }) => [
    ...take('company_external_id', sharesExternalId ? null : company.external_id),
    ...take('company_ein', einDigest),
  ],
}

const take = (kind: string, value: string | null): readonly Claim[] => (value === null ? [] : [{ action: 'take', kind, value }])
