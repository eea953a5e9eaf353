// Response records (liens): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { AnyObject, addressFields, addressParts, DateOnly, State } from './common.ts'
import { Document } from './documents.ts'

export const CreateLienTerminationResponse = z
  .object({
    id: z.string().nullish(),
    lien_id: z.string().nullish(),
    status: z.string().nullish(),
    packet_number: z.string().nullish(),
    created_at: z.string().nullish(),
    updated_at: z.string().nullish(),
  })
  .meta({ id: 'CreateLienTerminationResponse' })

export const LienDebtorsItemAddressesItem = z
  .object({
    ...addressFields,
  })
  .meta({ id: 'LienDebtorsItemAddressesItem' })

export const LienDebtorsItem = z
  .object({
    name: z.string().nullish(),
    type: z.enum(['ORGANIZATION', 'INDIVIDUAL', 'UNKNOWN', 'Business']).nullish(),
    party_type: z.string().nullish(),
    organization_name: z.string().nullish(),
    entity_type: z.string().nullish(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    addresses: z.array(LienDebtorsItemAddressesItem).nullish(),
  })
  .meta({ id: 'LienDebtorsItem' })

export const LienSecuredPartiesItemAddressesItem = z
  .object({
    ...addressFields,
  })
  .meta({ id: 'LienSecuredPartiesItemAddressesItem' })

export const LienSecuredPartiesItem = z
  .object({
    name: z.string().nullish(),
    type: z.enum(['ORGANIZATION', 'INDIVIDUAL']).nullish(),
    role: z.string().nullish(),
    organization_name: z.string().nullish(),
    addresses: z.array(LienSecuredPartiesItemAddressesItem).nullish(),
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
    updated_date: DateOnly.nullish(),
    lapse_date: DateOnly.nullish(),
    collateral: z.string().nullish(),
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
      .nullish(),
    negative_pledge: z.boolean().nullish(),
    confirmation_number: z.string().nullish(),
    loan_principal_amount_cents: z.int().nullish(),
    source: z.url().nullish(),
    packet_number: z.string().nullish(),
    lien_termination: AnyObject.nullish(),
    liability_cents: z.int().nullish(),
    alternative_designation: z
      .enum(['buyer_seller', 'bailee_bailor', 'consignee_consignor', 'lessee_lessor', 'licensee_licensor'])
      .nullish(),
    status_category: z.enum(['active', 'open', 'closed', 'terminated', 'processing', 'unknown']),
    owner_id: z.uuid(),
    owner_type: z.string(),
    filed_by_account: z.boolean().nullish(),
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

export const LienAddress = z
  .object({
    ...addressParts,
    state: State.nullish(),
  })
  .meta({ id: 'LienAddress' })
