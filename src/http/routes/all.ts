// Every capability's routes below /v1. A new one is added to this list and nowhere else.
import type { Routes } from '../../inner/environment.ts'
import { actionRoutes } from './actions.ts'
import { agentRoutes } from './agents.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { businessBatchRoutes } from './business-batches.ts'
import { businessRoutes } from './businesses.ts'
import { connectionRoutes } from './connections.ts'
import { documentRoutes } from './documents.ts'
import { historyRoutes } from './history.ts'
import { identityRoutes } from './identities.ts'
import { jurisdictionRoutes } from './jurisdictions.ts'
import { lienRoutes } from './liens.ts'
import { monitoringRoutes } from './monitoring.ts'
import { noteRoutes } from './notes.ts'
import { orderRoutes } from './orders.ts'
import { ownershipRoutes } from './ownership.ts'
import { partnerRoutes } from './partner.ts'
import { partnerMailRoutes } from './partner-mail.ts'
import { policyRoutes } from './policies.ts'
import { reportRoutes } from './report.ts'
import { reviewRoutes } from './review.ts'
import { runRoutes } from './runs.ts'
import { screeningRoutes } from './screenings.ts'
import { signalRoutes } from './signals.ts'
import { timelineRoutes } from './timeline.ts'
import { webhookRoutes } from './webhooks.ts'
import { websiteRoutes } from './website.ts'

const all = [
  businessRoutes,
  lienRoutes,
  monitoringRoutes,
  orderRoutes,
  reportRoutes,
  documentRoutes,
  reviewRoutes,
  screeningRoutes,
  timelineRoutes,
  noteRoutes,
  ownershipRoutes,
  agentRoutes,
  runRoutes,
  historyRoutes,
  businessBatchRoutes,
  signalRoutes,
  webhookRoutes,
  websiteRoutes,
  actionRoutes,
  partnerRoutes,
  partnerMailRoutes,
  jurisdictionRoutes,
  identityRoutes,
  connectionRoutes,
  policyRoutes,
  apiKeyRoutes,
]

/** The dependencies of all routes. */
export type RouteDependencies = (typeof all)[number] extends (dependencies: infer Each) => Routes ? Each : never

export const routes = (dependencies: RouteDependencies): readonly Routes[] => all.map((each) => each(dependencies))
