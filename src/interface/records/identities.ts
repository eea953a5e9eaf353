// Response records (identities): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { addressFields } from './common.ts'

export const BusinessIdentityAddressesItem = z
  .object({
    ...addressFields,
    labels: z.array(z.string()).nullish(),
  })
  .meta({ id: 'BusinessIdentityAddressesItem' })

const namedAs = { name: z.string().nullish(), type: z.enum(['legal', 'dba']).nullish() }
const titled = { name: z.string().nullish(), titles: z.array(z.string()).nullish() }

export const BusinessIdentityNamesItem = z.object(namedAs).meta({ id: 'BusinessIdentityNamesItem' })

export const BusinessIdentityPeopleItem = z.object(titled).meta({ id: 'BusinessIdentityPeopleItem' })

export const BusinessIdentity = z
  .object({
    id: z.string().nullish(),
    names: z.array(BusinessIdentityNamesItem).nullish(),
    addresses: z.array(BusinessIdentityAddressesItem).nullish(),
    people: z.array(BusinessIdentityPeopleItem).nullish(),
    entity_type: z.enum(['LLC', 'CORPORATION', 'NON_PROFIT', 'PARTNERSHIP', 'TRUST']).nullish(),
  })
  .meta({ id: 'BusinessIdentity' })

export const PrefillBusinessAddressesItem = z
  .object({
    ...addressFields,
    labels: z.array(z.string()).nullish(),
  })
  .meta({ id: 'PrefillBusinessAddressesItem' })

export const PrefillBusinessFormation = z
  .object({
    entity_type: z.string().nullish(),
  })
  .meta({ id: 'PrefillBusinessFormation' })

export const PrefillBusinessIndustryClassificationsItem = z
  .object({
    name: z.string().nullish(),
    score: z.number().nullish(),
    sector: z.string().nullish(),
    category: z.string().nullish(),
    high_risk: z.boolean().nullish(),
    mcc_codes: z.array(z.string()).nullish(),
    sic_codes: z.array(z.string()).nullish(),
    naics_codes: z.array(z.string()).nullish(),
    prohibited_labels: z.array(z.string()).nullish(),
    /** The text whose words suggest it; absent where a source says it. */
    drawn_from: z.enum(['the name', 'the website', 'the name and the website']).optional(),
    classification_system: z.string().nullish(),
  })
  .meta({ id: 'PrefillBusinessIndustryClassificationsItem' })

export const PrefillBusinessNamesItem = z.object(namedAs).meta({ id: 'PrefillBusinessNamesItem' })

export const PrefillBusinessPeopleItem = z.object(titled).meta({ id: 'PrefillBusinessPeopleItem' })

export const PrefillBusinessTin = z
  .object({
    last_four: z.string().nullish(),
    tin_type: z.string().nullish(),
  })
  .meta({ id: 'PrefillBusinessTin' })

export const PrefillBusinessWebsite = z
  .object({
    url: z.string().nullish(),
  })
  .meta({ id: 'PrefillBusinessWebsite' })

export const PrefillBusiness = z
  .object({
    object: z.string().nullish(),
    names: z.array(PrefillBusinessNamesItem).nullish(),
    addresses: z.array(PrefillBusinessAddressesItem).nullish(),
    tin: PrefillBusinessTin.nullish(),
    formation: PrefillBusinessFormation.nullish(),
    industry_classifications: z.array(PrefillBusinessIndustryClassificationsItem).nullish(),
    people: z.array(PrefillBusinessPeopleItem).nullish(),
    website: PrefillBusinessWebsite.nullish(),
  })
  .meta({ id: 'PrefillBusiness' })
