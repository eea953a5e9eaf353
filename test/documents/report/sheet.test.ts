// The sheet on which documents are written: where its pages break.
import { getDocumentProxy } from 'unpdf'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newSheet, type Table } from '../../../src/documents/report/sheet.ts'
import { filled } from '../../filled.ts'

const test = suite('sheet')

const pagesOf = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, isEvalSupported: false })
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const contents = await Promise.all(numbers.map(async (number) => (await document.getPage(number)).getTextContent()))
  await document.loadingTask.destroy()
  return contents.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(' '))
}

const tableOf = (lines: number): Table => ({
  columns: [{ title: 'Head', share: 1 }],
  rows: [[Array.from({ length: lines }, (_, line) => `row ${line}`).join('\n')], ['behind']],
})

for (const lines of filled([1, 9, 20]))
  test(`the heading of a table whose first row has ${lines} lines never stands alone at the foot of a page`, async () => {
    let onTheFirst = 0
    for (const above of filled(Array.from({ length: 13 }, (_, index) => 480 + index * 15))) {
      const sheet = await newSheet({ title: 'Sheet', footer: 'foot', at: new Date(0) })
      sheet.paragraph('begins')
      sheet.space(above)
      sheet.section('The heading')
      sheet.table(tableOf(lines))
      const pages = await pagesOf(await sheet.bytes())
      const headed = pages.findIndex((text) => text.includes('The heading'))
      assert.is(
        headed,
        pages.findIndex((text) => text.includes('row 0')),
        `${above} points above`,
      )
      if (headed === 0) onTheFirst += 1
    }
    assert.ok(onTheFirst > 0 && onTheFirst < 13, `${onTheFirst} of 13 on the first page`)
  })

test('the last of several facts never stands alone on a page, and facts fill the page before', async () => {
  let together = 0
  for (const above of filled(Array.from({ length: 12 }, (_, index) => 540 + index * 7))) {
    const sheet = await newSheet({ title: 'Sheet', footer: 'foot', at: new Date(0) })
    sheet.paragraph('begins')
    sheet.space(above)
    sheet.section('The heading')
    sheet.facts(['one', 'two', 'three', 'last'].map((each) => [`label ${each}`, `fact ${each}`] as const))
    const pages = await pagesOf(await sheet.bytes())
    const pageOf = (text: string) => pages.findIndex((page) => page.includes(text))
    assert.is(pageOf('fact last'), pageOf('fact three'), `${above} points above`)
    assert.is(pageOf('The heading'), pageOf('fact two'), `${above} points above`)
    if (pageOf('fact two') < pageOf('fact three')) together += 1
  }
  assert.ok(together > 0, 'no page broke between the facts')
})

test('a section without content has its heading all the same', async () => {
  const sheet = await newSheet({ title: 'Sheet', footer: 'foot', at: new Date(0) })
  sheet.section('The first')
  sheet.section('The second')
  const [page = ''] = await pagesOf(await sheet.bytes())
  assert.ok(page.indexOf('The first') >= 0 && page.indexOf('The first') < page.indexOf('The second'), page)
})

test.run()
