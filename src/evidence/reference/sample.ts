// The invented sample that ships with the project (`sample/`): loaded when a folder has no reference data at all, so that a fresh
// installation has something to verify.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCurrent } from './folder.ts'
import { type ImportReport, importFiles, sampleVersion } from './import.ts'

const sampleFolder = fileURLToPath(new URL('../../../sample', import.meta.url))

/** How long to wait for another instance that loads the sample into the same folder. */
const waitMs = 30_000

/**
 * Loads the sample unless something is loaded already. Takes less than a second.
 * @returns what was imported; empty when there was reference data
 */
export async function loadSample({ folder }: { readonly folder: string }): Promise<readonly ImportReport[]> {
  if (Object.keys(readCurrent(folder)).length > 0) return []
  const reports: ImportReport[] = []
  for (const entry of readdirSync(sampleFolder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const files = readdirSync(join(sampleFolder, entry.name)).map((name) => join(sampleFolder, entry.name, name))
    reports.push(await importFiles({ folder, kind: entry.name, files, version: sampleVersion, waitMs }))
  }
  return reports
}
