// What the service's log and the retry inbox say about a failure. Erasures do not reach them, so they must hold nothing from a record or a peer's answer.

export type ToldFailure = {
  readonly type: string
  readonly message: string
  /** Of the system, or of a library. */
  readonly code?: string | number
  /** The places in the code alone. */
  readonly stack?: string
  readonly cause?: ToldFailure
}

/** Causes may go round in a circle. */
const mostCauses = 5

/** Errors of libraries and of the runtime that quote what they were given: the text that is no JSON, the key that is there already. */
const quotes = ({ name, code }: { readonly name: string; readonly code: unknown }): boolean =>
  /^(SyntaxError|Zod|\$Zod|Mongo)/.test(name) || /^ERR_INVALID_/.test(String(code))

/**
 * A failure without what it may quote, for the log: nothing but these members.
 * @example
 * toldFailure(new Error('the disk is full')).message // => 'the disk is full'
 * toldFailure(new SyntaxError('Unexpected token in "Ann Doe"')).message // => '(what it quotes is left out)'
 */
export const toldFailure = (error: unknown, causes = mostCauses): ToldFailure => {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) }
  const code = 'code' in error ? error.code : undefined
  const { name, message, stack, cause } = error
  const isQuoting = quotes({ name, code })
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: isQuoting ? '(what it quotes is left out)' : withoutAddresses(message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(frames && frames.length > 0 ? { stack: frames.join('\n') } : {}),
    ...(cause instanceof Error && causes > 0 ? { cause: toldFailure(cause, causes - 1) } : {}),
  }
}

/**
 * The same in a line.
 * @example
 * failureText(new TypeError('business is undefined')) // => 'TypeError: business is undefined'
 */
export const failureText = (error: unknown): string => {
  const { type, message, code } = toldFailure(error)
  const name = error instanceof Error ? `${type}: ` : ''
  return `${name}${message}${code === undefined || message.includes(String(code)) ? '' : ` (${code})`}`.slice(0, 500)
}

/** Peers name in their answers whom something was for. */
const withoutAddresses = (text: string): string => text.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, 'ADDRESS')
