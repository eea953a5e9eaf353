// The path that a request is routed by: ids in it are made small, as they stand inside.
import { getPath } from 'hono/utils/url'

/** The path by which a request finds its route, and from which the route's parameters are taken. */
export const pathOf = (request: Request): string =>
  getPath(request).replace(/(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi, (id) => id.toLowerCase())
