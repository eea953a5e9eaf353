// What the embedded store keeps of uploads, read beside the service.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const recordsFile = (dataDir: string): string => join(dataDir, 'records.sqlite')

/** The number of chunks of rows. */
export const keptChunks = (dataDir: string): number => {
  const file = new DatabaseSync(recordsFile(dataDir), { readOnly: true })
  try {
    return Number(file.prepare(`select count(*) as n from records where kind = 'batch_rows'`).get()?.n)
  } finally {
    file.close()
  }
}
