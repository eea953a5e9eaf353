// Texts compressed for the files of the embedded stores. Most of an event or an answer is the same in all of them, so each is compressed against a
// dictionary: a typical text of its kind. A dictionary never changes, because what was packed with it is unpacked with it: a better one gets a new number.
import { readFileSync } from 'node:fs'
import { constants, zstdDecompressSync } from 'node:zlib'
import { packer, unpacker } from './zstd.ts'

const dictionaryIn = (file: string): Buffer => readFileSync(new URL(`dictionaries/${file}`, import.meta.url))

const quick = { [constants.ZSTD_c_compressionLevel]: 1 }

const against = (dictionary: Buffer) => ({ pack: packer({ params: quick, dictionary }), unpack: unpacker({ dictionary }) })

/** By number, which is the first byte of what was packed. */
const dictionaries = { 1: against(dictionaryIn('events-1.txt')), 2: against(dictionaryIn('answers-1.txt')) } as const

/** What texts are of, and the dictionary that is used for them now. */
const numbers = { event: 1, answer: 2 } as const

/**
 * @example
 * unpacked(packed('event', '{"name":"Acme Widgets LLC"}')) // => '{"name":"Acme Widgets LLC"}'
 */
export const packed = (kind: keyof typeof numbers, text: string): Uint8Array => {
  const number = numbers[kind]
  return Buffer.concat([Buffer.of(number), dictionaries[number].pack(Buffer.from(text))])
}

/** @throws where the bytes are damaged */
export const unpacked = (bytes: Uint8Array): string => opened(bytes).toString()

/** Valid until the next call. */
const opened = (bytes: Uint8Array): Buffer<ArrayBuffer> => {
  const dictionary = dictionaries[bytes[0] as keyof typeof dictionaries]
  // The first releases packed without a dictionary.
  return dictionary ? dictionary.unpack(bytes.subarray(1)) : zstdDecompressSync(bytes)
}
