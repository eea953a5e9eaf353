// The examples in the doc comments of src, each made into a module that can be checked and run.
//
// An example begins at `@example` and ends at the next tag or with the comment. What its file exports is there for it; anything else it imports, with
// paths from the root (`'src/stores/open.ts'`). `EXPRESSION // => VALUE` says what comes out (of a promise, once it is kept), and
// `EXPRESSION // throws NAME` what is thrown. An example with neither only shows a use: its types are checked, and it is not run.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Example = {
  /** `src/commands/refused.ts:12` */
  readonly place: string
  readonly room: string
  /** TypeScript. */
  readonly module: string
  /** Whether it says what comes out. */
  readonly runs: boolean
}

export const examples = (): readonly Example[] => globSync('src/**/*.ts', { cwd: root }).toSorted().flatMap(examplesIn)

const examplesIn = (file: string): readonly Example[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap((comment) =>
    [...contentOf(comment[0]).matchAll(/@example\b(.*?)(?=^ *@\w|$(?![\s\S]))/gms)].map(([, body = '']) => {
      const line = text.slice(0, comment.index).split('\n').length
      return {
        place: `${file}:${line}`,
        room: file.split('/')[1] ?? '',
        module: moduleOf(body, file, text),
        runs: /\/\/ (=>|throws) /.test(body),
      }
    }),
  )
}

/** Without the marks of the comment. */
const contentOf = (comment: string): string =>
  comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .replaceAll(/^ *\* ?/gm, '')

const moduleOf = (body: string, file: string, text: string): string => {
  const lines = body.split('\n')
  const isImport = (line: string) => /^ *import /.test(line)
  const statements = lines.filter((line) => !isImport(line)).map(checked)
  const used = exportsOf(text).filter(({ name }) => new RegExp(`(?<!(?<!\\.\\.)\\.)(?<![\\w$])${name}\\b`).test(body))
  const named = used.map(({ name, isType }) => (isType ? `type ${name}` : name))
  return [
    ...(named.length > 0 ? [`import { ${named.join(', ')} } from '${join(root, file)}'`] : []),
    "import { $equal, $throws } from './checks.ts'",
    ...lines.filter(isImport).map((line) => line.trim().replace(/'((?:src|test)\/.*)'/, (_, path) => `'${join(root, path)}'`)),
    ...statements,
    'export {}',
    '',
  ].join('\n')
}

/** A line that says what comes out becomes a check of it. */
const checked = (line: string): string =>
  line
    .replace(/^ *(.+?);? *\/\/ => (.+?) *$/, (_, expression, value) => `$equal(await (${expression}), ${value})`)
    .replace(/^ *(.+?);? *\/\/ throws (\w+) *$/, (_, expression, name) => `await $throws(async () => ${expression}, '${name}')`)

const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:declare )?(?:async )?(const|function[*]?|class|type|interface) (\w+)/gm)].map(
    ([, kind = '', name = '']) => ({
      name,
      isType: kind === 'type' || kind === 'interface',
    }),
  )

/** What the modules check with. */
export const checks = `import { deepStrictEqual, fail } from 'node:assert/strict'
export const $equal = (actual: unknown, expected: unknown): void => deepStrictEqual(actual, expected)
export const $throws = async (task: () => unknown, name: string): Promise<void> => {
  try {
    await task()
  } catch (error) {
    return deepStrictEqual((error as Error).name, name)
  }
  fail('nothing was thrown')
}
`
