// The text of a document that has any: plain text, or the text layer of a PDF. Scans have none.
import { getDocumentProxy } from 'unpdf'

/** The first pages of a letter name its sender and its recipient. */
const pagesRead = 20

/** Never fails: an unreadable PDF has no text, like a scan. */
export const textOf = async (contentType: string, bytes: Uint8Array): Promise<string> => {
  if (contentType.startsWith('text/')) return Buffer.from(bytes).toString('utf8')
  return contentType === 'application/pdf' ? pdfText(bytes).catch(() => '') : ''
}

const pdfText = async (bytes: Uint8Array): Promise<string> => {
  // The library takes ownership of the bytes, so it gets a copy.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, isEvalSupported: false })
  try {
    const pages: string[] = []
    for (let number = 1; number <= Math.min(document.numPages, pagesRead); number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
    }
    return pages.join('\n')
  } finally {
    await document.loadingTask.destroy()
  }
}
