// What the roles of users allow. Pages ask it, and the API for OAuth tokens, which act for their user.
import type { UserRole } from '../events/user.ts'
import type { Principal } from './principal.ts'

/** Of users who may change anything. The others only read. */
export const writers: readonly UserRole[] = ['admin', 'member', 'operator']

/**
 * @example
 * isWriter({ roles: ['read_only'] }) // => false
 */
export const isWriter = ({ roles }: { readonly roles: readonly UserRole[] }): boolean => roles.some((role) => writers.includes(role))

/** `manage`: users, credentials, webhooks and settings. `operate`: features, policies and the desk. */
export type Right = 'manage' | 'operate'

export const rolesWith: { readonly [Each in Right]: readonly UserRole[] } = {
  manage: ['admin'],
  operate: ['operator', 'admin'],
}

/**
 * Whether the principal has the right. API keys and runs have no role: their scopes say what they may do.
 * @example
 * hasRight({ actor: { type: 'user', id: 'ann' }, roles: ['member'] }, 'manage') // => false
 * hasRight({ actor: { type: 'api_key', id: 'key' } }, 'manage') // => true
 */
export const hasRight = ({ actor, roles = [] }: Pick<Principal, 'actor' | 'roles'>, right: Right): boolean =>
  actor.type !== 'user' || roles.some((role) => rolesWith[right].includes(role))
