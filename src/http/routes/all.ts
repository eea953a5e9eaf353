// Every capability's routes below /v1. A new one is added to this list and nowhere else.
import type { Routes } from '../../inner/environment.ts'
import type { Service } from '../../inner/service.ts'
import { actionRoutes } from './actions.ts'
import { agentRoutes } from './agents.ts'
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
import { partnerRoutes } from './partner.ts'
import { partnerMailRoutes } from './partner-mail.ts'
import { policyRoutes } from './policies.ts'
import { reportRoutes } from './report.ts'
import { reviewRoutes } from './review.ts'
import { runRoutes } from './runs.ts'
import { signalRoutes } from './signals.ts'
import { timelineRoutes } from './timeline.ts'
import { webhookRoutes } from './webhooks.ts'
import { websiteRoutes } from './website.ts'

export const routes = (service: Service): readonly Routes[] => [
  businessRoutes(service),
  lienRoutes(service),
  monitoringRoutes(service),
  orderRoutes(service),
  reportRoutes(service),
  documentRoutes(service),
  reviewRoutes(service),
  timelineRoutes(service),
  noteRoutes(service),
  agentRoutes(service),
  runRoutes(service),
  historyRoutes(service),
  businessBatchRoutes(service),
  signalRoutes(service),
  webhookRoutes(service),
  websiteRoutes(service),
  actionRoutes(service),
  partnerRoutes(service),
  partnerMailRoutes(service),
  jurisdictionRoutes(service),
  identityRoutes(service),
  connectionRoutes(service),
  policyRoutes(service),
]
