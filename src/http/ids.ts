// Ids as clients write them: a uuid means the same in large letters as in small ones (RFC 9562, section 4). Inside and in answers they are small.
import { getPath } from 'hono/utils/url'
import { z } from 'zod'

/** In a body or a query. */
export const Id = z.uuid().toLowerCase()

/** Of what a list is narrowed to; what is no id finds nothing. */
export const idFilter = z.string().toLowerCase()

/** The path by which a request finds its route, and from which the route's parameters are taken. */
export const pathOf = (request: Request): string =>
  getPath(request).replace(/(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi, (id) => id.toLowerCase())
