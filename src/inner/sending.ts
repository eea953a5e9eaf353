// How routes and pages send a command: on behalf of the request's principal, with ids that an idempotent repetition finds again, and an answer
// that leaves once its reader would see what was written.
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import { type Aggregate, streamOf } from '../commands/decider.ts'
import type { Handle, Handled, Load } from '../commands/handler.ts'
import type { DomainEvent } from '../events/catalogue.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { ProbityContext } from './environment.ts'

export type Clock = { readonly now: () => Date }

/** Sends commands. */
export type Sending = Clock & {
  readonly handle: Handle
  readonly load: Load
  /** Whether the read models pass the position within the time that a writer waits. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
}

/** The namespace of ids derived from Idempotency-Keys. */
const idempotent = '6b0e8f5c-2d0a-5f7e-9a35-0c6c1c0f9d11'

/** A new id; the same one again when the request is repeated under its Idempotency-Key. `what` tells several ids of one request apart. */
export const newId = (c: ProbityContext, what: string): string => {
  const seed = c.get('idempotencySeed')
  return seed === undefined ? uuidv7() : uuidv5(`${seed}/${what}`, idempotent)
}

/** By whom, in which request and under which id a command is sent; `what` tells several commands of one request apart. */
export const writeContext = ({ now }: Clock, c: ProbityContext, what: string): WriteContext => {
  const { accountId, actor } = c.get('principal')
  return { accountId, actor, commandId: newId(c, what), requestId: c.get('requestId'), at: now() }
}

/**
 * Sends a command and waits until the read models have it; when they lag, the answer says so in `Probity-Read-Model: behind`.
 * @throws Refused, StoreUnavailable, Contended
 */
export const send = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  inner: Sending,
  c: ProbityContext,
  { aggregate, id, command }: { aggregate: Aggregate<State, Command, Event>; id: string; command: Command },
): Promise<Handled<State>> => {
  const context = writeContext(inner, c, `${aggregate.name}/${id}/${command.type}`)
  const handled = await inner.handle(aggregate, id, command, context)
  if (handled.position !== null && !(await inner.passed(handled.position, context.accountId))) {
    c.header('Probity-Read-Model', 'behind')
    c.set('behindOn', streamOf(aggregate, id))
  }
  return handled
}

/** In whose name the commands of an act are sent: a user or an API key, the operator, a guest. */
export type Sender = {
  readonly accountId: string
  /** A new id; the same one again when the request is repeated. `what` tells several ids of one request apart. */
  readonly newId: (what: string) => string
  /** Sends a command and waits until the read models have it. @throws Refused, StoreUnavailable, Contended */
  readonly send: <State, Command extends { readonly type: string }, Event extends DomainEvent>(sent: {
    readonly aggregate: Aggregate<State, Command, Event>
    readonly id: string
    readonly command: Command
  }) => Promise<Handled<State>>
}

/** Sends in the name of the request's principal. */
export const senderOf = (inner: Sending, c: ProbityContext): Sender => ({
  accountId: c.get('principal').accountId,
  newId: (what) => newId(c, what),
  send: (sent) => send(inner, c, sent),
})

/** Sends in the name of the guest whom a signed link has let in. `key`: of the form, so that a button pressed twice does its work once. */
export const guestSender = (
  { handle, passed, now }: Pick<Sending, 'handle' | 'passed' | 'now'>,
  c: ProbityContext,
  { accountId, guestId, key }: { readonly accountId: string; readonly guestId: string; readonly key?: string },
): Sender => ({
  accountId,
  newId: () => uuidv7(),
  send: async ({ aggregate, id, command }) => {
    const commandId = key ? uuidv5(`${command.type}/${key}`, id) : uuidv7()
    const actor = { type: 'guest', id: guestId } as const
    const handled = await handle(aggregate, id, command, { accountId, actor, commandId, requestId: c.get('requestId'), at: now() })
    if (handled.position !== null) await passed(handled.position, accountId)
    return handled
  },
})
