// The process that reads strangers' files; started by apart.ts. It is asked one thing at a time. Too much memory ends it, and apart.ts ends it when it takes too long.
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { readers } from './readers.ts'

export type ReadRequest = { readonly reader: keyof typeof readers; readonly input: unknown; readonly mostBytes: number }
export type ReaderMessage = 'ready' | { readonly value: unknown } | { readonly problem: 'output' | 'form' }

// Before the first file comes. Nothing that a file brings can start another thread, which would have more rights than this process.
new Worker(new URL('./parent-watch.ts', import.meta.url), { workerData: Number(process.argv[2]) }).unref()
process.permission.drop('worker')

const tell = (message: ReaderMessage) => process.send?.(message)

process.on('message', async ({ reader, input, mostBytes }: ReadRequest) => {
  try {
    // The caller's types pair each reader with its input.
    const value = await (readers[reader] as (input: unknown) => unknown)(input)
    tell(serialize(value).byteLength > mostBytes ? { problem: 'output' } : { value })
  } catch {
    tell({ problem: 'form' })
  }
})
process.on('disconnect', () => process.exit())
tell('ready')
