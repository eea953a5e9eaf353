// The notice of an adverse action, printed.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noticeDocument } from '../../../src/documents/report/notice.ts'
import { pdfText } from '../../../src/evidence/registrations/pdf-text.ts'

const test = suite('notice')
const recorded = { id: 'n', issued_at: '2026-03-01T10:00:00.000Z', sha256: 'a'.repeat(64), text: 'Notice of action taken\n\nTo:\nAcme LLC' }

test('a notice of the sandbox is marked, and one to a real applicant is not', async () => {
  const [sandbox, live] = [await pdfText(await noticeDocument(recorded, 'test')), await pdfText(await noticeDocument(recorded, 'live'))]
  assert.match(sandbox, /Sandbox: nobody applied\s+Notice of action taken\s+To:/)
  assert.match(live, /^Notice of action taken\s+To:/)
})

test.run()
