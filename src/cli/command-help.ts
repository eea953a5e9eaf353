// The help of command lines, from the tables of their commands and options.
import { relative } from 'node:path'

export type OptionSpec = {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** The placeholder for the value in the help. */
  readonly value?: string
  readonly about: string
}
export type OptionSpecs = { readonly [name: string]: OptionSpec }

/** What the help says below the options. */
export type Note = {
  readonly text: string
  /** Words of usages and options, such as `KIND` and `--yes`: the help of a command that has one of them shows the note too. */
  readonly of?: readonly string[]
}

type ShownCommand = {
  readonly usage: string
  readonly about: string
  readonly options: readonly string[]
  readonly examples?: readonly string[]
}

type ShownProgram = {
  readonly name: string
  readonly about: string
  readonly options: OptionSpecs
  readonly commands: readonly ShownCommand[]
  readonly notes?: readonly Note[]
}

/** How the user starts the program. `npx probity` and the image set it; the image has no npm, and sets `node`. */
export const runOf = (name: string): string => {
  const runAs = process.env.PROBITY_RUN_AS ?? `npm run ${name} --`
  return runAs === 'node' ? `node ${relative(process.cwd(), process.argv[1] ?? '')}` : runAs
}

const exits =
  'Exit codes: 0 success; 1 refused, failed, or a check failed; 2 wrong use, such as a file that does not exist, cannot be read or written, is a folder, or is not JSON.'

export const helpOf = ({ name, about, options, commands, notes = [] }: ShownProgram): string => {
  const run = runOf(name)
  const rows = commands.filter(({ usage }) => usage !== '').map(({ usage, about }) => [usage, about] as const)
  const shown = commands.flatMap(({ examples = [] }) => examples)
  return sections([
    about,
    section(
      `Usage: ${run} ${rows.length > 1 ? 'COMMAND' : (commands[0]?.usage ?? '')} [OPTIONS]`.replace('  ', ' '),
      rows.length > 1 ? rows : [],
    ),
    section('Options:', optionRows(options)),
    section(
      'Examples:',
      shown.map((example) => [`${run} ${example}`.trimEnd(), ''] as const),
    ),
    noted(notes),
    rows.length > 1 ? `${run} COMMAND --help explains one command.` : undefined,
    exits,
  ])
}

export const groupHelp = ({ name }: ShownProgram, group: readonly ShownCommand[]): string =>
  sections([
    section(
      `Usage: ${runOf(name)} COMMAND [OPTIONS]`,
      group.map(({ usage, about }) => [usage, about] as const),
    ),
    `${runOf(name)} COMMAND --help explains one command.`,
    exits,
  ])

export const commandHelp = ({ name, options, notes = [] }: ShownProgram, command: ShownCommand): string => {
  const own = Object.entries(options).filter(([option]) => command.options.includes(option))
  const words = [...(command.usage.match(/[\w-]+/g) ?? []), ...own.flatMap(([option, { value = '' }]) => [`--${option}`, value])]
  return sections([
    `${command.about.charAt(0).toUpperCase()}${command.about.slice(1)}.`,
    `Usage: ${runOf(name)} ${command.usage} ${own.length > 0 ? '[OPTIONS]' : ''}`.trimEnd(),
    section('Options:', optionRows(Object.fromEntries(own))),
    section(
      'Examples:',
      (command.examples ?? []).map((example) => [`${runOf(name)} ${example}`, ''] as const),
    ),
    noted(notes.filter(({ of = [] }) => of.some((word) => words.includes(word)))),
    exits,
  ])
}

const noted = (notes: readonly Note[]): string | undefined => (notes.length === 0 ? undefined : notes.map(({ text }) => text).join('\n\n'))

const optionRows = (options: OptionSpecs): readonly (readonly [string, string])[] =>
  Object.entries({ ...options, help: { type: 'boolean', about: 'shows this help' } as const }).map(
    ([name, { value, about, multiple }]: [string, OptionSpec]) => [
      `--${name}${value ? ` ${value}` : ''}`,
      multiple ? `${about}; may be repeated` : about,
    ],
  )

const section = (title: string, rows: readonly (readonly [string, string])[]): string | undefined => {
  if (rows.length === 0 && title.endsWith(':')) return undefined
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return [title, ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd())].join('\n')
}

const sections = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined).join('\n\n')
