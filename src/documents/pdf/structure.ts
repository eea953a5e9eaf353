// The structure of a document for readers who do not see it: which text is a heading, a paragraph or the cell of a table, in the order of reading
// (tagged PDF: ISO 32000-1, section 14.8, used as PDF/UA-1, ISO 14289-1, asks for).
import {
  beginMarkedContent,
  endMarkedContent,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib'

/** The roles of our texts, and the standard structure type that each is written as. */
const types = {
  document: { S: 'Document' },
  title: { S: 'H1' },
  heading: { S: 'H2' },
  paragraph: { S: 'P' },
  table: { S: 'Table' },
  row: { S: 'TR' },
  columnHead: { S: 'TH', A: { O: 'Table', Scope: 'Column' } },
  rowHead: { S: 'TH', A: { O: 'Table', Scope: 'Row' } },
  cell: { S: 'TD' },
  // The fields of a form that is printed (section 14.8.5.6).
  value: { S: 'Form', A: { O: 'PrintField', Role: 'tv' } },
  checked: { S: 'Form', A: { O: 'PrintField', Role: 'cb', checked: 'on' } },
  unchecked: { S: 'Form', A: { O: 'PrintField', Role: 'cb', checked: 'off' } },
} as const
export type Role = keyof typeof types

export type Element = {
  readonly role: Role
  readonly parts: Element[]
  /** Where its own text stands: the numbers of its pieces among those of their pages. */
  readonly pieces: { readonly page: PDFPage; readonly number: number }[]
}

const newElement = (role: Role): Element => ({ role, parts: [], pieces: [] })

/** A new last part of `whole`. */
export const partOf = (whole: Element, role: Role): Element => {
  const part = newElement(role)
  whole.parts.push(part)
  return part
}

/** Draws what readers leave out: lines, backgrounds, page numbers, heads that are repeated. */
export const drawApart = (page: PDFPage, draw: () => void): void => {
  page.pushOperators(beginMarkedContent('Artifact'))
  draw()
  page.pushOperators(endMarkedContent())
}

export type Structure = {
  readonly whole: Element
  /** Draws a piece of the text of an element. */
  readonly drawPiece: (page: PDFPage, of: Element, draw: () => void) => void
  /** Called when all is drawn. */
  readonly addTo: (document: PDFDocument) => void
}

export const newStructure = (): Structure => {
  const whole = newElement('document')
  /** Which element each piece of a page belongs to, by its number. */
  const owners = new Map<PDFPage, Element[]>()
  return {
    whole,
    drawPiece: (page, of, draw) => {
      const onPage = owners.get(page) ?? []
      const number = onPage.push(of) - 1
      owners.set(page, onPage)
      of.pieces.push({ page, number })
      const piece = [PDFName.of(types[of.role].S), `<</MCID ${number}>>`]
      page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, piece))
      draw()
      page.pushOperators(endMarkedContent())
    },
    addTo: ({ context, catalog }) => {
      const root = context.nextRef()
      const refs = new Map<Element, PDFRef>()
      const written = (element: Element, parent: PDFRef): PDFRef => {
        const ref = context.nextRef()
        refs.set(element, ref)
        const pieces = element.pieces.map(({ page, number }) => ({ Type: 'MCR', Pg: page.ref, MCID: number }))
        const parts = element.parts.map((part) => written(part, ref))
        context.assign(ref, context.obj({ Type: 'StructElem', P: parent, K: [...pieces, ...parts], ...types[element.role] }))
        return ref
      }
      const K = written(whole, root)
      const pages = [...owners].flatMap(([page, elements], index) => {
        page.node.set(PDFName.of('StructParents'), PDFNumber.of(index))
        return [index, elements.map((element) => refs.get(element))]
      })
      context.assign(root, context.obj({ Type: 'StructTreeRoot', K, ParentTree: { Nums: pages }, ParentTreeNextKey: owners.size }))
      catalog.set(PDFName.of('StructTreeRoot'), root)
      catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }))
    },
  }
}
