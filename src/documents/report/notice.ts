// The notice of an adverse action to print and send: the recorded text, paragraph by paragraph.
import type { Mode } from '../../events/modes.ts'
import { newSheet } from './sheet.ts'

type Noticed = { readonly id: string; readonly issued_at: string; readonly sha256: string; readonly text: string }

/** The same notice gives the same document. The text is what was recorded, so a notice of the sandbox is marked beside it. */
export const noticeDocument = async ({ id, issued_at, sha256, text }: Noticed, mode: Mode): Promise<Uint8Array> => {
  const [title = '', ...paragraphs] = text.split('\n\n')
  const sheet = await newSheet({ title, footer: `Notice ${id} · SHA-256 of the text ${sha256.slice(0, 16)}…`, at: new Date(issued_at) })
  if (mode === 'test') sheet.paragraph('Sandbox: nobody applied', { weight: 'bold', colour: 'warning' })
  sheet.title(title, 18)
  sheet.space(12)
  for (const paragraph of paragraphs) {
    for (const line of paragraph.split('\n')) sheet.paragraph(line, { size: 10.5 })
    sheet.space(9)
  }
  return sheet.bytes()
}
