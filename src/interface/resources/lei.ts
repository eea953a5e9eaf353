// The record of a business's legal entity identifier in responses.
import type { z } from 'zod'
import type { LeiRecord as FoundRecord } from '../../events/business-evidence.ts'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import type { Source } from '../../events/parts.ts'
import type { LeiRecord } from '../records/lei.ts'

export const leiRecordResource = (
  business_id: string,
  {
    match,
    possible,
    addresses,
    other_names,
    changed,
    vanished,
    sources = [],
    ...told
  }: FoundRecord & { readonly sources?: readonly Source[] },
): z.output<typeof LeiRecord> => ({
  object: 'lei_record',
  id: told.id,
  business_id,
  lei: told.lei,
  name: told.name,
  other_names: other_names.map((other) => ({ ...other })),
  is_own: possible === null,
  explanation: possible === null ? match.explanation : `${match.explanation}; ${possible}`,
  status: told.status,
  registration_status: told.registration_status,
  registered_on: told.registered_on,
  renews_on: told.renews_on,
  created_on: told.created_on,
  category: told.category,
  entity_type: told.entity_type,
  jurisdiction: told.jurisdiction,
  registration: told.number === null ? null : { authority: told.authority, state: told.state, number: told.number },
  addresses: addresses.map(({ full_address, labels }) => ({ full_address, labels: [...labels] })),
  direct_parent: told.direct_parent && { ...told.direct_parent },
  ultimate_parent: told.ultimate_parent && { ...told.ultimate_parent },
  head_office: told.head_office && { ...told.head_office },
  successor_lei: told.successor_lei,
  changed_fields: changed?.fields ?? [],
  vanished_from: vanished?.missing_from ?? null,
  sources: [...sources],
})

export const leiRecordOf = (businessId: string, { lei_records }: Pick<EvidenceFile, 'lei_records'>): z.output<typeof LeiRecord> | null => {
  const [record] = Object.values(lei_records)
  return record ? leiRecordResource(businessId, record) : null
}
