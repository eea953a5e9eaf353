// Takes uploads in: short ones at once, long ones in a thread of their own, two at a time, so that memory stays bounded.
import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { readUpload, type Upload, type UploadProblem } from './read-upload.ts'

type Chunk = { readonly chunk: number; readonly sealed: string }
type Message = Chunk | { readonly outcome: Upload | UploadProblem }

/** Up to here reading takes less time than starting a thread. */
const shortBytes = 65_536
const atATime = 2

let free = atATime
const waiting: (() => void)[] = []

/**
 * Reads the upload and then has every chunk written; of one that turns out wrong nothing is.
 * The body's memory goes to the thread: nobody may read it afterwards.
 */
export const takeUpload = async (
  body: Uint8Array,
  key: KeyObject,
  write: (chunk: number, sealed: string) => Promise<void>,
): Promise<Upload | UploadProblem> => {
  if (body.byteLength <= shortBytes) {
    const chunks: Chunk[] = []
    const outcome = await readUpload(body, key, (chunk, sealed) => chunks.push({ chunk, sealed }))
    if (!('status' in outcome)) for (const { chunk, sealed } of chunks) await write(chunk, sealed)
    return outcome
  }
  if (free > 0) free--
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await inThread(body, key, write)
  } finally {
    // Handed over, so that nobody who comes meanwhile takes it too.
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

const inThread = (body: Uint8Array, key: KeyObject, write: (chunk: number, sealed: string) => Promise<void>) =>
  new Promise<Upload | UploadProblem>((resolve, reject) => {
    const whole = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer
    const owned = whole ? body : Uint8Array.prototype.slice.call(body)
    const worker = new Worker(new URL('./upload-thread.ts', import.meta.url), {
      workerData: { body: owned, key },
      transferList: [owned.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const fail = (error: unknown) => {
      reject(error)
      void worker.terminate()
    }
    const writer = inGroups(write)
    worker.on('message', (message: Message) => {
      if ('outcome' in message) writer.done().then(() => resolve(message.outcome), fail)
      else writer.add(message).catch(fail)
    })
    worker.once('error', fail)
    worker.once('exit', (code) => {
      if (code !== 0) reject(new Error(`reading the upload ended with ${code}`))
    })
  })

/** So many chunks share a commit: each commit keeps every request waiting for the disk, and a longer one for longer. */
const writtenAtOnce = 8

/** Writes what has come meanwhile together, in turn. */
const inGroups = (write: (chunk: number, sealed: string) => Promise<void>) => {
  const waiting: Chunk[] = []
  let writing: Promise<void> | undefined
  const writeAll = async () => {
    while (waiting.length > 0) await Promise.all(waiting.splice(0, writtenAtOnce).map(({ chunk, sealed }) => write(chunk, sealed)))
  }
  const done = () => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }
  return {
    add: (chunk: Chunk): Promise<void> => {
      waiting.push(chunk)
      return waiting.length >= writtenAtOnce ? done() : Promise.resolve()
    },
    done,
  }
}
