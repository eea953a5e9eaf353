// Finds the tests that a fault in a file can reach: those that import the file, straight or through other files.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const imported = new Map<string, readonly string[]>()
const importsOf = (file: string): readonly string[] => {
  const known = imported.get(file)
  if (known) return known
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const all = [...text.matchAll(/(?:from|import) *\(?'(\.[^']+\.ts)'/g)].map(([, path = '']) => join(dirname(file), path))
  imported.set(file, all)
  return all
}

const reachedFrom = (file: string): ReadonlySet<string> => {
  const reached = new Set([file])
  for (const each of reached) for (const next of importsOf(each)) reached.add(next)
  return reached
}

const service = join('src', 'service.ts')

/** Whether the test starts the whole service, which makes it slow. */
export const isJourney = (test: string): boolean => reachedFrom(test).has(service)

/** The tests whose path contains one of the words and that import one of the files. */
export const testsOf = (files: ReadonlySet<string>, words: readonly string[]): readonly string[] =>
  globSync('test/**/*.test.ts')
    .filter((test) => words.some((word) => test.includes(word)) && !reachedFrom(test).isDisjointFrom(files))
    .toSorted()

/** Whether the test is named after the file, and so likely to notice what is wrong with it. */
export const isOwnTest = (test: string, file: string): boolean => basename(test, '.test.ts') === basename(file, '.ts')
