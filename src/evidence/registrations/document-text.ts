// The text of a document that has some: plain text, or what a PDF shows. Scans have none.
import { getDocumentProxy } from 'unpdf'

/** A letter says on its first pages whom it is from and for. */
const pagesRead = 20

/** Never fails: a PDF that cannot be read has no text, as a scan has none. */
export const textOf = async (contentType: string, bytes: Uint8Array): Promise<string> => {
  if (contentType.startsWith('text/')) return Buffer.from(bytes).toString('utf8')
  return contentType === 'application/pdf' ? pdfText(bytes).catch(() => '') : ''
}

const pdfText = async (bytes: Uint8Array): Promise<string> => {
  // It takes the bytes that it is given for itself.
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
