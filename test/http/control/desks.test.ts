// The operator's routes for the desks: liens to file, documents of businesses, registration requests, questions, letters and audits.
import { hash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../../src/events/catalogue.ts'
import type { LienEvent } from '../../../src/events/lien.ts'
import type { PartnerCompanyEvent, RegistrationRequestEvent } from '../../../src/events/partner.ts'
import { evidenceDocuments } from '../../../src/projections/evidence-documents.ts'
import { auditRequested, businessId, created, order, placed, started } from '../../commands/businesses.ts'
import { lienRequest } from '../../commands/liens.ts'
import { partnerSamples } from '../../events/samples-of-partner.ts'
import { mainStreet } from '../../main-street.ts'
import { first, nothing, type Operator, openOperator, second } from './operator.ts'

let it: Operator
test.before(async () => {
  it = await openOperator()
})
test.after(() => it.inner.close())

const ids = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id)
const idFor = (end: string) => `0198c0de-0000-7000-8000-${end.padStart(12, '0')}`
const base64 = (text: string) => Buffer.from(text).toString('base64')

const party = {
  id: idFor('a1'),
  organization_name: 'First Bank',
  first_name: null,
  last_name: null,
  addresses: [mainStreet],
}
type LienRequested = Extract<LienEvent, { type: 'LienRequested' }>
const requested = (id: string, change: Partial<LienRequested['data']> = {}): DomainEvent => ({
  type: 'LienRequested',
  data: lienRequest(id, {
    business_id: businessId,
    debtors: [party],
    secured_parties: [party],
    collateral: 'All inventory',
    packet_number: `P-${id}`,
    ...change,
  }),
})

test('liens of all accounts wait at the desk, the oldest first, and are filed step by step', async () => {
  const [older, newer, sandbox] = [idFor('11'), idFor('12'), idFor('13')]
  await it.inner.record(`lien-${newer}`, [requested(newer)], { accountId: second, at: new Date('2026-11-22T00:00:00.000Z') })
  await it.inner.record(`lien-${older}`, [requested(older)], { at: new Date('2026-11-21T00:00:00.000Z') })
  await it.inner.record(`lien-${sandbox}`, [requested(sandbox, { mode: 'test' })])
  assert.equal(ids((await it.ask('GET', '/liens')).body), [older, newer])
  const shown = await it.ask('GET', `/liens/${newer}`)
  assert.equal([shown.status, shown.body.id, shown.body.account_id], [200, newer, second])

  const step = async (name: string, more = {}) => (await it.ask('POST', `/liens/${newer}/steps`, { step: name, ...more })).body
  assert.is(await it.refusal('POST', `/liens/${newer}/steps`, { step: 'open' }), '422 step')
  assert.is((await step('start')).status, 'pending')
  assert.is((await step('returned', { reason: 'no address' })).returned, 'no address')
  const filed = await step('filed', { file_number: '7', confirmation_number: 'C', date: '2026-11-20' })
  assert.equal([filed.status, filed.file_number, filed.confirmation_number, filed.filing_date], ['filed', '7', 'C', '2026-11-20'])
  assert.is((await step('open')).status, 'open')
  assert.equal(ids((await it.ask('GET', '/liens')).body), [older])
  for (const [body, refused] of [
    [{ step: 'sign' }, '422 step'],
    [{}, '422 step'],
    [{ step: 'filed', date: 'today' }, '422 date'],
    [{ step: 'returned', reason: 'x'.repeat(1001) }, '422 reason'],
  ] as const)
    assert.is(await it.refusal('POST', `/liens/${older}/steps`, body), refused)
  assert.is((await it.inner.history(`lien-${newer}`)).at(-1)?.metadata.account_id, second)
})

const file = { document_type: 'UCC-1', filename: 'filed.txt', content_type: 'text/plain', content: base64('filed') }

const wrongFiles: readonly (readonly [change: object, refusal: string])[] = [
  [{ content: '' }, '422 content'],
  [{ content: 'no base 64' }, '422 content'],
  [{ filename: '' }, '422 filename'],
  [{ filename: 'a/b' }, '422 filename'],
  [{ filename: 'x'.repeat(256) }, '422 filename'],
  [{ content_type: 'text' }, '422 content_type'],
  [{ document_type: '' }, '422 document_type'],
  [{ document_type: 'x'.repeat(101) }, '422 document_type'],
  [{ filing_date: 'today' }, '422 filing_date'],
]

test('a returned document is kept with its lien, once', async () => {
  const id = idFor('14')
  await it.inner.record(`lien-${id}`, [requested(id)])
  const path = `/liens/${id}/documents`
  for (const [change, refused] of wrongFiles)
    assert.is(await it.refusal('POST', path, { ...file, ...change }), refused, JSON.stringify(change))
  const attached = await it.ask('POST', path, { ...file, filing_date: '2026-11-20' })
  assert.is(attached.status, 201)
  const [kept, ...others] = attached.body.documents
  assert.equal(others, [])
  assert.equal([kept.document_type, kept.filename, kept.size, kept.sha256], ['UCC-1', 'filed.txt', 5, hash('sha256', 'filed')])
  assert.is(kept.filing_date, '2026-11-20')
  assert.is(String(await it.inner.sealedDocuments.read(kept.document_id)), 'filed')
  await it.ask('POST', path, file)
  const { documents } = (await it.ask('POST', path, { ...file, filename: 'other.txt' })).body
  assert.equal(
    documents.map(({ filename, filing_date }: { filename: string; filing_date: string | null }) => [filename, filing_date]),
    [
      ['filed.txt', '2026-11-20'],
      ['other.txt', null],
    ],
  )
})

test('the form of a lien is filled in, and one that does not fit is refused', async () => {
  const id = idFor('15')
  await it.inner.record(`lien-${id}`, [requested(id)])
  const { body, status } = await it.ask('GET', `/liens/${id}/forms/ucc-1`)
  assert.equal([status, body.filename, body.content_type], [200, `ucc-1-OR-${id}.pdf`, 'application/pdf'])
  assert.is(Buffer.from(body.content, 'base64').subarray(0, 5).toString(), '%PDF-')
  for (const form of ['ucc-3', 'ucc-9']) assert.is(await it.refusal('GET', `/liens/${id}/forms/${form}`), '422 form')
})

test('a form shows every letter of the names on it, or is refused with the name', async () => {
  const answerWith = async (n: string, change: Parameters<typeof requested>[1]) => {
    const id = idFor(n)
    await it.inner.record(`lien-${id}`, [requested(id, change)])
    return it.ask('GET', `/liens/${id}/forms/ucc-1`)
  }
  assert.is((await answerWith('a1', { debtors: [{ ...party, organization_name: 'Wałęsa & Łuk-Đặng 24/7 LLC' }] })).status, 200)
  const other = { ...party, organization_name: 'Ромашка LLC' }
  const refused = [await answerWith('a2', { debtors: [party, other] }), await answerWith('a3', { secured_parties: [other] })]
  for (const { status, body } of refused) {
    assert.is(status, 422)
    assert.match(JSON.stringify(body), /index Latin letters, and the name Ромашка LLC has others/)
    assert.match(JSON.stringify(body), /and record this one as started and then as returned/)
  }
})

test('a step that came too early says what to record first', async () => {
  const id = idFor('a4')
  await it.inner.record(`lien-${id}`, [requested(id)])
  const refusal = async (step: object) => JSON.stringify((await it.ask('POST', `/liens/${id}/steps`, step)).body)
  for (const step of [
    { step: 'returned', reason: 'the name' },
    { step: 'filed', file_number: '7' },
  ])
    assert.match(await refusal(step), 'the lien is created; record first that the filing has started')
  await it.ask('POST', `/liens/${id}/steps`, { step: 'start' })
  assert.match(await refusal({ step: 'open' }), 'the lien is pending; record first that it was filed')
  assert.is((await it.ask('POST', `/liens/${id}/steps`, { step: 'returned', reason: 'the name' })).status, 200)
  await it.ask('POST', `/liens/${id}/steps`, { step: 'filed', file_number: '7' })
  // What came too late has nothing that could be recorded first.
  assert.match(await refusal({ step: 'returned', reason: 'the name' }), /the lien is filed"/)
})

test('a document is added to a business as evidence, once, and listed with what was added before it', async () => {
  const business = idFor('21')
  await it.inner.record(`business-${business}`, [created({ business_id: business })])
  const path = `/businesses/${business}/documents`
  const fields = { ...file, document_type: 'articles' }
  for (const [change, refused] of wrongFiles)
    assert.is(await it.refusal('POST', path, { ...fields, ...change }), refused, JSON.stringify(change))
  const added = await it.ask('POST', path, fields)
  assert.is(added.status, 201)
  const { id, account_id, business_id, size, sha256, filing_date, sources } = added.body
  assert.equal([account_id, business_id, size, filing_date], [first, business, 5, null])
  assert.is(sha256, hash('sha256', 'filed'))
  assert.equal(sources[0].metadata, { data_set: 'operator', version: it.inner.now().toISOString().slice(0, 10), row: sha256 })
  assert.is(String(await it.inner.sealedDocuments.read(id)), 'filed')
  await it.ask('POST', path, fields)
  const later = await it.ask('POST', path, { ...fields, content: base64('later'), filing_date: '2026-11-01' })
  assert.is(later.body.filing_date, '2026-11-01')
  assert.equal(ids((await it.ask('GET', path)).body), [id, later.body.id])
  const other = idFor('22')
  await it.inner.record(`business-${other}`, [created({ business_id: other })], { accountId: second })
  assert.equal((await it.ask('GET', `/businesses/${other}/documents`)).body, { data: [] })
})

test('a document that the read models do not have yet is saved, and answered 503', async () => {
  const late = await openOperator(({ read }) => ({
    read: ((projection) =>
      projection === evidenceDocuments ? { ...read(evidenceDocuments), get: async () => undefined } : read(projection)) as typeof read,
  }))
  try {
    const business = idFor('24')
    await late.inner.record(`business-${business}`, [created({ business_id: business })])
    const path = `/businesses/${business}/documents`
    const fields = { ...file, document_type: 'articles' }
    assert.is(await late.refusal('POST', path, fields), '503 the change is saved, but cannot be shown yet; try again')
    assert.is((await late.ask('GET', path)).body.data.length, 1)
  } finally {
    await late.inner.close()
  }
})

test('a file of 9 MB is kept, one byte more is not', async () => {
  const business = idFor('23')
  await it.inner.record(`business-${business}`, [created({ business_id: business })])
  const largest = 9 * 1024 * 1024
  const put = (bytes: number) =>
    ['POST', `/businesses/${business}/documents`, { ...file, content: Buffer.alloc(bytes).toString('base64') }] as const
  assert.is((await it.ask(...put(largest))).status, 201)
  assert.is(await it.refusal(...put(largest + 1)), '422 content')
})

const [request, company] = [idFor('31'), idFor('32')]
const companyData = partnerSamples.PartnerCompanyCreated[0]?.data
const companyCreated = (id: string, change: object = {}) =>
  ({ type: 'PartnerCompanyCreated', data: { ...companyData, company_id: id, ...change } }) as PartnerCompanyEvent
const requestCreated = (id: string, change: object = {}) =>
  ({
    type: 'RegistrationRequestCreated',
    data: { ...partnerSamples.RegistrationRequestCreated[0]?.data, registration_request_id: id, company_id: company, ...change },
  }) as RegistrationRequestEvent
const submitted: DomainEvent = { type: 'RegistrationRequestSubmitted', data: {} }
const uploaded = { ...partnerSamples.RegistrationDocumentUploaded[0]?.data, document_id: idFor('33') }

test('a registration request is worked on: its answers, its documents, its agencies and items, until it is complete', async () => {
  const older = idFor('34')
  await it.inner.record(`partner_company-${company}`, [companyCreated(company)])
  const events = [
    requestCreated(request),
    { type: 'RegistrationAnswersSaved', data: { answers: { employee_count: '3' } } },
    { type: 'RegistrationDocumentUploaded', data: uploaded },
    submitted,
  ] as DomainEvent[]
  await it.inner.record(`registration_request-${request}`, events, { at: new Date('2026-11-22T00:00:00.000Z') })
  const earlier = { accountId: second, at: new Date('2026-11-21T00:00:00.000Z') }
  await it.inner.record(`registration_request-${older}`, [requestCreated(older), submitted], earlier)
  await it.inner.record(`registration_request-${idFor('35')}`, [requestCreated(idFor('35'))])
  assert.equal(ids((await it.ask('GET', '/registration_requests')).body), [older, request])

  const path = `/registration_requests/${request}`
  const { body: shown } = await it.ask('GET', path)
  assert.equal([shown.id, shown.company.legal_name, shown.answers], [request, 'Acme Widgets LLC', { employee_count: '3' }])
  assert.equal(
    shown.documents.map(({ document_id }: { document_id: string }) => document_id),
    [uploaded.document_id],
  )
  const document = `${path}/documents/${uploaded.document_id}`
  assert.is(await it.refusal('GET', document), '404 document not found')
  await it.inner.sealedDocuments.write(request, uploaded.document_id, Buffer.from('a notice'))
  const { body: opened } = await it.ask('GET', document)
  assert.equal([opened.filename, opened.question_key, opened.content], ['notice.pdf', 'rate_notice', base64('a notice')])
  assert.is(await it.refusal('GET', `${path}/documents/${nothing}`), '404 document not found')

  const agency = { agency_slug: 'a', status: 'in_progress' }
  const updated = await it.ask('POST', `${path}/agencies`, { ...agency, note: ' soon ' })
  assert.equal([updated.status, updated.body.agencies[0].status, updated.body.agencies[0].note], [200, 'in_progress', 'soon'])
  const item = { agency_slug: 'a', key: 'rate', value: '2.7' }
  assert.is((await it.ask('POST', `${path}/items`, item)).body.items[0].effective_date, null)
  assert.is((await it.ask('POST', `${path}/items`, { ...item, effective_date: '2026-01-01' })).body.items[1].effective_date, '2026-01-01')
  for (const [to, body, refused] of [
    ['agencies', { ...agency, agency_slug: 'b' }, '422 agency_slug'],
    ['agencies', { ...agency, status: 'lost' }, '422 status'],
    ['agencies', { ...agency, note: 'x'.repeat(1001) }, '422 note'],
    ['items', { ...item, agency_slug: 'b' }, '422 agency_slug'],
    ['items', { ...item, value: '' }, '422 value'],
    ['items', { ...item, effective_date: 'soon' }, '422 effective_date'],
    ['information', {}, '422 information_requested'],
    ['information', { information_requested: ' ' }, '422 information_requested'],
    ['information', { information_requested: 'x'.repeat(5001) }, '422 information_requested'],
  ] as const)
    assert.is(await it.refusal('POST', `${path}/${to}`, body), refused)
  assert.is((await it.ask('POST', `${path}/complete`)).body.status, 'completed')
  assert.equal(ids((await it.ask('GET', '/registration_requests')).body), [older])
})

test('a company is asked, by its contact where it has one, and the question is listed until it is closed', async () => {
  const path = `/registration_requests/${request}/information`
  const asked = await it.ask('POST', path, { information_requested: ' Who is the president? ' })
  const { id, status, first_name, last_name, email, information_requested } = asked.body
  assert.equal([asked.status, status, first_name, last_name], [201, 'open', 'Ann', 'Doe'])
  assert.equal([email, information_requested], ['ann@example.com', 'Who is the president?'])
  const answered = { type: 'InformationProvided', data: { information: 'Ann is' } } as const
  await it.inner.record(`information_request-${id}`, [answered])
  const second = await it.ask('POST', path, { information_requested: 'Since when?' })
  const open = async () =>
    (await it.ask('GET', '/information_requests')).body.data.map((each: { id: string; information: string | null }) => [
      each.id,
      each.information,
    ])
  assert.equal(
    (await open()).toSorted(),
    [
      [id, 'Ann is'],
      [second.body.id, null],
    ].toSorted(),
  )
  assert.is(await it.refusal('POST', `/information_requests/${id}/close`, { note: 'x'.repeat(1001) }), '422 note')
  const closed = await it.ask('POST', `/information_requests/${id}/close`, { note: 'thanks' })
  assert.equal([closed.status, closed.body.status], [200, 'closed'])
  const last = (await it.inner.history(`information_request-${id}`)).at(-1)
  assert.equal(last?.data, { note: 'thanks' })
  assert.is((await it.ask('POST', `/information_requests/${second.body.id}/close`)).body.status, 'closed')
  assert.equal(await open(), [])
})

const letter = 'Oregon Department of Revenue\nTo: Acme Widgets LLC\nNotice of tax rate for 2027. Please reply within 20 days.'
const scan = { filename: 'notice.txt', content_type: 'text/plain', content: base64(letter) }

test('a letter is recorded with what its scan or its text suggests, and processed', async () => {
  const scanned = await it.ask('POST', '/mail', { account_id: first, arrived_at: '2026-11-02', document: scan })
  assert.is(scanned.status, 201)
  const { id, company_id, arrived_at, state, agency_name, document } = scanned.body
  assert.equal([company_id, arrived_at, state], [company, '2026-11-02T00:00:00.000Z', 'OR'])
  assert.equal([agency_name, document.filename, 'scan' in scanned.body], ['Oregon Department of Revenue', 'notice.txt', false])
  assert.is(String(await it.inner.sealedDocuments.read(document.document_id)), letter)
  const typed = await it.ask('POST', '/mail', { account_id: first, text: letter, state: 'TX', tag_names: ['a'], sender_name: 'Agency' })
  assert.equal([typed.body.state, typed.body.document, typed.body.tag_names, typed.body.sender_name], ['TX', null, ['a'], 'Agency'])
  const bare = await it.ask('POST', '/mail', { account_id: first, arrived_at: '2026-11-02T08:00:00.000Z' })
  assert.equal([bare.body.company_id, bare.body.arrived_at, bare.body.tag_names], [null, '2026-11-02T08:00:00.000Z', []])

  const processed = await it.ask('POST', `/mail/${id}/process`, { internal_status: 'done', notes: 'paid' })
  assert.equal([processed.status, processed.body.internal_status, processed.body.notes], [200, 'done', 'paid'])
  assert.is((await it.ask('POST', `/mail/${id}/process`, { internal_status: 'filed' })).body.notes, 'paid')
  assert.is(await it.refusal('POST', `/mail/${id}/process`, {}), '422 internal_status')
  assert.is(await it.refusal('POST', `/mail/${id}/process`, { internal_status: 'x'.repeat(101) }), '422 internal_status')
})

test('a scan that cannot be read is kept, and the answer says so', async () => {
  const document = { filename: 'broken.pdf', content_type: 'application/pdf', content: base64('no PDF') }
  const { body } = await it.ask('POST', '/mail', { account_id: first, document })
  assert.equal([body.scan, body.document.filename], ['could not be read', 'broken.pdf'])
})

const wrongMail: readonly (readonly [change: object, refusal: string])[] = [
  [{ account_id: nothing }, '404 account not found'],
  [{ account_id: 'first' }, '422 account_id'],
  [{ company_id: nothing }, '422 company_id'],
  [{ account_id: second, company_id: company }, '422 company_id'],
  [{ arrived_at: 'soon' }, '422 arrived_at'],
  [{ external_id: 'x'.repeat(256) }, '422 external_id'],
  [{ sender_name: 'x'.repeat(201) }, '422 sender_name'],
  [{ recipient_name: 'x'.repeat(201) }, '422 recipient_name'],
  [{ agency_name: 'x'.repeat(201) }, '422 agency_name'],
  [{ state: 'Oregon' }, '422 state'],
  [{ tag_names: Array.from({ length: 101 }, () => 'x') }, '422 tag_names'],
  [{ tag_names: ['x'.repeat(101)] }, '422 tag_names.0'],
  [{ notes: 'x'.repeat(5001) }, '422 notes'],
  [{ summary: 'x'.repeat(5001) }, '422 summary'],
  [{ mailbox_name: 'x'.repeat(101) }, '422 mailbox_name'],
  [{ text: 'x'.repeat(500_001) }, '422 text'],
  [{ document: { ...scan, content: '' } }, '422 document.content'],
  [{ document: { ...scan, filename: 'a/b' } }, '422 document.filename'],
]
for (const [change, refused] of wrongMail)
  test(`a letter with ${JSON.stringify(change).slice(0, 50)} is refused`, async () => {
    assert.is(await it.refusal('POST', '/mail', { account_id: first, ...change }), refused)
  })

test('a letter is taken at the very limits of its fields', async () => {
  const long = (most: number) => 'x'.repeat(most)
  const names = {
    external_id: long(255),
    sender_name: long(200),
    recipient_name: long(200),
    agency_name: long(200),
    mailbox_name: long(100),
  }
  const texts = { notes: long(5000), summary: long(5000), text: long(500_000), tag_names: Array.from({ length: 100 }, () => long(100)) }
  assert.is((await it.ask('POST', '/mail', { account_id: first, ...names, ...texts })).status, 201)
})

test('businesses in audit are listed for all accounts, and released once their audits end', async () => {
  const [one, other, free] = [idFor('41'), idFor('42'), idFor('43')]
  const audited = (id: string, name: string) => {
    const audit = order('business_verification_verify')
    return [created({ business_id: id, name, mode: 'live' }), placed(audit), started(audit), auditRequested(audit)]
  }
  await it.inner.record(`business-${one}`, audited(one, 'One LLC'))
  await it.inner.record(`business-${other}`, audited(other, 'Other LLC'), { accountId: second })
  await it.inner.record(`business-${free}`, [created({ business_id: free })])
  const waiting = async () =>
    (await it.ask('GET', '/audits')).body.data.toSorted((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))
  assert.equal(await waiting(), [
    { id: one, account_id: first, name: 'One LLC', mode: 'live' },
    { id: other, account_id: second, name: 'Other LLC', mode: 'live' },
  ])
  assert.is(await it.refusal('POST', `/audits/${one}/complete`, { note: 'x'.repeat(1001) }), '422 note')
  const ended = await it.ask('POST', `/audits/${one}/complete`, { note: 'looks right' })
  assert.equal([ended.status, ended.body.id, ended.body.status === 'in_audit'], [200, one, false])
  const note = (await it.inner.history(`business-${one}`)).find(({ type }) => type === 'AuditCompleted')
  assert.equal(note?.type === 'AuditCompleted' && note.data.note, 'looks right')
  assert.is((await it.ask('POST', `/audits/${other}/complete`)).status, 200)
  assert.equal(await waiting(), [])
})

const everyPath: readonly (readonly [method: string, path: string, body: object | undefined, what: string])[] = [
  ['GET', '/liens/:id', undefined, 'lien'],
  ['POST', '/liens/:id/steps', { step: 'start' }, 'lien'],
  ['POST', '/liens/:id/documents', file, 'lien'],
  ['GET', '/liens/:id/forms/ucc-1', undefined, 'lien'],
  ['GET', '/businesses/:id/documents', undefined, 'business'],
  ['POST', '/businesses/:id/documents', file, 'business'],
  ['GET', '/registration_requests/:id', undefined, 'registration request'],
  ['GET', `/registration_requests/:id/documents/${uploaded.document_id}`, undefined, 'registration request'],
  ['POST', '/registration_requests/:id/agencies', { agency_slug: 'a', status: 'completed' }, 'registration request'],
  ['POST', '/registration_requests/:id/items', { agency_slug: 'a', key: 'k', value: 'v' }, 'registration request'],
  ['POST', '/registration_requests/:id/complete', undefined, 'registration request'],
  ['POST', '/registration_requests/:id/information', { information_requested: 'What?' }, 'registration request'],
  ['POST', '/information_requests/:id/close', undefined, 'information request'],
  ['POST', '/mail/:id/process', { internal_status: 'done' }, 'mail'],
  ['POST', '/audits/:id/complete', undefined, 'business'],
]
for (const [method, path, body, what] of everyPath)
  test(`${method} of ${path} for a record that does not exist is 404`, async () => {
    assert.is(await it.refusal(method, path.replace(':id', nothing), body), `404 ${what} not found`)
  })

test.run()
