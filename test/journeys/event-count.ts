// Looks into the embedded log of a service that runs, for what no answer shows.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How many events of the type there are, of one stream or (`%`) of all. */
export const countEvents = (dataDir: string, type: string, stream = '%'): number => {
  const file = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
  try {
    return Number(file.prepare('select count(*) as n from events where type = ? and stream like ?').get(type, stream)?.n)
  } finally {
    file.close()
  }
}
