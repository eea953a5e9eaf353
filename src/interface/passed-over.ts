// Members that a schema knows and that are still not used, because others of the same object say more.
import { z } from 'zod'

/** By the schema of the object: the names of such members. They stand in the header `Probity-Ignored`. */
export const passedOver = z.registry<{ readonly namesIn: (sent: object) => readonly string[] }>()
