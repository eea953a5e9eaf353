// The thread of `durable-thread.ts`: writes what it is given, in order, over its own connections.
import { parentPort } from 'node:worker_threads'
import { type DurableWriter, sent } from './durable-thread.ts'
import { openEventsFile } from './events-file.ts'
import { openLogWriting } from './log-writing.ts'
import { openRecordWriting } from './record-writing.ts'
import { openRecordsFile } from './records-file.ts'
import { asUnavailable } from './room.ts'
import { offerWork } from './store-thread.ts'

const closing: (() => void)[] = []

/** Opens a file when it is first written to. */
const opening = <Writing>(open: (file: string) => Writing) => {
  const opened = new Map<string, Writing>()
  return (file: string): Writing => {
    const writing = opened.get(file) ?? open(file)
    opened.set(file, writing)
    return writing
  }
}

const logOf = opening((path) => {
  const file = openEventsFile(path)
  closing.push(file.close)
  return openLogWriting(file)
})

const recordsOf = opening((path) => {
  const database = openRecordsFile(path, { alone: false })
  closing.push(() => database.close())
  return openRecordWriting(database, path)
})

const offer: DurableWriter = {
  append: (file, appends) => sent(logOf(file)(appends)),
  record: (file, writes) => {
    try {
      return sent(recordsOf(file)(writes))
    } catch (error) {
      // Only here can be told what SQLite says.
      throw asUnavailable(file, error)
    }
  },
}

offerWork(parentPort, offer, () => {
  for (const close of closing) close()
})
