// Takes uploads in: short ones at once, long ones in a thread of their own, two at a time and one of an account, so that memory stays bounded.
import type { KeyObject } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { fairShares } from '../../stores/fair-shares.ts'
import { readUpload, type Upload, type UploadProblem } from './read-upload.ts'

type Chunk = { readonly chunk: number; readonly sealed: string }
type Message = Chunk | { readonly outcome: Upload | UploadProblem }

/** How an upload is read in a thread of its own: the thread's program, its time, and its heap. */
type Reading = { readonly program: URL; readonly ms: number; readonly megabytes: number }

/** Up to here reading takes less time than starting a thread. */
const shortBytes = 65_536
const threads = fairShares({ places: 2, perAccount: 1 })
const usual: Reading = {
  program: new URL('./upload-thread.ts', import.meta.url),
  // No CSV within the limits on size takes this long; one that does was made to.
  ms: 120_000,
  megabytes: 512,
}

/**
 * Reads the upload and then has every chunk written; of one that turns out wrong nothing is.
 * The body's memory goes to the thread: nobody may read it afterwards.
 */
export const takeUpload = async (
  { body, account }: { readonly body: Uint8Array; readonly account: string },
  key: KeyObject,
  write: (chunk: number, sealed: string) => Promise<void>,
  reading: Partial<Reading> = {},
): Promise<Upload | UploadProblem> => {
  if (body.byteLength <= shortBytes) {
    const chunks: Chunk[] = []
    const outcome = await readUpload(body, key, (chunk, sealed) => chunks.push({ chunk, sealed }))
    if (!('status' in outcome)) for (const { chunk, sealed } of chunks) await write(chunk, sealed)
    return outcome
  }
  return threads.run(account, () => inThread(body, key, { write, ...usual, ...reading }))
}

const unreadable: UploadProblem = {
  status: 422,
  entries: [{ message: 'csv could not be read: reading it takes too much time or memory', parameter: 'csv' }],
}

type Threaded = Reading & { readonly write: (chunk: number, sealed: string) => Promise<void> }

const inThread = (body: Uint8Array, key: KeyObject, { write, program, ms, megabytes }: Threaded) =>
  new Promise<Upload | UploadProblem>((resolve, reject) => {
    const whole = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer
    const owned = whole ? body : Uint8Array.prototype.slice.call(body)
    const worker = new Worker(program, {
      workerData: { body: owned, key },
      transferList: [owned.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const fail = (error: unknown) => {
      reject(error)
      void worker.terminate()
    }
    const giveUp = () => {
      resolve(unreadable)
      void worker.terminate()
    }
    const timer = setTimeout(giveUp, ms)
    const writer = inGroups(write)
    worker.on('message', (message: Message) => {
      // It has been read; writing it down takes the time that the stores take.
      clearTimeout(timer)
      if ('outcome' in message) writer.done().then(() => resolve(message.outcome), fail)
      else writer.add(message).catch(fail)
    })
    worker.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : fail(error)))
    worker.once('exit', (code) => {
      clearTimeout(timer)
      if (code !== 0) reject(new Error(`reading the upload ended with ${code}`))
    })
  })

/** The number of chunks that share a commit. Each commit keeps every request waiting for the disk, and a longer one for longer. */
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
