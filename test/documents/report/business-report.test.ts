// The printed report: that it takes whatever a record may hold, in whatever letters, in little time.
import { writeFileSync } from 'node:fs'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { drawable, runsOf, widthOf, wrapped } from '../../../src/documents/pdf/fonts.ts'
import { businessReport } from '../../../src/documents/report/business-report.ts'
import { pdfText } from '../../../src/evidence/registrations/pdf-text.ts'
import { policyResultResource } from '../../../src/interface/resources/policies.ts'
import { filled } from '../../filled.ts'
import { at, fullBusiness, fullConclusion, fullNotes, fullOwnership, fullRecord, fullRisk } from './full-business.ts'

type Contents = Parameters<typeof businessReport>[0]

const test = suite('business report')
const report = (
  name: string,
  changed: Partial<ReturnType<typeof fullBusiness>> = {},
  {
    mode = 'live',
    record = fullRecord,
    ownership = fullOwnership,
    conclusion = fullConclusion,
  }: Partial<Pick<Contents, 'mode' | 'record' | 'ownership' | 'conclusion'>> = {},
) =>
  businessReport({
    business: { ...fullBusiness(name), ...changed },
    conclusion,
    ownership,
    risk: fullRisk,
    account: 'First account',
    mode,
    notes: fullNotes,
    record,
    timeline: [],
    asOf: null,
    at: new Date(at),
  })

test('long names, letters of other scripts and rows longer than a page go in', async () => {
  const bytes = await report(`${'Übergrößenträger '.repeat(12)}${'W'.repeat(200)} ООО Ромашка שלום شركة 株式会社 주식회사 उदाहरण प्राइवेट`)
  const document = await PDFDocument.load(bytes)
  assert.ok(document.getPageCount() >= 6, `${document.getPageCount()} pages`)
  if (process.env.KEEP_REPORT) writeFileSync(process.env.KEEP_REPORT, bytes)
})

test('the risk tier is told with what gave it and who set another', async () => {
  const text = (await pdfText(await report('Acme'))).replaceAll(/\s+/g, '')
  const told = [
    'Medium: 35 points by version 1 of the table',
    'A lien (20); Owners differ from published data (15)',
    '2026-11-21 09:30 UTC: Its owners changed twice this year.',
  ]
  for (const each of told) assert.ok(text.includes(each.replaceAll(' ', '')), each)
  assert.not.ok(text.includes('Abankruptcy('))
})

test('a fact that is longer than a page goes on on the next one', async () => {
  const pages = async (tags: number) => {
    const bytes = await report('Acme', { tags: Array.from({ length: tags }, (_, n) => `tag-${n}`), registrations: [], people: [] })
    return (await PDFDocument.load(bytes)).getPageCount()
  }
  assert.ok((await pages(1_000)) > (await pages(1)))
})

/** Lines break where their room ends. */
const textOf = async (bytes: Uint8Array) => (await pdfText(bytes)).replace(/\s+/g, '')
const spaceless = (text: string) => text.replaceAll(' ', '')

test('the report says who decided what and why, what was compared, who owns it, and how old the sources are', async () => {
  const text = await textOf(await report('Acme Widgets LLC'))
  for (const told of [
    'Decision',
    'Ann Analyst',
    'Sanctions hit',
    'Hit confirmed by phone',
    'Verdict of the findings',
    'Do not approve yet',
  ])
    assert.ok(text.includes(spaceless(told)), told)
  for (const told of ['Submitted and found', 'ACME WIDGET LLC', 'one letter less', 'Sources with their dates', '7 years, old'])
    assert.ok(text.includes(spaceless(told)), told)
  for (const told of ['Ownership', '36.5 %', 'beneficial owner', 'counts as listed', 'Ann Smith, Member', 'the owners have changed since'])
    assert.ok(text.includes(spaceless(told)), told)
})

test('before the first review nothing is said to have been looked for', async () => {
  const compared = [{ field: 'Name', submitted: 'Acme', found: '', agreement: 'unknown', explanation: '' }] as const
  const conclusion = { ...fullConclusion, compared }
  const [before, after] = [await report('Acme', { review: null }, { conclusion }), await report('Acme', {}, { conclusion })]
  assert.ok((await textOf(before)).includes('●Notsearchedyet'))
  assert.ok((await textOf(after)).includes('●Nothingfound'))
})

test('the report is a file: every decision, notes, the record with its hash and where its proof is', async () => {
  const text = await textOf(await report('Acme Widgets LLC'))
  for (const told of [
    'Every decision',
    'Bob Before',
    'The findings support it',
    'Spoke to the owner about the move.',
    fullRecord.hash,
    `GET ${fullRecord.proof}`,
    'Page 1 of',
    `record ${fullRecord.hash.slice(0, 16)}`,
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

const foundOwner: Contents['ownership']['found'][number] = {
  id: at,
  owned_id: at,
  submitted_id: null,
  relation: 'control_register',
  type: 'person',
  name: 'Penelope Register',
  country: null,
  lei: null,
  registration_number: null,
  interests: [],
  since: null,
  watchlist_hits: 2,
  sources: [],
}
const difference = (status: 'open' | 'overdue' | 'resolved', due_on: string): Contents['ownership']['discrepancies'][number] => ({
  object: 'owner_discrepancy',
  id: at,
  business_id: at,
  kind: 'not_submitted',
  found_id: at,
  submitted_id: null,
  status,
  due_on,
  found_at: at,
  resolution: null,
})

test('owners in published data are told with their hits, and the differences that are not resolved with the first date on which one is due', async () => {
  const discrepancies = [difference('resolved', '2026-01-01'), difference('open', '2026-03-03'), difference('overdue', '2026-02-02')]
  const found = [foundOwner, { ...foundOwner, name: null, lei: '5493001KJTIIGC8Y1R12', submitted_id: at, watchlist_hits: 0 }]
  const text = await textOf(await report('Acme Widgets LLC', {}, { ownership: { ...fullOwnership, found, discrepancies } }))
  for (const told of [
    'Penelope Register Control register, 2 watchlist hits no',
    '5493001KJTIIGC8Y1R12 Control register yes',
    'owners that are not resolved: 2, due by 2026-02-02.',
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

test('owners in published data are told also where nobody submitted one; without either there is no section', async () => {
  const none = { ...fullOwnership, interests: [], owners: [], certifications: [], identified_percentage: 0 }
  const told = await textOf(await report('Acme Widgets LLC', {}, { ownership: { ...none, found: [foundOwner] } }))
  for (const part of ['No owners were submitted', 'Penelope Register', 'counts as listed']) assert.ok(told.includes(spaceless(part)), part)
  const unlisted = { ...none, found: [foundOwner], listed: { percentage: 0, counts_as_listed: false } }
  const unknown = await textOf(await report('Acme Widgets LLC', {}, { ownership: unlisted }))
  assert.ok(unknown.includes(spaceless('Held by parties with a hit Not known: no owners were submitted')), unknown)
  const nothing = await textOf(await report('Acme Widgets LLC', {}, { ownership: none }))
  assert.not.ok(nothing.includes('Tracedtopeople') || nothing.includes('Ownership'))
})

test('the report tells what policies decided, and which of it was carried out', async () => {
  const policyResult = (name: string, executed: boolean, matched: string | null) => {
    const actions = executed ? [{ id: at, action: { type: 'add_tag' as const, tag: 'seen' }, executed, explanation: 'carried out' }] : []
    const rules = [{ name: matched ?? 'Rule of two', holds: matched !== null, reasons: [] }]
    const of = {
      id: at,
      result_id: at,
      policy_id: at,
      version_id: at,
      version: 1,
      account_id: at,
      mode: 'live',
      business_id: at,
      created_at: at,
    } as const
    return policyResultResource({ ...of, name, matched, result: 'in_review', rules, actions })
  }
  const text = await textOf(
    await report('Acme', { policy_results: [policyResult('First policy', true, 'Rule of two'), policyResult('Second', false, null)] }),
  )
  for (const told of ['Policies', 'First policy Rule of two In review, carried out', 'Second – In review2026'])
    assert.ok(text.includes(spaceless(told)), told)
})

test('the report tells officers and agents of registrations with their roles and addresses', async () => {
  const registration = {
    ...fullBusiness('Acme').registrations?.[0],
    officers: [
      { name: 'Olga Officer', titles: [{ title: 'President' }, { title: 'Director' }], addresses: [{ full_address: '7 High St' }] },
    ],
    registered_agent: { name: 'Agents Inc', address: '9 Low St' },
  }
  const text = await textOf(await report('Acme', { registrations: [registration] as never }))
  for (const told of [
    'Officers and agents',
    'Olga Officer President, Director 7 High St OR F-0',
    'Agents Inc Registered agent 9 Low St OR F-0',
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

test('every dismissal of a hit is told with who made it, why and for what, and why it ended', async () => {
  const { watchlist } = fullBusiness('Acme')
  const list = watchlist?.lists[0]
  const by = (name: string) => ({ actor_type: 'user', data: { name } })
  const dismissed = {
    ...list?.results[0],
    entity_aliases: [],
    dismissal: { reason: 'Born elsewhere', scope: 'hit', dismissed_at: at, dismissed_by: by('Dora Dismisser') },
    earlier_dismissals: [
      { reason: null, scope: 'party', dismissed_at: at, dismissed_by: null, ended_at: at, cause: 'entry_changed', changes: [] },
      { reason: 'Namesake', scope: 'party', dismissed_at: at, dismissed_by: by(''), ended_at: at, cause: 'party_changed', changes: [] },
    ],
  }
  const text = await textOf(await report('Acme', { watchlist: { ...watchlist, lists: [{ ...list, results: [dismissed] }] } as never }))
  for (const told of [
    'Dismissed watchlist hits',
    'Dora Dismisser',
    'Born elsewhere, for this hit',
    'Without a reason, for the whole party',
    'the list changed',
    'Namesake, for the whole party',
    'the party changed',
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

test('records of courts, offices and agencies are told one by one, and sums of money as such', async () => {
  const text = await textOf(
    await report('Acme', {
      liens: [
        {
          id: at,
          object: 'lien',
          status: 'open',
          loan_principal_amount_cents: 123456,
          file_url: 'no',
          debtors: [{ name: 'Acme Widgets LLC' }],
          secured_parties: [{ name: 'First Bank' }, { name: 'Second Bank' }],
        },
      ] as never,
      loans: [{ lender: 'First Bank', issued_date: '2020-04-01', amount: 20000 }] as never,
      fmcsa_registrations: [{ legal_name: 'Acme Haulage', dot_number: '77' }] as never,
      tax_exempt_organization: { name: 'Acme Fund', section: '501(c)(3)', ein: '930000001' } as never,
    }),
  )
  for (const told of [
    'Lien Status: open; Loan principal amount: $1,234.56; Debtors: Acme Widgets LLC; Secured parties: First Bank, Second Bank Loan First Bank',
    'First Bank, 2020-04-01, $20,000 Motor carrier',
    'Acme Haulage, DOT 77',
    'Acme Fund, 501(c)(3), 930000001',
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

test('key facts tell hits that were dismissed beside those that count', async () => {
  const { watchlist } = fullBusiness('Acme')
  const [list] = watchlist?.lists ?? []
  const hit = (status: string) => ({ ...list?.results[0], status })
  const told = async (statuses: readonly string[], hit_count: number) =>
    textOf(await report('Acme', { watchlist: { ...watchlist, hit_count, lists: [{ ...list, results: statuses.map(hit) }] } as never }))
  assert.ok((await told(['potential_match', 'dismissed', 'dismissed'], 1)).includes(spaceless('Watchlist hits 1, and 2 dismissed')))
  assert.ok((await told([], 0)).includes(spaceless('Watchlist hits 0 Decision')))
})

test('a screening without hits is told by its check, and one without lists is none', async () => {
  const { watchlist, review } = fullBusiness('Acme')
  const [list] = watchlist?.lists ?? []
  const told = async (lists: number, check: object | null) => {
    const screened = { ...watchlist, hit_count: 0, lists: Array.from({ length: lists }, () => ({ ...list, results: [] })) }
    const tasks = check ? [{ ...review?.tasks?.[0], key: 'watchlist', ...check }] : []
    return textOf(await report('Acme', { watchlist: screened, review: { ...review, tasks } } as never))
  }
  const unread = { status: 'warning', sub_label: 'Not Fully Screened', message: 'The name in Thai script could not be read.' }
  assert.ok((await told(1, { status: 'success', sub_label: 'No Hits' })).includes('Nohits.'))
  const partly = await told(1, unread)
  assert.ok(partly.includes(spaceless('Not Fully Screened. The name in Thai script could not be read.')) && !partly.includes('Nohits.'))
  const without = await told(0, null)
  for (const each of ['Watchlist hits not screened', 'Not screened. No watchlist was loaded.'])
    assert.ok(without.includes(spaceless(each)), each)
  assert.not.ok(without.includes('Nohits.'))
})

test('the report says that nothing is decided, or which policy decided by which rule, and what an approval passed over', async () => {
  const told = async (changed: Partial<Contents['conclusion']>) =>
    textOf(await report('Acme', {}, { conclusion: { ...fullConclusion, ...changed } }))
  const undecided = { decision: null, decider: null, decisions: [] }
  assert.ok((await told(undecided)).includes(spaceless('Not decided yet.')))
  const erased = await told({ ...undecided, isErased: true })
  assert.ok(
    erased.includes(spaceless('Not decided: the personal data was erased before.')) && !erased.includes(spaceless('Not decided yet')),
  )
  const [latest, earlier] = fullConclusion.decisions
  const override = { passedOver: 2, overridden: ['Dread Maritime', 'Zenda Oil'] }
  const despite = 'Approved despite 2 watchlist hits: Dread Maritime; Zenda Oil'
  const passedOver = await told({ policy: 'Careful, rule 2', decisions: [{ ...latest!, ...override }] })
  for (const each of ['Policy and rule Careful, rule 2', `Override ${despite}`]) assert.ok(passedOver.includes(spaceless(each)), each)
  const before = await told({ decisions: [latest!, { ...earlier!, ...override }] })
  assert.ok(before.includes(spaceless(`Bob Before ${despite} The findings support it`)))
  assert.not.ok((await told({})).includes('Override'))
})

test('key facts leave out none of many numbers and names', async () => {
  const phone_numbers = Array.from({ length: 30 }, (_, index) => ({ number: `(503) 555-0${100 + index}` }))
  const text = await textOf(await report('Acme', { phone_numbers } as never))
  for (const { number } of phone_numbers) assert.ok(text.includes(spaceless(number)), number)
})

test('the report says from what evidence it is: published, of the invented sample, or of the sandbox', async () => {
  const [source] = fullConclusion.sources
  const kind = async (contents: Partial<Pick<Contents, 'mode' | 'conclusion'>>) =>
    /Kind(.*?)Requestedby/.exec(await textOf(await report('Acme', {}, contents)))?.[1]
  assert.is(await kind({}), 'Live')
  const sample = { ...fullConclusion, sources: [...fullConclusion.sources, { ...source!, version: 'sample' }] }
  assert.is(await kind({ conclusion: sample }), spaceless('Live, with data of the invented sample'))
  assert.is(await kind({ mode: 'test', conclusion: sample }), spaceless('Sandbox: the evidence is made up'))
})

test('a watchlist hit is told with who was screened and the entry of the list', async () => {
  const [list] = fullBusiness('Acme').watchlist?.lists ?? []
  const [hit] = list?.results ?? []
  assert.ok(list && hit)
  const results = [
    { ...hit, screened: 'person' as const, screened_name: 'Ann Q. Submitted', entry_id: '36216', matched_alias: 'A. Listed' },
  ]
  const watchlist = { ...fullBusiness('Acme').watchlist, hit_count: 1, lists: [{ ...list, results }] }
  const text = await textOf(await report('Acme', { watchlist } as never))
  for (const told of ['Ann Q. Submitted', 'Entry 36216', 'Matches as: A. Listed']) assert.ok(text.includes(spaceless(told)), told)
})

test('readers list the sections in their side bar, in their order, and name the document by its title', async () => {
  const { catalog, context } = await PDFDocument.load(await report('Acme Widgets LLC'))
  const outlines = catalog.lookup(PDFName.of('Outlines'), PDFDict)
  const titles: string[] = []
  for (let next = outlines.get(PDFName.of('First')); next; ) {
    const bookmark = context.lookup(next, PDFDict)
    titles.push(bookmark.lookup(PDFName.of('Title'), PDFHexString).decodeText())
    assert.is(context.lookup(bookmark.lookup(PDFName.of('Dest'), PDFArray).get(0), PDFDict).get(PDFName.of('Type')), PDFName.of('Page'))
    next = bookmark.get(PDFName.of('Next'))
  }
  assert.equal([titles[0], titles.at(-1)], ['Key facts', 'Record'])
  assert.ok(titles.indexOf('Decision') < titles.indexOf('Watchlists'))
  assert.is(String(catalog.lookup(PDFName.of('ViewerPreferences'), PDFDict).get(PDFName.of('DisplayDocTitle'))), 'true')
})

test('only a report with a letter that no font has says what the box is', async () => {
  const legend = spaceless('stands for a letter that this document cannot show')
  assert.ok((await textOf(await report('\u{12000} LLC'))).includes(legend))
  assert.not.ok((await textOf(await report('Acme Widgets LLC'))).includes(legend))
})

test('a section without content is left out', async () => {
  const text = await textOf(await report('Acme'))
  for (const section of ['Policies', 'Officers and agents', 'Dismissed watchlist hits', 'Other records', 'Named in published data'])
    assert.not.ok(text.includes(spaceless(section)), section)
})

test('the foot of every page has the hash, however wide its letters are', async () => {
  for (const digit of ['f', 'd']) {
    const hash = digit.repeat(64)
    const bytes = await report(
      'Acme Widgets LLC',
      { id: `${digit.repeat(8)}-dddd-dddd-dddd-dddddddddddd` },
      { record: { ...fullRecord, hash } },
    )
    const pages = (await PDFDocument.load(bytes)).getPageCount()
    const feet = (await textOf(bytes)).split(`·record${hash.slice(0, 16)}`).length - 1
    assert.equal([pages > 1, feet], [true, pages], digit)
  }
})

test('the report of a test business says on its cover that the evidence is made up', async () => {
  const sandbox = spaceless('Sandbox: the evidence is made up')
  assert.ok((await textOf(await report('Acme Widgets LLC', {}, { mode: 'test' }))).includes(sandbox))
  assert.not.ok((await textOf(await report('Acme Widgets LLC', {}, { mode: 'live' }))).includes(sandbox))
})

test('the tasks are counted once, as the case page counts them', async () => {
  const { review } = fullBusiness('')
  const tasks = ['LLC', 'Unknown'].map((sub_label) => ({ ...review?.tasks?.at(-1), sub_label }))
  const text = await textOf(await report('Acme Widgets LLC', { review: { ...review, tasks } as typeof review }))
  assert.match(text, /1unanswered1forinformation/)
  assert.is(text.split('forinformation').length, 2)
})

test('among the tasks a watchlist hit is marked as what blocks, and a lesser warning as such', async () => {
  const { review } = fullBusiness('')
  const told = (key: string, label: string, sub_label: string) => ({ ...review?.tasks?.at(-1), key, label, status: 'warning', sub_label })
  const tasks = [told('watchlist', 'Watchlists', 'Hits'), told('address_property_type', 'Office Address', 'Residential')]
  const text = await textOf(await report('Acme Widgets LLC', { review: { ...review, tasks } as typeof review }))
  assert.match(text, '✘Hits')
  assert.match(text, '▲Residential')
})

test('an address is told with its kind, whether it was submitted, and its sources; a decision with its time and its reasons', async () => {
  const address = (street: string, change: object) => ({ full_address: street, submitted: false, sources: [], ...change })
  const addresses = [
    address('1 One St', { deliverable: true, property_type: 'commercial', cmra: true, submitted: true }),
    address('2 Two St', { deliverable: false, is_registered_agent: true }),
    address('3 Three St', { deliverable: null, property_type: null, cmra: false }),
  ] as never
  const text = await textOf(await report('Acme', { addresses }))
  for (const [street, row] of [
    ['1 One St', 'Deliverable, Commercial, Private mailbox agent Yes'],
    ['2 Two St', 'Undeliverable, Registered agent No'],
    ['3 Three St', '– No – Watchlists'],
  ] as const)
    assert.ok(text.includes(spaceless(`${street}${row}`)), street)
  const decided = text.slice(text.indexOf('Decidedby'))
  for (const told of ['Decided by Ann Analyst', 'Time', '2026', 'Reason', 'Stated reasons', 'Note Hit confirmed by phone'])
    assert.ok(decided.slice(0, 400).includes(spaceless(told)), `${told}: ${decided.slice(0, 400)}`)
})

test('a possible match is told with its state, file number and why it decides nothing', async () => {
  const text = await textOf(await report('Acme Widgets LLC'))
  for (const told of [
    'Possible matches',
    'They do not affect the review',
    'ACME WIDGETS WEST LLC',
    'P-77',
    'without "west"; no address agrees',
  ])
    assert.ok(text.includes(spaceless(told)), told)
})

test('without a possible match the report has no such section', async () => {
  const text = await textOf(await report('Acme Widgets LLC', { possible_registrations: [] }))
  assert.not.ok(text.includes('Possiblematches'))
})

test('a finding tells as of when its sources speak', async () => {
  const text = await textOf(await report('Acme Widgets LLC'))
  assert.ok(text.includes(spaceless('As of 2019-03-29, 7 years old: older than the limit of 90 days.')))
})

test('no line is wider than its room, and no letter gets lost', () => {
  const text = `A very ${'long'.repeat(40)} word, and Кириллица`
  const lines = wrapped(text, { width: 90, size: 9 })
  assert.ok(filled(lines).every((line) => widthOf(line, 9) <= 90))
  assert.is(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''))
})

test('a long id is cut behind one of its joints, and a hash, which has none, anywhere', () => {
  const id = 'sandbox-watchlist-business'
  const lines = wrapped(id, { width: widthOf('sandbox-watchlist-bu', 8), size: 8 })
  assert.equal(lines, ['sandbox-watchlist-', 'business'])
  const page = 'https://lists.example/entries/4711/long-name-of-a-listed-party'
  assert.equal(wrapped(page, { width: widthOf('https://lists.example/entries/47', 8), size: 8 }).slice(0, 1), [
    'https://lists.example/entries/',
  ])
  const hash = 'ab'.repeat(32)
  assert.equal(wrapped(hash, { width: widthOf('ab'.repeat(20), 8), size: 8 }), ['ab'.repeat(20), 'ab'.repeat(12)])
})

test('a word that is cut keeps each letter with its accents', () => {
  const word = 'ผู้นำที่ดี'.repeat(12)
  const lines = wrapped(word, { width: 60, size: 9 })
  assert.is(lines.join(''), word)
  for (const line of filled(lines)) assert.not.match(line, /^\p{M}/u)
})

test('a text in a script without spaces is broken between its words, and fills its lines', () => {
  const texts = [
    ['บริษัท', 'การ', 'ค้า', 'ระหว่าง', 'ประเทศ', 'จำกัด'],
    ['ບໍລິສັດ', 'ການຄ້າ', 'ລະຫວ່າງ', 'ປະເທດ'],
    ['ក្រុមហ៊ុន', 'ពាណិជ្ជកម្ម', 'អន្តរជាតិ'],
    ['အပြည်', 'ပြည်', 'ဆိုင်ရာ', 'ကုန်သွယ်ရေး', 'ကုမ္ပဏီ'],
  ]
  for (const words of filled(texts)) {
    const text = words.join('')
    const width = Math.max(...words.map((word) => widthOf(word, 9))) + 1
    const lines = wrapped(text, { width, size: 9 })
    assert.is(lines.join(''), text)
    const ends = words.map((_, at) => words.slice(0, at + 1).join(''))
    for (const at of filled(lines).keys()) assert.ok(ends.includes(lines.slice(0, at + 1).join('')), `${lines[at]} ends with a word`)
  }
  const mixed = wrapped('Acme บริษัทการค้า', { width: widthOf('Acme บริษัท', 9), size: 9 })
  assert.equal(mixed, ['Acme บริษัท', 'การค้า'])
})

test('the end of a sentence or a bracket stays with its word where words have no spaces', () => {
  assert.equal(wrapped('(บริษัท)จำกัด', { width: widthOf('(บริษัท)', 9), size: 9 }), ['(บริษัท)', 'จำกัด'])
  const company = 'ពាណិជ្ជកម្មក្រុមហ៊ុន'
  assert.equal(wrapped(`${company}។`, { width: widthOf(company, 9), size: 9 }), ['ពាណិជ្ជកម្ម', 'ក្រុមហ៊ុន។'])
})

test('a letter that no font has is seen to be missing', () => {
  assert.is(drawable('\u{12000} A\n\tB'), '□ A B')
})

/** Of the optional packages of fonts. */
const elsewhere = {
  Chinese: '北京市朝阳区 臺灣積體電路',
  Japanese: '株式会社サンプル',
  Korean: '주식회사 예시',
  Hindi: 'उदाहरण प्राइवेट लिमिटेड',
  Thai: 'บริษัท ผู้นำ จำกัด',
  Urdu: 'پاکستان گھڑی ساز لمیٹڈ',
  Bengali: 'গ্রামীণ ব্যাংক লিমিটেড',
  Gujarati: 'અંગ્રેજી પ્રાઇવેટ લિમિટેડ',
  Punjabi: 'ਸੰਯੁਕਤ ਪ੍ਰਾਈਵੇਟ ਲਿਮਟਿਡ',
  Kannada: 'ಕರ್ನಾಟಕ ಪ್ರೈವೇಟ್ ಲಿಮಿಟೆಡ್',
  Malayalam: 'ബംഗ്ലാദേശ് പ്രൈവറ്റ് ലിമിറ്റഡ്',
  Odia: 'ଓଡ଼ିଶା ପ୍ରାଇଭେଟ୍ ଲିମିଟେଡ୍',
  Sinhala: 'ශ්\u200dරී ලංකා පුද්ගලික සමාගම',
  Tamil: 'தமிழ்நாடு பிரைவேட் லிமிடெட்',
  Telugu: 'శ్రీలంక ప్రైవేట్ లిమిటెడ్',
  Khmer: 'ក្រុមហ៊ុន កម្ពុជា ខូអិលធីឌី',
  Burmese: 'မြန်မာ ကုမ္ပဏီ လီမိတက်',
  Lao: 'ບໍລິສັດ ເມັກຊິໂກ ຈຳກັດ',
  Amharic: 'የኢትዮጵያ ንግድ ባንክ',
} as const

for (const [language, name] of Object.entries(elsewhere))
  test(`all letters of a name in ${language} are drawn, in both weights`, () => {
    assert.is(drawable(name), name)
    for (const weight of ['plain', 'bold'] as const)
      for (const { text, face } of filled(runsOf(name, weight)))
        for (const letter of filled([...text])) assert.ok(face.knows(letter.codePointAt(0) ?? 0), `${letter} of ${text}`)
  })

test('a report with names in all these scripts is drawn', async () => {
  const bytes = Buffer.from(await report(Object.values(elsewhere).join(' ')))
  assert.ok(bytes.length > 10_000)
})

test('the letters of a name in East Asian scripts are embedded in its report', async () => {
  const bytes = await report('株式会社サンプル 北京市朝阳区 주식회사 예시')
  const fonts = (await PDFDocument.load(bytes)).context.enumerateIndirectObjects().filter(([, object]) => /FontFile/.test(String(object)))
  assert.ok(fonts.length > 3, `${fonts.length} fonts`)
})

const texts = (line: string) => runsOf(line, 'plain').map(({ text }) => text)

test('what is written from right to left stands so within a line, its numbers from left to right', () => {
  assert.equal(texts('Name: שלום עולם Ltd'), ['Name: ', 'שלום עולם', ' Ltd'])
  assert.equal(texts('א 12 ב'), [' ב', '12', 'א '])
  assert.equal(texts('شركة (20) جديدة'), ['جديدة', ' (', '20', ') ', 'شركة'])
})

test('Arabic letters join, and are as wide as they are drawn', () => {
  assert.ok(widthOf('شركة', 10) < [...'شركة'].reduce((sum, letter) => sum + widthOf(letter, 10), 0))
})

test.run()
