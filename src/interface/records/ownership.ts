// Records of the interface as they leave the service (ownership): who owns and controls a business, through chains of companies.
import { z } from 'zod'
import { discrepancyKinds, interestKinds } from '../../events/ownership.ts'
import { DateOnly, Source, Timestamp } from './common.ts'

const Percent = z.number().min(0).max(100)

const Party = z
  .object({
    id: z.uuid().meta({ description: 'Of a person who is also among the business’s people, the id there.' }),
    type: z.enum(['person', 'business']),
    name: z.string().nullable().meta({ description: 'null once it was erased.' }),
    country: z.string().nullable(),
    lei: z.string().nullable(),
    registration_number: z.string().nullable(),
  })
  .meta({ id: 'OwnershipParty' })

const Interest = z
  .object({
    owner_id: z.uuid(),
    owned_id: z.uuid().meta({ description: 'A company in the chain, or the business itself.' }),
    kind: z.enum(interestKinds),
    percentage: Percent.nullable(),
    since: DateOnly.nullable(),
  })
  .meta({ id: 'OwnershipInterest' })

const Owner = z
  .object({
    party_id: z.uuid(),
    type: z.enum(['person', 'business']),
    name: z.string().nullable(),
    level: z.int().meta({ description: 'How far above the business: above everything that it holds, except for what closes a cycle.' }),
    direct_percentage: Percent,
    indirect_percentage: Percent.meta({ description: 'Through companies: the product of the shares along each way, added up.' }),
    effective_percentage: Percent.meta({ description: 'Direct and indirect together.' }),
    controls: z.boolean().meta({
      description:
        'Holds more than half of the shares or votes, or another kind of control, by itself or through companies that it controls.',
    }),
    is_ultimate: z.boolean().meta({ description: 'Nobody is known to own it.' }),
    is_beneficial_owner: z.boolean().meta({ description: 'A person with 25 percent or more, or with control.' }),
    watchlist_hits: z.int(),
    listed_percentage: Percent.meta({ description: 'Of a company: how much of it listed parties hold in aggregate.' }),
  })
  .meta({ id: 'Owner' })

export const OwnershipCertification = z
  .object({
    object: z.literal('ownership_certification'),
    id: z.uuid(),
    name: z.string().nullable(),
    title: z.string().nullable(),
    wording: z.string(),
    structure_sha256: z.string().meta({
      description: 'Over the canonical JSON (RFC 8785) of the structure that was certified, its parties and interests sorted by theirs.',
    }),
    is_current: z
      .boolean()
      .meta({ description: 'Whether the structure is still the one that was certified, in whatever order it is told.' }),
    certified_at: Timestamp,
  })
  .meta({ id: 'OwnershipCertification' })

const FoundOwner = z
  .object({
    id: z.uuid(),
    owned_id: z.uuid().meta({ description: 'The business, or a company in the submitted chain.' }),
    submitted_id: z.uuid().nullable().meta({ description: 'The submitted party that it is; null: nobody submitted it.' }),
    relation: z.enum(['direct_parent', 'ultimate_parent', 'registration', 'control_register']).meta({
      description:
        'What names it: a relationship of the legal entity identifier, a registration by the title of an officer, or a register of control.',
    }),
    type: z.enum(['person', 'business']),
    name: z.string().nullable().meta({ description: 'null where the source withholds it, or once it was erased.' }),
    country: z.string().nullable(),
    lei: z.string().nullable(),
    registration_number: z.string().nullable(),
    interests: z.array(
      z
        .object({ kind: z.enum(interestKinds), from: Percent.nullable(), to: Percent.nullable() })
        .meta({ id: 'FoundInterest', description: 'A band, or one value as both its ends; null where the source does not say it.' }),
    ),
    since: DateOnly.nullable(),
    watchlist_hits: z.int().meta({ description: 'Open hits of its name: found owners are screened like submitted ones.' }),
    sources: z.array(Source).meta({ description: 'Data set, version and row.' }),
  })
  .meta({ id: 'FoundOwner' })

export const OwnerDiscrepancy = z
  .object({
    object: z.literal('owner_discrepancy'),
    id: z.uuid(),
    business_id: z.uuid(),
    kind: z.enum(discrepancyKinds).meta({
      description:
        '`not_submitted`: found, and in no place of the submitted chain. `other_share`: the submitted share is outside the found band. `not_found`: submitted, but not in a register that names all who hold more than 25 percent.',
    }),
    found_id: z.uuid().nullable(),
    submitted_id: z.uuid().nullable().meta({ description: 'Of the party.' }),
    status: z.enum(['open', 'overdue', 'resolved']),
    due_on: DateOnly,
    found_at: Timestamp,
    resolution: z
      .object({ cause: z.enum(['data', 'person']), reason: z.string().nullable(), at: Timestamp })
      .nullable()
      .meta({ id: 'DiscrepancyResolution' }),
  })
  .meta({ id: 'OwnerDiscrepancy' })

export const Ownership = z
  .object({
    object: z.literal('ownership'),
    business_id: z.uuid(),
    parties: z.array(Party),
    interests: z.array(Interest),
    owners: z.array(Owner).meta({ description: 'Everyone in the chain, those with the most first.' }),
    identified_percentage: Percent.meta({ description: 'What people at the ends of the chains hold together.' }),
    listed: z
      .object({
        percentage: Percent,
        counts_as_listed: z.boolean(),
      })
      .meta({
        id: 'ListedOwnership',
        description:
          'How much of the business parties with an open watchlist hit hold in aggregate; of a band in published data the lower end counts. With 50 percent or more it counts as listed; a company that counts as listed counts with all that it holds.',
      }),
    found: z
      .array(FoundOwner)
      .meta({ description: 'Owners and controllers that published data names. They replace nothing of what was submitted.' }),
    discrepancies: z.array(OwnerDiscrepancy).meta({ description: 'Between submitted and found owners, the open ones first.' }),
    certifications: z.array(OwnershipCertification).meta({ description: 'The newest first.' }),
  })
  .meta({ id: 'Ownership' })
