// Ids in requests: upper and lower case mean the same uuid (RFC 9562, section 4). The service stores and returns lower case.
import { z } from 'zod'

/** In a body or a query. */
export const Id = z.uuid().toLowerCase()

/** For a list's filter. A value that is not an id finds nothing. */
export const idFilter = z.string().toLowerCase()
