// Decodes the bytes of a page: by byte order mark, header or the page's own declaration, or by the bytes themselves where those are wrong.

const declaration = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]{1,40})|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})/i

/** @param contentType the unchanged header; null without one */
export const decodeText = (bytes: Uint8Array, contentType: string | null): { readonly text: string; readonly charset: string } => {
  const marked = byteOrderMark(bytes)
  if (marked) return decoded(bytes, marked)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  const [, inMeta, inXml] = declaration.exec(head) ?? []
  const declared = knownCharset(/charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1]) ?? knownCharset(inMeta ?? inXml)
  const isUtf8 = validUtf8(bytes)
  // Non-ASCII bytes that are valid UTF-8 are UTF-8, whatever the page declares; invalid UTF-8 is something else.
  if (isUtf8 && (declared === undefined || singleByte.test(declared))) return decoded(bytes, 'utf-8')
  if (!isUtf8 && (declared === undefined || declared === 'utf-8')) return decoded(bytes, 'windows-1252')
  return decoded(bytes, declared ?? 'utf-8')
}

const singleByte = /^(windows-125|iso-8859-)/

const byteOrderMark = ([a, b, c]: Uint8Array): string | undefined => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

const knownCharset = (label: string | undefined): string | undefined => {
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    // A page whose declaration was readable is not in UTF-16, even if it declares that.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return undefined
  }
}

/** An incomplete character at the end is no error, because pages are cut at the size limit. */
const validUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const decoded = (bytes: Uint8Array, charset: string) => ({ text: new TextDecoder(charset).decode(bytes), charset })
