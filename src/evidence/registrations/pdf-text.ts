// The text that a PDF shows. A small PDF can ask for any amount of time and memory, so this runs apart from the service (../apart).
import { getDocumentProxy } from 'unpdf'

/** A letter says on its first pages who sent it and to whom. */
const pagesRead = 20
/** Characters. */
const longest = 500_000

/** Rejects when the PDF cannot be read. */
export const pdfText = async (bytes: Uint8Array): Promise<string> => {
  // It takes the bytes that it is given for itself.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, isEvalSupported: false })
  try {
    const pages: string[] = []
    for (let number = 1; number <= Math.min(document.numPages, pagesRead); number++) {
      const { items } = await (await document.getPage(number)).getTextContent()
      pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
    }
    return pages.join('\n').slice(0, longest)
  } finally {
    await document.loadingTask.destroy()
  }
}
