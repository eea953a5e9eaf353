// What a person or an agent's run did to a business or to one of its watchlist hits (specification 4.8), and what came to the business through it.
import { z } from 'zod'
import { personal, subjectOf } from './define.ts'
import { IdentifiedAddress, SubmittedPerson } from './parts.ts'

export const actionTypes = ['add_sources', 'add_attributes', 'update_address_risk', 'verify_tin', 'decision', 'dismissal'] as const
export type ActionType = (typeof actionTypes)[number]

export const addressRisks = ['low', 'moderate', 'high'] as const
export type AddressRisk = (typeof addressRisks)[number]

export const actionObjects = ['businesses', 'watchlist_result'] as const
export type ActionObject = (typeof actionObjects)[number]

/** Who acted: the account through an API key, a user, or a run of an agent. `data` holds ids and no names. */
export const ActionActor = z.object({ actor_type: z.enum(['account', 'user', 'run']), data: z.record(z.string(), z.json()) })
export type ActionActor = z.output<typeof ActionActor>

/** One thing that an action made, changed or linked. `subject_id`: whose personal data the difference may hold. */
export const ActionEffect = subjectOf(
  'subject_id',
  z.object({
    operation: z.enum(['created', 'updated', 'linked']),
    /** By field: `{before, after}`. */
    diff: personal(z.record(z.string(), z.object({ before: z.json(), after: z.json() }))),
    target: z.object({ object: z.string(), id: z.uuid() }).nullable(),
    subject_id: z.uuid(),
  }),
)
export type ActionEffect = z.output<typeof ActionEffect>

export const AddedName = z.object({ id: z.uuid(), name: z.string(), type: z.enum(['legal', 'dba']).nullable().optional() })
export const AddedPhone = z.object({ id: z.uuid(), number: personal(z.string()) })
export const AddedEmail = z.object({ id: z.uuid(), email: personal(z.string()) })
/** A page that somebody named: a place to search, not yet a finding. */
const AddedSource = z.object({ id: z.uuid(), url: z.string(), type: z.string().nullable() })

export const actionEvents = {
  /** Comes before the events that follow from the action. */
  ActionTaken: z.object({
    action_id: z.uuid(),
    type: z.enum(actionTypes),
    object_type: z.enum(actionObjects),
    object_id: z.uuid(),
    note: personal(z.string().nullable()),
    metadata: personal(z.record(z.string(), z.json())),
    effects: z.array(ActionEffect),
    actors: z.array(ActionActor),
  }),
  /** Facts that count as submitted from now on. */
  AttributesAdded: z.object({
    action_id: z.uuid(),
    names: z.array(AddedName),
    addresses: z.array(IdentifiedAddress),
    people: z.array(SubmittedPerson),
    phone_numbers: z.array(AddedPhone),
    email_addresses: z.array(AddedEmail),
    website: z.object({ url: z.string() }).nullable(),
  }),
  SourcesAdded: z.object({ action_id: z.uuid(), sources: z.array(AddedSource) }),
}

export type AttributesAdded = z.output<(typeof actionEvents)['AttributesAdded']>

/** The further names, e-mail addresses and sources, whether they came with the creation, an update or an action. */
export type Added = {
  readonly names: readonly z.output<typeof AddedName>[]
  readonly email_addresses: readonly z.output<typeof AddedEmail>[]
  readonly sources: readonly z.output<typeof AddedSource>[]
}

export const nothingAdded: Added = { names: [], email_addresses: [], sources: [] }

/** With the names and e-mail addresses that a creation or an update gives, in place of those before. */
export const addedWith = (
  added: Added,
  { names, email_addresses }: { readonly [Each in 'names' | 'email_addresses']?: Added[Each] | undefined },
): Added => ({
  ...added,
  names: names ?? added.names,
  email_addresses: email_addresses ?? added.email_addresses,
})

export const addedAfter = (added: Added, { names = [], email_addresses = [], sources = [] }: Partial<Added>): Added => ({
  names: [...added.names, ...names],
  email_addresses: [...added.email_addresses, ...email_addresses],
  sources: [...added.sources, ...sources],
})

type Grown = {
  readonly addresses: readonly IdentifiedAddress[]
  readonly people: readonly SubmittedPerson[]
  readonly phone_numbers: readonly z.output<typeof AddedPhone>[]
  readonly website: { readonly url: string } | null
}

/** The submitted data with the attributes added to it. */
export const submittedWith = <Submitted extends Grown>(submitted: Submitted, added: AttributesAdded): Submitted => ({
  ...submitted,
  addresses: [...submitted.addresses, ...added.addresses],
  people: [...submitted.people, ...added.people],
  phone_numbers: [...submitted.phone_numbers, ...added.phone_numbers],
  website: added.website ?? submitted.website,
})
