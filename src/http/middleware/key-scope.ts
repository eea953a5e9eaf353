// Which scope an operation needs of an API key. Every operation belongs to a section of the interface description, and each section to a kind of
// objects. What belongs to none is closed to keys with scopes.
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { refused } from '../../commands/refused.ts'
import { holdsScope, type KeyResource, type KeyScope } from '../../events/key-scopes.ts'
import type { ProbityContext, ProbityEnv } from '../../inner/environment.ts'
import { ownValue } from '../../interface/own-value.ts'

/** By section. */
const resources: Readonly<Record<string, KeyResource>> = {
  Actions: 'actions',
  Agent: 'jurisdictions',
  Agents: 'agents',
  'API keys': 'api_keys',
  'Business batches': 'business_batches',
  Businesses: 'businesses',
  Connections: 'connections',
  Decisions: 'businesses',
  Documents: 'documents',
  History: 'history',
  Identities: 'identities',
  Liens: 'liens',
  Monitoring: 'monitoring',
  Notes: 'notes',
  Ownership: 'businesses',
  Orders: 'orders',
  Partner: 'partner',
  Policies: 'policies',
  Proposals: 'proposals',
  Retention: 'retention',
  Review: 'businesses',
  Risk: 'businesses',
  Screenings: 'screenings',
  Signals: 'signals',
  'Test clocks': 'test_clocks',
  'TIN match': 'orders',
  Timeline: 'businesses',
  Webhooks: 'webhooks',
  Website: 'businesses',
}

const sections = new WeakMap<object, string>()

/** Notes the section that a route's description names. */
export const inSection = <Handler extends MiddlewareHandler<ProbityEnv>>(section: string, handler: Handler): Handler => {
  sections.set(handler, section)
  return handler
}

/**
 * The scope of an operation of this section.
 * @example
 * scopeOf('Liens', 'post') // => 'liens:write'
 * scopeOf('Service', 'get') // => undefined
 */
export const scopeOf = (section: string, method: string): KeyScope | undefined => {
  const resource = ownValue(resources, section)
  return resource && `${resource}:${['get', 'head'].includes(method.toLowerCase()) ? 'read' : 'write'}`
}

/** @throws Refused `key_scope_missing` when the key of the request has not the scope of the operation; a path without operation passes */
export const requireKeyScope = (c: ProbityContext): void => {
  const { keyScopes: held = null } = c.get('principal')
  if (held === null) return
  const operation = matchedRoutes(c).filter(({ method }) => method !== 'ALL')
  if (operation.length === 0) return
  const section = operation.map(({ handler }) => sections.get(handler)).find((each) => each !== undefined)
  const needed = section === undefined ? undefined : scopeOf(section, c.req.method)
  if (needed !== undefined && holdsScope(held, needed)) return
  const scope = needed ?? '(none: it takes a key without scopes)'
  c.header('WWW-Authenticate', `Bearer realm="Probity", error="insufficient_scope"${needed ? `, scope="${needed}"` : ''}`)
  throw refused('key_scope_missing', undefined, { scope })
}
