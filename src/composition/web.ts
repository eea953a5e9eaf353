// The routes for browsers, OAuth clients and assistants, besides the API: pages, their files, OAuth's endpoints, and the tools.
import type { Logger } from 'pino'
import { guestQuotas, guestRate } from '../auth/guest-rate.ts'
import { type OpenIdSettings, openIdProvider } from '../auth/openid-connect.ts'
import type { Passwords } from '../auth/passwords.ts'
import { failureQuota, type Quota, type RateLimit } from '../auth/rate-limit.ts'
import { registeredClients } from '../auth/registered-clients.ts'
import { sealedValues } from '../auth/sealed-values.ts'
import { sessions } from '../auth/sessions.ts'
import { signIn, signInQuotas } from '../auth/sign-in.ts'
import { innerApi } from '../http/inner-api.ts'
import { mcpRoutes } from '../http/mcp/mcp.ts'
import { oauthRoutes } from '../http/oauth/token.ts'
import type { RetryInboxKind } from '../inner/failed-work.ts'
import type { ClientAddress } from '../inner/framework/client-address.ts'
import type { Routes } from '../inner/framework/environment.ts'
import { pages } from '../pages/all.ts'
import { assetRoutes } from '../pages/assets.ts'
import { cookies } from '../pages/framework/cookies.ts'
import { keptForms } from '../pages/framework/kept-forms.ts'
import { type PageDependencies, pageRoutes } from '../pages/framework/pages.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'

export type WebDependencies = {
  readonly inner: PageDependencies['inner']
  /** The API's routes, which the pages call internally. */
  readonly routes: readonly Routes[]
  readonly secret: Uint8Array
  readonly passwords: Passwords
  readonly retryInboxes: readonly RetryInboxKind[]
  readonly log: Logger
  readonly clientAddress: ClientAddress
  /** Whether the read models have caught up with the accounts and users of the log. */
  readonly caughtUp: CaughtUp
  /** Makes a counter that all instances share, if there are several. */
  readonly limit: (quota: Quota, name: string) => RateLimit | Promise<RateLimit>
  readonly baseUrl: string | null
  readonly appUrl: string | null
  readonly openId: OpenIdSettings | null
}

export type Web = {
  readonly openRoutes: readonly Routes[]
  readonly toolRoutes: ReturnType<typeof mcpRoutes>
}

export const webRoutes = async ({
  inner,
  routes,
  secret,
  passwords,
  retryInboxes,
  log,
  clientAddress,
  caughtUp,
  limit,
  baseUrl,
  appUrl,
  openId,
}: WebDependencies): Promise<Web> => {
  const { documents, read } = inner
  const { pair, user, address, guess } = signInQuotas
  const limits = {
    pair: await limit(pair, 'sign_in_pair'),
    user: await limit(user, 'sign_in_user'),
    address: await limit(address, 'sign_in_address'),
    guess: await limit(guess, 'sign_in_guess'),
  }
  const guestLimits = {
    link: await limit(guestQuotas.link, 'guest_link'),
    address: await limit(guestQuotas.address, 'guest_address'),
  }
  const registered = registeredClients(inner.guestSecret)
  const secure = (appUrl ?? baseUrl ?? '').startsWith('https:')
  const api = innerApi({ routes, records: documents.records, secret, log })
  const openRoutes = [
    assetRoutes,
    oauthRoutes({ inner, registered, failures: await limit(failureQuota, 'oauth_failures'), clientAddress, caughtUp, baseUrl, appUrl }),
    pageRoutes(pages, {
      inner,
      api,
      sessions: sessions(inner),
      signIn: signIn({ read, limits, passwords, caughtUp }),
      guestRate: guestRate(guestLimits),
      passwords,
      retryInboxes,
      cookies: cookies({ secure }),
      registered,
      keptForms: keptForms(inner.guestSecret),
      provider: openId && openIdProvider(openId, inner.now),
      onTheWay: sealedValues(inner.guestSecret, 'on the way to the provider'),
      caughtUp,
      clientAddress,
      baseUrl,
      appUrl,
    }),
  ]
  return { openRoutes, toolRoutes: mcpRoutes({ api, baseUrl, appUrl }) }
}
