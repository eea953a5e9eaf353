// Every capability's routes below /v1. A new one is added to this list and nowhere else.
import type { Routes } from '../../inner/framework/environment.ts'
import { actionRoutes } from './actions.ts'
import { agentRoutes } from './agents.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { businessBatchRoutes } from './business-batches.ts'
import { businessRoutes } from './businesses.ts'
import { connectionRoutes } from './connections.ts'
import { decisionRoutes } from './decisions.ts'
import { documentRoutes } from './documents.ts'
import { feedRoutes } from './feed.ts'
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
import { policyShadowRoutes } from './policy-shadows.ts'
import { proposalRoutes } from './proposals.ts'
import { reportRoutes } from './report.ts'
import { retentionRoutes } from './retention.ts'
import { reviewRoutes } from './review.ts'
import { reviewCalendarRoutes } from './review-calendar.ts'
import { riskRoutes } from './risk.ts'
import { runRoutes } from './runs.ts'
import { screeningRoutes } from './screenings.ts'
import { signalRoutes } from './signals.ts'
import { testClockRoutes } from './test-clocks.ts'
import { timelineRoutes } from './timeline.ts'
import { twoPersonRuleRoutes } from './two-person-rule.ts'
import { webhookReplayRoutes } from './webhook-replays.ts'
import { webhookRoutes } from './webhooks.ts'
import { websiteRoutes } from './website.ts'

const all = [
  businessRoutes,
  lienRoutes,
  monitoringRoutes,
  orderRoutes,
  reportRoutes,
  decisionRoutes,
  documentRoutes,
  reviewRoutes,
  screeningRoutes,
  timelineRoutes,
  noteRoutes,
  riskRoutes,
  reviewCalendarRoutes,
  retentionRoutes,
  ownershipRoutes,
  agentRoutes,
  runRoutes,
  historyRoutes,
  feedRoutes,
  businessBatchRoutes,
  signalRoutes,
  webhookRoutes,
  webhookReplayRoutes,
  websiteRoutes,
  actionRoutes,
  partnerRoutes,
  partnerMailRoutes,
  jurisdictionRoutes,
  identityRoutes,
  connectionRoutes,
  policyRoutes,
  policyShadowRoutes,
  apiKeyRoutes,
  proposalRoutes,
  twoPersonRuleRoutes,
  testClockRoutes,
]

export type RouteDependencies = (typeof all)[number] extends (dependencies: infer Each) => Routes ? Each : never

export const routes = (dependencies: RouteDependencies): readonly Routes[] => all.map((each) => each(dependencies))
