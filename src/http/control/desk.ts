// What the operator's routes share: commands are sent in the operator's name, to whatever account.
import { v7 as uuidv7 } from 'uuid'
import type { Aggregate } from '../../commands/decider.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import type { ProbityContext } from '../../inner/environment.ts'
import type { Service } from '../../inner/service.ts'
import type { WriteContext } from '../../stores/event-log.ts'

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
