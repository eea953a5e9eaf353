// The thread that compares the rows of two versions. It answers once and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { type Replaced, touchedBy, type Watched } from './changes.ts'

const { replaced, watched } = workerData as { readonly replaced: Replaced; readonly watched: readonly Watched[] }
parentPort?.postMessage(touchedBy(replaced, watched))
