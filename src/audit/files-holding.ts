// Seeks values in all files of a folder, in a process of its own: what closes a file that SQLite has open takes away the locks of its whole process. Another
// program could then write to the stores of a running service, and what the service goes on to write would be lost.
import { fork } from 'node:child_process'
import type { Holding, Search, SearchMessage } from './searching-process.ts'

/** Shorter values occur in files by chance. */
export const shortestSought = 5

/**
 * The files below a folder that contain one of the values in plain UTF-8, as written or in lower case.
 * @param values also names their fields
 * @throws Error if a file cannot be read, or the search was ended from outside
 */
export const filesHolding = async (folder: string, values: ReadonlyMap<string, string>): Promise<readonly Holding[]> => {
  const sought = [...values].filter(([value]) => value.length >= shortestSought)
  // It may read files, and nothing else: no network, no writing, no further processes. It gets none of the service's settings.
  const child = fork(new URL('./searching-process.ts', import.meta.url), [], {
    execArgv: ['--permission', '--allow-fs-read=*', '--disable-warning=ExperimentalWarning', '--disable-warning=SecurityWarning'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<readonly Holding[]>()
  child.on('error', reject)
  child.on('exit', () => reject(new Error(`the search of ${folder} was ended from outside`)))
  child.on('message', (told: SearchMessage) => ('found' in told ? resolve(told.found) : reject(new Error(told.problem))))
  child.send({ folder, sought } satisfies Search)
  return promise.finally(() => child.disconnect())
}
