// How often guests may send forms: through one link, and from one address through any links.
import { clientKey } from './ip-address.ts'
import { type Quota, type RateLimit, secondsToWait } from './rate-limit.ts'

/** More than people send who answer many questions, and fewer than would fill the log. */
export const guestQuotas = {
  link: { requests: 60, windowSeconds: 600 },
  address: { requests: 300, windowSeconds: 600 },
} as const satisfies { readonly [name: string]: Quota }

export type GuestLimits = { readonly [Name in keyof typeof guestQuotas]: RateLimit }

/** `linkedId`: the object that the link opens, because it may have several links. @returns seconds until the next form; 0 when this one is allowed */
export type GuestRate = (sent: { readonly linkedId: string; readonly clientAddress: string | undefined }) => Promise<number>

/** Forms past the limit of a link do not use up that of their address, which others may share. */
export const guestRate =
  ({ link, address }: GuestLimits): GuestRate =>
  async ({ linkedId, clientAddress }) =>
    (await secondsToWait(link, linkedId)) || secondsToWait(address, clientKey(clientAddress))
