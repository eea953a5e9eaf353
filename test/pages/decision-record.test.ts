// Reasons and notices on the pages: the settings of notices, a rejection with reasons and their findings, the notice to download, and
// what the report says of it.
import * as assert from 'uvu/assert'
import { reviewed, type SignedIn, signedInSuite } from './browser.ts'

const test = signedInSuite('decisions and notices')

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape, looked into by the tests.
const read = async ({ service }: SignedIn, path: string): Promise<any> => (await service.api('GET', path)).json()

const reviewedOne = async ({ service }: SignedIn, name: string): Promise<string> => {
  const request = { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
  const { id } = (await (await service.api('POST', '/v1/businesses', request)).json()) as { readonly id: string }
  await reviewed(service, id)
  return id
}
const rejection = { status: 'rejected', reason: 'sanctions_hit', note: 'Told by telephone' }

test('a refused form of the settings is given back, and a list of reasons takes the place of the default one', async (context) => {
  const { user } = context
  const path = '/settings/notices'
  assert.match((await user.get(path)).text, /Federal Trade Commission[\s\S]*Length of time in business/)
  const refused = await user.form(path, { creditor_address: '1 Bank St', reasons: 'Too new: Less than a year' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /Too new: Less than a year<\/textarea>/)
  await user.get(path)
  await user.form(path, {
    creditor_address: '1 Bank St, Salem, OR 97301',
    reasons: 'sanctions: Match with a list\n\ntoo_new: Age: less than a year',
  })
  const { creditor_address, reasons } = await read(context, '/v1/notice_settings')
  assert.equal(
    [creditor_address, reasons],
    [
      '1 Bank St, Salem, OR 97301',
      [
        { code: 'sanctions', text: 'Match with a list' },
        { code: 'too_new', text: 'Age: less than a year' },
      ],
    ],
  )
})

test('each difference of owners says whom it is about, where it is listed and where a reason may rest on it', async (context) => {
  const { user, service } = context
  const request = {
    name: 'Owned Company LLC',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
    people: [{ name: 'Ann Doe' }, { name: 'Bea Roe' }],
    ownership: [{ person: { name: 'Ann Doe' }, percentage: 60 }],
  }
  const { id } = (await (await service.api('POST', '/v1/businesses', request)).json()) as { readonly id: string }
  await reviewed(service, id)
  const { text } = await user.get(`/businesses/${id}`)
  assert.match(text, /<h3>Differences of owners<\/h3><ul><li>Bea Roe \(not submitted\) /)
  assert.match(text, /name="findings_0" value="[0-9a-f-]{36}"> Bea Roe \(not submitted\), open</)
})

test('a rejection states several reasons with their findings, and a refused one keeps what was ticked', async (context) => {
  const { user } = context
  const id = await reviewedOne(context, 'Watchlist Business')
  const action = `/businesses/${id}/decision`
  const page = await user.get(`/businesses/${id}`)
  const [, hit = ''] = /name="findings_0" value="([0-9a-f-]{36})"/.exec(page.text) ?? []
  const stated = { code_0: 'sanctions', findings_0: hit, code_1: 'other', text_1: 'The lease could not be confirmed' }
  const refused = await user.form(action, { ...rejection, ...stated, text_1: '' })
  assert.is(refused.status, 422)
  assert.match(refused.text, new RegExp(`name="findings_0" value="${hit}" checked`))
  await user.get(`/businesses/${id}`)
  await user.form(action, { ...rejection, ...stated })
  const { decision } = await read(context, `/v1/businesses/${id}/decision`)
  assert.equal(
    decision.reasons.map(({ text, findings }: { text: string; findings: { id: string }[] }) => [text, findings.map((each) => each.id)]),
    [
      ['Match with a list', [hit]],
      ['The lease could not be confirmed', []],
    ],
  )
  const { text } = await user.get(`/businesses/${id}`)
  assert.match(text, /<li>Match with a list<br><span class="quiet">Watchlist Business \(SDN\)<\/span><\/li>/)

  const report = await read(context, `/v1/businesses/${id}/report`)
  assert.equal(report.decision.reasons, [
    { code: 'sanctions', text: 'Match with a list', findings: ['Watchlist Business (SDN)'] },
    { code: 'other', text: 'The lease could not be confirmed', findings: [] },
  ])
})

test('the notice is issued after a question, once, and downloaded as text and PDF', async (context) => {
  const { user } = context
  const id = await reviewedOne(context, 'Acme Widgets LLC')
  await user.get(`/businesses/${id}`)
  await user.form(`/businesses/${id}/decision`, { ...rejection, code_0: 'too_new' })
  const action = `/businesses/${id}/notice`
  assert.match((await user.get(`/businesses/${id}`)).text, /is written and recorded\. It cannot be changed afterwards/)
  await user.form(action)
  const page = await user.get(`/businesses/${id}`)
  assert.match(page.text, /Notice \(PDF\)/)
  assert.not.match(page.text, /Issue the notice/)
  const text = await user.get(`${action}/text`)
  assert.match(text.text, /1 Bank St[\s\S]*Age: less than a year/)
  assert.match(text.headers.get('content-disposition') ?? '', 'notice.txt')
  assert.is(text.headers.get('content-type'), 'text/plain; charset=UTF-8')
  assert.match((await user.get(`${action}/pdf`)).text, /^%PDF/)
  const { notice } = await read(context, `/v1/businesses/${id}/decision`)
  assert.is(notice.issued_by.name, 'Administrator')
})

test.run()
