// What can happen to the log as a whole: it is sealed, so that what stood in it up to a position can be proved later.
import { z } from 'zod'
import type { EventOf } from './define.ts'

export const sealEvents = {
  LogSealed: z.object({
    /** The last position that the seal covers. */
    position: z.string().regex(/^\d+$/),
    /** How many streams there were. */
    streams: z.number().int(),
    /** Merkle root (hex, RFC 9162) over the heads of all streams, in the order of their names. */
    root: z.string(),
    /** The root of the seal before; null for the first. */
    previous_root: z.string().nullable(),
    /** Ed25519 (Base64) over the statement: see src/audit/seals.ts. */
    signature: z.string(),
    /** The public key, SPKI in PEM. */
    public_key: z.string(),
  }),
}
export type SealEvent = EventOf<typeof sealEvents>
