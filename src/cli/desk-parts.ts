// Shared by the desk's commands: options, and files that are sent and received.
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { account, type Command, json } from './command-line.ts'
import type { Operator } from './connection.ts'
import { writeWholeFile } from './whole-file.ts'

export const deskOptions = { account, json } as const
export type DeskCommand = Command<Operator, typeof deskOptions>

const mediaTypes: { readonly [extension: string]: string } = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.tif': 'image/tiff',
  '.txt': 'text/plain',
}

/** A file in the form that requests need. */
export const attached = async (file: string) => ({
  filename: basename(file),
  content_type: mediaTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
  content: (await readFile(file)).toString('base64'),
})

/** Writes a file that the service sent into the one that the user names, or under its own name into the current folder. */
export const writeSent = async (
  { filename, content }: { readonly filename: string; readonly content: string },
  file = basename(filename),
): Promise<void> => {
  await writeWholeFile(file, Buffer.from(content, 'base64'))
  console.log(`wrote ${file}`)
}
