// Files as agencies publish them: plain, gzipped, zipped or spreadsheets. The first bytes tell which. Files are read as a stream of bytes.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { type ArchivePart, isSpreadsheet, spreadsheet } from './spreadsheet.ts'

export type PublishedFile = {
  /** Without folders and without the suffix of compression: `sdn.csv`. */
  readonly name: string
  /** Bytes to read from the disk. */
  readonly size: number
  /** @param onBytes called with the number of bytes read from the disk */
  bytes(onBytes?: (count: number) => void): Readable
}

/**
 * The files behind a path: one file, or the files of an archive.
 * @throws Error naming the path when it is not a readable file
 */
export async function publishedFiles(path: string): Promise<readonly PublishedFile[]> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new Error(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new Error(`${path} is not a file`)
    const start = Buffer.alloc(4)
    await handle.read(start, 0, 4, 0)
    const name = basename(path)
    refuseOldSpreadsheet(path, start)
    if (start.readUInt32BE() === zipMark) {
      const parts = await zipEntries(path, handle, stat.size)
      if (isSpreadsheet(parts)) return [spreadsheet(name, parts)]
      if (parts.length === 0) throw new Error(`${path} is a zip archive with no data in it`)
      return parts
    }
    const gzipped = start.readUInt16BE() === 0x1f8b
    const bytes = (onBytes?: (count: number) => void) => {
      const raw = counted(createReadStream(path, { highWaterMark: 256 * 1024 }), onBytes)
      return gzipped ? through(raw, createGunzip()) : raw
    }
    if (gzipped) refuseOldSpreadsheet(path, await startOf(bytes()))
    return [{ name: gzipped ? name.replace(/\.gz$/i, '') : name, size: stat.size, bytes }]
  } finally {
    await handle.close()
  }
}

function refuseOldSpreadsheet(path: string, start: Buffer): void {
  if (start.length >= 4 && start.readUInt32BE() === oldSpreadsheetMark)
    throw new Error(`${path} is a spreadsheet of the old form (.xls): save it as .xlsx or .csv`)
}

/** The first part of a stream; empty where it is damaged, which is told when it is read. */
async function startOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  try {
    for await (const chunk of bytes) return chunk
  } catch {
    // As said above.
  }
  return Buffer.alloc(0)
}

/** SHA-256, in hex, of the files' content, independent of names, compression and order. */
export async function contentHash(files: readonly PublishedFile[]): Promise<string> {
  const digests: string[] = []
  for (const file of files) {
    const hash = createHash('sha256')
    const bytes: AsyncIterable<Buffer> = file.bytes()
    for await (const chunk of bytes) hash.update(chunk)
    digests.push(hash.digest('hex'))
  }
  return createHash('sha256').update(digests.sort().join()).digest('hex')
}

function counted(stream: Readable, onBytes: ((count: number) => void) | undefined): Readable {
  if (onBytes) stream.on('data', (chunk) => onBytes(chunk.length)).pause()
  return stream
}

/** Passes errors of the first stream on to the second. */
function through(from: Readable, to: ReturnType<typeof createGunzip> | ReturnType<typeof createInflateRaw>): Readable {
  return pipeline(from, to, () => {})
}

const zipMark = 0x504b0304
const oldSpreadsheetMark = 0xd0cf11e0
const directoryEntry = 0x02014b50
const directoryEnd = 0x06054b50
const inLargeForm = 0xffffffff

/** Reads an archive's directory, which is at its end (APPNOTE.TXT 4.3). */
async function zipEntries(path: string, handle: FileHandle, size: number): Promise<readonly ArchivePart[]> {
  const tail = Buffer.alloc(Math.min(size, 66_000))
  await handle.read(tail, 0, tail.length, size - tail.length)
  let end = tail.length - 22
  while (end >= 0 && tail.readUInt32LE(end) !== directoryEnd) end--
  if (end < 0) throw new Error(`${path} is a cut-off zip archive: its directory is missing`)
  const refuseLarge = (...numbers: readonly number[]) => {
    if (numbers.includes(inLargeForm)) throw new Error(`${path} is a zip archive of more than 4 GB: unpack it first`)
  }
  const [directorySize, directoryStart] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  refuseLarge(directorySize, directoryStart)
  const directory = Buffer.alloc(directorySize)
  await handle.read(directory, 0, directory.length, directoryStart)
  const files: ArchivePart[] = []
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === directoryEntry; ) {
    const method = directory.readUInt16LE(at + 10)
    const compressed = directory.readUInt32LE(at + 20)
    const nameLength = directory.readUInt16LE(at + 28)
    const offset = directory.readUInt32LE(at + 42)
    const name = directory.toString('latin1', at + 46, at + 46 + nameLength)
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    // macOS puts a hidden file beside each.
    if (name.endsWith('/') || basename(name).startsWith('.') || /\.(?:pdf|docx?|xlsx?|html?)$|readme/i.test(name)) continue
    refuseLarge(compressed, offset)
    if (method !== 0 && method !== 8) throw new Error(`${name} in ${path} is compressed in a way that is not supported (${method})`)
    const header = Buffer.alloc(30)
    await handle.read(header, 0, 30, offset)
    const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const bytes = (onBytes?: (count: number) => void) => {
      if (compressed === 0) return Readable.from([])
      const raw = counted(createReadStream(path, { start, end: start + compressed - 1 }), onBytes)
      return method === 8 ? through(raw, createInflateRaw()) : raw
    }
    files.push({ path: name, name: basename(name), size: compressed, bytes })
  }
  return files
}
