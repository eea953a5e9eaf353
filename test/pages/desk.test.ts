// The operator's desk in pages: what waits for a person, and what stands in the history once they have worked on it.
import { PDFDocument } from 'pdf-lib'
import { v7 as uuidv7 } from 'uuid'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { pdfBomb } from '../evidence/apart/bombs.ts'
import { hiddenFields, reviewed, type SignedIn, signedInSuite, unescaped, visitor } from './browser.ts'
import { startWithGivenUpWork } from './given-up-work.ts'

const liveKey = 'bvs_live_0123456789abcdef0123'
const test = signedInSuite('the desk', { BOOTSTRAP_LIVE_KEY: liveKey })

test('the row that a source of a review cites is shown as it was published, and an unknown one is not found', async ({ service, user }) => {
  const body = { name: 'Quillfeather Lantern Works LLC', addresses: [{ full_address: '12 Glimmer Ln, Portland, OR 97201' }] }
  const { id } = (await (await service.api('POST', '/v1/businesses', body, liveKey)).json()) as { id: string }
  const page = async () => (await user.get(`/businesses/${id}`)).text
  await until('the review is there', async () => /href="\/reference\/or_sos\//.test(await page()))
  const link = /href="(\/reference\/or_sos\/[^"/]+\/900000003)"/.exec(await page())?.[1] ?? ''
  const shown = await user.get(link)
  assert.is(shown.status, 200)
  for (const told of ['QUILLFEATHER LANTERN WORKS LLC', 'as published', 'Registry Date', '06/15/2011', 'Published by'])
    assert.match(unescaped(shown.text), told)
  assert.is((await user.get('/reference/or_sos/sample/123')).status, 404)
  assert.is((await user.get('/reference/no_such_kind/sample/123')).status, 404)
  assert.is((await user.get('/reference/or_sos/other/900000003')).status, 404)
})

/** The date of a filing that lapses in so many days, five years after it. */
const lapsingIn = (days: number): string => {
  const date = new Date(Date.now() + days * 86_400_000)
  date.setUTCFullYear(date.getUTCFullYear() - 5)
  return date.toISOString().slice(0, 10)
}

const letter = async (): Promise<Buffer> => {
  const document = await PDFDocument.create()
  document
    .addPage()
    .drawText('Oregon Department of Revenue\nTo: Mailed Widgets LLC\nYour contribution rate is 2.4%.\nReply within 20 days.', { y: 700 })
  return Buffer.from(await document.save())
}

const upload = async (
  { service, user }: SignedIn,
  path: string,
  action: string,
  file: { name: string; bytes: Buffer; type: string },
  more: Readonly<Record<string, string>> = {},
) => {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...hiddenFields((await user.get(path)).text, action), ...more })) body.set(name, value)
  body.set(more.document_type ? 'document' : 'scan', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
  const cookie = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(service.url + action, {
    method: 'POST',
    body,
    headers: { Cookie: cookie, Origin: service.url },
    redirect: 'manual',
  })
  assert.is(response.status, 303, await response.text())
  return response.headers.get('location') ?? ''
}

test('a letter is read, its suggestions are confirmed, and what becomes of it stands in its history', async (context) => {
  const { service, user } = context
  user.cookies.set('probity_mode', 'test')
  await service.api('POST', '/v1/partner/companies', { legal_name: 'Mailed Widgets LLC', ein: '98-7654321' })
  const draft = await upload(context, '/mail', '/mail/read', { name: 'notice.pdf', bytes: await letter(), type: 'application/pdf' })
  assert.match(draft, /^\/mail\/record\//)
  const form = (await user.get(draft)).text
  assert.match(form, /value="Oregon Department of Revenue"/)
  assert.match(form, /<option value="OR" selected>/)
  assert.match(form, /selected>Mailed Widgets LLC</)
  assert.match(form, /value="rate notice"/)
  assert.match(form, /Action may be needed/)
  const company = /<option value="([^"]+)" selected>Mailed/.exec(form)?.[1] ?? ''

  const wrong = await user.form(draft, { company_id: company, arrived_on: 'yesterday', agency_name: 'Kept as typed' })
  assert.is(wrong.status, 422)
  assert.match(wrong.text, /id="field-arrived_on-says"><strong class="problem">The date must be YYYY-MM-DD/)
  assert.match(wrong.text, /value="Kept as typed"/)

  const { location } = await user.form(draft, {
    company_id: company,
    arrived_on: '2026-11-02',
    agency_name: 'Oregon Department of Revenue',
    state: 'OR',
    tags: 'rate notice, 2027',
  })
  assert.match(location, /^\/mail\/[0-9a-f-]{36}$/)
  const { data } = (await (await service.api('GET', '/v1/partner/mail')).json()) as {
    readonly data: readonly Readonly<Record<string, unknown>>[]
  }
  assert.equal([data[0]?.state, data[0]?.tag_names, data[0]?.mail_viewed], ['OR', ['rate notice', '2027'], false])
  const scan = await user.get(`${location}/document`)
  assert.is(scan.headers.get('content-type'), 'application/pdf')
  assert.match(scan.headers.get('content-disposition') ?? '', /^attachment; filename\*=UTF-8''notice\.pdf$/)
  await user.get(location)
  await user.form(`${location}/process`, { internal_status: 'forwarded', notes: 'by e-mail' })
  const page = (await user.get(location)).text
  assert.match(page, /Forwarded/)
  for (const event of ['Partner mail recorded', 'Partner mail viewed', 'Partner mail processed'])
    assert.match(page, new RegExp(`${event}</strong><span class="quiet">Administrator<`))
})

test('a scan that exhausts its reader could not be read, is kept all the same, and the service goes on', async (context) => {
  const { service, user } = context
  const draft = await upload(context, '/mail', '/mail/read', { name: 'bomb.pdf', bytes: pdfBomb(), type: 'application/pdf' })
  assert.match((await user.get(draft)).text, /The scan could not be read/)
  const location = (await user.form(draft, { arrived_on: '2026-11-02', tags: 'unread' })).headers.get('location') ?? ''
  assert.is((await user.get(`${location}/document`)).headers.get('content-type'), 'application/pdf')
  assert.is((await service.api('GET', '/v1/businesses')).status, 200)
})

test('the draft of one account is nothing to another', async (context) => {
  const draft = await upload(context, '/mail', '/mail/read', { name: 'a.txt', bytes: Buffer.from('x'), type: 'text/plain' })
  const stranger = visitor(context.service.url)
  await stranger.signIn(await context.service.otherAccount('desk-stranger'))
  assert.is((await stranger.get(draft)).status, 404)
})

test('the audit of a business ends with an outcome, which its history tells with the operator', async ({ service, user }) => {
  user.cookies.set('probity_mode', 'test')
  const created = await service.api('POST', '/v1/businesses', {
    name: 'Audited Business',
    addresses: [{ full_address: '1 Main St, Reno, NV 89501' }],
  })
  const { id } = (await created.json()) as { readonly id: string }
  await until('it is in audit', async () => (await user.get('/desk')).text.includes(`action="/desk/audits/${id}"`))
  const select = new RegExp(
    `<select name="outcome" id="field-audit-${id}-outcome"[^>]*required[^>]*><option value="" selected>Choose…</option>`,
  )
  assert.match((await user.get('/desk')).text, select, 'no outcome is chosen for the operator')
  const refused = await user.form(`/desk/audits/${id}`, { outcome: 'Perhaps', note: 'Called them' })
  assert.is(refused.status, 422)
  assert.match(refused.text, new RegExp(`id="field-audit-${id}-outcome-says"><strong class="problem">Choose an outcome`))
  assert.match(refused.text, /name="note" value="Called them"/)
  assert.is((await user.get(`/desk/audits/${id}`)).status, 200)
  const done = await user.form(`/desk/audits/${id}`, { outcome: 'No concerns found', note: 'Called them' })
  assert.is(done.location, '/desk')
  assert.match((await user.get('/desk')).text, /The audit of Audited Business is complete\. Verification continues/)
  const history = unescaped((await user.get(`/businesses/${id}/history`)).text)
  assert.match(history, /Audit completed: “No concerns found: Called them”<\/strong><span class="quiet">Administrator</)
})

test('a lien is filed at the desk step by step, with its documents', async (context) => {
  const { service, user } = context
  const created = await service.api(
    'POST',
    '/v1/businesses',
    { name: 'Filed Debtor LLC', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] },
    liveKey,
  )
  const { id } = (await created.json()) as { readonly id: string }
  await reviewed(service, id, liveKey)
  const path = `/businesses/${id}/liens/new`
  assert.match((await user.get(path)).text, /value="Filed Debtor LLC"/)
  const wrong = await user.form(path, {
    state: 'NV',
    debtor_name: 'Filed Debtor LLC',
    debtor_address: '1 Main St, Reno, NV 89501',
    collateral: 'All assets',
    amount: 'much',
  })
  assert.is(wrong.status, 422)
  assert.match(wrong.text, /id="field-amount-says"><strong class="problem">/)
  assert.match(wrong.text, />All assets<\/textarea>/)
  const party = { secured_party_name: 'Bank of Reno', secured_party_address: '2 Main St, Reno, NV 89501' }
  const filed = await user.form(path, {
    state: 'NV',
    debtor_name: 'Filed Debtor LLC',
    debtor_address: '1 Main St, Reno, NV 89501',
    collateral: 'All assets',
    amount: '1,250.50',
    ...party,
  })
  assert.is(filed.location, '/liens', filed.text)
  const lien = /href="(\/liens\/[0-9a-f-]{36})"/.exec((await user.get('/desk')).text)?.[1] ?? ''
  const asked = (await user.get(lien)).text
  assert.match(asked, /\$1,250\.50/)
  const history = asked.slice(asked.indexOf('id="history"'))
  assert.match(history, '<dt>Debtor</dt><dd>Filed Debtor LLC, 1 Main St, Reno, NV 89501</dd>')
  assert.match(history, '<dt>Loan principal</dt><dd>$1,250.50</dd>')
  assert.not.match(history, / · 1 · |cents/)
  assert.match((await user.get(`${lien}/forms/ucc-1`)).headers.get('content-type') ?? '', /pdf/)
  const step = async (fields: Readonly<Record<string, string>>) => {
    assert.match((await user.get(lien)).text, `<option value="${fields.step}"`)
    return user.form(`${lien}/steps`, fields)
  }
  await step({ step: 'start' })
  const unsaid = await step({ step: 'returned', file_number: 'Kept as typed' })
  assert.match(unsaid.text, /id="field-step-reason-says"><strong class="problem">Enter the reason for the return/)
  assert.match(unsaid.text, /value="Kept as typed"/)
  await step({ step: 'returned', reason: 'Illegible' })
  const toDo = async () => /data-title="To do"[^>]*>([^<]*)/.exec((await user.get('/desk')).text)?.[1]
  await user.get(lien)
  await user.form(`${lien}/termination`, { packet_number: 'T-1' })
  assert.is(await toDo(), 'End it, or record the answer to the filing')
  const returned = (await user.get(lien)).text
  assert.match(returned, '<p class="notice bad">Returned by the filing office, and not on record: Illegible.</p>')
  assert.match(returned, '<option value="termination-completed">Ended: nothing is on record')
  assert.match(returned, 'No UCC-3: a termination names the file number of the filing, and there is none.')
  assert.match((await user.get('/liens')).text, '<span class="badge bad">Returned</span>')
  await step({ step: 'filed', file_number: '2026-77', date: lapsingIn(40) })
  for (const page of [lien, '/liens']) assert.match((await user.get(page)).text, /<span class="badge warn">In (39|40) days<\/span>/)
  assert.not.match((await user.get('/liens')).text, 'badge bad">Returned')
  assert.is(await toDo(), 'File the termination')
  // The same form, sent twice as it was and once with another file, as after the browser's Back.
  const attach = (bytes: Buffer) =>
    upload(
      context,
      lien,
      `${lien}/documents`,
      { name: 'ack.pdf', bytes, type: 'application/pdf' },
      { document_type: 'UCC-1 acknowledgment', form_key: 'a8e1e60d-6b0b-4f5c-9d8c-1d2f3a4b5c6d' },
    )
  const [first, second] = [await letter(), Buffer.from('%PDF-1.7 another acknowledgment')]
  for (const bytes of [first, first, second]) await attach(bytes)
  const attached = (await user.get(lien)).text.matchAll(/href="(\/liens\/[^"]+\/documents\/[^"]+)"/g)
  assert.is(new Set(Array.from(attached, ([, path]) => path)).size, 2)
  await step({ step: 'open' })
  assert.match((await user.get(`/businesses/${id}`)).text, new RegExp(`<a href="${lien}">2026-77</a>`))
  await step({ step: 'termination-start' })
  await step({ step: 'termination-completed', file_number: '2026-99' })
  const page = (await user.get(lien)).text
  for (const said of [
    'Lien returned',
    'Lien filed',
    'Lien document attached',
    'Lien listed in the state’s index',
    'Lien termination requested',
    'Lien termination completed',
  ])
    assert.match(page, new RegExp(`${said}</strong><span class="quiet">Administrator<`))
  assert.match(page, /Closed/)
  assert.match(
    (await user.get(/href="(\/liens\/[^"]+\/documents\/[^"]+)"/.exec(page)?.[1] ?? '')).headers.get('content-disposition') ?? '',
    /ack\.pdf/,
  )
})

test('work that a process gave up is tried again, by the account that it is of, and the activity tells it', async () => {
  const { service, key, stop } = await startWithGivenUpWork('the vendor was away')
  const [user, stranger] = [visitor(service.url), visitor(service.url)]
  await user.signIn()
  assert.match((await user.get('/desk')).text, /the vendor was away/)
  assert.match((await user.get('/desk')).text, /Dead letter/)
  await stranger.signIn(await service.otherAccount('work-stranger'))
  const foreign = await stranger.get('/desk')
  assert.not.match(foreign.text, /the vendor was away/)
  await stranger.post('/desk/work/retry', { ...hiddenFields(foreign.text, '/sign-out'), process: 'webhooks', key })
  assert.match((await stranger.get('/desk')).text, /No such work is open/)
  await user.get('/desk')
  assert.is((await user.form('/desk/work/retry')).location, '/desk')
  assert.match((await user.get('/desk')).text, /Retrying/)
  await until('it is done', async () => !(await user.get('/desk')).text.includes('the vendor was away'))
  assert.match(
    (await user.get('/settings/activity')).text,
    /Retried: webhooks after “Partner company created”<\/strong><span class="quiet">Administrator/,
  )
  await stop()
})

test('who may only work for the account does not see the desk', async ({ service, user }) => {
  await user.get('/settings/users')
  const invited = await user.form('/settings/users', { name: 'Mia Member', email: 'mia@example.com', roles: 'member' })
  const link = /\/invitations\/\w+/.exec(invited.text)?.[0] ?? ''
  const mia = visitor(service.url)
  await mia.get(link)
  await mia.form(link, { name: 'Mia', password: 'a long enough secret' })
  await mia.signIn({ email: 'mia@example.com', password: 'a long enough secret' })
  assert.is((await mia.get('/desk')).status, 403)
  assert.not.match((await mia.get('/mail')).text, /action="\/mail\/read"/)
  const token = hiddenFields((await mia.get('/mail')).text, '/sign-out')
  for (const path of ['/mail/read', '/desk/work/retry', `/desk/audits/${uuidv7()}`])
    assert.is((await mia.post(path, token)).status, 403, path)
})

test.run()
