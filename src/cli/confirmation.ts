// Asks before a command changes how businesses are decided. Scripts, which have no terminal, say --yes.
import { createInterface } from 'node:readline/promises'
import { WrongUse } from './command-line.ts'
import { OperatorError } from './connection.ts'

export const yes = { type: 'boolean', about: 'for commands that ask for confirmation: does not ask' } as const

type Terminal = {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

const own: Terminal = { input: process.stdin, output: process.stderr }

/**
 * Returns once the user has agreed.
 * @throws WrongUse without a terminal to ask on; OperatorError when the user does not agree
 */
export const confirm = async (
  question: string,
  { yes = false }: { readonly yes?: boolean },
  { input, output }: Terminal = own,
): Promise<void> => {
  if (yes) return
  if (!input.isTTY) throw new WrongUse('this command asks for confirmation, and there is no terminal: add --yes')
  const asking = createInterface({ input, output })
  // Ctrl+D and Ctrl+C are no agreement.
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  asking.once('close', () => resolve(''))
  try {
    const answer = await Promise.race([asking.question(`${question} [y/N] `), closed])
    if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('not confirmed: nothing was changed')
  } finally {
    asking.close()
  }
}
