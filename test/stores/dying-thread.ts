// A thread of the stores that dies when it is told so (store-thread.test.ts).
import { parentPort, workerData } from 'node:worker_threads'
import { offerWork } from '../../src/stores/embedded/store-thread.ts'

export type DyingThread = {
  readonly knows: (what: string) => void
  readonly known: () => readonly string[]
  readonly die: () => void
  readonly refuse: (message: string) => void
}

const known: string[] = [String(workerData)]

const offer: DyingThread = {
  knows: (what) => {
    known.push(what)
  },
  known: () => known,
  die: () => process.exit(3),
  refuse: (message) => {
    throw new RangeError(message)
  },
}

offerWork(parentPort, offer, () => {
  known.push('closed')
})
