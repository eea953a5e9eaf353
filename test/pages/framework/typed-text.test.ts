import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { beginning, keptFileName, typedText } from '../../../src/pages/framework/typed-text.ts'

test('line breaks count as one character, as in the field that they were typed in', () => {
  assert.is(typedText('a\r\nb\rc\nd'), 'a\nb\nc\nd')
  assert.is(typedText('a\0\ud800b'), 'a\ufffdb')
})

test('a text is cut between characters', () => {
  assert.is(beginning('ab😀', 4), 'ab😀')
  assert.is(beginning('ab😀', 3), 'ab')
  assert.is(beginning('ab😀', 2), 'ab')
})

test('the name of a file is one line without folders, and keeps its ending and its script', () => {
  assert.is(keptFileName('חשבון "2026" <b>.pdf'), 'חשבון "2026" <b>.pdf')
  assert.is(keptFileName('C:\\papers\\a.pdf'), 'C:_papers_a.pdf')
  assert.is(keptFileName('a\r\nb\u2028c.pdf'), 'a b c.pdf')
  assert.is(keptFileName('rates\u202efdp.exe'), 'ratesfdp.exe')
  for (const nothing of ['', ' ', '\n', '\u202e']) assert.is(keptFileName(nothing), 'unnamed')
})

test('a name that is too long is cut between characters, before its ending', () => {
  assert.is(keptFileName(`${'a'.repeat(251)}.pdf`).length, 255)
  assert.is(keptFileName(`${'a'.repeat(252)}.pdf`), `${'a'.repeat(251)}.pdf`)
  assert.is(keptFileName(`${'😀'.repeat(200)}.pdf`), `${'😀'.repeat(125)}.pdf`)
  assert.is(keptFileName(`a.${'b'.repeat(300)}`).length, 255)
})

test.run()
