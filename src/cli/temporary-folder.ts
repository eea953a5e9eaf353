// Folders that go when the program ends, also by Ctrl-C, another signal or a closed pipe: copies of what the service holds about people, and halves.
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess } from '../ending.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export type TemporaryFolder = { readonly path: string; readonly remove: () => void }

/** Made in the system's temporary folder. `prefix`: what its name begins with */
export const temporaryFolder = (prefix: string): TemporaryFolder => {
  const path = join(tmpdir(), `${prefix}${randomUUID()}`)
  // A signal may come as soon as the folder is there.
  const remove = removedAtEnd(path)
  mkdirSync(path, { mode: 0o700 })
  return { path, remove }
}

/** @returns removes the folder at once */
export const removedAtEnd = (path: string): (() => void) => {
  const end = (signal: (typeof signals)[number]) => void endProcess(128 + constants.signals[signal])
  const remove = () => {
    process.off('exit', remove)
    for (const signal of signals) process.off(signal, end)
    rmSync(path, { recursive: true, force: true })
  }
  process.on('exit', remove)
  for (const signal of signals) process.on(signal, end)
  return remove
}
