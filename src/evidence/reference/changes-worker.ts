// The thread of changes-thread.ts: it compares the rows of two versions, and answers each comparison before it takes the next.
import { parentPort } from 'node:worker_threads'
import { type Comparison, touchedBy } from './changes.ts'

parentPort?.on('message', ({ replaced, watched }: Comparison) => parentPort?.postMessage(touchedBy(replaced, watched)))
