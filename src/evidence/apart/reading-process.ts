// The process that reads strangers' files; started by apart.ts. It is asked one thing at a time. Too much memory ends it, and apart.ts ends it when it takes too long.
import { serialize } from 'node:v8'
import { readers } from './readers.ts'

export type ReadRequest = { readonly reader: keyof typeof readers; readonly input: unknown; readonly mostBytes: number }
export type ReaderMessage = 'ready' | { readonly value: unknown } | { readonly problem: 'output' | 'form' }

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
