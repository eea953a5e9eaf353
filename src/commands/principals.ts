// Who stands behind an actor: the people on whose word it acts. An API key acts for the one who made it, a run and a batch for the one who started
// them, a policy for those who enabled it (docs/decisions/0022-two-pairs-of-eyes.md).
import type { StoredEvent } from '../events/catalogue.ts'
import { actingVersion } from '../events/policy.ts'
import type { EventLog } from '../stores/event-log.ts'

type Acting = { readonly type: string; readonly id: string }

/** The principals of an actor of the account: `user:…`, `operator`, or the actor itself where nobody stands behind it. */
export const principalsOf = async ({ read }: Pick<EventLog, 'read'>, accountId: string, actors: readonly Acting[]): Promise<string[]> => {
  const found = new Set<string>()
  const seen = new Set<string>()
  const follow = async (actor: Acting): Promise<void> => {
    const name = `${actor.type}:${actor.id}`
    if (seen.has(name)) return
    seen.add(name)
    const behind = await makersOf(read, accountId, actor)
    if (behind === null) found.add(actor.type === 'operator' ? 'operator' : name)
    else for (const each of behind) await follow(each)
  }
  for (const actor of actors) await follow(actor)
  return [...found].toSorted()
}

/** The process that makes the first account with its keys: the person who starts the service is its operator. */
const firstStart = 'first_start'

/** null: the actor acts on its own word. */
const makersOf = async (read: EventLog['read'], accountId: string, { type, id }: Acting): Promise<readonly Acting[] | null> => {
  switch (type) {
    case 'api_key': {
      const made = await read(`account-${accountId}`, { types: ['ApiKeyCreated'] })
      const created = made.find(({ data }) => data.key_id === id)
      return created ? [created.metadata.actor] : null
    }
    case 'run':
    case 'business_batch':
      return actorsOfFirst(await read(`${type}-${id}`, { limit: 1 }))
    case 'process': {
      if (id === firstStart) return [{ type: 'operator', id: 'command_line' }]
      if (id === 'retention') return settersOf(await read(`account-${accountId}`, { types: ['RetentionSet'] }))
      const version = actingVersion({ type, id })
      return version === undefined ? null : enablersOf(await read(`policies-${accountId}`, { types: ['PolicyVersionEnabled'] }), version)
    }
    default:
      return null
  }
}

const actorsOfFirst = ([first]: readonly StoredEvent[]): readonly Acting[] | null => (first ? [first.metadata.actor] : null)

/** Who let records be erased when they are due, and who had proposed it. */
const settersOf = (settings: readonly StoredEvent<'RetentionSet'>[]): readonly Acting[] | null =>
  partiesOf(settings.findLast(({ data }) => data.automatic))

/** Who enabled the version the last time, and who had proposed it. */
const enablersOf = (enablings: readonly StoredEvent<'PolicyVersionEnabled'>[], versionId: string): readonly Acting[] | null =>
  partiesOf(enablings.findLast(({ data }) => data.version_id === versionId))

const partiesOf = (event: StoredEvent | undefined): readonly Acting[] | null => {
  if (!event) return null
  const { actor, proposed_by } = event.metadata
  return proposed_by ? [actor, proposed_by] : [actor]
}
