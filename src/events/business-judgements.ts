// What a person or an agent's run judges about the evidence on a business: it overrides the evidence (`by` is the kind of actor). Also that a newer
// source confirms what is on file.
import { z } from 'zod'
import { ActionActor, addressRisks } from './business-actions.ts'
import { type EventOf, personal } from './define.ts'
import { discrepancyEvents } from './ownership.ts'
import { Sources } from './parts.ts'

/** What a dismissal covers: one hit until its listed entry changes, or all hits of the screened party until the party's own data change. */
export const dismissalScopes = ['hit', 'party'] as const
export type DismissalScope = (typeof dismissalScopes)[number]

/** Why a dismissal ended. */
const reopeningCauses = ['entry_changed', 'party_changed'] as const

/** A field that is not what it was. Where the values are personal data, both lists are empty. */
export const ListedChange = z.object({ field: z.string(), removed: z.array(z.string()), added: z.array(z.string()) })
export type ListedChange = z.output<typeof ListedChange>

export const judgementEvents = {
  ...discrepancyEvents,
  AddressRiskSet: z.object({ action_id: z.uuid(), address_id: z.uuid(), risk_rating: z.enum(addressRisks), by: z.string() }),
  /** Somebody vouches for the number, or says that it is wrong. */
  TinVouched: z.object({ action_id: z.uuid(), verified: z.boolean(), by: z.string() }),
  /** What was said of the number counts no longer: it was of another name. */
  TinVouchingEnded: z.object({ verified: z.boolean(), by: z.string() }),
  /** Somebody looked at the hit and it is of another party. */
  WatchlistHitDismissed: z.object({
    action_id: z.uuid(),
    hit_id: z.uuid(),
    /** null only in older events. */
    reason: personal(z.string().nullable()),
    /** The rest is absent in older events, which were about one hit. */
    scope: z.enum(dismissalScopes).optional(),
    by: ActionActor.optional(),
    list: z.string().optional(),
    entity_name: z.string().optional(),
  }),
  /** A newer version of the data says of these facts what is on file, and is their source from now on. `id`: the kind, where there is one fact of it. */
  EvidenceConfirmed: z.object({ facts: z.array(z.object({ kind: z.string(), id: z.string(), sources: Sources })) }),
  /** A dismissed hit counts again, because what the dismissal rested on has changed. */
  WatchlistHitReopened: z.object({
    hit_id: z.uuid(),
    cause: z.enum(reopeningCauses),
    changes: z.array(ListedChange),
    list: z.string(),
    entity_name: z.string(),
  }),
}
export type JudgementEvent = EventOf<typeof judgementEvents>
