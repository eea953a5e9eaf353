// The sample that a service imports at its first start, for the services that follow in the same run of tests: they find it in their folder, as
// after a start.
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folderIn = (dataDir: string) => join(dataDir, 'reference')

/** Of all processes of the run (`scripts/test.ts` makes it), or of this process where a test file runs alone. */
let runFolder = process.env.TEST_RUN_FOLDER
const kept = (): string => {
  if (runFolder === undefined) {
    const own = mkdtempSync(join(tmpdir(), 'probity-run-'))
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
    runFolder = own
  }
  return join(runFolder, 'sample')
}

/** Puts the sample into a data folder without reference data, once a service has imported it. */
export const putSample = (dataDir: string): void => {
  if (existsSync(kept()) && existsSync(dataDir) && !existsSync(folderIn(dataDir))) cpSync(kept(), folderIn(dataDir), { recursive: true })
}

/** Keeps what the first service of the run has imported when it started. `dataDir`: one that nothing else was imported into. */
export const keepSample = (dataDir: string): void => {
  if (existsSync(kept()) || !existsSync(folderIn(dataDir))) return
  const copy = mkdtempSync(`${kept()}-`)
  cpSync(folderIn(dataDir), copy, { recursive: true })
  try {
    renameSync(copy, kept())
  } catch {
    // Another process was first.
    rmSync(copy, { recursive: true })
  }
}
