// What the commands of the desk share: their options, and files that are sent along.
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

/** A file as requests carry it. */
export const attached = async (file: string) => ({
  filename: basename(file),
  content_type: mediaTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
  content: (await readFile(file)).toString('base64'),
})
