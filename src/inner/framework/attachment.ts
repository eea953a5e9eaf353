// Files as answers. What was uploaded is saved by the browser and never shown as a page, so nothing in it runs in the service's origin.
import type { ProbityContext } from './environment.ts'

/** The types that a file keeps. All others are sent as bytes. */
const known: readonly string[] = [
  ...['application/pdf', 'image/png', 'image/jpeg', 'image/tiff'],
  ...['text/plain', 'text/plain; charset=UTF-8', 'text/csv'],
]

export type StoredFile = { readonly filename: string; readonly content_type: string; readonly bytes: Uint8Array }

/** The response with a file. */
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

/** The response with a PDF, made by the service: browsers show it, and save it under its name. */
export const pdfAnswer = (c: ProbityContext, filename: string, bytes: Uint8Array): Response => {
  c.header('Content-Disposition', `inline; filename="${filename}"`)
  // No other thread shares these bytes, which is all that the narrower type says.
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'Content-Type': 'application/pdf' })
}

/**
 * The value of `Content-Disposition` (RFC 6266) that gives the file its name, in any script (RFC 8187).
 * @example
 * namedAttachment('Gründung.pdf') // => "attachment; filename*=UTF-8''Gr%C3%BCndung.pdf"
 */
export const namedAttachment = (filename: string): string =>
  // Names that were kept by 0.2.0 may be cut inside a character.
  `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, percentEncoded)}`

/** The characters that RFC 8187 encodes beyond encodeURIComponent. */
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
