// The master key: the 32 bytes that wrap the keys of personal data. An operator gives it as Base64, or it lies in a file of the data folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderUnusable } from './embedded/folder.ts'

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

/** @returns undefined where there is none @throws DataFolderUnusable */
export const readMasterKey = (dataDir: string): Buffer | undefined => {
  const file = masterKeyFile(dataDir)
  if (!existsSync(file)) return undefined
  const key = masterKeyIn(readFileSync(file, 'utf8'))
  if (!key) throw new DataFolderUnusable(`${file} does not hold 32 bytes in Base64`)
  return key
}

export const writeMasterKey = (dataDir: string, key: Buffer): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(masterKeyFile(dataDir), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
}
