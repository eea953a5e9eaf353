// Shared by all command lines: commands and options as tables, one-line errors, and exit codes for scripts. command-help.ts writes their help.
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFailures } from '../composition/start-failures.ts'
import { endProcess } from '../ending.ts'
import { makePrivateFiles } from '../stores/embedded/private-files.ts'
import { commandHelp, groupHelp, helpOf, type Note, type OptionSpecs, runOf } from './command-help.ts'
import { orNearest } from './nearest-word.ts'

/** 0 success, 1 refused, failed, or a check failed, 2 wrong use. */
export type Exit = 0 | 1 | 2

export type Options<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]?: Specs[Name] extends { readonly multiple: true }
    ? readonly string[]
    : Specs[Name] extends { readonly type: 'boolean' }
      ? boolean
      : string
}

/** Stands for an id in examples. */
export const exampleId = '0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'

export type Command<Context, Specs extends OptionSpecs> = {
  /** The fixed words, then the arguments in capitals: `keys create NAME`, `attach ID FILE [DATE]`, `ask ID WORD...`. Empty for a program of one command. */
  readonly usage: string
  readonly about: string
  /** The program's options that it accepts. */
  readonly options: readonly (keyof Specs & string)[]
  /** The arguments and options that name a file to read: `FILE`, `--public-key`. A missing one is told before anything is opened. */
  readonly reads?: readonly string[]
  /** The same for folders: `--lists`. */
  readonly readsFolders?: readonly string[]
  /** Follows `npm run NAME -- ` in the help. */
  readonly examples?: readonly string[]
  readonly run: (context: Context, args: readonly string[], options: Options<Specs>) => Promise<Exit> | Promise<void>
}

export type CommandLine<Context, Specs extends OptionSpecs> = {
  readonly name: string
  readonly about: string
  readonly options: Specs
  readonly commands: readonly Command<Context, Specs>[]
  readonly notes?: readonly Note[]
  /** Opens what the commands work with, and closes it after the command. */
  readonly open: () => Promise<Context & { readonly close: () => Promise<void> }>
}

/** Wrong use: the message says what is wrong, and the help shows the right use. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

export const json = { type: 'boolean', about: 'prints JSON, for programs' } as const
export const account = { type: 'string', value: 'ID', about: 'an account by its id or slug; needed if there are several' } as const

/** For commands that need nothing opened. */
export const nothing = async () => ({ close: async () => undefined })

/** Failures that their message explains to the user. All others show a stack, because they are bugs. */
const explained = new Set([
  ...startFailures,
  'BackUpFailed',
  'CopyRefused',
  'FetchFailed',
  'FolderBusy',
  'FolderUnusable',
  'ImportFailed',
  'Interrupted',
  'NotKept',
  'NotSealed',
  'OperatorError',
  'OtherExport',
  'Unreadable',
  'WrongExpectedRevision',
])

/** Runs the command with these words. */
export const runCommandLine = async <Context, Specs extends OptionSpecs>(
  line: CommandLine<Context, Specs>,
  words: readonly string[],
): Promise<Exit> => {
  try {
    const { positionals, values } = parsed(line, words)
    const group = groupOf(line, positionals)
    if (group.length > 0) {
      if (!values.help) throw new WrongUse(`"${positionals.join(' ')}" is not a whole command: ${group.map(wordsOf).join(', ')}`)
      console.log(groupHelp(line, group))
      return 0
    }
    const command = commandOf(line, positionals)
    if (values.help || command === undefined) {
      console.log(command === undefined || positionals.length === 0 ? helpOf(line) : commandHelp(line, command))
      return 0
    }
    const args = argumentsOf(command, positionals, line.commands)
    const { help: _, ...options } = values
    for (const name of Object.keys(options))
      if (!command.options.includes(name)) throw new WrongUse(`${wordsOf(command)} takes no --${name}`)
    checkFiles(command, args, options)
    const context = await line.open()
    try {
      return (await command.run(context, args, options as Options<Specs>)) ?? 0
    } finally {
      await context.close()
    }
  } catch (caught) {
    const error = isOfNamedPlace((caught as Error).cause, words) ? (caught as Error).cause : caught
    console.error(`${line.name}: ${told(error)}`)
    if (!(error instanceof WrongUse || isOfNamedPlace(error, words))) return 1
    console.error(`${runOf(line.name)} --help shows the commands and options`)
    return 2
  }
}

/** Runs a whole command-line program. */
export const main = async <Context, Specs extends OptionSpecs>(line: CommandLine<Context, Specs>): Promise<void> => {
  makePrivateFiles()
  // `... | head` closes the pipe early, which is not an error.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return endProcess(0)
    console.error(`${line.name}: the output is not whole: ${error.message}`)
    return endProcess(1)
  })
  // Nobody reads what is said beside it: the command goes on.
  process.stderr.on('error', () => undefined)
  const exit = await runCommandLine(line, process.argv.slice(2))
  process.stdout.write('', (error) => error ?? endProcess(exit))
}

/** Declares a program of this file, and runs it where the file is what was started. Tests import it and run its commands in their own process. */
export const program = async <Context, Specs extends OptionSpecs>(
  { main: isStarted }: ImportMeta,
  line: CommandLine<Context, Specs>,
): Promise<CommandLine<Context, Specs>> => {
  if (isStarted) await main(line)
  return line
}

type AnyCommand = Command<never, OptionSpecs>
type Line<Context, Specs extends OptionSpecs> = CommandLine<Context, Specs>

const parsed = <Context, Specs extends OptionSpecs>({ options }: Line<Context, Specs>, words: readonly string[]) => {
  try {
    const help = { type: 'boolean', short: 'h' } as const
    const read = parseArgs({ args: [...words], options: { ...options, help }, allowPositionals: true, tokens: true })
    const given = read.tokens.flatMap((token) => (token.kind === 'option' && token.value !== undefined ? [token.name] : []))
    const twice = given.find((name, index) => !options[name]?.multiple && given.indexOf(name) < index)
    if (twice !== undefined) throw new WrongUse(`--${twice} is given twice, and takes one value`)
    return read as {
      readonly positionals: readonly string[]
      readonly values: { readonly help?: boolean; readonly [name: string]: unknown }
    }
  } catch (error) {
    if (error instanceof WrongUse) throw error
    throw new WrongUse(optionProblem(error, Object.keys(options)))
  }
}

/** Node's own words, with the option that was probably meant. */
export const optionProblem = (error: unknown, known: readonly string[]): string => {
  if (!(error instanceof Error)) return String(error)
  const told = error.message.split('. ')[0] ?? ''
  const [, unknown] = /^Unknown option '--?([^']+)'/.exec(told) ?? []
  if (unknown !== undefined) return `there is no option --${unknown}${orNearest(unknown, [...known, 'help']).replace('"', '"--')}`
  const [, missing, value] = /^Option '(?:-\w, )?(--\S+) <(value)>' argument missing/.exec(told) ?? []
  return value === undefined ? told : `${missing} needs a value`
}

const fixedWords = ({ usage }: Pick<AnyCommand, 'usage'>): readonly string[] => usage.split(' ').filter((word) => /^[a-z]/.test(word))
const argumentWords = ({ usage }: Pick<AnyCommand, 'usage'>): readonly string[] => usage.split(' ').filter((word) => /^[[A-Z]/.test(word))

const wordsOf = (command: Pick<AnyCommand, 'usage'>): string => fixedWords(command).join(' ')

/** The commands that begin with these words, where the words themselves are none: `shadow start` and `shadow end` for `shadow`. */
const groupOf = <Context, Specs extends OptionSpecs>({ commands }: Line<Context, Specs>, positionals: readonly string[]) => {
  const typed = positionals.join(' ')
  if (typed === '' || commands.some((command) => `${typed} `.startsWith(`${wordsOf(command)} `) || wordsOf(command) === '')) return []
  return commands.filter((command) => wordsOf(command).startsWith(`${typed} `))
}

/** The command with the most words in common; undefined if no words were given and no command is without words. */
const commandOf = <Context, Specs extends OptionSpecs>({ commands }: Line<Context, Specs>, positionals: readonly string[]) => {
  const byLength = commands.toSorted((one, other) => fixedWords(other).length - fixedWords(one).length)
  const found = byLength.find((command) => fixedWords(command).every((word, index) => positionals[index] === word))
  if (!found && positionals.length > 0)
    throw new WrongUse(`there is no command "${positionals.join(' ')}"${meantCommand(commands, positionals)}`)
  return found && (positionals.length > 0 || argumentWords(found).length === 0) ? found : undefined
}

/** The command that was probably meant: its fixed words are nearly those that were typed. */
const meantCommand = (commands: readonly Pick<AnyCommand, 'usage'>[], positionals: readonly string[]): string => {
  for (let count = Math.min(3, positionals.length); count > 0; count--) {
    const phrases = commands.map(fixedWords).flatMap((words) => (words.length === count ? [words.join(' ')] : []))
    const typed = positionals.slice(0, count).join(' ')
    if (phrases.includes(typed)) return ''
    const meant = orNearest(typed, phrases)
    if (meant !== '') return meant
  }
  return ''
}

const argumentsOf = (
  command: Pick<AnyCommand, 'usage'>,
  positionals: readonly string[],
  commands: readonly Pick<AnyCommand, 'usage'>[],
): readonly string[] => {
  const args = positionals.slice(fixedWords(command).length)
  const names = argumentWords(command)
  // An empty argument is a variable of the shell that is not set.
  const missing = names[args.includes('') ? args.indexOf('') : args.length]
  if (missing && !missing.startsWith('[')) throw new WrongUse(`${missing.replace('...', '')} is missing`)
  if (args.length > names.length && !names.at(-1)?.includes('...'))
    throw new WrongUse(`"${args[names.length]}" is an extra argument${meantCommand(commands, positionals)}`)
  return args
}

/** @throws WrongUse when a file or folder to read does not exist, or is the other of the two */
const checkFiles = (
  { usage, reads = [], readsFolders = [] }: Pick<AnyCommand, 'usage' | 'reads' | 'readsFolders'>,
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
): void => {
  const check = (name: string, path: string): void => {
    if (reads.includes(name)) mustBe(path, { name, isFolder: false })
    if (readsFolders.includes(name)) mustBe(path, { name, isFolder: true })
  }
  for (const [index, name] of argumentWords({ usage }).entries()) {
    const word = name.replaceAll(/[[\].]/g, '')
    for (const file of name.includes('...') ? args.slice(index) : args.slice(index, index + 1)) check(word, file)
  }
  for (const [name, value] of Object.entries(options)) check(`--${name}`, String(value))
}

/** @throws WrongUse */
export const mustExist = (file: string): void => {
  if (!existsSync(file)) throw new WrongUse(`${file} does not exist`)
}

const mustBe = (path: string, { name, isFolder }: { readonly name: string; readonly isFolder: boolean }): void => {
  mustExist(path)
  if (statSync(path).isDirectory() === isFolder) return
  throw new WrongUse(isFolder ? `${path} is a file, where ${name} needs a folder` : `${path} is a folder, where ${name} needs a file`)
}

/** What the system's error codes say about a place that cannot be read or written. A full or broken disk is another matter. */
const placeProblems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened',
  EPERM: 'may not be opened',
  EROFS: 'may not be written: its disk is read-only',
  EISDIR: 'is a folder, where a file is needed',
  ENOTDIR: 'is inside something that is not a folder',
  ENXIO: 'is not a file: nothing can be read from it',
}

/** What the error says about the place, in plain words. */
export const placeProblem = (error: unknown, place: string): string | undefined => {
  const problem = placeProblems[(error as NodeJS.ErrnoException).code ?? '']
  return problem && `${place} ${problem}`
}

const isWithin = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`)

/** Whether the error is about a place that the user typed, what is in it, or what it is in. What is read from a folder has no path in its error. */
const isOfNamedPlace = (error: unknown, words: readonly string[]): boolean => {
  if (!(error instanceof Error)) return false
  const { code = '', path } = error as NodeJS.ErrnoException
  if (!(code in placeProblems)) return false
  const typed = words.map((word) => resolve(word.replace(/^(--[\w-]+=)?@?/, '')))
  if (path === undefined) return code === 'EISDIR'
  return typed.some((place) => isWithin(resolve(path), place) || isWithin(place, resolve(path)))
}

const told = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path !== undefined && code === 'ENOENT' && !existsSync(dirname(path))) return `the folder ${dirname(path)} does not exist`
  const problem = path === undefined && code !== 'EISDIR' ? undefined : placeProblem(error, path ?? 'what was named')
  if (problem !== undefined) return problem
  const isExplained = error instanceof WrongUse || explained.has(error.name) || 'code' in error
  return isExplained ? error.message.replaceAll('\n', '; ') : (error.stack ?? error.message)
}
