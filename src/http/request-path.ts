// The path that a request is routed by: ids in it are made small, as they stand inside, and a slash at its end counts for nothing.
import { getPath } from 'hono/utils/url'

/**
 * The path by which a request finds its route, and from which the route's parameters are taken.
 * @example
 * pathOf(new Request('http://localhost/v1/liens/0198C0DE-0000-7000-8000-0000000000AC')) // => '/v1/liens/0198c0de-0000-7000-8000-0000000000ac'
 * pathOf(new Request('http://localhost/v1/liens/')) // => '/v1/liens'
 */
export const pathOf = (request: Request): string => {
  const path = getPath(request)
  const routed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  // To replace takes longer than to see that there is nothing to replace.
  return /[A-F]/.test(routed) ? routed.replace(ids, (id) => id.toLowerCase()) : routed
}

const ids = /(?<=\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/gi
