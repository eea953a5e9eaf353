// The service as a program that is killed as soon as the first key of an erasure is destroyed: it looks at each turn of its event loop, so that no machine
// is fast enough to record the erasure first.
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { recordsFile } from './kept-rows.ts'

const config = readConfig(process.env)
const service = await startService(config)
const records = new DatabaseSync(recordsFile(process.env.DATA_DIR ?? ''), { readOnly: true })
// A key that was destroyed was written over.
const destroyed = records.prepare(`select 1 from records where kind = 'subject_keys' and revision > 0`)
const look = (): void => {
  if (destroyed.get()) process.kill(process.pid, 'SIGKILL')
  else setImmediate(look)
}
look()
process.stdout.write(`Probity listens on ${service.url}\n`)
