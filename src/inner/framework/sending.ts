// How routes and pages send a command: on behalf of the request's principal, with ids that a repeated request derives again. The response waits until
// the read models show what was written.
import type { TimeOf } from '../../commands/clock-times.ts'
import { type Aggregate, streamOf } from '../../commands/decider.ts'
import type { Handle, Handled, Load } from '../../commands/handler.ts'
import { Proposed } from '../../commands/needs-another.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { Mode } from '../../events/modes.ts'
import { orderedId } from '../../events/ordered-id.ts'
import { preconditionFailed } from '../../interface/errors.ts'
import type { WriteContext } from '../../stores/event-log.ts'
import type { ProbityContext } from './environment.ts'

export type Clock = { readonly now: () => Date }

/** Which time it is for a stream that may follow a test clock. */
export type TestClocks = Clock & { readonly timeOf: TimeOf }

/** The time of the test clock that the stream follows, or else the machine's. */
export const timeFor = async (
  { now, timeOf }: TestClocks,
  stream: string,
  { account_id: accountId, mode }: { readonly account_id: string; readonly mode: Mode },
): Promise<Date> => (await timeOf(stream, { accountId, mode })) ?? now()

/** Sends commands. */
export type Sending = Clock & {
  readonly handle: Handle
  readonly load: Load
  /** Whether the read models reach the position within the time that a writer waits. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
}

/** The namespace of ids derived from Idempotency-Keys. */
const idempotent = '6b0e8f5c-2d0a-5f7e-9a35-0c6c1c0f9d11'

/** A new id. A request repeated with its Idempotency-Key gets the same one. `what` distinguishes several ids of one request. */
export const newId = (c: ProbityContext, what: string): string => {
  const seed = c.get('idempotencySeed')
  return seed === undefined ? orderedId() : derivedId(`${seed}/${what}`, idempotent)
}

/** Who sends a command, in which request and under which id. `what` distinguishes several commands of one request. */
export const writeContext = ({ now }: Clock, c: ProbityContext, what: string): WriteContext => {
  const { accountId, mode, actor } = c.get('principal')
  return { accountId, mode, actor, commandId: newId(c, what), requestId: c.get('requestId'), at: now() }
}

/**
 * Sends a command and waits until the read models show its events. When they lag, the response has the header `Probity-Read-Model: behind`.
 * @throws Refused, StoreUnavailable, Contended; ApiError 412 when the request names a tag in `If-Match`
 */
export const send = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  inner: Sending,
  c: ProbityContext,
  { aggregate, id, command }: { aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
): Promise<Handled<State>> => {
  requireNoTag(c)
  const context = writeContext(inner, c, `${aggregate.name}/${id}/${command.type}`)
  const handled = await inner.handle(aggregate, id, command, context).catch(onceProposed(inner, context.accountId))
  if (handled.position !== null && !(await inner.passed(handled.position, context.accountId))) {
    c.header('Probity-Read-Model', 'behind')
    c.set('behindOn', streamOf(aggregate, id))
  }
  return handled
}

/** All tags are weak, and `If-Match` holds for a strong one alone (RFC 9110, 13.1.1). Passed over, it would promise that nobody else has written. */
const requireNoTag = (c: ProbityContext): void => {
  if (!['*', undefined].includes(c.req.header('if-match')?.trim())) throw preconditionFailed()
}

/** A proposal is in the lists before the answer names it. */
export const onceProposed =
  ({ passed }: Pick<Sending, 'passed'>, accountId: string) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Proposed && error.position !== null) await passed(error.position, accountId)
    throw error
  }

/** Sends the commands of one act on behalf of a user, an API key, the operator or a guest. */
export type Sender = {
  readonly accountId: string
  /** Of the objects that it makes; that of what they belong to when absent. */
  readonly mode?: Mode
  /** A new id. A repeated request gets the same one. `what` distinguishes several ids of one request. */
  readonly newId: (what: string) => string
  /** Sends a command and waits until the read models show its events. @throws Refused, StoreUnavailable, Contended */
  readonly send: <State, Command extends { readonly type: string }, Event extends DomainEvent>(sent: {
    readonly aggregate: Aggregate<State, Command, Event>
    readonly id: string
    readonly command: Command
  }) => Promise<Handled<State>>
}

/** Sends on behalf of the request's principal. */
export const senderOf = (inner: Sending, c: ProbityContext): Sender => ({
  accountId: c.get('principal').accountId,
  mode: c.get('principal').mode,
  newId: (what) => newId(c, what),
  send: (sent) => send(inner, c, sent),
})

/** Sends on behalf of the guest of a signed link. `key`: the form's key, so that a button pressed twice acts once; what is changed in between is sent anew. */
export const guestSender = (
  { handle, passed, now }: Pick<Sending, 'handle' | 'passed' | 'now'>,
  c: ProbityContext,
  { accountId, guestId, key }: { readonly accountId: string; readonly guestId: string; readonly key?: string },
): Sender => ({
  accountId,
  newId: orderedId,
  send: async ({ aggregate, id, command }) => {
    const commandId = key ? derivedId(`${JSON.stringify(command)}/${key}`, id) : orderedId()
    const actor = { type: 'guest', id: guestId } as const
    const handled = await handle(aggregate, id, command, { accountId, actor, commandId, requestId: c.get('requestId'), at: now() })
    if (handled.position !== null) await passed(handled.position, accountId)
    return handled
  },
})
