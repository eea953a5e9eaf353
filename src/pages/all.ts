// All pages of the web interface, in navigation order. A new page is added only here.

import { batchPages } from './batches.ts'
import { bulkPages } from './bulk.ts'
import { businessPage } from './business.ts'
import { businessListPages } from './businesses.ts'
import { citedRowPage } from './cited-row.ts'
import { connectionsPage } from './connections.ts'
import { decisionRecordPage } from './decision-record.ts'
import { deliveryPages } from './deliveries.ts'
import { deskPages } from './desk.ts'
import { firstStepsPage } from './first-steps.ts'
import type { Page } from './framework/pages.ts'
import { guestPages } from './guest.ts'
import { historyPage } from './history.ts'
import { lienPage } from './lien.ts'
import { lienFormPage } from './lien-form.ts'
import { lienPages } from './liens.ts'
import { mailPages } from './mail.ts'
import { modePage } from './mode-page.ts'
import { monitorPages } from './monitors.ts'
import { notesPage } from './notes.ts'
import { overviewPage } from './overview.ts'
import { ownershipPage } from './ownership.ts'
import { policyPages } from './policies.ts'
import { policyFormPage } from './policy-form.ts'
import { policyShadowPage } from './policy-shadow.ts'
import { policyTrialPage } from './policy-trials.ts'
import { profilePages } from './profile.ts'
import { proposalPages } from './proposals.ts'
import { registrationPage } from './registration.ts'
import { registrationFormPage } from './registration-form.ts'
import { registrationPages } from './registrations.ts'
import { retentionPages } from './retention.ts'
import { reviewCalendarPage } from './review-calendar.ts'
import { riskPage } from './risk.ts'
import { runPages } from './runs.ts'
import { savedViewsPage } from './saved-views.ts'
import { serviceHealthPage } from './service-health.ts'
import { allowlistPage, featuresPage } from './settings/account.ts'
import { activityPage } from './settings/activity.ts'
import { credentialPages } from './settings/credentials.ts'
import { defaultsPage } from './settings/defaults.ts'
import { interfaceVersionPage } from './settings/interface-version.ts'
import { noticeSettingsPage } from './settings/notices.ts'
import { twoPersonRulePage } from './settings/two-person-rule.ts'
import { userPages } from './settings/users.ts'
import { watchlistSettingsPage } from './settings/watchlist.ts'
import { authorizePage } from './sign-in/authorize.ts'
import { invitationPages } from './sign-in/invitations.ts'
import { signInPages } from './sign-in/sign-in.ts'
import { signalPages } from './signals.ts'
import { timelinePage } from './timeline.ts'
import { webhookPages } from './webhooks.ts'

export const pages: readonly Page[] = [
  overviewPage,
  firstStepsPage,
  businessListPages,
  bulkPages,
  savedViewsPage,
  proposalPages,
  businessPage,
  historyPage,
  timelinePage,
  connectionsPage,
  decisionRecordPage,
  riskPage,
  notesPage,
  ownershipPage,
  batchPages,
  lienPages,
  lienFormPage,
  lienPage,
  modePage,
  monitorPages,
  registrationPages,
  registrationFormPage,
  registrationPage,
  mailPages,
  signalPages,
  runPages,
  deskPages,
  serviceHealthPage,
  citedRowPage,
  credentialPages,
  webhookPages,
  deliveryPages,
  userPages,
  allowlistPage,
  featuresPage,
  interfaceVersionPage,
  twoPersonRulePage,
  reviewCalendarPage,
  retentionPages,
  noticeSettingsPage,
  defaultsPage,
  watchlistSettingsPage,
  policyFormPage,
  policyTrialPage,
  policyShadowPage,
  policyPages,
  activityPage,
  profilePages,
  invitationPages,
  signInPages,
  authorizePage,
  guestPages,
]
