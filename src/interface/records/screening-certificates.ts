// The certificate of a screening: whom, when, against which lists, by which rule, and what was found. Signed by the service.
import { z } from 'zod'
import { modes } from '../../events/modes.ts'
import { Timestamp } from './common.ts'

const Party = z.object({
  kind: z.enum(['business', 'person']),
  id: z.uuid(),
  name: z.string(),
})

const CertifiedList = z
  .object({
    abbr: z.string(),
    title: z.string(),
    agency: z.string(),
    organization: z.string(),
    version: z.string(),
    data_set: z.string().nullable().meta({ description: 'The kind of file that the list was read from.' }),
    entries: z.int().nullable().meta({ description: 'How many entries the list had.' }),
    sha256: z.string().nullable().meta({ description: 'Of the published files.' }),
    content_sha256: z.string().nullable().meta({ description: 'Over the entries as they were read.' }),
  })
  .meta({
    id: 'CertifiedList',
    description: 'A list as it was screened. Nulls: made up in the sandbox, or screened before this was recorded.',
  })

export const CertifiedHit = z
  .object({
    id: z.uuid(),
    party_id: z.uuid().meta({ description: 'The screened business or person.' }),
    screened_name: z.string(),
    list: z.string(),
    entry_id: z.string().nullable(),
    entity_name: z.string(),
    matched_name: z.string(),
    score: z.number(),
    explanation: z.string(),
    by_name: z
      .object({ score: z.number(), explanation: z.string() })
      .meta({ description: 'How the names alone compare: the part that can be repeated with the lists.' }),
  })
  .meta({ id: 'CertifiedHit' })

export const ScreeningStatement = z.object({
  object: z.literal('screening_certificate'),
  format: z.literal(1),
  screening: z.object({
    id: z.uuid().meta({ description: 'The event that recorded the screening.' }),
    screened_at: Timestamp,
    event_hash: z
      .string()
      .meta({ description: 'The hash of that event in the chain of the business: it ties the certificate to the sealed log.' }),
  }),
  issued_at: Timestamp,
  account: z.object({ id: z.uuid(), name: z.string() }),
  mode: z.enum(modes),
  business: z.object({ id: z.uuid(), name: z.string() }),
  screened: z.array(Party).nullable().meta({ description: 'Every name that was compared; null when older than the record of it.' }),
  lists: z.array(CertifiedList),
  index: z
    .array(z.object({ data_set: z.string(), version: z.string(), sha256: z.string() }))
    .nullable()
    .meta({
      description:
        'Every data set that was searched, those of lists that the account has not chosen too: how rare a word is depends on all.',
    }),
  rule: z
    .object({ matching: z.string(), thresholds: z.record(z.string(), z.number()) })
    .nullable()
    .meta({ description: 'The hash of the code that compared names, and the lowest score of a hit.' }),
  unread: z
    .array(z.object({ screened: z.enum(['business', 'person']), scripts: z.array(z.string()) }))
    .meta({ description: 'Names in scripts that are not read well enough to say that no list has them.' }),
  outcome: z.enum(['nothing_found', 'found', 'not_fully_screened', 'no_lists']),
  found: z.array(CertifiedHit),
})
export type ScreeningStatement = z.output<typeof ScreeningStatement>

export const ScreeningCertificate = ScreeningStatement.extend({
  signature: z.string().meta({
    description: 'Ed25519, Base64, over the line `probity certificate` and the canonical JSON (RFC 8785) of all members but the last two.',
  }),
  public_key: z.string().meta({ description: 'PEM. Compare it with your own copy.' }),
}).meta({ id: 'ScreeningCertificate' })
export type ScreeningCertificate = z.output<typeof ScreeningCertificate>

export const ScreeningItem = z
  .object({
    object: z.literal('screening'),
    id: z.uuid(),
    business_id: z.uuid(),
    screened_at: Timestamp,
    lists: z.int(),
    hits: z.int(),
  })
  .meta({ id: 'Screening' })
