// What an API key may be restricted to: the kinds of objects that the interface works with, each to be read only, or to be written too.

export const keyResources = [
  'actions',
  'agents',
  'api_keys',
  'business_batches',
  'businesses',
  'connections',
  'documents',
  'history',
  'identities',
  'jurisdictions',
  'liens',
  'monitoring',
  'notes',
  'orders',
  'partner',
  'policies',
  'proposals',
  'retention',
  'screenings',
  'signals',
  'test_clocks',
  'webhooks',
] as const
export type KeyResource = (typeof keyResources)[number]

/** `liens:write` includes `liens:read`. */
export type KeyScope = `${KeyResource}:${'read' | 'write'}`

export const keyScopes: readonly KeyScope[] = keyResources.flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const)

/**
 * Whether a key with these scopes has the one that is needed; null: it has all.
 * @example
 * holdsScope(['liens:write'], 'liens:read') // => true
 * holdsScope(['liens:read'], 'liens:write') // => false
 * holdsScope(null, 'notes:write') // => true
 */
export const holdsScope = (held: readonly string[] | null, needed: string): boolean =>
  held === null || held.includes(needed) || (needed.endsWith(':read') && held.includes(needed.replace(/:read$/, ':write')))
