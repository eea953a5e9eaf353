// Every projection of the service. A new one is added to this list and nowhere else.
import { accounts, apiKeys } from './accounts.ts'
import { actions } from './actions.ts'
import { activity } from './activity.ts'
import { batchErrors, businessBatches } from './business-batches.ts'
import { businessLinks } from './business-links.ts'
import { businessSnapshots } from './business-snapshots.ts'
import { businesses } from './businesses.ts'
import { evidenceDocuments } from './evidence-documents.ts'
import { liens } from './liens.ts'
import { monitors } from './monitors.ts'
import { notes } from './notes.ts'
import { accessTokens, oauthClients } from './oauth.ts'
import { orders } from './orders.ts'
import { informationRequests, partnerApplications, partnerCompanies, partnerLetters, registrationRequests } from './partner.ts'
import { policyBooks, policyResults, shadowResults } from './policies.ts'
import type { AnyProjection } from './projection.ts'
import { proposals } from './proposals.ts'
import { registeredStates } from './registered-states.ts'
import { retentions } from './retention.ts'
import { runFeedback, runs, threads } from './runs.ts'
import { signals } from './signals.ts'
import { testClocks } from './test-clocks.ts'
import { timeline } from './timeline.ts'
import { users } from './users.ts'
import { waits } from './waits.ts'
import { watchlistResults } from './watchlist-results.ts'
import { webhooks } from './webhooks.ts'

export const projections: readonly AnyProjection[] = [
  accounts,
  apiKeys,
  users,
  oauthClients,
  accessTokens,
  activity,
  businesses,
  businessSnapshots,
  waits,
  orders,
  liens,
  monitors,
  timeline,
  notes,
  businessBatches,
  batchErrors,
  signals,
  threads,
  runs,
  runFeedback,
  webhooks,
  actions,
  watchlistResults,
  partnerCompanies,
  partnerApplications,
  registrationRequests,
  informationRequests,
  partnerLetters,
  businessLinks,
  evidenceDocuments,
  registeredStates,
  policyBooks,
  policyResults,
  shadowResults,
  proposals,
  retentions,
  testClocks,
]
