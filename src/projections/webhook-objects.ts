// The kinds of objects that webhooks are told of, and what each is made from. The table in processes/webhook-events.ts says which event tells of
// which; inner/webhook-objects.ts shows them as the interface does.

import type { z } from 'zod'
import type { FoundAddress, FoundName, Registration, WatchlistHit } from '../events/business-evidence.ts'
import type { ProductRecord } from '../events/business-findings.ts'
import type { Fact } from '../events/evidence-file.ts'
import type { NamedPerson } from '../events/parts.ts'
import type { BatchDocument } from './business-batches.ts'
import type { BusinessDocument } from './businesses.ts'
import type { LienDocument } from './liens.ts'
import type { MonitorDocument } from './monitors.ts'
import type { OrderDocument } from './orders.ts'
import type { InformationRequestDocument, PartnerMailDocument, RegistrationRequestDocument } from './partner.ts'
import type { RunDocument } from './runs.ts'
import type { SignalDocument } from './signals.ts'

type Of<Content> = Content & { readonly business_id: string }
/** A fact, and the business as it was while the fact was on file. */
export type OnFile<Content> = {
  readonly business: BusinessDocument
  readonly fact: Content & { readonly sources: Fact<unknown>['sources'] }
}

export type WebhookSubjects = {
  readonly business: BusinessDocument
  readonly order: OrderDocument
  /** The TIN of a business. */
  readonly tin: BusinessDocument
  readonly registration: Of<Registration> & {
    readonly created_at: string
    readonly updated_at: string
    readonly sources: Fact<unknown>['sources']
  }
  readonly address: OnFile<z.output<typeof FoundAddress>>
  readonly name: OnFile<z.output<typeof FoundName>>
  readonly person: OnFile<NamedPerson>
  readonly watchlist_result: Of<Fact<WatchlistHit>>
  readonly lien: LienDocument
  /** What searches found of a business or one of its people. */
  readonly found_lien: Of<Fact<ProductRecord>>
  readonly bankruptcy: Of<Fact<ProductRecord>>
  readonly certification: Of<Fact<ProductRecord>>
  readonly monitor: MonitorDocument
  readonly signal: SignalDocument
  readonly business_batch: BatchDocument
  readonly registration_request: RegistrationRequestDocument
  readonly agent_info_request: InformationRequestDocument
  readonly mail: PartnerMailDocument
  readonly run: RunDocument
}
export type WebhookSubject = keyof WebhookSubjects
