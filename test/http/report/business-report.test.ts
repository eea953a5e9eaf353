// The printed report: that it takes whatever a record may hold, in whatever letters, in little time.
import { writeFileSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { z } from 'zod'
import type { Business } from '../../../src/http/records/business.ts'
import { businessReport } from '../../../src/http/report/business-report.ts'
import { drawable, runsOf, widthOf, wrapped } from '../../../src/http/report/fonts.ts'

const test = suite('business report')
const at = '2026-11-21T09:30:00.000Z'
const id = '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a'
const source = { id, type: 'or_sos', metadata: { data_set: 'or_active_businesses', version: '2026-11-01', row: '123456-99' } }

const full = (name: string): z.output<typeof Business> => ({
  object: 'business',
  id,
  name,
  status: 'rejected',
  tags: ['priority', 'Čeština'],
  requester: { id, type: 'account', name: 'First account', requested_at: at },
  review: {
    object: 'review',
    id,
    created_at: at,
    updated_at: at,
    completed_at: at,
    assignee: null,
    tasks: (['success', 'warning', 'failure', 'neutral'] as const).flatMap((status) =>
      Array.from({ length: 8 }, () => ({
        category: 'name' as const,
        key: 'name' as const,
        label: 'Business Name' as const,
        name: 'name',
        status,
        sub_label: 'Verified',
        message:
          'The name "Acme Widgets LLC" is registered in OR: the same but for its ending, and quite some further words of explanation.',
        sources: [source],
      })),
    ) as never,
  },
  registrations: Array.from({ length: 20 }, (_, index) => ({
    object: 'registration',
    id,
    business_id: id,
    name: `${name} ${index}`,
    status: index % 2 ? 'active' : 'inactive',
    state: 'OR',
    file_number: `F-${index}`,
    entity_type: 'LLC',
    jurisdiction: 'DOMESTIC',
  })) as never,
  people: Array.from({ length: 30 }, (_, index) => ({
    object: 'person',
    id,
    name: index % 2 ? 'Αλέξανδρος Παπαδόπουλος' : 'Ольга Ивановна Кузнецова',
    submitted: false,
    business_id: id,
    titles: [{ object: 'person_title', title: 'Director' }],
    sources: [source],
  })) as never,
  addresses: [],
  watchlist: {
    object: 'watchlist',
    id,
    hit_count: 1,
    agencies: [],
    people: [],
    lists: [
      {
        object: 'watchlist_source',
        agency: 'Office of Foreign Assets Control',
        agency_abbr: 'OFAC',
        organization: 'US Department of the Treasury',
        title: 'Specially Designated Nationals',
        abbr: 'SDN',
        results: [
          {
            object: 'watchlist_result',
            id,
            status: 'hit',
            entity_name: 'ООО «Пример»',
            entity_aliases: Array.from({ length: 400 }, (_, index) => `Other name ${index}`),
            agency_information_url: 'https://example.com',
            agency_list_url: 'https://example.com',
            score: 0.93,
          },
        ],
      },
    ],
  },
  created_at: at,
  updated_at: at,
})

const report = (name: string) =>
  businessReport({ business: full(name), account: 'First account', timeline: [], timelineCount: 0, at: new Date(at) })

test('long names, letters of other scripts and rows longer than a page go in', async () => {
  const bytes = await report(`${'Übergrößenträger '.repeat(12)}${'W'.repeat(200)} ООО Ромашка שלום شركة 株式会社 주식회사 उदाहरण प्राइवेट`)
  const document = await PDFDocument.load(bytes)
  assert.ok(document.getPageCount() >= 6, `${document.getPageCount()} pages`)
  if (process.env.KEEP_REPORT) writeFileSync(process.env.KEEP_REPORT, bytes)
})

test('a full report takes less than 300 ms', async () => {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const started = process.cpuUsage()
    await report('Acme Widgets LLC')
    const { user, system } = process.cpuUsage(started)
    times.push((user + system) / 1000)
  }
  assert.ok(Math.min(...times) < 300, `${times.map(Math.round).join(', ')} ms of processor time`)
})

test('no line is wider than its room, and no letter gets lost', () => {
  const text = `A very ${'long'.repeat(40)} word, and Кириллица`
  const lines = wrapped(text, { width: 90, size: 9 })
  assert.ok(lines.every((line) => widthOf(line, 9) <= 90))
  assert.is(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
})

test('a letter that no font has is seen to be missing', () => {
  assert.is(drawable('\u{12000} A\n\tB'), '□ A B')
})

test('letters of East Asia and of Devanagari are drawn', () => {
  for (const name of ['株式会社サンプル', '北京市朝阳区', '臺灣積體電路', '주식회사 예시', 'उदाहरण प्राइवेट लिमिटेड'])
    assert.is(drawable(name), name)
})

test('a name in East Asian letters costs a report little more, and is embedded in it', async () => {
  await report('株式会社')
  const started = process.cpuUsage()
  const bytes = await report('株式会社サンプル 北京市朝阳区 주식회사 예시')
  const { user, system } = process.cpuUsage(started)
  assert.ok((user + system) / 1000 < 600, `${Math.round((user + system) / 1000)} ms of processor time`)
  const fonts = (await PDFDocument.load(bytes)).context.enumerateIndirectObjects().filter(([, object]) => /FontFile/.test(String(object)))
  assert.ok(fonts.length > 3, `${fonts.length} fonts`)
})

const texts = (line: string) => runsOf(line, 'plain').map(({ text }) => text)

test('what is written from right to left stands so within a line, its numbers from left to right', () => {
  assert.equal(texts('Name: שלום עולם Ltd'), ['Name: ', 'שלום עולם', ' Ltd'])
  assert.equal(texts('א 12 ב'), [' ב', '12', 'א '])
})

test('Arabic letters join, and are as wide as they are drawn', () => {
  assert.ok(widthOf('شركة', 10) < [...'شركة'].reduce((sum, letter) => sum + widthOf(letter, 10), 0))
})

test.run()
