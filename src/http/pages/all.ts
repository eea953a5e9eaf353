// Every page of the web interface, in the order of the navigation. A new one is added to this list and nowhere else.
import { allowlistPage, featuresPage } from './account-settings.ts'
import { activityPage } from './activity.ts'
import { authorizePage } from './authorize.ts'
import { batchPages } from './batches.ts'
import { businessPage } from './business.ts'
import { businessListPages } from './businesses.ts'
import { connectionsPage } from './connections.ts'
import { credentialPages } from './credentials.ts'
import { defaultsPage } from './defaults.ts'
import { guestPages } from './guest.ts'
import { historyPage } from './history.ts'
import { invitationPages } from './invitations.ts'
import { lienPages } from './liens.ts'
import { monitorPages } from './monitors.ts'
import { overviewPage } from './overview.ts'
import type { Page } from './pages.ts'
import { policyPages } from './policies.ts'
import { profilePages } from './profile.ts'
import { registrationPages } from './registrations.ts'
import { runPages } from './runs.ts'
import { signInPages } from './sign-in.ts'
import { timelinePage } from './timeline.ts'
import { userPages } from './users.ts'
import { webhookPages } from './webhooks.ts'

export const pages: readonly Page[] = [
  overviewPage,
  businessListPages,
  businessPage,
  historyPage,
  timelinePage,
  connectionsPage,
  batchPages,
  lienPages,
  monitorPages,
  registrationPages,
  runPages,
  credentialPages,
  webhookPages,
  userPages,
  allowlistPage,
  featuresPage,
  defaultsPage,
  policyPages,
  activityPage,
  profilePages,
  invitationPages,
  signInPages,
  authorizePage,
  guestPages,
]
