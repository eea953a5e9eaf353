// What the operator's routes share: commands are sent in the operator's name, and an object is found whoever's it is.
import { v7 as uuidv7 } from 'uuid'
import type { Aggregate } from '../../commands/decider.ts'
import type { Resource } from '../../commands/refused.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import type { AccountDocument } from '../../projections/accounts.ts'
import type { WriteContext } from '../../stores/event-log.ts'
import type { ProbityContext } from '../environment.ts'
import { notFound } from '../errors.ts'
import type { Service } from '../service.ts'

export const operatorContext = ({ now }: Pick<Service, 'now'>, c: ProbityContext, accountId: string) =>
  ({
    accountId,
    actor: { type: 'operator', id: 'command_line' },
    commandId: uuidv7(),
    requestId: c.get('requestId'),
    at: now(),
  }) satisfies WriteContext

/** Sends a command to the account's object, and waits until the read models have it. @throws Refused */
export const sendAsOperator = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  service: Pick<Service, 'handle' | 'passed' | 'now'>,
  c: ProbityContext,
  { accountId, aggregate, id, command }: { accountId: string; aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
): Promise<void> => {
  const { position } = await service.handle(aggregate, id, command, operatorContext(service, c, accountId))
  if (position !== null) await service.passed(position, accountId)
}

/** A document of any account. @throws ApiError 404 */
export const anyDocument = async <Doc>(
  { documents }: Pick<Service, 'documents'>,
  { collection, id, resource }: { collection: string; id: string; resource: Resource },
): Promise<Doc> => {
  const found = await documents.get(collection, id)
  if (!found) throw notFound(resource)
  return found as Doc
}

export const accountOf = (service: Pick<Service, 'documents'>, id: string): Promise<AccountDocument> =>
  anyDocument<AccountDocument>(service, { collection: 'accounts', id, resource: 'account' })
