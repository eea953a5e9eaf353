// The decision on a business from outside: its reasons with their findings, what was settled, and the notice for the applicant.
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pdfText } from '../../src/evidence/registrations/pdf-text.ts'
import { BusinessDecision, Notice } from '../../src/interface/records/decision.ts'
import { acme, type Body, startTestService, type TestService, testKey, verified } from './service.ts'

const test = suite('decisions')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const decisionOf = async (id: string): Promise<Body> => {
  const { body } = await probity.test.get(`/v1/businesses/${id}/decision`)
  return BusinessDecision.parse(body)
}
const pathOf = (id: string) => `/v1/businesses/${id}/decision/notice`
const fetched = async (path: string): Promise<Response> =>
  fetch(`${probity.url}${path}`, { headers: { Authorization: `Bearer ${testKey}` } })

const rejected = async (status_reasons?: readonly object[]): Promise<string> => {
  const { id } = await verified(probity.test, acme)
  const { status, text } = await probity.test.patch(`/v1/businesses/${id}`, {
    status: 'rejected',
    ...(status_reasons && { status_reasons }),
  })
  assert.is(status, 200, text)
  return id
}

test('a business that nobody decided on has no decision yet', async () => {
  const { id } = await verified(probity.test, acme)
  assert.equal(await decisionOf(id), {
    object: 'business_decision',
    business_id: id,
    status: 'in_review',
    decision: null,
    dismissals: [],
    discrepancies: [],
    notice: null,
  })
})

test('a decision tells its reasons with the findings that they point to, the overrides and the dismissals', async () => {
  const { id } = await verified(probity.test, { ...acme, name: 'Watchlist Business', people: [{ name: 'Ann Smith', title: 'CEO' }] })
  const { body } = await probity.test.get(`/v1/businesses/${id}`)
  const [hit] = body.watchlist.lists.flatMap(({ results }: Body) => results)
  const reasons = [
    { code: 'sanctions', findings: ['watchlist', hit.id] },
    { code: 'other', text: 'The lease could not be confirmed' },
  ]
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reason: 'Told by telephone', status_reasons: reasons })
  const { decision, status } = await decisionOf(id)
  assert.equal(
    [status, decision.status, decision.note, decision.decided_by.name],
    ['rejected', 'rejected', 'Told by telephone', 'API key “First test key”'],
  )
  assert.equal(
    decision.reasons.map(({ code, text, findings }: Body) => [code, text, findings.map(({ type, id }: Body) => [type, id])]),
    [
      [
        'sanctions',
        'Match with a government sanctions list',
        [
          ['review_task', 'watchlist'],
          ['watchlist_hit', hit.id],
        ],
      ],
      ['other', 'The lease could not be confirmed', []],
    ],
  )
  assert.match(decision.reasons[0].findings[1].label, hit.entity_name)

  await probity.test.patch(`/v1/businesses/${id}`, {
    status: 'approved',
    status_reason: 'A mistake',
    status_reasons: [{ code: 'risk_accepted' }],
  })
  const approved = (await decisionOf(id)).decision
  assert.equal(
    [approved.reasons[0].text, approved.overrides.some(({ hit_id }: Body) => hit_id === hit.id)],
    ['Risk accepted under our policy', true],
  )

  const about = { type: 'dismissal', object_type: 'watchlist_result', object_id: hit.id, payload: { reason: 'Another party' } }
  assert.is((await probity.test.post('/v1/actions', about)).status, 201)
  const [dismissal] = (await decisionOf(id)).dismissals
  assert.equal(
    [dismissal.hit_id, dismissal.reason, dismissal.dismissed_by.name, dismissal.ended_at],
    [hit.id, 'Another party', 'API key “First test key”', null],
  )
})

test('reasons that are not on the list, lack their text or point to nothing are refused, and nothing is decided', async () => {
  const { id } = await verified(probity.test, acme)
  const refused = async (status_reasons: readonly object[], status: string | undefined = 'rejected') => {
    const reply = await probity.test.patch(`/v1/businesses/${id}`, { ...(status && { status }), status_reasons })
    return [reply.status, reply.body.errors?.[0].parameter]
  }
  assert.equal(await refused([{ code: 'no_such' }]), [422, 'status_reasons.0.code'])
  assert.equal(await refused([{ code: 'bankruptcy' }], 'approved'), [422, 'status_reasons.0.code'])
  assert.equal(await refused([{ code: 'other' }]), [422, 'status_reasons.0.text'])
  assert.equal(await refused([{ code: 'bankruptcy', text: 'Mine' }]), [422, 'status_reasons.0.text'])
  assert.equal(await refused([{ code: 'bankruptcy' }, { code: 'bankruptcy' }]), [422, 'status_reasons.1.code'])
  assert.equal(await refused([{ code: 'bankruptcy', findings: ['constructor'] }]), [422, 'status_reasons.0.findings.0'])
  assert.equal((await probity.test.patch(`/v1/businesses/${id}`, { status_reasons: [{ code: 'bankruptcy' }] })).status, 422)
  const alone = await probity.test.patch(`/v1/businesses/${id}`, { status_reason: 'Bankrupt', tags: ['late'] })
  assert.equal([alone.status, alone.body.errors[0].parameter], [422, 'status_reason'])
  assert.is((await decisionOf(id)).decision, null)
})

test('a notice needs a rejection with a reason, and the address of the creditor', async () => {
  const { id } = await verified(probity.test, acme)
  const asked = async (business: string, method: 'get' | 'post' = 'post') => {
    const { status, body } = await probity.test[method](pathOf(business))
    return [status, body.errors[0].message]
  }
  const notRejected = [422, 'a notice is only for a business that is rejected, and this one is not']
  assert.equal([await asked(id), await asked(id, 'get')], [notRejected, notRejected])
  assert.match(String((await asked(await rejected()))[1]), 'names none')
  const other = await rejected([{ code: 'bankruptcy' }])
  assert.match(String((await asked(other))[1]), 'PUT /v1/notice_settings')
  assert.is((await asked(other, 'get'))[0], 404, 'none was issued')
})

test('a notice states four reasons, is recorded with its hash, and is the same when it is issued again', async () => {
  const settings = { creditor_name: 'Acme Bank', creditor_address: '1 Bank St, Salem, OR 97301' }
  assert.is((await probity.test.put('/v1/notice_settings', settings)).status, 200)
  const codes = ['not_registered', 'owners_not_verified', 'time_in_business', 'bankruptcy', 'no_credit_file']
  const id = await rejected(codes.map((code) => ({ code })))
  const issued = await probity.test.post(pathOf(id))
  assert.is(issued.status, 201, issued.text)
  const notice = Notice.parse(issued.body)
  assert.equal(notice.reasons, codes.slice(0, 4))
  for (const words of [
    'Acme Bank\n1 Bank St',
    'Acme Widgets LLC',
    'unable to open',
    '4. Bankruptcy',
    'Equal Credit Opportunity Act',
    'Federal Trade Commission',
  ])
    assert.match(notice.text, words)
  assert.not.match(notice.text, 'No credit file')
  assert.is(notice.sha256, hash('sha256', notice.text))

  await probity.test.put('/v1/notice_settings', { ...settings, creditor_name: 'Another Bank' })
  assert.equal([(await probity.test.post(pathOf(id))).body, (await probity.test.get(pathOf(id))).body], [issued.body, issued.body])
  const text = await fetched(`${pathOf(id)}/text`)
  assert.equal([text.headers.get('content-type')?.toLowerCase(), await text.text()], ['text/plain; charset=utf-8', notice.text])
  const [one, other] = [await fetched(`${pathOf(id)}/pdf`), await fetched(`${pathOf(id)}/pdf`)]
  const bytes = Buffer.from(await one.arrayBuffer())
  assert.is(bytes.compare(Buffer.from(await other.arrayBuffer())), 0, 'the same PDF')
  assert.match((await pdfText(bytes)).replaceAll(/\s+/g, ' '), '2. Unable to verify the owners or controlling persons of the business')
  if (process.env.KEEP_NOTICE) writeFileSync(process.env.KEEP_NOTICE, bytes)
  const { body: history } = await probity.test.get(`/v1/businesses/${id}/events?per_page=100`)
  assert.is(history.data.filter(({ type }: Body) => type === 'NoticeIssued').length, 1)
  const { issued_at, issued_by, sha256 } = (await decisionOf(id)).notice
  assert.equal([issued_at, issued_by.name, sha256], [notice.issued_at, 'API key “First test key”', notice.sha256])
})

test('a later rejection has a notice of its own, and one that is taken back has none', async () => {
  const id = await rejected([{ code: 'bankruptcy' }])
  const first = (await probity.test.post(pathOf(id))).body
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'in_review' })
  assert.equal([(await probity.test.get(pathOf(id))).status, (await decisionOf(id)).notice], [422, null])
  await probity.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reasons: [{ code: 'no_credit_file' }] })
  assert.is((await probity.test.get(pathOf(id))).status, 404)
  const second = (await probity.test.post(pathOf(id))).body
  assert.equal([second.reasons, second.id === first.id], [['no_credit_file'], false])
})

test('an account sets the reasons to reject for, and takes the default list back', async () => {
  const set = (body: object) => probity.test.put('/v1/notice_settings', { creditor_address: '1 Bank St', ...body })
  assert.is((await set({ reasons: [{ code: 'too_new', text: 'Less than a year in business' }] })).body.reasons.length, 1)
  const id = await rejected([{ code: 'too_new' }])
  assert.is((await decisionOf(id)).decision.reasons[0].text, 'Less than a year in business')
  assert.ok((await set({})).body.reasons.some(({ code }: Body) => code === 'bankruptcy'))
  assert.is((await decisionOf(id)).decision.reasons[0].text, 'Less than a year in business', 'as it was decided')
  for (const reasons of [
    [],
    [{ code: 'A b', text: 'x' }],
    [{ code: 'other', text: 'x' }],
    [
      { code: 'a', text: 'x' },
      { code: 'a', text: 'y' },
    ],
  ])
    assert.is((await set({ reasons })).status, 422)
})

test.run()
