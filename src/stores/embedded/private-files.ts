// Takes the rights of everybody but the owner from the files of a data folder: they hold keys, and what is known of people.
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** From now on, new files of this process are 0600 and new folders 0700. */
export const makePrivateFiles = (): void => {
  process.umask(0o077)
}

/** The folder and all in it. Links are not followed, and what belongs to another user stays as it is: only that user can change it. */
export const makePrivate = (folder: string): void => {
  restrict(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makePrivate(path)
    else if (entry.isFile()) restrict(path)
  }
}

const restrict = (path: string): void => {
  try {
    const { mode } = lstatSync(path)
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700)
  } catch (error) {
    if (!passedOver.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Of another user, on a medium that is read only, or gone meanwhile. */
const passedOver: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOENT'])
