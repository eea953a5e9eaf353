// Draws a part of a line. Letters that join stand where their script places them, and carry the text as it is read.
import {
  beginText,
  type Color,
  endMarkedContent,
  endText,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib'
import { joins } from './font-library.ts'
import type { Run } from './fonts.ts'

/** In points, from the lower left corner of the page. */
type Place = { readonly x: number; readonly y: number; readonly size: number; readonly colour: Color; readonly font: PDFFont }

export const drawRun = (page: PDFPage, run: Run, { x, y, size, colour, font }: Place): void => {
  if (!joins(run.text)) {
    page.drawText(run.text, { x, y, size, font, color: colour })
    return
  }
  const codes = font.encodeText(run.text).asString()
  const pieces = run.face
    .pieces(run.text)
    .flatMap(({ from, to, right, up }) => [
      setTextMatrix(1, 0, 0, 1, x + right * size, y + up * size),
      showText(PDFHexString.of(codes.slice(from * hexDigits, to * hexDigits))),
    ])
  page.pushOperators(
    // Glyphs stand from left to right, and some stand for no letter alone (ISO 32000-1, section 14.9.4).
    PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('Span'), `<</ActualText ${PDFHexString.fromText(run.text)}>>`]),
    pushGraphicsState(),
    beginText(),
    setFillingColor(colour),
    setFontAndSize(page.node.newFontDictionary(font.name, font.ref), size),
    ...pieces,
    endText(),
    popGraphicsState(),
    endMarkedContent(),
  )
}

/** Of each glyph in a text of a document. */
const hexDigits = 4
