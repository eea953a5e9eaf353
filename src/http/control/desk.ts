// Shared by the operator's routes: sends commands on behalf of the operator, to any account.
import type { Aggregate } from '../../commands/decider.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import { orderedId } from '../../events/ordered-id.ts'
import type { ProbityContext } from '../../inner/framework/environment.ts'
import { type Clock, onceProposed, type Sender, type Sending } from '../../inner/framework/sending.ts'
import type { WriteContext } from '../../stores/event-log.ts'

export const operatorContext = ({ now }: Clock, c: ProbityContext, accountId: string) =>
  ({
    accountId,
    actor: { type: 'operator', id: 'command_line' },
    commandId: orderedId(),
    requestId: c.get('requestId'),
    at: now(),
  }) satisfies WriteContext

/** Sends on behalf of the operator to an object of the account. */
export const operatorSender = (inner: Pick<Sending, 'handle' | 'passed' | 'now'>, c: ProbityContext, accountId: string): Sender => ({
  accountId,
  newId: orderedId,
  send: async ({ aggregate, id, command }) => {
    const handled = await inner.handle(aggregate, id, command, operatorContext(inner, c, accountId)).catch(onceProposed(inner, accountId))
    if (handled.position !== null) await inner.passed(handled.position, accountId)
    return handled
  },
})

/** Sends a command to the account's object, and waits until the read models show its events. @throws Refused */
export const sendAsOperator = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  inner: Pick<Sending, 'handle' | 'passed' | 'now'>,
  c: ProbityContext,
  { accountId, aggregate, id, command }: { accountId: string; aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
): Promise<void> => {
  await operatorSender(inner, c, accountId).send({ aggregate, id, command })
}
