// Every projection of the service. A new one is added to this list and nowhere else.
import { accounts, apiKeys, users } from './accounts.ts'
import { businesses } from './businesses.ts'
import { liens } from './liens.ts'
import { orders } from './orders.ts'
import type { AnyProjection } from './projection.ts'
import { timeline } from './timeline.ts'

export const projections = [accounts, apiKeys, users, businesses, liens, orders, timeline] as unknown as readonly AnyProjection[]
