// Every capability's routes below /v1. A new one is added to this list and nowhere else.
import type { Routes } from '../environment.ts'
import type { Service } from '../service.ts'
import { businessBatchRoutes } from './business-batches.ts'
import { businessRoutes } from './businesses.ts'
import { orderRoutes } from './orders.ts'
import { reviewRoutes } from './review.ts'
import { signalRoutes } from './signals.ts'
import { timelineRoutes } from './timeline.ts'

export const routes = (service: Service): readonly Routes[] => [
  businessRoutes(service),
  orderRoutes(service),
  reviewRoutes(service),
  timelineRoutes(service),
  businessBatchRoutes(service),
  signalRoutes(service),
]
