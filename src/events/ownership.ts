// Who owns and controls a business: its owners and theirs, as the client submitted them, and the certification of it.
import { z } from 'zod'
import { type EventOf, onTimeline, personal, subjectOf } from './define.ts'

/** What an interest gives its holder. Only `ownership` counts towards percentages of ownership; each of the others can give control. */
export const interestKinds = ['ownership', 'voting_rights', 'appoints_management', 'other_control'] as const
export type InterestKind = (typeof interestKinds)[number]

/** A person or company in the chain; each is the subject of its own data. */
export const OwnershipParty = subjectOf(
  'id',
  z.object({
    /** A person who was also submitted as one of the business's people has the same id there. */
    id: z.uuid(),
    type: z.enum(['person', 'business']),
    name: personal(z.string()),
    date_of_birth: personal(z.string().nullable()),
    /** ISO 3166 code of two letters: the country of a person's nationality or a company's registration. */
    country: z.string().nullable(),
    /** Of companies only. The identifier is in the upper case of ISO 17442. */
    lei: z.string().nullable(),
    registration_number: z.string().nullable(),
  }),
)
export type OwnershipParty = z.output<typeof OwnershipParty>

export const OwnershipInterest = z.object({
  owner_id: z.uuid(),
  /** The business itself, or a company in the chain. */
  owned_id: z.uuid(),
  kind: z.enum(interestKinds),
  /** Of the whole, more than 0 and at most 100; null where it is not known. */
  percentage: z.number().nullable(),
  since: z.string().nullable(),
})
export type OwnershipInterest = z.output<typeof OwnershipInterest>

/** The whole structure: an update replaces it. */
export const SubmittedOwnership = z.object({ parties: z.array(OwnershipParty), interests: z.array(OwnershipInterest) })
export type SubmittedOwnership = z.output<typeof SubmittedOwnership>

/** A share is a single value or a band, in percent; null where the source does not say it. */
const FoundInterest = z.object({ kind: z.enum(interestKinds), from: z.number().nullable(), to: z.number().nullable() })
export type FoundInterest = z.output<typeof FoundInterest>

/** An owner or controller that published data names. It stands beside what was submitted and replaces nothing. */
export const FoundOwner = subjectOf(
  'party_id',
  z.object({
    id: z.uuid(),
    /** Whose name it is: the id of the person elsewhere in the file, so that who is erased there is erased here; its own id otherwise. */
    party_id: z.uuid(),
    /** The business, or a company in the submitted chain. */
    owned_id: z.uuid(),
    relation: z.enum(['direct_parent', 'ultimate_parent', 'registration', 'control_register']),
    type: z.enum(['person', 'business']),
    /** null: the source withholds or does not know it. */
    name: personal(z.string().nullable()),
    /** Year and month. */
    born: personal(z.string().nullable()),
    country: z.string().nullable(),
    lei: z.string().nullable(),
    registration_number: z.string().nullable(),
    interests: z.array(FoundInterest),
    since: z.string().nullable(),
    /** Whether the source names all who hold more than 25 percent of the company. */
    is_complete: z.boolean(),
  }),
)
export type FoundOwner = z.output<typeof FoundOwner>

export const discrepancyKinds = ['not_submitted', 'other_share', 'not_found'] as const

/** A difference between a submitted owner and a found one, either of which may be missing. */
const Discrepancy = z.object({
  id: z.uuid(),
  kind: z.enum(discrepancyKinds),
  found_id: z.uuid().nullable(),
  submitted_id: z.uuid().nullable(),
  /** The last day for resolving it. */
  due_on: z.string(),
})
export type Discrepancy = z.output<typeof Discrepancy>

/** In the business's file, as judgements are. */
export const discrepancyEvents = {
  OwnerDiscrepancyFound: z.object({ discrepancy: Discrepancy }),
  OwnerDiscrepancyOverdue: z.object({ discrepancy_id: z.uuid(), due_on: z.string() }),
  /** By new data, or by a person with a reason. */
  OwnerDiscrepancyResolved: z.object({
    discrepancy_id: z.uuid(),
    cause: z.enum(['data', 'person']),
    reason: personal(z.string().nullable()),
  }),
}

export const ownershipEvents = {
  /** Somebody of the customer confirmed the structure as it stood then, in these words. */
  OwnershipCertified: onTimeline(
    'ownership.certified',
    'certification',
    z.object({
      certification: z.object({
        id: z.uuid(),
        name: personal(z.string()),
        title: z.string().nullable(),
        wording: personal(z.string()),
        /** SHA-256 over the canonical JSON of the structure, in hexadecimal: what was certified cannot be exchanged. */
        structure_sha256: z.string(),
      }),
    }),
  ),
}
export type OwnershipEvent = EventOf<typeof ownershipEvents>
