// Copies a data folder of the embedded stores while a service works on it. The log is copied before the records, so that whatever it refers to (the
// keys of personal data above all) is in the copy too; read models are left out, because they are folded anew.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { logFile } from '../stores/embedded/folder.ts'
import { documentFolder } from '../stores/files.ts'
import { WrongUse } from './command-line.ts'

const databases = ['events.sqlite', 'records.sqlite']
/** Files in these are written once and never changed. */
const folders = [documentFolder, 'jurisdictions', 'seals']

export type BackUp = { readonly events: number; readonly position: bigint | null; readonly documents: number }

/**
 * @param target a folder that does not exist yet; it is there when all of the copy is
 * @throws WrongUse
 */
export const backUp = async (dataDir: string, target: string): Promise<BackUp> => {
  requireLog(dataDir)
  if (existsSync(target)) throw new WrongUse(`${target} is there already: a backup goes into a folder of its own`)
  const unfinished = `${resolve(target)}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  for (const name of databases) copyDatabase(join(dataDir, name), join(unfinished, name))
  for (const name of folders) {
    const from = join(dataDir, name)
    if (existsSync(from)) await cp(from, join(unfinished, name), { recursive: true, preserveTimestamps: true, filter: isWhole })
  }
  const made = { ...newestIn(logFile(unfinished)), documents: countIn(join(unfinished, documentFolder)) }
  renameSync(unfinished, target)
  return made
}

/** @throws WrongUse where there is none */
export const requireLog = (folder: string): void => {
  if (!existsSync(logFile(folder))) throw new WrongUse(`there is no event log in ${folder}`)
}

/** A file that is being written has a name that begins with a dot until it is whole. */
const isWhole = (path: string): boolean => !basename(path).startsWith('.')

/** As it stands at one moment, whoever writes meanwhile; what was deleted leaves nothing in the copy. */
const copyDatabase = (from: string, to: string) => {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
}

const newestIn = (file: string): Pick<BackUp, 'events' | 'position'> => {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const counted = copy.prepare('select count(*) as events, max(position) as position from events')
    counted.setReadBigInts(true)
    const { events, position } = counted.get() as { events: bigint; position: bigint | null }
    return { events: Number(events), position }
  } finally {
    copy.close()
  }
}

const countIn = (folder: string): number =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0
