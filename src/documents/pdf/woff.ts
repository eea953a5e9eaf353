// Unpacks a font as it is published for the web (W3C, WOFF File Format 1.0) into one that can be embedded in a document.
import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const header = 12
const entry = 16

const padded = (length: number): number => Math.ceil(length / 4) * 4

/** @throws Error when it is not such a font */
export const unpackedFont = (woff: Buffer): Buffer => {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a font in the web open font format')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woffHeader + index * woffEntry
    const offset = woff.readUInt32BE(at + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8))
    const length = woff.readUInt32BE(at + 12)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      bytes: packed.length < length ? inflateSync(packed) : packed,
    }
  })
  const font = Buffer.alloc(tables.reduce((size, { bytes }) => size + padded(bytes.length), header + count * entry))
  const largestPower = 2 ** Math.floor(Math.log2(count))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(largestPower * entry, 6)
  font.writeUInt16BE(Math.log2(largestPower), 8)
  font.writeUInt16BE((count - largestPower) * entry, 10)
  let offset = header + count * entry
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = header + index * entry
    tag.copy(font, at)
    checksum.copy(font, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(bytes.length, at + 12)
    bytes.copy(font, offset)
    offset += padded(bytes.length)
  }
  return font
}
