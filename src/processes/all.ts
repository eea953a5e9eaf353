// Every process of the service. A new one is added to this list and nowhere else.
import type { Handle, Load } from '../commands/handler.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import type { EventLog } from '../stores/event-log.ts'
import { type BatchTools, businessBatches } from './business-batches.ts'
import type { Process } from './process.ts'
import { reservationRelease } from './reservation-release.ts'
import { sandboxDesk } from './sandbox-desk.ts'
import { verification } from './verification.ts'

/** What processes are given to work with. */
export type ProcessTools = BatchTools & {
  readonly handle: Handle
  readonly load: Load
  readonly log: EventLog
  readonly sourceFor: (mode: 'test' | 'live') => EvidenceSource
  readonly now: () => Date
}

export const processes = (tools: ProcessTools): readonly Process[] => [
  verification(tools),
  reservationRelease(tools),
  sandboxDesk(tools),
  businessBatches(tools),
]
