// Folders and files for the tests of the reference data.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateRawSync } from 'node:zlib'
import { readCurrent } from '../../../src/evidence/reference/folder.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import { openReferenceFile } from '../../../src/evidence/reference/reference-file.ts'

export type Place = {
  /** Of the reference data. */
  readonly folder: string
  /** Writes a published file and tells its path. */
  file(name: string, content: string | Uint8Array): string
  path(name: string): string
  remove(): void
}

export function newPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'reference-'))
  const path = (name: string) => join(root, name)
  return {
    folder: path('reference'),
    path,
    file: (name, content) => {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), content)
      return path(name)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Runs a test in a place of its own and clears it away. */
export const inPlace = (work: (place: Place) => Promise<void>) => async () => {
  const place = newPlace()
  try {
    await work(place)
  } finally {
    place.remove()
  }
}

export const importInto = (place: Place, kind: string, ...files: readonly string[]) => importFiles({ folder: place.folder, kind, files })

/** The records of a kind in the order in which they were read. */
export function recordsOf<T>(place: Place, kind: string): readonly T[] {
  const current = readCurrent(place.folder)[kind]
  if (current === undefined) return []
  const { db } = openReferenceFile(join(place.folder, current.file))
  try {
    return (db.prepare('SELECT data FROM records ORDER BY id').all() as { data: string }[]).map(({ data }) => JSON.parse(data) as T)
  } finally {
    db.close()
  }
}

/** Overwrites the pages of a table or index in the file in use, in place: the file opens all the same. */
export function damage(place: Place, kind: string, table: string): void {
  const path = join(place.folder, readCurrent(place.folder)[kind]?.file ?? '')
  const bytes = readFileSync(path)
  const db = new DatabaseSync(path, { readOnly: true })
  const pages = db.prepare('SELECT pageno FROM dbstat WHERE name LIKE ?').all(table) as { pageno: number }[]
  db.close()
  for (const { pageno } of pages) bytes.fill(0xee, (pageno - 1) * 8_192, pageno * 8_192)
  writeFileSync(path, bytes)
}

/** What a promise is rejected with; fails when it is not. */
export async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  let value: unknown
  try {
    value = await promise
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error(`rejected with ${String(error)}`)
  }
  throw new Error(`expected a rejection, got ${JSON.stringify(value)}`)
}

export const zipHeader = 'GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLONG\tINTPTLAT'
export const zipRow = (zip: string): string => `${zip}\t1\t1\t1\t1\t-122.5\t45.25`
export const zipFile = (...zips: readonly string[]): string => `${[zipHeader, ...zips.map(zipRow)].join('\n')}\n`

/** An archive with these files, as zip writes it. */
export function zipped(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const data = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    offset += 30 + name.length + data.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

/** OFAC's addresses and aliases with nothing but a row for this party, for tests that are about the names alone. */
export const ofacRest = (place: Place, number = 1): readonly [addresses: string, aliases: string] => [
  place.file('add.csv', `${number},1,-0- ,-0- ,-0- ,-0- \r\n`),
  place.file('alt.csv', `${number},1,"aka","SOMEBODY ELSE ALTOGETHER",-0- \r\n`),
]
