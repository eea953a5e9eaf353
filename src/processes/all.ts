// Every process of the service. A new one is added to this list and nowhere else.

import type { Known } from '../commands/handler.ts'
import type { FilingSource } from '../evidence/filing/filing-source.ts'
import type { ReferenceVersions } from '../evidence/reference/watch.ts'
import type { Read } from '../projections/read.ts'
import type { EventLog } from '../stores/event-log.ts'
import { agentRuns } from './agent-runs.ts'
import type { Model } from './agents/model.ts'
import type { StepToolSources } from './agents/tools.ts'
import { bulkDisabling, type Report } from './bulk-disable.ts'
import { type BatchDependencies, businessBatches } from './business-batches.ts'
import { businessCopies } from './business-copies.ts'
import { type ErasureDependencies, erasures } from './erasures.ts'
import { lienFiling } from './lien-filing.ts'
import { lienLapse } from './lien-lapse.ts'
import type { Mailer } from './mail.ts'
import { monitoring } from './monitoring.ts'
import { ownerDeadlines } from './owner-deadlines.ts'
import { policyEvaluation } from './policies.ts'
import { inPriorityLanes, type Process } from './process.ts'
import { referenceChanges } from './reference-changes.ts'
import { registrationMail } from './registration-mail.ts'
import { reservationRelease } from './reservation-release.ts'
import { retention } from './retention.ts'
import { reviewCalendar, reviewChanges } from './review-calendar.ts'
import { sandboxDesk } from './sandbox-desk.ts'
import { testClocks } from './test-clocks.ts'
import { type VerificationDependencies, verification } from './verification.ts'
import { type WebhookDependencies, webhooks } from './webhooks.ts'

/** What all processes need together. */
export type ProcessDependencies = BatchDependencies &
  WebhookDependencies &
  VerificationDependencies &
  ErasureDependencies & {
    readonly log: EventLog
    /** Words and weighs what agents find. Absent: they use fixed rules. */
    readonly model?: Model
    readonly linkedFor: StepToolSources['linkedFor']
    readonly known: Known
    /** The e-filing vendor for liens; null: they are filed at the desk. */
    readonly filing: FilingSource | null
    readonly read: Read
    /** Whether the read models pass the position within the time that a writer waits. */
    readonly passed: (position: bigint, accountId: string) => Promise<boolean>
    readonly mailer: Mailer
    /** Writes into the operator's log how long work takes. */
    readonly report: Report
    /** Between two checks of a monitored business. */
    readonly monitorIntervalMs: number
    readonly references: ReferenceVersions
    /** The machine's clock; `now` is that of the work under way. */
    readonly realNow: () => Date
    readonly partitionFor: (accountId: string) => string
  }

export const processes = (dependencies: ProcessDependencies): readonly Process[] => {
  const timed = timedProcesses(dependencies)
  return [...timed, testClocks({ ...dependencies, now: dependencies.realNow, processes: timed })]
}

const timedProcesses = (dependencies: ProcessDependencies): readonly Process[] => [
  ...inPriorityLanes(verification(dependencies)),
  reservationRelease(dependencies),
  sandboxDesk(dependencies),
  registrationMail(dependencies),
  businessBatches(dependencies),
  webhooks(dependencies),
  lienFiling(dependencies),
  lienLapse(dependencies),
  ownerDeadlines(dependencies),
  businessCopies(dependencies),
  reviewCalendar(dependencies),
  reviewChanges(dependencies),
  policyEvaluation(dependencies),
  monitoring(dependencies),
  bulkDisabling(dependencies),
  agentRuns(dependencies),
  referenceChanges(dependencies),
  erasures(dependencies),
  retention(dependencies),
]
