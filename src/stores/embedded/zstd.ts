// Packs and unpacks one short text after the other (zstd), with one compressor and one decompressor for all of them. Node's own functions make a new one
// for each text. That takes longer than to unpack a text of 16 KB, and what they make is collected only with the whole heap.
import { constants, createZstdCompress, createZstdDecompress, type ZstdOptions } from 'node:zlib'

type Stream = ReturnType<typeof createZstdCompress> | ReturnType<typeof createZstdDecompress>

/** The members of Node's streams that work at once. Node keeps `_processChunk` for programs that use it, and closes the handle after each call. */
type Engine = Stream & {
  readonly reset: () => void
  _handle: { close: () => void } | null
  readonly _processChunk: (bytes: Uint8Array, flush: number) => Buffer<ArrayBuffer>
}

/** In bytes. Most texts fit into one piece. */
const chunkSize = 65_536

/**
 * A function that packs. Its result is valid until the next call: the memory is used again.
 * @example
 * const [pack, unpack] = [packer({}), unpacker({})]
 * unpack(pack(Buffer.from('Acme Widgets LLC'))).toString() // => 'Acme Widgets LLC'
 */
export const packer = (options: ZstdOptions): Work => reusing(() => createZstdCompress({ ...options, chunkSize }))

/** A function that unpacks. Its result is valid until the next call. It throws where the bytes are damaged. */
export const unpacker = (options: ZstdOptions): Work => reusing(() => createZstdDecompress({ ...options, chunkSize }))

type Work = (bytes: Uint8Array) => Buffer<ArrayBuffer>

const reusing = (open: () => Stream): Work => {
  let opened: ReturnType<typeof keptOpen> | undefined
  return (bytes) => {
    opened ??= keptOpen(open())
    try {
      return opened.work(bytes)
    } catch (error) {
      // A stream with an error cannot go on.
      opened.close()
      opened = undefined
      throw error
    }
  }
}

const keptOpen = (stream: Stream) => {
  const engine = stream as Engine
  const handle = engine._handle
  if (!handle) throw new TypeError('a stream of zlib has no handle')
  const close = handle.close.bind(handle)
  handle.close = () => undefined
  return {
    close,
    work: (bytes: Uint8Array) => {
      // Without it, the end of the text before makes a damaged one look like an end too.
      engine.reset()
      const result = engine._processChunk(bytes, constants.ZSTD_e_end)
      engine._handle = handle
      // Each call adds one.
      engine.removeAllListeners('error')
      return result
    },
  }
}
