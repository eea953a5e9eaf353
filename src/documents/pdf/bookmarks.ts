// The bookmarks of a document: its sections, as a reader's side bar lists them (ISO 32000-1, section 12.3.3).
import { type PDFDocument, PDFHexString, PDFName, type PDFPage } from 'pdf-lib'

/** `y` is in points from the foot of the page. */
export type Bookmark = { readonly title: string; readonly page: PDFPage; readonly y: number }

/** Puts the bookmarks into the document, all on one level. */
export const addBookmarks = ({ context, catalog }: PDFDocument, bookmarks: readonly Bookmark[]): void => {
  if (bookmarks.length === 0) return
  const root = context.nextRef()
  const refs = bookmarks.map(() => context.nextRef())
  const linked = (name: string, at: number) => (refs[at] ? { [name]: refs[at] } : {})
  for (const [index, { title, page, y }] of bookmarks.entries())
    context.assign(
      refs[index]!,
      context.obj({
        Title: PDFHexString.fromText(title),
        Parent: root,
        Dest: [page.ref, 'XYZ', null, y, null],
        ...linked('Prev', index - 1),
        ...linked('Next', index + 1),
      }),
    )
  context.assign(root, context.obj({ Type: 'Outlines', Count: refs.length, ...linked('First', 0), ...linked('Last', refs.length - 1) }))
  catalog.set(PDFName.of('Outlines'), root)
}
