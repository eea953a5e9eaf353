// Shared by the desk's commands: options, and files to send.
import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { account, type Command, json } from './command-line.ts'
import type { Operator } from './connection.ts'

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
