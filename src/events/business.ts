// What can happen to a business and to the orders placed for it. What evidence finds is in facts.ts; both make one stream.
import { z } from 'zod'
import { AddedEmail, AddedName, AddedPhone, actionEvents } from './business-actions.ts'
import { businessCopyEvents } from './business-copy.ts'
import { judgementEvents } from './business-judgements.ts'
import { decisionEvents } from './decisions.ts'
import { type EventOf, personal } from './define.ts'
import { entityTypes } from './entity-types.ts'
import { erasureEvents } from './erasure.ts'
import { factEvents } from './facts.ts'
import { modes } from './modes.ts'
import { SubmittedOwnership } from './ownership.ts'
import { IdentifiedAddress, ReviewTask, SubmittedPerson } from './parts.ts'
import { policyResultEvents } from './policy.ts'
import { type Product, products } from './products.ts'
import { retentionEvents } from './retention.ts'
import { reviewCalendarEvents } from './review-calendar.ts'
import { riskEvents } from './risk.ts'

export { type Product, products }

/** The kind of a TIN. SSNs are shown masked. */
const tinTypes = ['ein', 'ssn'] as const

/** What the client says of the formation. */
const SubmittedFormation = z.object({
  entity_type: z.enum(entityTypes).nullable(),
  formation_date: z.string().nullable(),
  formation_state: z.string().nullable(),
})
export type SubmittedFormation = z.output<typeof SubmittedFormation>

/** Absent from events that were written before clients could send them. */
const further = {
  names: z.array(AddedName).optional(),
  email_addresses: z.array(AddedEmail).optional(),
  formation: SubmittedFormation.nullable().optional(),
  ownership: SubmittedOwnership.nullable().optional(),
  /** The legal entity identifier, in the upper case of ISO 17442. */
  lei: z.string().nullable().optional(),
}

const submitted = {
  name: z.string(),
  addresses: z.array(IdentifiedAddress),
  people: z.array(SubmittedPerson),
  /** Nine digits. */
  tin: personal(z.string().nullable()),
  tin_type: z.enum(tinTypes).nullable(),
  external_id: z.string().nullable(),
  unique_external_id: z.string().nullable(),
  tags: z.array(z.string()),
}

const order = { order_id: z.uuid() }

export const lifecycleEvents = {
  BusinessCreated: z.object({
    ...submitted,
    business_id: z.uuid(),
    /** `test` verifies against the sandbox, `live` against the reference data. */
    mode: z.enum(modes),
    website: z.object({ url: z.string() }).nullable(),
    phone_numbers: z.array(AddedPhone),
    ...further,
    business_batch_id: z.uuid().nullable(),
    connection_id: z.string().nullable(),
    requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user']) }),
  }),
  /** Only the fields that changed. */
  BusinessUpdated: z.object({
    name: submitted.name.optional(),
    addresses: submitted.addresses.optional(),
    people: submitted.people.optional(),
    tin: personal(z.string().nullable().optional()),
    tin_type: submitted.tin_type.optional(),
    external_id: z.string().nullable().optional(),
    unique_external_id: z.string().nullable().optional(),
    tags: submitted.tags.optional(),
    phone_numbers: z.array(AddedPhone).optional(),
    ...further,
  }),
  ...decisionEvents,
  BusinessAssigned: z.object({ assignee_id: z.uuid().nullable() }),
  /** An example of the first steps is taken away, with these orders and watchlist hits. */
  ExampleRemoved: z.object({ order_ids: z.array(z.uuid()), hit_ids: z.array(z.uuid()) }),

  ...erasureEvents,
  OrderPlaced: z.object({
    ...order,
    product: z.enum(products),
    /** In the request's spelling. */
    subproducts: z.array(z.string()),
    options: z.record(z.string(), z.json()),
    requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user', 'api_key']) }),
  }),
  OrderStarted: z.object(order),
  /** A check demands an audit by a person before the order may complete. */
  AuditRequested: z.object({ ...order, reason: z.string() }),
  AuditCompleted: z.object({ ...order, note: personal(z.string().nullable()) }),
  OrderCompleted: z.object(order),
  OrderAssigned: z.object({ ...order, assignee_id: z.uuid().nullable() }),
  OrderStatusSet: z.object({ ...order, status: z.string() }),

  /** Made once all orders have completed, by the table of outcomes of that time. */
  ReviewCompleted: z.object({ review_id: z.uuid(), tasks: z.array(ReviewTask) }),
  /** Judged again because the same facts have newer sources. Nobody is told. */
  ReviewRenewed: z.object({ review_id: z.uuid(), tasks: z.array(ReviewTask) }),

  ...actionEvents,
  ...riskEvents,
  ...reviewCalendarEvents,
  RelationshipEnded: retentionEvents.RelationshipEnded,
  RelationshipResumed: retentionEvents.RelationshipResumed,
  ...policyResultEvents,
  ...businessCopyEvents,
}

export const businessEvents = { ...lifecycleEvents, ...factEvents, ...judgementEvents }
export type BusinessEvent = EventOf<typeof businessEvents>
