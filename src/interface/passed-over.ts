// Members that a schema knows and that are not used all the same, because others of the same object say more.
import { z } from 'zod'

/** By the object's schema: the names of those of its members. They stand in the header `Probity-Ignored`. */
export const passedOver = z.registry<{ readonly namesIn: (sent: object) => readonly string[] }>()
