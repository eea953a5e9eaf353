// The invented sample that ships with the project (`sample/`). It is loaded into a folder that never had reference data, so that a fresh installation
// has something to verify. It is removed once published data is loaded, so that invented records never mix with real ones.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentMark, readCurrent, takeFolder, takeOutOfUse } from './folder.ts'
import { type ImportReport, importFiles } from './import.ts'
import { isSample, sampleVersion } from './sample-version.ts'

export const sampleFolder = fileURLToPath(new URL('../../../sample', import.meta.url))

/** How long to wait for another instance that is loading the sample into the same folder. */
const waitMs = 30_000

/**
 * Loads the sample, unless the folder has or ever had reference data. Where the sample is in use, what an older program wrote in
 * another format is loaded again. Takes less than a second.
 * @returns the imported versions; empty when there was published data
 */
export async function loadSample({ folder }: { readonly folder: string }): Promise<readonly ImportReport[]> {
  const kept = currentMark(folder) === '' ? null : sampleInUse(folder)
  const reports: ImportReport[] = []
  for (const entry of readdirSync(sampleFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || kept?.includes(entry.name) === false) continue
    const files = readdirSync(join(sampleFolder, entry.name)).map((name) => join(sampleFolder, entry.name, name))
    reports.push(await importFiles({ folder, kind: entry.name, files, version: sampleVersion, waitMs }))
  }
  return reports.filter(({ outcome }) => outcome === 'imported')
}

/** The kinds whose version in use is the sample. */
export const sampleInUse = (folder: string): readonly string[] =>
  Object.entries(readCurrent(folder)).flatMap(([kind, { version }]) => (isSample(version) ? [kind] : []))

/** @returns the kinds taken out of use @throws FolderBusy */
export const removeSample = (folder: string): readonly string[] => {
  const taken = takeFolder(folder, waitMs)
  try {
    const kinds = sampleInUse(folder)
    takeOutOfUse(folder, kinds, { at: new Date() })
    return kinds
  } finally {
    taken.release()
  }
}
