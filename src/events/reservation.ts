// What can happen to a reserved value: a stream per account, kind and value, so that one taker wins.
import { z } from 'zod'
import type { EventOf } from './define.ts'

export const reservationEvents = {
  /** `owner` is the stream that the value belongs to. */
  ReservationTaken: z.object({ kind: z.string(), owner: z.string() }),
  ReservationReleased: z.object({ owner: z.string() }),
}
export type ReservationEvent = EventOf<typeof reservationEvents>
