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
  const tables = withEvenGlyphs(
    Array.from({ length: count }, (_, index): Table => {
      const at = woffHeader + index * woffEntry
      const offset = woff.readUInt32BE(at + 4)
      const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8))
      const length = woff.readUInt32BE(at + 12)
      return {
        tag: woff.toString('latin1', at, at + 4),
        checksum: woff.subarray(at + 16, at + 20),
        bytes: packed.length < length ? inflateSync(packed) : packed,
      }
    }),
  )
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
    font.write(tag, at, 'latin1')
    checksum.copy(font, at + 4)
    font.writeUInt32BE(offset, at + 8)
    font.writeUInt32BE(bytes.length, at + 12)
    bytes.copy(font, offset)
    offset += padded(bytes.length)
  }
  return font
}

/** Of a font (OpenType 1.9): its four letters, and its checksum as published, which documents do not carry. */
type Table = { readonly tag: string; readonly checksum: Buffer; readonly bytes: Buffer }

/** Where the table `head` says whether the table `loca` counts bytes, in four of its own, or pairs of them. */
const locaFormat = 50

/**
 * Pads each glyph to an even number of bytes. The library that takes the glyphs of a document out of a font counts pairs of bytes, and all glyphs
 * after an odd one would be drawn as nothing.
 */
const withEvenGlyphs = (tables: readonly Table[]): readonly Table[] => {
  const bytesOf = (tag: string) => tables.find((table) => table.tag === tag)?.bytes
  const [head, loca, glyf] = [bytesOf('head'), bytesOf('loca'), bytesOf('glyf')]
  if (!loca || !glyf || head?.readInt16BE(locaFormat) !== 1) return tables
  const starts = Array.from({ length: loca.length / 4 }, (_, index) => loca.readUInt32BE(index * 4))
  const glyphs = starts.slice(1).map((end, index) => {
    const glyph = glyf.subarray(starts[index], end)
    return glyph.length % 2 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(1)])
  })
  const places = Buffer.alloc(loca.length)
  let end = 0
  for (const [index, glyph] of glyphs.entries()) {
    end += glyph.length
    places.writeUInt32BE(end, (index + 1) * 4)
  }
  const changed: { readonly [tag: string]: Buffer } = { loca: places, glyf: Buffer.concat(glyphs) }
  return tables.map((table) => ({ ...table, bytes: changed[table.tag] ?? table.bytes }))
}
