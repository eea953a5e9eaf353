// Response records (connections): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { Source } from './common.ts'

export const ConnectionConnectingAddressesItem = z
  .object({
    full_address: z.string(),
    labels: z.array(z.string()),
    sources: z.array(Source),
  })
  .meta({ id: 'ConnectionConnectingAddressesItem' })

export const ConnectionConnectingBusinessesItem = z
  .object({
    name: z.string(),
    titles: z.array(z.string()),
    sources: z.array(Source),
  })
  .meta({ id: 'ConnectionConnectingBusinessesItem' })

export const ConnectionConnectingPeopleItem = z
  .object({
    name: z.string(),
    titles: z.array(z.string()),
    sources: z.array(Source),
  })
  .meta({ id: 'ConnectionConnectingPeopleItem' })

export const Connection = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    confidence: z.number(),
    connected_business_id: z.uuid().nullable(),
    connecting_people: z.array(ConnectionConnectingPeopleItem),
    connecting_addresses: z.array(ConnectionConnectingAddressesItem),
    connecting_businesses: z.array(ConnectionConnectingBusinessesItem),
  })
  .meta({ id: 'Connection' })
