// Response records (orders): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { products } from '../../events/products.ts'
import { Timestamp } from './common.ts'

export const OrderProduct = z.enum(products).meta({ id: 'OrderProduct' })

export const OrderRequester = z
  .object({
    name: z.string().nullable(),
    type: z.enum(['account', 'user', 'api_key']),
  })
  .meta({ id: 'OrderRequester' })

export const Order = z
  .object({
    object: z.string(),
    id: z.uuid(),
    /** A name of the lifecycle, or the string that PUT set. */
    status: z.string(),
    business_id: z.uuid(),
    assignee_id: z.uuid().nullable(),
    subproducts: z.array(
      z.enum([
        'Articles of Incorporation',
        'Certificate of Good Standing',
        'Articles of Incorporation with Certificate of Good Standing fallback',
        'ucc_documents',
        'web_analysis',
        'industry_classification',
      ]),
    ),
    completed_at: Timestamp.nullable(),
    monitoring: z.boolean(),
    product: OrderProduct,
    requester: OrderRequester,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Order' })
