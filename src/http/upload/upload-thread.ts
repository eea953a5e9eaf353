// The thread that reads one upload; started by uploads.ts, which gets each chunk as soon as it is sealed.
import type { KeyObject } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { readUpload } from './read-upload.ts'

const { body, key } = workerData as { readonly body: Uint8Array; readonly key: KeyObject }

const outcome = await readUpload(body, key, (chunk, sealed) => parentPort?.postMessage({ chunk, sealed }))
parentPort?.postMessage({ outcome })
