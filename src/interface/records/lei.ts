// Records of the interface as they leave the service (legal entity identifiers): what the Global LEI System says of a business.
import { z } from 'zod'
import { entityTypes } from '../../events/entity-types.ts'
import { DateOnly, Source } from './common.ts'

const LeiParent = z
  .object({
    lei: z.string(),
    name: z.string().nullable().meta({ description: 'null where its own record is not in the data.' }),
    country: z.string().nullable(),
    percentage: z.number().nullable().meta({ description: 'Of the accounts, where the relationship says it.' }),
    since: DateOnly.nullable(),
  })
  .meta({ id: 'LeiParent' })

export const LeiRecord = z
  .object({
    object: z.literal('lei_record'),
    id: z.uuid(),
    business_id: z.uuid(),
    lei: z.string(),
    name: z.string(),
    other_names: z.array(z.object({ name: z.string(), type: z.string() }).meta({ id: 'LeiName' })),
    is_own: z
      .boolean()
      .meta({ description: 'Whether the record is known to be the business’s: a submitted identifier may be of another company.' }),
    explanation: z.string().meta({ description: 'How the names compare.' }),
    status: z.enum(['active', 'inactive', 'unknown']).meta({ description: 'Of the company.' }),
    registration_status: z.string().meta({ description: 'Of the identifier, as published: `ISSUED`, `LAPSED`, `RETIRED`, ...' }),
    registered_on: DateOnly.nullable(),
    renews_on: DateOnly.nullable(),
    created_on: DateOnly.nullable().meta({ description: 'When the company was formed.' }),
    category: z.string().nullable(),
    entity_type: z.enum(entityTypes).nullable(),
    jurisdiction: z.string().nullable().meta({ description: 'ISO 3166: `US-DE`, `FR`.' }),
    registration: z
      .object({ authority: z.string().nullable(), state: z.string().nullable(), number: z.string() })
      .nullable()
      .meta({ id: 'LeiRegistration', description: 'Its number in a register, and GLEIF’s code of the register.' }),
    addresses: z.array(z.object({ full_address: z.string(), labels: z.array(z.string()) }).meta({ id: 'LeiAddress' })),
    direct_parent: LeiParent.nullable().meta({ description: 'Who consolidates its accounts directly.' }),
    ultimate_parent: LeiParent.nullable().meta({ description: 'Who consolidates its accounts last.' }),
    head_office: LeiParent.nullable().meta({ description: 'The foreign company of which it is a branch.' }),
    successor_lei: z.string().nullable(),
    changed_fields: z.array(z.string()).meta({ description: 'What changed with the version of the data that changed it last.' }),
    vanished_from: z.string().nullable().meta({ description: 'The version of the data that no longer holds the record.' }),
    sources: z.array(Source),
  })
  .meta({ id: 'LeiRecord' })
