// The thread that reads one upload; started by uploads.ts, which gets the sealed chunks once all of them have been read without a problem.
import type { KeyObject } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readUpload } from './read-upload.ts'

// On Linux this is the thread's own priority: where processors are short, requests go first. Elsewhere it would be the whole program's.
if (process.platform === 'linux') setPriority(0, 15)

const { body, key } = workerData as { readonly body: Uint8Array; readonly key: KeyObject }

const chunks: { readonly chunk: number; readonly sealed: string }[] = []
const outcome = await readUpload(body, key, (chunk, sealed) => chunks.push({ chunk, sealed }))
if (!('status' in outcome)) for (const chunk of chunks) parentPort?.postMessage(chunk)
parentPort?.postMessage({ outcome })
