// Which version of the interface a request is for. Every answer below /v1 says which one it has. Requests of an older version reach the routes as
// requests of the newest one, and get an answer of their own.
import type { MiddlewareHandler, Next } from 'hono'
import { isJson } from '../../inner/framework/body.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import type { Change } from '../../interface/version-changes.ts'
import { asOlder, changesAt, inOlderWords, newestVersion, unknownVersion, versionHeader, versionNames } from '../../interface/versions.ts'
import { ignoredHeader } from '../unread-members.ts'

export type InterfaceVersionOptions = {
  /** The version of an account's requests that name none. */
  readonly versionOf: (accountId: string) => Promise<string | undefined>
  /** What refusals have whose account is not known. */
  readonly defaultVersion: string
}

type Middleware = MiddlewareHandler<ProbityEnv>

/** Runs before authentication. @throws ApiError 400 for a version that is not known, with those that are */
export const namedVersion =
  ({ defaultVersion }: Pick<InterfaceVersionOptions, 'defaultVersion'>): Middleware =>
  (c, next) => {
    const named = c.req.header(versionHeader)
    const isKnown = named === undefined || versionNames.includes(named)
    c.header(versionHeader, (isKnown && named) || defaultVersion)
    if (!isKnown) throw unknownVersion(versionHeader)
    return next()
  }

/** Runs after authentication. Without a header it is the account's version. */
export const accountVersion =
  ({ versionOf, defaultVersion }: InterfaceVersionOptions): Middleware =>
  async (c, next) => {
    const named = c.req.header(versionHeader)
    const wanted = named ?? (await versionOf(c.get('principal').accountId)) ?? defaultVersion
    // A release that went back to an earlier one may not know the account's version.
    const version = versionNames.includes(wanted) ? wanted : newestVersion
    if (version !== (named ?? defaultVersion)) c.header(versionHeader, version)
    c.set('versionChanges', changesAt(version, c.req.path))
    return next()
  }

/** Runs within idempotency, so that a kept answer stays as its client got it. The body is transformed where it is read (`validation.ts`). */
export const answerOfVersion: Middleware = (c, next) => {
  const changes = c.get('versionChanges') ?? []
  return changes.length === 0 ? next() : olderAnswer(c, next, changes)
}

const olderAnswer = async (c: ProbityContext, next: Next, changes: readonly Change[]) => {
  await next()
  const ignored = c.get('ignored')?.map((path) => inOlderWords(changes, path))
  if (ignored) c.set('ignored', ignored)
  if (!isJson(c.res.headers.get('content-type') ?? undefined)) return
  const { status, headers } = c.res
  const body = asOlder(changes, await c.res.json())
  c.res = undefined
  c.res = new Response(JSON.stringify(body), { status, headers })
  if (ignored) c.header('Probity-Ignored', ignoredHeader(ignored))
}
