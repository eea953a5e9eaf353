// What can happen to a signal: a company's name and addresses scored by a model. It is scored once, and stays as it was scored.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { modes } from './modes.ts'

export const signalEvents = {
  SignalCreated: z.object({
    signal_id: z.uuid(),
    mode: z.enum(modes),
    /** It may be a person's, and so may the addresses. Signals from before have them in plain. */
    name: personal(z.string()),
    addresses: personal(z.array(z.string())),
    people: personal(z.array(z.string())),
    tin: personal(z.string().nullable()),
    tin_type: z.enum(['ein', 'ssn']).nullable(),
    external_id: z.string().nullable(),
    model_slug: z.string(),
    /** Of the model: the same version scores the same evidence the same way. */
    model_version: z.number().int(),
    /** 0 to 1, higher is better. */
    score: z.number(),
    /** The most important first. */
    reasons: z.array(z.object({ code: z.string(), importance: z.number() })),
    requester: z.object({ id: z.uuid(), type: z.enum(['account', 'user']) }),
  }),
}
export type SignalEvent = EventOf<typeof signalEvents>
