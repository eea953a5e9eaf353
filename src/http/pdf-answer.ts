// A PDF as an answer: browsers show it, and save it under its name.
import type { ProbityContext } from '../inner/framework/environment.ts'

export const pdfAnswer = (c: ProbityContext, filename: string, bytes: Uint8Array): Response => {
  c.header('Content-Disposition', `inline; filename="${filename}"`)
  // No other thread shares these bytes, which is all that the narrower type says.
  return c.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'Content-Type': 'application/pdf' })
}
