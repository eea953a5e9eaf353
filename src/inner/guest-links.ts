// The guest links of a request.
import { type GuestLinks, guestLinks } from '../interface/guest-links.ts'
import type { ProbityContext } from './environment.ts'
import type { Service } from './service.ts'

/** Of the address that the pages are known under, or else the one that the request came to. */
export const linksFor = ({ guestSecret, appUrl, now }: Service, c: ProbityContext): GuestLinks =>
  guestLinks({ secret: guestSecret, base: appUrl ?? new URL(c.req.url).origin, now })
