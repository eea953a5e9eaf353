// How renderings lie in the file: compressed, for they mostly repeat what the document says.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const quick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

export const packed = (text: string): Uint8Array => zstdCompressSync(text, quick)

export const unpacked = (bytes: Uint8Array): string => zstdDecompressSync(bytes).toString()
