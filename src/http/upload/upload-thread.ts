// The thread that reads one upload; started by uploads.ts, which gets each chunk as soon as it is sealed.
import type { KeyObject } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readUpload } from './read-upload.ts'

// On Linux this is the thread's own priority: where processors are short, requests go first. Elsewhere it would be the whole program's.
if (process.platform === 'linux') setPriority(0, 15)

const { body, key } = workerData as { readonly body: Uint8Array; readonly key: KeyObject }

const outcome = await readUpload(body, key, (chunk, sealed) => parentPort?.postMessage({ chunk, sealed }))
parentPort?.postMessage({ outcome })
