// A body's bytes as JSON, and which text in it can be kept: the same for what is read between other requests and for uploads, in their thread.
import { isUtf8 } from 'node:buffer'

/** Its message says what the body is not. */
export class NotJson extends Error {
  override readonly name = 'NotJson'
}

/** Leaves a byte order mark out, with which some systems begin every text (RFC 8259, section 8.1). */
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

/** What is wrong with text that databases and spreadsheets lose the end of, or all of it. */
export const unkeepable = (text: string): string | undefined => {
  if (!text.isWellFormed()) return 'must be Unicode text, without half a surrogate pair'
  return text.includes('\0') ? 'must be text without the character U+0000' : undefined
}
