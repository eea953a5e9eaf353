// What is noted in every stream from which personal data was erased, and the order to erase that comes before.
import { z } from 'zod'

/** Whose personal data it is. */
const erasureKinds = ['person', 'business', 'signal', 'company'] as const
export type ErasureKind = (typeof erasureKinds)[number]

export const erasureEvents = {
  /** The keys of these subjects were destroyed: what was sealed with them can be read no more. */
  PersonalDataErased: z.object({
    subjects: z.array(z.uuid()),
    kind: z.enum(erasureKinds),
    reason: z.string(),
    requested_by: z.string(),
    /** The order that it follows from; absent in older events. */
    order_id: z.uuid().optional(),
  }),
}

export type ErasureNote = z.infer<typeof erasureEvents.PersonalDataErased>

export const erasureOrderEvents = {
  /** Somebody may erase, and wants to: the keys are destroyed next. */
  ErasureOrdered: z.object({
    order_id: z.uuid(),
    /** One person of a business; null: everything that is personal. */
    person_id: z.uuid().nullable(),
    reason: z.string(),
    requested_by: z.string(),
  }),
  /** The first key is destroyed next: from here on no legal hold stops it. */
  ErasureBegun: z.object({ order_id: z.uuid() }),
  /** A legal hold came before any key was destroyed. */
  ErasureStopped: z.object({ order_id: z.uuid(), hold_id: z.uuid() }),
}

export const isErasureOrder = ({ type }: { readonly type: string }): boolean => Object.hasOwn(erasureOrderEvents, type)
