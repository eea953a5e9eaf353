// The sample that a service imports at its first start, for the services that follow in the same process: they find it in their folder, as after a start.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let kept: string | undefined

const folderIn = (dataDir: string) => join(dataDir, 'reference')

/** Puts the sample into a new data folder, once a service of this process has imported it. */
export const putSample = (dataDir: string): void => {
  if (kept !== undefined) cpSync(kept, folderIn(dataDir), { recursive: true })
}

/** Keeps what the first service of this process has imported when it started. */
export const keepSample = (dataDir: string): void => {
  if (kept !== undefined || !existsSync(folderIn(dataDir))) return
  const folder = mkdtempSync(join(tmpdir(), 'probity-sample-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  cpSync(folderIn(dataDir), folder, { recursive: true })
  kept = folder
}
