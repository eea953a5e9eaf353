// A single fact of the evidence: the object of a timeline entry and of the webhook about the same change.
import type { z } from 'zod'
import type { FoundAddress, FoundName, LeiRecord, Registration } from '../../events/business-evidence.ts'
import type { NamedPerson } from '../../events/parts.ts'
import { leiRecordResource } from './lei.ts'
import { registrationResource } from './registrations.ts'

type Facts = {
  readonly registration: Registration
  readonly address: z.output<typeof FoundAddress>
  readonly name: z.output<typeof FoundName>
  readonly person: NamedPerson
  readonly lei_record: LeiRecord
}
export type FactKind = keyof Facts

const renderers: { readonly [Kind in FactKind]: (fact: Facts[Kind], businessId: string) => object } = {
  registration: (registration, businessId) => registrationResource(businessId, registration),
  lei_record: (record, businessId) => leiRecordResource(businessId, record),
  address: ({ id, labels, ...parts }, business_id) => ({ object: 'address', id, ...parts, labels: [...labels], business_id }),
  name: ({ id, name, type }, business_id) => ({ object: 'name', id, name, type, business_id }),
  person: ({ id, name, titles }, business_id) => ({
    object: 'person',
    id,
    name,
    titles: titles.map((title) => ({ object: 'person_title', title })),
    business_id,
  }),
}

/** The object of a timeline entry: a fact, or else the event's data. */
export const partResource = (kind: string, part: object, businessId: string): object =>
  Object.hasOwn(renderers, kind)
    ? // The part is of this kind.
      renderers[kind as FactKind](part as never, businessId)
    : { object: kind, ...part, business_id: businessId }

/** The names of the event's fields in the record of a registration; null: the record does not show the field. */
const shownAs: { readonly [field: string]: string | null } = { source_url: 'source', name_type: null }

/** The previous values of a registration's changed fields, under the names of its record. */
export const previousAttributes = (previous: { readonly [field: string]: unknown }): { readonly [field: string]: unknown } =>
  Object.fromEntries(
    Object.entries(previous).flatMap(([field, value]) => {
      const shown = shownAs[field] === undefined ? field : shownAs[field]
      return shown === null ? [] : [[shown, value]]
    }),
  )
