// An export as one JSON object per line. A later run continues an existing file and rewrites a line that was cut off.
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'
import type { ExportedBatch } from './export.ts'

export const linesOf = ({ events }: ExportedBatch): string => events.map((event) => `${JSON.stringify(event)}\n`).join('')

/** The position in the last whole line; truncates the file after it. Undefined if there is no whole line. */
export const resumeLines = (file: string): bigint | undefined => {
  if (!existsSync(file)) return undefined
  const descriptor = openSync(file, 'r+')
  try {
    const { line, end } = lastLine(descriptor)
    ftruncateSync(descriptor, end)
    return line === undefined ? undefined : BigInt((JSON.parse(line) as { readonly position: string }).position)
  } finally {
    closeSync(descriptor)
  }
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
