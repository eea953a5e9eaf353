// Measures how long the PDF report of a full business takes, compared with the PDF library alone saving as many pages.
//   npm run bench -- report [--rounds 15]

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit from '@pdf-lib/fontkit'
import { PDFDocument } from 'pdf-lib'
import { businessReport } from '../src/documents/report/business-report.ts'
import { at, fullBusiness, fullConclusion, fullNotes, fullOwnership, fullRecord, fullRisk } from '../test/documents/report/full-business.ts'
import { medianMs } from './parts/median.ts'
import { parseOptions } from './parts/options.ts'

const rounds = Number(parseOptions({ options: { rounds: { type: 'string', default: '15' } } }).values.rounds)
const font = readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
const text = 'The name "Acme Widgets LLC" is registered in OR: the same but for its ending, and quite some further words.'

const report = (name: string) =>
  businessReport({
    business: fullBusiness(name),
    conclusion: fullConclusion,
    ownership: fullOwnership,
    risk: fullRisk,
    account: 'First account',
    mode: 'live',
    notes: fullNotes,
    record: fullRecord,
    timeline: [],
    asOf: null,
    at: new Date(at),
  })

const bare = async (pages: number) => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const embedded = await document.embedFont(font, { subset: true })
  for (let page = 0; page < pages; page++) document.addPage().drawText(text, { x: 40, y: 700, size: 9, font: embedded })
  return document.save()
}

const pages = (await PDFDocument.load(await report('Acme Widgets LLC'))).getPageCount()
const baseline = await medianMs(rounds, () => bare(pages))
const line = (what: string, took: number) =>
  console.log(`${what.padEnd(52)} ${took.toFixed(0).padStart(5)} ms   ${(took / baseline).toFixed(1)}`)
line(`${pages} pages with a line and a font each`, baseline)
line(`the report of a full business, ${pages} pages`, await medianMs(rounds, () => report('Acme Widgets LLC')))
line('the same with a name in East Asian letters', await medianMs(rounds, () => report('株式会社サンプル 주식회사 예시')))
