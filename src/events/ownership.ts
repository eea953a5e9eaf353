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
        wording: z.string(),
        /** SHA-256 over the canonical JSON of the structure, in hexadecimal: what was certified cannot be exchanged. */
        structure_sha256: z.string(),
      }),
    }),
  ),
}
export type OwnershipEvent = EventOf<typeof ownershipEvents>
