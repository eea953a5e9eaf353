// Turns records of registries and of exempt organisations into identities.
import { entityTypeOf } from '../../events/entity-types.ts'
import type { Identity } from '../identities.ts'
import type { Entity, ExemptOrganisation, Found } from './records.ts'

export const entityIdentity = ({ id, record }: Found<Entity>): Identity => ({
  id,
  names: [{ name: record.name, type: record.name_type }],
  addresses: record.addresses,
  people: record.officers.map(({ name, titles }) => ({ name, titles })),
  entity_type: entityTypeOf(record.entity_type),
})

export const exemptIdentity = ({ id, record }: Found<ExemptOrganisation>): Identity => ({
  id,
  names: [{ name: record.name, type: 'legal' as const }, ...(record.sort_name ? [{ name: record.sort_name, type: 'dba' as const }] : [])],
  addresses: record.address ? [{ ...record.address, labels: ['mailing'] }] : [],
  people: record.in_care_of ? [{ name: record.in_care_of.replace(/^%\s*/, ''), titles: [] }] : [],
  entity_type: 'NON_PROFIT',
})
