// An actor in responses.
import type { ActionActor } from '../../events/business-actions.ts'

/** With the current name of the user or account. The log has only ids. */
export const actorResource = ({ actor_type, data }: ActionActor, names: ReadonlyMap<string, string>): ActionActor => {
  const name = names.get(String(data.id))
  return { actor_type, data: { ...data, ...(actor_type === 'run' || name === undefined ? {} : { name }) } }
}
