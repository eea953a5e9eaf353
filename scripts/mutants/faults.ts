// Lists the faults that can be planted in source files. Stryker's instrumenter finds them and writes each file with all of its faults in it, switched off.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A file, a folder, or lines of a file. */
export type Place = { readonly path: string; readonly isFolder: boolean; readonly lines: readonly [first: number, last: number] }

/** What is changed at one spot, from `before` to `after`. */
export type Fault = {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly column: number
  readonly kind: string
  readonly before: string
  readonly after: string
  /** The whole file with the fault in it. */
  readonly faulty: string
}

/** A file as it is, and as it holds its faults, switched off. `__STRYKER_ACTIVE_MUTANT__` names the id of the one that is switched on. */
export type Source = { readonly name: string; readonly original: string; readonly content: string }

type Position = { readonly line: number; readonly column: number }
type Mutant = {
  readonly id: string
  readonly fileName: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly mutatorName: string
  readonly replacement: string
  readonly status?: string
}
type Instrumenter = {
  instrument(
    files: readonly { readonly name: string; readonly content: string; readonly mutate: boolean }[],
    options: object,
  ): Promise<{ readonly files: readonly Omit<Source, 'original'>[]; readonly mutants: readonly Mutant[] }>
}

// Only who uses it needs it, so it is no package of the project.
const version = '10.1.1'
const tool = join('node_modules', '.cache', 'mutants')
const program = join(tool, 'node_modules', '@stryker-mutator', 'instrumenter')

const install = (): void => {
  console.log('Installing the instrumenter of Stryker (once, some seconds) ...')
  mkdirSync(tool, { recursive: true })
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n')
  const { status } = spawnSync('npm', ['install', '--silent', '--prefix', tool, `@stryker-mutator/instrumenter@${version}`], {
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error('The instrumenter of Stryker cannot be installed')
  process.exit(1)
}

const instrumenter = async (): Promise<Instrumenter> => {
  if (!existsSync(program)) install()
  const { Instrumenter } = await import(pathToFileURL(resolve(program, 'dist', 'src', 'index.js')).href)
  return new Instrumenter({ debug: () => {}, info: () => {}, warn: console.warn, isDebugEnabled: () => false })
}

const filesOf = (places: readonly Place[]): readonly string[] =>
  [...new Set(places.flatMap(({ path, isFolder }) => (isFolder ? globSync(join(path, '**', '*.ts')) : [path])))]
    .filter((file) => !file.endsWith('.d.ts'))
    .toSorted()

/** The text of the lines from the start to the end of the spot. */
const linesAt = (content: string, { start, end }: Mutant['location']): readonly string[] =>
  content.split('\n').slice(start.line, end.line + 1)

/** What the type check proves is never reached: a fault there changes nothing. */
const unreachable = /^(?:default:\s*)?(?:return )?assertNever\([^()]*\)$/

const isReachable = ({ location }: Mutant, content: string): boolean => {
  const lines = linesAt(content, location)
  const text = lines.map((line, index) =>
    line.slice(index === 0 ? location.start.column : 0, index === lines.length - 1 ? location.end.column : undefined),
  )
  return !unreachable.test(text.join('\n').trim())
}

const faultOf = (mutant: Mutant, content: string): Fault => {
  const { start, end } = mutant.location
  const lines = content.split('\n')
  const before = linesAt(content, mutant.location)
  const after = `${before.at(0)?.slice(0, start.column)}${mutant.replacement}${before.at(-1)?.slice(end.column)}`
  const shown = before.length > 8 ? [...before.slice(0, 4), '  ...', ...before.slice(-3)] : before
  return {
    id: Number(mutant.id),
    file: mutant.fileName,
    line: start.line + 1,
    column: start.column + 1,
    kind: mutant.mutatorName,
    before: shown.join('\n'),
    after,
    faulty: lines.toSpliced(start.line, before.length, after).join('\n'),
  }
}

/** The faults of the places in the order of the text, and the files that hold them. */
export const faultsIn = async (
  places: readonly Place[],
  withTexts: boolean,
): Promise<{ readonly faults: readonly Fault[]; readonly sources: readonly Source[] }> => {
  const originals = new Map(filesOf(places).map((name) => [name, readFileSync(name, 'utf8')]))
  const { files, mutants } = await (await instrumenter()).instrument(
    [...originals].map(([name, content]) => ({ name, content, mutate: true })),
    { ignorers: [], plugins: [], excludedMutations: withTexts ? [] : ['StringLiteral', 'ObjectLiteral'] },
  )
  const isWanted = (mutant: Mutant): boolean => {
    const { fileName, location, status } = mutant
    if (status === 'Ignored' || !isReachable(mutant, originals.get(fileName) ?? '')) return false
    return places.some(
      ({ path, isFolder, lines: [first, last] }) =>
        (isFolder ? !relative(path, fileName).startsWith('..') : fileName === path) &&
        location.start.line + 1 >= first &&
        location.end.line + 1 <= last,
    )
  }
  const faults = mutants.filter(isWanted).map((mutant) => faultOf(mutant, originals.get(mutant.fileName) ?? ''))
  return { faults, sources: files.map((file) => ({ ...file, original: originals.get(file.name) ?? '' })) }
}
