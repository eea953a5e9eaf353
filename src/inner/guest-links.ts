// The guest links of a request.
import { type GuestLinks, guestLinks } from '../interface/guest-links.ts'
import type { ProbityContext } from './framework/environment.ts'
import { originOf } from './framework/origin.ts'
import type { Clock } from './framework/sending.ts'

export type GuestLinking = {
  /** 32 bytes, the same on every instance: signs the links that open a page without a sign-in. */
  readonly guestSecret: Uint8Array
  /** The origin of those links; null: the request's. */
  readonly appUrl: string | null
}

/** Uses the public address of the pages, or else the request's. */
export const linksFor = ({ guestSecret, appUrl, now }: Clock & GuestLinking, c: ProbityContext): GuestLinks =>
  guestLinks({ secret: guestSecret, base: appUrl ?? originOf(c), now })
