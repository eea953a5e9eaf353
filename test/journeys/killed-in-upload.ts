// The service as a program that is killed as soon as it keeps the first rows of an upload: it looks at each turn of its event loop, so that no machine is
// fast enough to finish the upload first.
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { recordsFile } from './kept-rows.ts'

const config = readConfig(process.env)
const service = await startService(config)
const records = new DatabaseSync(recordsFile(process.env.DATA_DIR ?? ''), { readOnly: true })
const firstRow = records.prepare(`select 1 from records where kind = 'batch_rows' limit 1`)
const look = (): void => {
  if (firstRow.get()) process.kill(process.pid, 'SIGKILL')
  else setImmediate(look)
}
look()
process.stdout.write(`Probity listens on ${service.url}\n`)
