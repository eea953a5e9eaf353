// What a webhook is told of under each type: the record that the interface shows everywhere else. It documents the calls in OpenAPI, and tests hold
// deliveries against it.
import { z } from 'zod'
import type { WebhookEventType } from '../../events/webhook.ts'
import { AgentsRun } from './agents.ts'
import { BusinessBatch } from './batches.ts'
import { Business } from './business.ts'
import { Timestamp } from './common.ts'
import { Address, Certification, Name, Person, Registration, Tin, WatchlistResult } from './evidence.ts'
import { Lien } from './liens.ts'
import { Monitor } from './monitors.ts'
import { Order } from './orders.ts'
import { AgentInformationRequest, AgentMail, RegistrationRequest } from './partner.ts'
import { Bankruptcy } from './screenings.ts'
import { Signal } from './signals.ts'

const ToldTin = Tin.extend({ object: z.literal('tin') }).meta({ id: 'ToldTin' })
const ToldWatchlistResult = WatchlistResult.extend({ business_id: z.uuid() }).meta({ id: 'ToldWatchlistResult' })

const records = {
  'business.created': Business,
  'business.updated': Business,
  'business.approved': Business,
  'business.rejected': Business,
  'order.completed': Order,
  'tin.retried': ToldTin,
  'tin.retrieved': ToldTin,
  'registration.created': Registration,
  'registration.updated': Registration,
  'address.created': Address,
  'address.deleted': Address,
  'name.created': Name,
  'name.deleted': Name,
  'person.created': Person,
  'person.deleted': Person,
  'watchlist_result.created': ToldWatchlistResult,
  'bankruptcy.created': Bankruptcy,
  'bankruptcy.updated': Bankruptcy,
  'certification.created': Certification,
  'lien.found': Lien,
  'lien.terminated': Lien,
  'lien.created': Lien,
  'lien.updated': Lien,
  'monitor.created': Monitor,
  'monitor.updated': Monitor,
  'signal.created': Signal,
  'business_batch.completed': BusinessBatch,
  'registration_request.submitted': RegistrationRequest,
  'registration_request.updated': RegistrationRequest,
  'agent_info_request.created': AgentInformationRequest,
  'agent_info_request.updated': AgentInformationRequest,
  'mail.created': AgentMail,
  'mail.updated': AgentMail,
  'run.completed': AgentsRun,
} as const satisfies { readonly [Type in WebhookEventType]: z.ZodType }

/** The body of a delivery, by its type. */
export const webhookBodies: { readonly [type: string]: z.ZodType } = Object.fromEntries(
  Object.entries(records).map(([type, record]) => [
    type,
    z.object({
      object: z.literal('event'),
      id: z.uuid().meta({ description: 'The same at every attempt, and in `webhook-id`: what has been seen once needs no second look.' }),
      account_id: z.uuid(),
      type: z.literal(type),
      data: z.object({ object: record }),
      created_at: Timestamp,
    }),
  ]),
)
