// Records of the interface as they leave the service (ownership): who owns and controls a business, through chains of companies.
import { z } from 'zod'
import { interestKinds } from '../../events/ownership.ts'
import { DateOnly, Timestamp } from './common.ts'

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
    level: z.int().meta({ description: 'How far above the business: above everything that it holds, but for what closes a cycle.' }),
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
    structure_sha256: z.string().meta({ description: 'Over the canonical JSON (RFC 8785) of the structure that was certified.' }),
    is_current: z.boolean().meta({ description: 'Whether the structure is still the one that was certified.' }),
    certified_at: Timestamp,
  })
  .meta({ id: 'OwnershipCertification' })

export const Ownership = z
  .object({
    object: z.literal('ownership'),
    business_id: z.uuid(),
    parties: z.array(Party),
    interests: z.array(Interest),
    owners: z.array(Owner).meta({ description: 'Everybody in the chain, those with most first.' }),
    identified_percentage: Percent.meta({ description: 'What people at the ends of the chains hold together.' }),
    listed: z
      .object({
        percentage: Percent,
        counts_as_listed: z.boolean(),
      })
      .meta({
        id: 'ListedOwnership',
        description:
          'How much of the business parties with an open watchlist hit hold in aggregate. With 50 percent or more it counts as listed; a company that counts as listed counts with all that it holds.',
      }),
    certifications: z.array(OwnershipCertification).meta({ description: 'The newest first.' }),
  })
  .meta({ id: 'Ownership' })
