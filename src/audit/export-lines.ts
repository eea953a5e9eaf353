// An export as one JSON object per line. A later run continues an existing file and rewrites a line that was cut off.
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import type { CloudEvent } from '../events/cloud-event.ts'
import { type ExportedBatch, OtherExport } from './export.ts'

export const linesOf = ({ events }: ExportedBatch): string => events.map((event) => `${JSON.stringify(event)}\n`).join('')

/**
 * The position in the last whole line; truncates the file after it. Undefined if there is no whole line.
 * @throws OtherExport for a file that holds something else, which stays as it is
 */
export const resumeLines = (file: string): bigint | undefined => {
  if (!existsSync(file)) return undefined
  const descriptor = openSync(file, 'r+')
  try {
    const { line, end } = lastLine(descriptor)
    const position = line === undefined ? undefined : positionIn(line)
    if (position === null || !beginsAsLine(descriptor, end))
      throw new OtherExport(`${file} holds something else than an export as NDJSON: choose another file`)
    ftruncateSync(descriptor, end)
    return position
  } finally {
    closeSync(descriptor)
  }
}

/** null: it is no line of an export. */
const positionIn = (line: string): bigint | null => {
  try {
    const { specversion, position } = JSON.parse(line) as Partial<CloudEvent>
    return specversion === '1.0' && /^\d+$/.test(position ?? '') ? BigInt(position ?? '') : null
  } catch {
    return null
  }
}

/** Of each line. */
const beginning = `{"specversion":`

/** Whether what is to be cut off was going to be a line. */
const beginsAsLine = (descriptor: number, start: number): boolean => {
  const bytes = Buffer.alloc(beginning.length)
  const length = readSync(descriptor, bytes, 0, bytes.length, start)
  return beginning.startsWith(bytes.toString('utf8', 0, length))
}

const chunk = 1 << 16
const newline = 10

/** Searches from the end, because the file may be larger than the memory. */
const lastLine = (descriptor: number): { readonly line: string | undefined; readonly end: number } => {
  const { size } = fstatSync(descriptor)
  let tail = Buffer.alloc(0)
  for (let start = size; start > 0; ) {
    const length = Math.min(chunk, start)
    const read = Buffer.alloc(length)
    start -= length
    readSync(descriptor, read, 0, length, start)
    tail = Buffer.concat([read, tail])
    const last = tail.lastIndexOf(newline)
    const before = last < 1 ? -1 : tail.lastIndexOf(newline, last - 1)
    if (last >= 0 && (before >= 0 || start === 0)) return { line: tail.toString('utf8', before + 1, last), end: start + last + 1 }
  }
  return { line: undefined, end: 0 }
}
