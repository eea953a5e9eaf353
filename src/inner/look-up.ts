// What objects that webhooks send show beyond their own stream, looked up in the read models.
import type { LookUp } from '../interface/webhook-objects.ts'
import type { BusinessDocument } from '../projections/businesses.ts'
import type { PartnerCompanyDocument } from '../projections/partner.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { requesterNames } from './people.ts'
import { accountOf, anyDocument } from './reading.ts'

export const lookUp = ({
  documents,
  ...rest
}: Pick<LookUp, 'baseUrl' | 'links' | 'monitorable'> & { readonly documents: DocumentStore }): LookUp => ({
  ...rest,
  requesterNames: (requested) => requesterNames({ documents }, requested),
  business: (id) => anyDocument<BusinessDocument>({ documents }, { collection: 'businesses', id, resource: 'business' }),
  account: (id) => accountOf({ documents }, id),
  company: async (id) => (await documents.get('partner_companies', id)) as PartnerCompanyDocument | undefined,
})
