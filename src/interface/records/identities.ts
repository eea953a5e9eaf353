// Response records (identities): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { entityTypes } from '../../events/entity-types.ts'
import { addressFields } from './common.ts'

export const BusinessIdentityAddressesItem = z
  .object({
    ...addressFields,
    labels: z.array(z.string()),
  })
  .meta({ id: 'BusinessIdentityAddressesItem' })

const namedAs = { name: z.string(), type: z.enum(['legal', 'dba']) }
const titled = { name: z.string(), titles: z.array(z.string()) }

export const BusinessIdentityNamesItem = z.object(namedAs).meta({ id: 'BusinessIdentityNamesItem' })

export const BusinessIdentityPeopleItem = z.object(titled).meta({ id: 'BusinessIdentityPeopleItem' })

export const BusinessIdentity = z
  .object({
    id: z.string(),
    names: z.array(BusinessIdentityNamesItem),
    addresses: z.array(BusinessIdentityAddressesItem),
    people: z.array(BusinessIdentityPeopleItem),
    entity_type: z.enum(entityTypes).nullable(),
  })
  .meta({ id: 'BusinessIdentity' })

export const PrefillBusinessAddressesItem = z
  .object({
    ...addressFields,
    labels: z.array(z.string()),
  })
  .meta({ id: 'PrefillBusinessAddressesItem' })

export const PrefillBusinessFormation = z
  .object({
    entity_type: z.string().nullable(),
  })
  .meta({ id: 'PrefillBusinessFormation' })

export const PrefillBusinessIndustryClassificationsItem = z
  .object({
    name: z.string(),
    score: z.number(),
    sector: z.string().nullable(),
    category: z.string(),
    high_risk: z.boolean(),
    mcc_codes: z.array(z.string()),
    sic_codes: z.array(z.string()),
    naics_codes: z.array(z.string()),
    prohibited_labels: z.array(z.string()),
    /** The text whose words suggest it; absent where a source says it. */
    drawn_from: z.enum(['the name', 'the website', 'the name and the website']).optional(),
    classification_system: z.string(),
  })
  .meta({ id: 'PrefillBusinessIndustryClassificationsItem' })

export const PrefillBusinessNamesItem = z.object(namedAs).meta({ id: 'PrefillBusinessNamesItem' })

export const PrefillBusinessPeopleItem = z.object(titled).meta({ id: 'PrefillBusinessPeopleItem' })

export const PrefillBusinessTin = z
  .object({
    last_four: z.string(),
    tin_type: z.string(),
  })
  .meta({ id: 'PrefillBusinessTin' })

export const PrefillBusinessWebsite = z
  .object({
    url: z.string(),
  })
  .meta({ id: 'PrefillBusinessWebsite' })

export const PrefillBusiness = z
  .object({
    object: z.string(),
    names: z.array(PrefillBusinessNamesItem),
    addresses: z.array(PrefillBusinessAddressesItem),
    tin: PrefillBusinessTin.nullable(),
    formation: PrefillBusinessFormation,
    industry_classifications: z.array(PrefillBusinessIndustryClassificationsItem),
    people: z.array(PrefillBusinessPeopleItem),
    website: PrefillBusinessWebsite.nullable(),
  })
  .meta({ id: 'PrefillBusiness' })
