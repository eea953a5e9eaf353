// What the edge serves to browsers and to OAuth clients, beside the API: pages, their files, and OAuth's endpoints.
import type { Logger } from 'pino'
import { failureQuota, memoryRateLimit } from '../auth/rate-limit.ts'
import { signIn } from '../auth/sign-in.ts'
import type { ClientAddress } from './client-address.ts'
import type { Routes } from './environment.ts'
import { innerApi } from './inner-api.ts'
import { oauthRoutes } from './oauth/token.ts'
import { pages } from './pages/all.ts'
import { assetRoutes } from './pages/assets.ts'
import { cookies } from './pages/cookies.ts'
import { pageRoutes } from './pages/pages.ts'
import type { Service } from './service.ts'

export type WebDependencies = {
  readonly service: Service
  /** Those of the API, which the pages ask from inside. */
  readonly routes: readonly Routes[]
  readonly secret: Uint8Array
  readonly log: Logger
  readonly clientAddress: ClientAddress
  readonly baseUrl: string | null
  readonly appUrl: string | null
}

/** For `openRoutes` of the app. */
export const webRoutes = ({ service, routes, secret, log, clientAddress, baseUrl, appUrl }: WebDependencies): readonly Routes[] => {
  const { documents } = service
  const secure = (appUrl ?? baseUrl ?? '').startsWith('https:')
  return [
    assetRoutes,
    oauthRoutes({ service, failures: memoryRateLimit(failureQuota), clientAddress, baseUrl, appUrl }),
    pageRoutes(pages, {
      service,
      api: innerApi({ routes, records: documents.records, secret, log }),
      signIn: signIn(documents),
      cookies: cookies({ secure }),
      clientAddress,
      baseUrl,
      appUrl,
    }),
  ]
}
