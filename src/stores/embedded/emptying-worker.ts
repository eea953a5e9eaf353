// The thread of `emptying-thread.ts`: copies what the write-ahead log holds into the file, and overwrites free pages, over its own connection.
import { parentPort, workerData } from 'node:worker_threads'
import type { Emptying } from './emptying-thread.ts'
import { openOverwriting } from './overwriting.ts'
import { openReadModels } from './read-models.ts'
import { offerWork } from './store-thread.ts'

/** Pages of 4 KB that are in the log and not yet in the file. */
const longFrom = 3_000

/** What is committed during a pass is copied in the next one, which is shorter. Once all of it is in the file, the log begins again with a commit that no reader prevents. */
const mostPasses = 5

const database = openReadModels(workerData as string)
const looked = database.prepare('pragma wal_checkpoint(noop)')
const copied = database.prepare('pragma wal_checkpoint(passive)')

const overwriting = openOverwriting(database)

const leftAfter = (statement: typeof looked): number => {
  const { log, checkpointed } = statement.get() as { readonly log: number; readonly checkpointed: number }
  return log - checkpointed
}

const look = () => {
  if (leftAfter(looked) < longFrom) return
  for (let pass = 0; pass < mostPasses && leftAfter(copied) > 0; ) pass++
}

const offer: Emptying = {
  look,
  overwritePiece: () => {
    const progress = overwriting.piece()
    look()
    return progress
  },
}

offerWork(parentPort, offer, () => database.close())
