// Looks up in the read models what webhook objects show beyond their own stream.
import type { LookUp } from '../interface/webhook-objects.ts'
import { businesses } from '../projections/businesses.ts'
import { partnerCompanies } from '../projections/partner.ts'
import type { Read } from '../projections/read.ts'
import { accountOf, anyDocument } from './framework/reading.ts'
import { requesterNames } from './people.ts'

export const lookUp = ({ read, ...rest }: Pick<LookUp, 'baseUrl' | 'links' | 'monitorable'> & { readonly read: Read }): LookUp => ({
  ...rest,
  requesterNames: (requested) => requesterNames({ read }, requested),
  business: (id) => anyDocument({ read }, { projection: businesses, id, resource: 'business' }),
  account: (id) => accountOf({ read }, id),
  company: read(partnerCompanies).get,
})
