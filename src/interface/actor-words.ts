// Who did something, in words, for pages and documents.
import type { Actor, EventMetadata } from '../events/define.ts'
import { actingVersion } from '../events/policy.ts'

/** `names`: of users, API keys and accounts, by id. */
export const actorWords = (actor: Actor, names: ReadonlyMap<string, string>): string => {
  const name = names.get(actor.id)
  const kinds = {
    user: name ?? 'A user',
    api_key: name ? `API key “${name}”` : 'An API key',
    account: name ?? 'The account',
    run: 'An agent’s run',
    operator: 'The operator',
    guest: 'The employer',
    process: actingVersion(actor) === undefined ? `Probity (${actor.id.replaceAll(/[_.]/g, ' ').toLowerCase()})` : policyWords(actor),
  }
  return kinds[actor.type]
}

const policyWords = ({ name }: Actor): string => (name === undefined ? 'A policy' : `Policy “${name}”`)

/** Both of them, where a second person confirmed. */
export const actorsWords = (
  { actor, proposed_by }: Pick<EventMetadata, 'actor' | 'proposed_by'>,
  names: ReadonlyMap<string, string>,
): string => (proposed_by ? `${actorWords(actor, names)}, proposed by ${actorWords(proposed_by, names)}` : actorWords(actor, names))
