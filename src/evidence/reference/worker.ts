// The thread that holds the reference data open and answers the questions of `thread.ts` one after the other.

import { parentPort, workerData } from 'node:worker_threads'
import { openReference, type ReferenceOptions } from './database.ts'
import { type Reference, referenceMethods } from './reference.ts'
import { type Answer, type Question, ready } from './thread.ts'

const port = parentPort
if (port === null) throw new Error('worker.ts runs as a thread of thread.ts only')

const reference = openReference(workerData as ReferenceOptions)

// The index for screening is built ahead of the first screening, outside of any time limit.
setImmediate(() => {
  try {
    reference.screen({ kind: 'business', name: 'warm up' })
  } catch {
    // The first screening reports the error.
  }
  port.postMessage(ready)
})

port.on('message', ({ id, method, question }: Question) => {
  let answer: Answer
  try {
    if (!referenceMethods.includes(method)) throw new Error(`the reference data has no ${String(method)}`)
    const ask = reference[method] as (question: unknown) => ReturnType<Reference[typeof method]>
    answer = { id, value: ask(question) }
  } catch (error) {
    answer = { id, problem: error instanceof Error ? error.message : String(error) }
  }
  port.postMessage(answer)
})
