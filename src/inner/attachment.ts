// Files that are handed out: always to be saved, never shown in place of a page, so that nothing in them runs here.
import type { ProbityContext } from './environment.ts'

/** What a browser may open from disk as what it is; the rest goes out as bytes. */
const known: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'text/plain', 'text/csv']

/** A file as it is handed out. */
export type StoredFile = { readonly filename: string; readonly content_type: string; readonly bytes: Uint8Array }

export const attachment = (
  c: ProbityContext,
  { filename, content_type }: { readonly filename: string; readonly content_type: string },
  bytes: Uint8Array,
): Response => {
  c.header('Content-Type', known.includes(content_type) ? content_type : 'application/octet-stream')
  c.header('Content-Disposition', namedAttachment(filename))
  c.header('Content-Security-Policy', "default-src 'none'; sandbox")
  return c.body(new Uint8Array(bytes))
}

/**
 * The value of `Content-Disposition` (RFC 6266) under which a client saves the file, whatever its name is written in (RFC 8187).
 * @example
 * namedAttachment('Gründung.pdf') // => "attachment; filename*=UTF-8''Gr%C3%BCndung.pdf"
 */
export const namedAttachment = (filename: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*]/g, percentEncoded)}`

/** Of the characters that RFC 8187 asks for beyond encodeURIComponent. */
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
