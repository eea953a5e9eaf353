// Which scope an operation needs of an API key, and which right of a user. Every operation belongs to a section of the interface description, and each section to a kind of
// objects. What belongs to none is closed to keys with scopes.
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { KeyScope } from '../../events/key-scopes.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/framework/environment.ts'
import { requireRight, requireScope } from '../../inner/framework/rights.ts'
import { type Section, type SectionRow, sections } from '../openapi/sections.ts'

const sectionOf = new WeakMap<object, Section>()

/** Notes the section that a route's description names. */
export const inSection = <Handler extends MiddlewareHandler<ProbityEnv>>(section: Section, handler: Handler): Handler => {
  sectionOf.set(handler, section)
  return handler
}

/**
 * The scope of an operation of this section.
 * @example
 * scopeOf('Liens', 'post') // => 'liens:write'
 * scopeOf('Service', 'get') // => null
 */
export const scopeOf = (section: Section, method: string): KeyScope | null => {
  const { scope } = sections[section]
  return scope && `${scope}:${['get', 'head'].includes(method.toLowerCase()) ? 'read' : 'write'}`
}

/** @throws Refused `key_scope_missing` when the key of the request has not the scope of the operation; a path without operation passes */
export const requireKeyScope = (c: ProbityContext): void => {
  if (!c.get('principal').keyScopes) return
  const operation = operationOf(c)
  if (operation.length === 0) return
  const section = sectionOfRequest(operation)
  requireScope(c, section === undefined ? null : scopeOf(section, c.req.method))
}

/** Of a request that writes. @throws ApiError 403 when the user's role does not allow it */
export const requireWriter = (c: ProbityContext): void => {
  const writers = rowOf(c)?.writers
  if (writers) requireRight(c, writers)
}

/** Whether the answer may hold a secret that is not for everybody of the account. */
export const showsSecrets = (c: ProbityContext): boolean => rowOf(c)?.showsSecrets === true

const rowOf = (c: ProbityContext): SectionRow | undefined => {
  const section = sectionOfRequest(operationOf(c))
  return section && sections[section]
}

const operationOf = (c: ProbityContext) => matchedRoutes(c).filter(({ method }) => method !== 'ALL')

const sectionOfRequest = (operation: ReturnType<typeof operationOf>): Section | undefined =>
  operation.map(({ handler }) => sectionOf.get(handler)).find((each) => each !== undefined)
