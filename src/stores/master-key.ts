// The master key: the 32 bytes that wrap the keys of personal data. An operator gives it as Base64, or it lies in a file of the data folder.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DataFolderUnusable } from './embedded/folder.ts'
import { makeFolder } from './folders.ts'

/**
 * The key in a setting or a file. Other characters are not passed over, as Node's decoder does: a slip would give another key.
 * @returns undefined where it is not 32 bytes in Base64
 * @example
 * masterKeyIn('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')?.length // => 32
 * masterKeyIn('AAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAA=') // => undefined
 */
export const masterKeyIn = (text: string): Buffer | undefined =>
  /^[\w+/-]{43}=?$/.test(text.trim()) ? Buffer.from(text, 'base64') : undefined

/** Where the key lies that wraps all others; without it personal data cannot be read, so it belongs into the backup, apart from the stores. */
export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key')

/** Where the key that is to replace it lies while the master key is being changed. */
export const newMasterKeyFile = (dataDir: string): string => `${masterKeyFile(dataDir)}.new`

/** @returns undefined where there is none @throws DataFolderUnusable */
export const readMasterKey = (dataDir: string): Buffer | undefined => keyIn(masterKeyFile(dataDir))

/** @returns undefined where there is none @throws DataFolderUnusable */
export const readNewMasterKey = (dataDir: string): Buffer | undefined => keyIn(newMasterKeyFile(dataDir))

const keyIn = (file: string): Buffer | undefined => {
  if (!existsSync(file)) return undefined
  const key = masterKeyIn(readFileSync(file, 'utf8'))
  if (!key) throw new DataFolderUnusable(`${file} does not hold 32 bytes in Base64`)
  return key
}

export const writeMasterKey = (dataDir: string, key: Buffer): void => writeKey(masterKeyFile(dataDir), key)

export const writeNewMasterKey = (dataDir: string, key: Buffer): void => writeKey(newMasterKeyFile(dataDir), key)

/**
 * The key is on the disk when this returns. It is written to another file, which is then renamed: if the start is killed, or the disk is full, no
 * half-written key is left. The caller holds the lock of the data folder, so no other process can create the file between the check and the renaming. A
 * link would need no check, but not every file system has links.
 */
const writeKey = (file: string, key: Buffer): void => {
  const [folder, draft] = [dirname(file), `${file}.draft`]
  if (existsSync(file)) throw new DataFolderUnusable(`${file} is there already and is not replaced`)
  makeFolder(folder, 0o700)
  try {
    writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  syncNames(folder)
}

/** Not every file system keeps the name of a new file with its content. */
const syncNames = (folder: string): void => {
  const entry = openSync(folder, 'r')
  fsyncSync(entry)
  closeSync(entry)
}

/** Puts the new key in the place of the old one, which stays beside it: backups that were made before need it. @returns where the old one is now */
export const replaceMasterKeyFile = (dataDir: string, now: Date): string => {
  const [file, kept] = [masterKeyFile(dataDir), `${masterKeyFile(dataDir)}.until-${now.toISOString().slice(0, 19).replaceAll(':', '')}`]
  if (!existsSync(kept)) linkSync(file, kept)
  renameSync(newMasterKeyFile(dataDir), file)
  // What is done next says that the change is over, and is durable itself.
  syncNames(dataDir)
  return kept
}
