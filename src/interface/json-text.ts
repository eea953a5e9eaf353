// Parses a body's bytes as JSON and checks that its text can be stored. Used on the main thread and, for uploads, in their own thread.
import { isUtf8 } from 'node:buffer'

/** The message says what is wrong with the body. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

/** Skips a leading byte order mark, which some systems write (RFC 8259, section 8.1). */
const utf8 = new TextDecoder()

/** @throws NotJson */
export const jsonOf = (bytes: Uint8Array): unknown => {
  if (!isUtf8(bytes)) throw new NotJson('the body is not valid UTF-8')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw new NotJson('the body is not well-formed JSON')
  }
}

/** The problem with a text that databases or spreadsheets would cut off or lose. */
export const unkeepable = (text: string): string | undefined => {
  if (!text.isWellFormed()) return 'must be Unicode text, without half a surrogate pair'
  return text.includes('\0') ? 'must be text without the character U+0000' : undefined
}
