// Small files that ask a great deal of their readers.
import { deflateSync } from 'node:zlib'

/** A PDF of one page whose content, under a megabyte packed, repeats a text operator so often that it takes more memory than any limit. */
export const pdfBomb = (operators = 30_000_000): Buffer => {
  const content = deflateSync(Buffer.from(`BT /F1 12 Tf ${'(a) Tj 9 0 Td '.repeat(operators)}ET`))
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Size 6 >>\n`, 'latin1')
}
