// Printed documents can be read by everybody and kept for long: their structure, what stands outside it, and, where veraPDF is there, the whole of
// PDF/A-2a and PDF/UA-1.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newForm } from '../../../src/documents/forms/page.ts'
import { renderUccForm } from '../../../src/documents/forms/ucc.ts'
import { uccForms } from '../../../src/documents/forms/ucc-forms.ts'
import { businessReport } from '../../../src/documents/report/business-report.ts'
import { noticeDocument } from '../../../src/documents/report/notice.ts'
import { newSheet } from '../../../src/documents/report/sheet.ts'
import { filled } from '../../filled.ts'
import { fullLien } from '../forms/full-lien.ts'
import { at, fullBusiness, fullConclusion, fullNotes, fullOwnership, fullRecord, fullRisk } from '../report/full-business.ts'

const test = suite('standards of printed documents')

const opened = () => newSheet({ title: 'A title', footer: 'The foot', at: new Date(at) })

/** The types of the structure, each with its parts in brackets and with what else it tells of itself. */
const shapeOf = (element: PDFDict): string => {
  const parts = (element.lookup(PDFName.of('K'), PDFArray).asArray() ?? [])
    .map((each) => element.context.lookup(each, PDFDict))
    .filter((each) => each.get(PDFName.of('Type')) === PDFName.of('StructElem'))
  const told = element.lookupMaybe(PDFName.of('A'), PDFDict)?.entries() ?? []
  const values = told.flatMap(([key, value]) => (key === PDFName.of('O') ? [] : [String(value).slice(1)]))
  const name = [element.lookup(PDFName.of('S'), PDFName).decodeText(), ...values].join(':')
  return parts.length === 0 ? name : `${name}(${parts.map(shapeOf).join(' ')})`
}

const rootOf = (document: PDFDocument): PDFDict => document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)

const shape = async (bytes: Uint8Array) => shapeOf(rootOf(await PDFDocument.load(bytes)).lookup(PDFName.of('K'), PDFDict))

/** The operators of a page, one a line. */
const operatorsOf = (document: PDFDocument, index: number): readonly string[] => {
  const contents = document.getPage(index).node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((each) => document.context.lookup(each)) : [contents]
  return streams.flatMap((stream) =>
    stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1').split('\n') : [],
  )
}

test('a reader is told the title, the headings, and the heads of columns and rows', async () => {
  const sheet = await opened()
  sheet.title('A title', 20)
  sheet.facts([
    ['Label', 'value'],
    ['Nothing', null],
  ])
  sheet.section('A section')
  sheet.paragraph('Some words.')
  sheet.table({
    columns: [
      { title: 'One', share: 0.5 },
      { title: 'Two', share: 0.5 },
    ],
    rows: [
      ['a', 'b'],
      ['c', 'd'],
    ],
  })
  const rows = 'TR(TH:Column TH:Column) TR(TD TD) TR(TD TD)'
  assert.is(await shape(await sheet.bytes()), `Document(H1 Table(TR(TH:Row TD)) H2 P Table(${rows}))`)
})

test('facts without values are no table', async () => {
  const sheet = await opened()
  sheet.facts([['Nothing', null]])
  assert.is(await shape(await sheet.bytes()), 'Document')
})

test('a row that goes on on the next page stays one row, and the repeated head is left out', async () => {
  const sheet = await opened()
  sheet.table({ columns: [{ title: 'One', share: 1 }], rows: [['word '.repeat(3_000)]] })
  const bytes = await sheet.bytes()
  const document = await PDFDocument.load(bytes)
  assert.ok(document.getPageCount() > 1)
  assert.is(await shape(bytes), 'Document(Table(TR(TH:Column) TR(TD)))')
})

test('each text belongs to an element, which knows it by its number, or is told to be left out', async () => {
  const sheet = await opened()
  sheet.title('A title', 20)
  sheet.table({ columns: [{ title: 'One', share: 1 }], rows: [['word '.repeat(3_000)]] })
  const document = await PDFDocument.load(await sheet.bytes())
  const numbers = rootOf(document).lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray)
  for (const index of filled(document.getPageIndices())) {
    let mark = ''
    const pieces: number[] = []
    const apart: string[] = []
    for (const line of filled(operatorsOf(document, index))) {
      if (/ BDC$|BMC$/.test(line)) mark = line
      if (/MCID/.test(line)) pieces.push(Number(/MCID (\d+)/.exec(line)?.[1]))
      if (line === 'EMC') mark = ''
      if (!/ Tj$/.test(line)) continue
      assert.is.not(mark, '', `on page ${index + 1} a text stands outside of the structure`)
      if (mark === '/Artifact BMC') apart.push(line)
    }
    assert.equal(pieces, [...pieces.keys()])
    const key = document.getPage(index).node.lookup(PDFName.of('StructParents'), PDFNumber).asNumber()
    assert.is(numbers.lookup(2 * key + 1, PDFArray).size(), pieces.length)
    // The number of the page and the foot; from the second page on also the repeated head.
    assert.is(apart.length, index === 0 ? 2 : 3)
  }
})

test('letters that stand in another order than they are read in are told as they are read', async () => {
  const sheet = await opened()
  sheet.paragraph('कि ka')
  const document = await PDFDocument.load(await sheet.bytes())
  const told = operatorsOf(document, 0).flatMap((line) => /ActualText <([0-9A-F]+)>/.exec(line)?.[1] ?? [])
  assert.equal(
    told.map((hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')),
    ['\ufeffकि'],
  )
})

test('the same content is the same file, and other content has another identifier', async () => {
  const made = async (text: string) => {
    const sheet = await opened()
    sheet.paragraph(text)
    return Buffer.from(await sheet.bytes())
  }
  const idOf = async (bytes: Uint8Array) => String((await PDFDocument.load(bytes)).context.trailerInfo.ID)
  assert.equal(await made('one'), await made('one'))
  assert.is.not(await idOf(await made('one')), await idOf(await made('two')))
})

test('a reader is told the boxes of a form with their values, and which are checked', async () => {
  const form = await newForm({ title: 'A form', at: new Date(at) })
  const page = form.page()
  page.title('A form')
  page.box({ x: 36, y: 60, w: 200, h: 24, label: '1. NAME', value: 'Acme' })
  page.box({ x: 36, y: 90, w: 200, h: 24, label: '2. EMPTY' })
  page.check({ x: 36, y: 120, label: 'This', checked: true })
  page.check({ x: 36, y: 140, label: 'That', checked: false })
  assert.is(await shape(await form.bytes()), 'Document(H1 P(Form:tv) P Form:cb:on Form:cb:off)')
})

/** veraPDF's verdict on each file of a folder, a line each: `PASS` or `FAIL`, then the path. */
const verdictsOf = (jar: string, folder: string, flavour: '2a' | 'ua1') =>
  spawnSync('java', ['-cp', jar, 'org.verapdf.apps.GreenfieldCliWrapper', '--flavour', flavour, '--format', 'text', folder], {
    encoding: 'utf8',
  })

const verapdf = process.env.VERAPDF ?? join('node_modules', '.cache', 'verapdf', 'greenfield-apps-1.28.2.jar')
if (existsSync(verapdf) && spawnSync('java', ['-version']).status === 0)
  test('reports, notices and forms keep to PDF/A-2a and PDF/UA-1 (veraPDF)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-verapdf-'))
    const report = await businessReport({
      business: fullBusiness(
        '<Müller & Söhne> ООО שלום شركة 株式会社 주식회사 उदाहरण บริษัท گھڑی গ্রামীণ અંગ્રેજી ਸੰਯੁਕਤ ಕರ್ನಾಟಕ ബംഗ്ലാദേശ് ଓଡ଼ିଶା ශ්\u200dරී தமிழ்நாடு శ్రీలంక ក្រុមហ៊ុន မြန်မာ ເມັກຊິໂກ የኢትዮጵያ m\u0303 𐎀',
      ),
      conclusion: fullConclusion,
      ownership: fullOwnership,
      risk: fullRisk,
      notes: fullNotes,
      record: fullRecord,
      account: 'First account',
      mode: 'live',
      timeline: [],
      asOf: null,
      at: new Date(at),
    })
    const notice = await noticeDocument(
      { id: 'n', issued_at: at, sha256: 'a'.repeat(64), text: 'Notice\n\nDear Ann,\nwe decided.\n\nYours' },
      'test',
    )
    try {
      writeFileSync(join(folder, 'report.pdf'), report)
      writeFileSync(join(folder, 'notice.pdf'), notice)
      for (const form of uccForms) writeFileSync(join(folder, `${form}.pdf`), await renderUccForm(form, fullLien, new Date(at)))
      for (const flavour of ['2a', 'ua1'] as const) {
        const { stdout, stderr } = verdictsOf(verapdf, folder, flavour)
        assert.is(stdout.match(/^PASS /gm)?.length, 2 + uccForms.length, `${flavour}: ${stdout}${stderr}`)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
else console.log('SKIPPED: 1 (no veraPDF with Java: VERAPDF names its jar)')

test.run()
