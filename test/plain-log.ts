// For tests that edit a log with SQL: writes the content of packed rows into the columns `data` and `metadata`.
import { DatabaseSync } from 'node:sqlite'
import { openEventsFile } from '../src/stores/embedded/events-file.ts'

export const unpackLog = (path: string): void => {
  const file = openEventsFile(path)
  const database = new DatabaseSync(path, { timeout: 5_000 })
  const update = database.prepare('update events set data = ?, metadata = ?, packed = null where position = ?')
  const rows: (readonly [string, string, bigint])[] = []
  for (let after = 0; after < file.lastPosition(); ) {
    const page = file.readLog({ direction: 'forwards', after, until: file.lastPosition(), limit: 1_000, filter: {} })
    for (const { data, metadata, position } of page.events) rows.push([JSON.stringify(data), JSON.stringify(metadata), position])
    after = page.position
  }
  for (const row of rows) update.run(...row)
  database.close()
  file.close()
}
