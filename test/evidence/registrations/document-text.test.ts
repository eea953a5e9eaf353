import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument } from 'pdf-lib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readersApart } from '../../../src/evidence/apart/apart.ts'
import { textOf } from '../../../src/evidence/registrations/document-text.ts'
import { pdfBomb } from '../apart/bombs.ts'

const letter = async (lines: readonly string[], pages = 1): Promise<Buffer> => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
  const font = await document.embedFont(await readFile(file), { subset: true })
  for (let page = 1; page <= pages; page++)
    document.addPage().drawText([`Page ${page}`, ...lines].join('\n'), { x: 50, y: 700, size: 12, font })
  return Buffer.from(await document.save())
}

test('a PDF is read, also in an embedded font with an encoding of its own', async () => {
  const { text } = await textOf('application/pdf', await letter(['Oregon Department of Revenue', 'To: Łódź Widgets LLC']))
  assert.match(text, 'Oregon Department of Revenue')
  assert.match(text, 'Łódź Widgets LLC')
})

test('of a long PDF the first pages are read', async () => {
  const { text } = await textOf('application/pdf', await letter([], 25))
  assert.match(text, /Page 20\b/)
  assert.not.match(text, /Page 21\b/)
})

test('the bytes are left to whoever gave them', async () => {
  const bytes = await letter(['Kept'])
  await textOf('application/pdf', bytes)
  assert.is(bytes.subarray(0, 5).toString(), '%PDF-')
})

test('what has no text has none, and what is broken is no failure', async () => {
  assert.equal(await textOf('image/png', Buffer.from('x')), { text: '', isUnread: false })
  assert.equal(await textOf('application/pdf', Buffer.from('%PDF-1.7 and then nothing')), { text: '', isUnread: true })
  assert.equal(await textOf('text/plain', Buffer.from('Grüße')), { text: 'Grüße', isUnread: false })
})

test('a small PDF that unpacks to three million text operators could not be read, and the next letter is', async () => {
  const bytes = pdfBomb(3_000_000)
  assert.ok(bytes.length < 200_000, `${bytes.length} bytes`)
  const hasty = readersApart({ ms: 500 })
  assert.equal(await textOf('application/pdf', bytes, hasty), { text: '', isUnread: true })
  assert.match((await textOf('application/pdf', await letter(['After it']))).text, 'After it')
})

test.run()
