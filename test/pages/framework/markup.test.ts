// What pages make of words that anybody may have chosen.

import { html } from 'hono/html'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { badge, withSignsShown } from '../../../src/pages/framework/markup.ts'

test('a status is told by its word, whatever word it is', () => {
  assert.equal(
    ['in_review', 'constructor', 'toString', 'Waiting for Ann'].map((status) => String(badge(status)).replace(/<[^>]*>/g, '')),
    ['In review', 'Constructor', 'To string', 'Waiting for ann'],
  )
})

test('signs that turn text around are shown by their numbers, and what a form sends back stays as it came', async () => {
  const name = '\u202eevil\u2069'
  const shown = async (page: ReturnType<typeof html>) => String(await withSignsShown(page))
  assert.is(
    await shown(html`<title>${name}</title><p title="${name}">${name}</p>`),
    '<title>[U+202E]evil[U+2069]</title><p title="[U+202E]evil[U+2069]">[U+202E]evil[U+2069]</p>',
  )
  for (const page of [html`<input value="${name}">`, html`<textarea name="note">${name}</textarea>`, html`<p>שלום \u200f شركة</p>`])
    assert.is(await shown(page), String(page))
})

test.run()
