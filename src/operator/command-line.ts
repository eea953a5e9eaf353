// What the operator's command lines share: commands as a table, help made from it, errors as one line, exit codes for scripts.
import { parseArgs } from 'node:util'
import { WrongSetting } from '../config.ts'
import { connectOperator, type Operator, OperatorError } from './connection.ts'

export type Command = {
  /** The words before the arguments, and the arguments in capitals: `keys create NAME`. */
  readonly usage: string
  readonly about: string
  readonly run: (operator: Operator, args: readonly string[], options: Options) => Promise<void>
}

export type Options = { readonly account?: string; readonly json?: boolean; readonly mode?: string; readonly state?: string }

const options = {
  account: { type: 'string' },
  mode: { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const fixedWords = (usage: string): readonly string[] =>
  usage.split(' ').filter((word) => word === word.toLowerCase() && !word.startsWith('['))
const wanted = (usage: string): readonly string[] => usage.split(' ').filter((word) => /^[A-Z]/.test(word))

/** Runs the command that the words name. Exit codes: 0 done, 1 refused or failed, 2 wrong usage. */
export const runCommandLine = async ({
  name,
  about,
  commands,
  notes = '',
}: {
  name: string
  about: string
  commands: readonly Command[]
  notes?: string
}): Promise<never> => {
  const help = [
    about,
    '',
    'Usage:',
    ...commands.map(({ usage, about }) => `  npm run ${name} -- ${usage.padEnd(36)} ${about}`),
    ...(notes ? ['', notes] : []),
  ].join('\n')
  const usageError = (message: string): never => {
    console.error(`${name}: ${message}\n\n${help}`)
    process.exit(2)
  }
  const parsed = (() => {
    try {
      return parseArgs({ options, allowPositionals: true })
    } catch (error) {
      return usageError(error instanceof Error ? error.message : String(error))
    }
  })()
  const { positionals, values } = parsed
  if (values.help || positionals.length === 0) {
    console.log(help)
    process.exit(0)
  }
  const byLength = commands.toSorted((a, b) => fixedWords(b.usage).length - fixedWords(a.usage).length)
  const command =
    byLength.find(({ usage }) => fixedWords(usage).every((word, index) => positionals[index] === word)) ??
    usageError(`there is no command "${positionals.join(' ')}"`)
  const args = positionals.slice(fixedWords(command.usage).length)
  const missing = wanted(command.usage)[args.length]
  if (missing) usageError(`${missing} is missing`)
  try {
    const operator = await connectOperator(process.env)
    try {
      await command.run(operator, args, values)
    } finally {
      await operator.close()
    }
    process.exit(0)
  } catch (error) {
    const expected =
      error instanceof OperatorError ||
      error instanceof WrongSetting ||
      (error instanceof Error && ('code' in error || error.name === 'DataFolderInUse'))
    console.error(`${name}: ${expected ? (error as Error).message : error instanceof Error ? error.stack : error}`)
    process.exit(1)
  }
}

/** Rows as a table with the named columns, or as JSON. */
export const show = (rows: readonly object[], columns: readonly string[], { json = false }: Options): void => {
  if (json) console.log(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) console.log('nothing')
  else table(rows, columns)
}

const table = (rows: readonly object[], columns: readonly string[]): void => {
  const cell = (row: object, column: string) => {
    const value = (row as Record<string, unknown>)[column]
    return value === null || value === undefined ? '-' : Array.isArray(value) ? value.join(', ') : String(value)
  }
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => cell(row, column).length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(line(columns))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(columns.map((column) => cell(row, column))))
}
