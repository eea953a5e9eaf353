// Who acted, as it leaves the service.
import type { ActionActor } from '../../events/business-actions.ts'

/** With the name that the user or account has now: the log keeps ids only. */
export const actorResource = ({ actor_type, data }: ActionActor, names: ReadonlyMap<string, string>): ActionActor => {
  const name = names.get(String(data.id))
  return { actor_type, data: { ...data, ...(actor_type === 'run' || name === undefined ? {} : { name }) } }
}
