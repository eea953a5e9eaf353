// When the disk takes no more: which errors tell that, what they become, and whether there is room again.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreUnavailable } from '../event-store.ts'

/** What SQLite answers when a disk takes no more, fails or is locked by another program: full, I/O error, cannot open, busy. */
const passing = new Set([13, 10, 14, 5])

/** The same of the operating system: no space, over quota, file too large, I/O error, too many open files. */
const passingFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE'])

/** The error for the caller: StoreUnavailable where trying again later may succeed. */
export const asUnavailable = (file: string, error: unknown): unknown => {
  if (error instanceof StoreUnavailable || !(error instanceof Error && isPassing(error))) return error
  return new StoreUnavailable(`${file} cannot be read or written: ${error.message}`, { cause: error })
}

export const takesNoMore = (error: unknown): boolean => error instanceof Error && isPassing(error)

const isPassing = (error: Error): boolean =>
  ('errcode' in error && passing.has(Number(error.errcode) & 0xff)) ||
  ('code' in error && typeof error.code === 'string' && passingFiles.has(error.code))

/** Enough for what the SQLite files need beside them when they are opened: 32 KB each. */
const needed = 256 * 1024

/** Whether files of a folder can grow: tried, because neither quotas nor reserved blocks show in a number. */
export const hasRoom = async (folder: string): Promise<boolean> => {
  const trial = join(folder, '.room')
  try {
    await writeFile(trial, Buffer.alloc(needed), { mode: 0o600, flush: true })
    return true
  } catch (error) {
    if (takesNoMore(error)) return false
    throw error
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}
