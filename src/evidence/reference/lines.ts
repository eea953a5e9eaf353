// Turns the bytes of published files into text, line by line: most are UTF-8, some hold single lines that are not.

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const western = new TextDecoder('windows-1252')

/** A line that is not UTF-8 is read as Windows-1252. */
export function decodeLine(line: Uint8Array): string {
  try {
    return utf8.decode(line)
  } catch {
    return western.decode(line)
  }
}

/** A line that is not UTF-8 does not affect the others. */
export function decodeLines(block: Buffer): string {
  try {
    return utf8.decode(block)
  } catch {
    return lines(block).map(decodeLine).join('')
  }
}

function lines(block: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let from = 0; from < block.length; ) {
    const end = block.indexOf(10, from) + 1
    found.push(block.subarray(from, end === 0 ? block.length : end))
    from = end === 0 ? block.length : end
  }
  return found
}
