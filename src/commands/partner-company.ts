// The company aggregate: one that a partner registers and files for. Which companies are the same is decided by reservations, not here.
import type { PartnerCompanyEvent } from '../events/partner.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'

export type PartnerCompany = PartnerCompanyEvent['data']
export type PartnerCompanyState = PartnerCompany | null

export type PartnerCompanyCommand = { readonly type: 'CreateCompany'; readonly company: PartnerCompany }

export const partnerCompany: Aggregate<PartnerCompanyState, PartnerCompanyCommand, PartnerCompanyEvent> = {
  name: 'partner_company',
  initial: null,
  evolve: (_, event) => event.data,
  decide: ({ company }, state) => {
    if (state !== null) throw refused('company_exists')
    return [{ type: 'PartnerCompanyCreated', data: company }]
  },
}
