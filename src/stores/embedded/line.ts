// A line between two threads of the service: each side calls the functions that the other one offers. The stores' errors arrive as what they are.
import { Fenced, TraceKept } from '../document-store.ts'
import { LogUnusable, StoreUnavailable, WrongExpectedRevision } from '../event-store.ts'

// biome-ignore lint/suspicious/noExplicitAny: the line carries arguments of any functions; `call` types them by their names.
export type Offer = { readonly [name: string]: (...given: any[]) => unknown }

export type Line<Theirs extends Offer> = {
  /** Calls a function of the other side. @throws what it threw; StoreUnavailable once the line is cut */
  readonly call: <Name extends keyof Theirs & string>(
    name: Name,
    ...given: Parameters<Theirs[Name]>
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** The same without an answer. */
  readonly tell: <Name extends keyof Theirs & string>(name: Name, ...given: Parameters<Theirs[Name]>) => void
  /** Calls that wait fail, and later ones too. */
  readonly cut: (cause: string) => void
}

/** One end of the line: a MessagePort, or a thread seen from the one that started it. */
export type LineEnd = {
  readonly postMessage: (message: unknown) => void
  readonly on: (event: 'message', listener: (message: Message) => void) => unknown
}

/** An error on its way to the other thread. */
export type Problem = { readonly name: string; readonly message: string; readonly details?: readonly [string, number, number | undefined] }

export type Message =
  | { readonly name: string; readonly given: readonly unknown[]; readonly id?: number }
  | { readonly answerTo: number; readonly value?: unknown; readonly problem?: Problem }

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

/**
 * @example
 * const { port1, port2 } = new MessageChannel()
 * const greet = (name: string) => `Hello, ${name}`
 * openLine(port1, { greet })
 * const line = openLine<{ greet: typeof greet }>(port2, {})
 * await line.call('greet', 'Ann') // => 'Hello, Ann'
 * port1.close()
 */
export const openLine = <Theirs extends Offer>(port: LineEnd, ours: Offer): Line<Theirs> => {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let cut: string | undefined

  const answer = async (id: number, name: string, given: readonly unknown[]) => {
    try {
      port.postMessage({ answerTo: id, value: await ours[name]?.(...given) })
    } catch (error) {
      port.postMessage({ answerTo: id, problem: problemOf(error) })
    }
  }

  port.on('message', (message: Message) => {
    if ('answerTo' in message) {
      const { answerTo, problem, value } = message
      const one = waiting.get(answerTo)
      waiting.delete(answerTo)
      if (problem) one?.reject(errorOf(problem))
      else one?.resolve(value)
    } else if (message.id === undefined) ours[message.name]?.(...message.given)
    else void answer(message.id, message.name, message.given)
  })

  return {
    call: (name, ...given) =>
      // Typed by the name on both sides.
      new Promise<never>((resolve, reject) => {
        if (cut !== undefined) return reject(new StoreUnavailable(cut))
        const id = ++lastId
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        port.postMessage({ id, name, given })
      }),
    tell: (name, ...given) => {
      if (cut === undefined) port.postMessage({ name, given })
    },
    cut: (cause) => {
      cut = cause
      for (const { reject } of waiting.values()) reject(new StoreUnavailable(cause))
      waiting.clear()
    },
  }
}

export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  return error instanceof WrongExpectedRevision
    ? { name, message, details: [error.stream, error.expected, error.actual] }
    : { name, message }
}

/** By name; every other error keeps its name and message. */
const known: { readonly [name: string]: new (message: string) => Error } = {
  Fenced,
  LogUnusable,
  RangeError,
  StoreUnavailable,
  TraceKept,
  TypeError,
}

export const errorOf = ({ name, message, details }: Problem): Error => {
  if (details) return new WrongExpectedRevision(...details)
  const Known = known[name]
  return Known ? new Known(message) : Object.assign(new Error(message), { name })
}
