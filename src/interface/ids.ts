// Ids as clients write them: a uuid means the same in large letters as in small ones (RFC 9562, section 4). Inside and in answers they are small.
import { z } from 'zod'

/** In a body or a query. */
export const Id = z.uuid().toLowerCase()

/** Of what a list is narrowed to; what is no id finds nothing. */
export const idFilter = z.string().toLowerCase()
