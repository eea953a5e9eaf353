// What can happen to the log as a whole: it is sealed, so that its content up to a position can be proved later.
import { z } from 'zod'
import type { EventOf } from './define.ts'

export const sealEvents = {
  LogSealed: z.object({
    /** The last position that the seal covers. */
    position: z.string().regex(/^\d+$/),
    /** How many events it covers, counted from the beginning: unlike positions this stays when the log is moved to another store. */
    events: z.number().int(),
    /** How many streams there were. */
    streams: z.number().int(),
    /** Merkle root (hex, RFC 9162) over the heads of all streams, in the order of their names. */
    root: z.string(),
    /** A digest (SHA-256, hex) over the ids and hashes of all events it covers, in their order: see src/audit/seals.ts. */
    order: z.string(),
    /** The root of the seal before; null for the first. */
    previous_root: z.string().nullable(),
    /** Ed25519 (Base64) over the statement: see src/audit/seals.ts. */
    signature: z.string(),
    /** The public key, SPKI in PEM. */
    public_key: z.string(),
  }),
}
export type SealEvent = EventOf<typeof sealEvents>
