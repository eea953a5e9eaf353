// The invented sample that ships with the project (`sample/`): loaded when a folder has never had reference data, so that a fresh installation has
// something to verify. It goes as a whole once something published is loaded: what is invented must not answer beside what is real.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentMark, readCurrent, takeFolder, takeOutOfUse } from './folder.ts'
import { type ImportReport, importFiles, sampleVersion } from './import.ts'

const sampleFolder = fileURLToPath(new URL('../../../sample', import.meta.url))

/** How long to wait for another instance that loads the sample into the same folder. */
const waitMs = 30_000

/**
 * Loads the sample unless something is loaded already, or was and has been removed. Takes less than a second.
 * @returns what was imported; empty when there was reference data
 */
export async function loadSample({ folder }: { readonly folder: string }): Promise<readonly ImportReport[]> {
  if (currentMark(folder) !== '') return []
  const reports: ImportReport[] = []
  for (const entry of readdirSync(sampleFolder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const files = readdirSync(join(sampleFolder, entry.name)).map((name) => join(sampleFolder, entry.name, name))
    reports.push(await importFiles({ folder, kind: entry.name, files, version: sampleVersion, waitMs }))
  }
  return reports
}

/** The kinds that the sample answers for. */
export const sampleInUse = (folder: string): readonly string[] =>
  Object.entries(readCurrent(folder)).flatMap(([kind, { version }]) => (version === sampleVersion ? [kind] : []))

/** @returns the kinds that were taken out of use @throws FolderBusy */
export const removeSample = (folder: string): readonly string[] => {
  const taken = takeFolder(folder, waitMs)
  try {
    const kinds = sampleInUse(folder)
    takeOutOfUse(folder, kinds)
    return kinds
  } finally {
    taken.release()
  }
}
