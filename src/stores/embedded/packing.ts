// Texts compressed for the files of the embedded stores. Most of an event or an answer is the same in all of them, so each is compressed against a
// dictionary: a typical text of its kind. A dictionary never changes, because what was packed with it is unpacked with it: a better one gets a new number.
import { readFileSync } from 'node:fs'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const dictionaryIn = (file: string): Buffer => readFileSync(new URL(`dictionaries/${file}`, import.meta.url))

/** By number, which is the first byte of what was packed. */
const dictionaries = { 1: dictionaryIn('events-1.txt'), 2: dictionaryIn('answers-1.txt') } as const

/** What texts are of, and the dictionary that is used for them now. */
const numbers = { event: 1, answer: 2 } as const

const quick = { [constants.ZSTD_c_compressionLevel]: 1 }

/** In bytes. Most packed texts fit into one piece. A larger one would be garbage that threads gather by tens of megabytes. */
const packedSize = 4_096

/**
 * @example
 * unpacked(packed('event', '{"name":"Acme Widgets LLC"}')) // => '{"name":"Acme Widgets LLC"}'
 */
export const packed = (kind: keyof typeof numbers, text: string): Uint8Array => {
  const number = numbers[kind]
  const options = { params: quick, dictionary: dictionaries[number], chunkSize: packedSize }
  return Buffer.concat([Buffer.of(number), zstdCompressSync(text, options)])
}

/** In bytes. Most texts fit into one piece: a second costs more than to open the text. */
const chunkSize = 32_768

/** The text, in UTF-8. @throws where the bytes are damaged */
export const unpackedBytes = (bytes: Uint8Array): Buffer<ArrayBuffer> => {
  const dictionary = dictionaries[bytes[0] as keyof typeof dictionaries]
  // The first releases packed without a dictionary.
  return dictionary ? zstdDecompressSync(bytes.subarray(1), { dictionary, chunkSize }) : zstdDecompressSync(bytes)
}

/** @throws where the bytes are damaged */
export const unpacked = (bytes: Uint8Array): string => unpackedBytes(bytes).toString()
