// Response records (liens): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { alternativeDesignations } from '../../events/lien.ts'
import { AnyObject, addressFields, addressParts, DateOnly, State } from './common.ts'
import { Document } from './documents.ts'

export const CreateLienTerminationResponse = z
  .object({
    id: z.string(),
    lien_id: z.string(),
    status: z.string(),
    packet_number: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'CreateLienTerminationResponse' })

/** A lien that a search found has an address in one line. */
const partyAddress = { ...addressFields, ...z.object(addressParts).partial().shape }

export const LienDebtorsItemAddressesItem = z.object(partyAddress).meta({ id: 'LienDebtorsItemAddressesItem' })

export const LienDebtorsItem = z
  .object({
    name: z.string(),
    type: z.enum(['ORGANIZATION', 'INDIVIDUAL', 'UNKNOWN', 'Business']),
    party_type: z.string().optional(),
    organization_name: z.string().nullish(),
    entity_type: z.string().nullish(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    addresses: z.array(LienDebtorsItemAddressesItem),
  })
  .meta({ id: 'LienDebtorsItem' })

export const LienSecuredPartiesItemAddressesItem = z.object(partyAddress).meta({ id: 'LienSecuredPartiesItemAddressesItem' })

export const LienSecuredPartiesItem = z
  .object({
    name: z.string(),
    type: z.enum(['ORGANIZATION', 'INDIVIDUAL']).optional(),
    role: z.string().optional(),
    organization_name: z.string().nullish(),
    addresses: z.array(LienSecuredPartiesItemAddressesItem),
  })
  .meta({ id: 'LienSecuredPartiesItem' })

export const Lien = z
  .object({
    object: z.literal('lien'),
    type: z.enum(['ucc', 'state', 'federal', 'attachment', 'judgment']),
    id: z.uuid(),
    business_id: z.uuid(),
    debtors: z.array(LienDebtorsItem),
    secured_parties: z.array(LienSecuredPartiesItem),
    file_number: z.string().nullable(),
    state: State,
    status: z.enum(['created', 'pending', 'open', 'closing', 'closed', 'unknown', 'filed']),
    filing_date: DateOnly.nullable(),
    updated_date: DateOnly.nullable(),
    lapse_date: DateOnly.nullable(),
    collateral: z.string().nullable(),
    collateral_type: z
      .enum([
        'Blanket',
        'Collateral',
        'Unknown',
        'All Assets and Receivables',
        'All Receivables',
        'All Assets',
        'Named Assets',
        'Unavailable',
      ])
      .nullable(),
    negative_pledge: z.boolean().nullish(),
    confirmation_number: z.string().nullish(),
    loan_principal_amount_cents: z.int().nullish(),
    source: z.url().nullable(),
    packet_number: z.string().nullish(),
    lien_termination: AnyObject.nullish(),
    liability_cents: z.int().nullable(),
    alternative_designation: z.enum(alternativeDesignations).nullish(),
    status_category: z.enum(['active', 'open', 'closed', 'terminated', 'processing', 'unknown']),
    owner_id: z.uuid(),
    owner_type: z.string(),
    filed_by_account: z.boolean(),
    documents: z.array(Document),
  })
  .meta({ id: 'Lien' })

/** In the response to a batch: the errors of an entry that did not become a lien. */
export const LienEntryError = z
  .object({
    object: z.literal('error'),
    index: z.int().nonnegative(),
    state: z.string().nullable(),
    errors: z.array(z.object({ message: z.string(), parameter: z.string().optional() })),
  })
  .meta({ id: 'LienEntryError' })

/** The result of one entry of a batch. */
export const LienBatchItem = z.union([Lien, LienEntryError]).meta({ id: 'LienBatchItem' })
