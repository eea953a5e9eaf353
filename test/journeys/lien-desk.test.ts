// Live liens: through an e-filing vendor, at the operator's desk, and over the years until they lapse.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { until } from '../eventually.ts'
import { bank, owner } from './lien-parties.ts'
import { acme, type Body, startTestService, type TestService, verified } from './service.ts'

const masterKey = Buffer.alloc(32, 9)

const asOperator = (service: TestService) => service.as({ Authorization: `Bearer ${operatorToken(masterKey)}` })
const lienOf = async (service: TestService, business: string, id: string): Promise<Body> =>
  (await service.live.get(`/v1/businesses/${business}/liens`)).body.data.find((lien: Body) => lien.id === id)

test('at the desk a lien is listed, filed step by step, given its document and terminated', async () => {
  let ahead = 0
  const service = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
  try {
    const operator = asOperator(service)
    const [account] = (await operator.get('/operator/accounts')).body.data
    const defaults = { secured_parties: [bank], collateral: 'All inventory' }
    assert.is((await operator.put(`/operator/accounts/${account.id}/defaults`, defaults)).status, 200)
    assert.is(
      (await operator.put(`/operator/accounts/${account.id}/defaults`, { ...defaults, secured_parties: [{ ...bank, addresses: [] }] }))
        .status,
      422,
    )

    const { id: business } = await verified(service.live, acme)
    const { body: lien, status } = await service.live.post(`/v1/businesses/${business}/liens`, { state: 'OR', debtors: [owner] })
    assert.is(status, 201)
    assert.equal([lien.secured_parties[0].name, lien.collateral], ['First Bank', 'All inventory'], 'the defaults of the account stand in')
    assert.equal(
      (await operator.get('/operator/liens')).body.data.map(({ id }: Body) => id),
      [lien.id],
    )

    const step = (body: object) => operator.post(`/operator/liens/${lien.id}/steps`, body)
    assert.is((await step({ step: 'filed', file_number: '7' })).status, 422, 'nobody has started')
    assert.is((await step({ step: 'start' })).body.status, 'pending')
    assert.is((await step({ step: 'returned', reason: 'no debtor address' })).body.returned, 'no debtor address')
    const date = new Date().toISOString().slice(0, 10)
    const toCome = await step({ step: 'filed', file_number: '7', date: '2099-01-01' })
    assert.equal([toCome.status, toCome.body.errors], [422, [{ message: 'date must not be after today', parameter: 'date' }]])
    assert.is((await step({ step: 'filed', file_number: '7', date })).body.status, 'filed')
    const early = await step({ step: 'open', date: '2020-01-01' })
    const before = `date must not be before the filing date, ${date}`
    assert.equal([early.status, early.body.errors], [422, [{ message: before, parameter: 'date' }]])
    assert.is((await step({ step: 'open' })).body.status, 'open')
    assert.equal((await operator.get('/operator/liens')).body.data, [], 'nothing is left to do')

    const form = await operator.get(`/operator/liens/${lien.id}/forms/ucc-1`)
    assert.is(Buffer.from(form.body.content, 'base64').subarray(0, 5).toString(), '%PDF-')
    assert.is((await operator.get(`/operator/liens/${lien.id}/forms/ucc-3`)).status, 422, 'no termination was asked for')
    const attachment = { document_type: 'UCC-1', filename: 'filed.pdf', content_type: 'application/pdf', content: form.body.content }
    assert.is((await operator.post(`/operator/liens/${lien.id}/documents`, attachment)).status, 201)
    await operator.post(`/operator/liens/${lien.id}/documents`, attachment)
    const { documents, lapse_date } = await lienOf(service, business, lien.id)
    assert.is(documents.length, 1, 'the same file twice is one document')
    const download = await service.live.raw('GET', new URL(documents[0].download_url).pathname)
    assert.equal([download.status, download.headers.get('content-type')], [200, 'application/pdf'])
    assert.is(download.headers.get('content-disposition'), "attachment; filename*=UTF-8''filed.pdf")
    assert.is((await service.test.raw('GET', '/v1/liens/nothing/documents/nothing')).status, 404)

    const count = (type: string) => {
      const file = new DatabaseSync(join(service.dataDir, 'events.sqlite'), { readOnly: true })
      const row = file.prepare('select count(*) as n from events where type = ?').get(type)
      file.close()
      return Number(row?.n)
    }
    const travel = (to: string) => {
      ahead = Date.parse(to) - Date.now()
    }
    const days = (number: number) => new Date(Date.parse(lapse_date) - number * 86_400_000 + 60_000).toISOString()
    travel(days(181))
    assert.is(count('LienLapseApproached'), 0)
    travel(days(180))
    await until('the account is reminded', async () => count('LienLapseApproached') === 1)
    travel(days(30))
    await until('the account is reminded again', async () => count('LienLapseApproached') === 2)
    travel(days(-2))
    await until('the lien has lapsed', async () => (await lienOf(service, business, lien.id)).status === 'closed')
    assert.is((await lienOf(service, business, lien.id)).status_category, 'closed')
  } finally {
    await service.stop()
  }
})

test('an e-filing vendor is handed each filing once and asked until the state shows it', async () => {
  const keys: unknown[] = []
  let failures = 1
  let standing = 'QUEUED'
  const vendor = createServer((request, response) => {
    const isFiling = request.method === 'POST'
    if (isFiling) keys.push(request.headers['idempotency-key'])
    const isFailure = isFiling && failures-- > 0
    response.writeHead(isFailure ? 503 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(isFiling ? { id: `V-${keys.length}` } : { status: standing, number: `N-${request.url?.split('/').at(-1)}` }),
    )
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const folder = mkdtempSync(join(tmpdir(), 'vendor-'))
  const file = join(folder, 'vendor.json')
  const config = {
    filing: { url: `${url}/filings` },
    termination: { url: `${url}/terminations` },
    standing: { url: `${url}/standings/{reference}` },
    answers: { reference: 'id', status: 'status', file_number: 'number' },
    statuses: { ACCEPTED: 'filed', INDEXED: 'open' },
    poll_seconds: 1,
  }
  writeFileSync(file, JSON.stringify(config))
  const service = await startTestService({ LIEN_FILING_CONFIG: file })
  try {
    const { id: business } = await verified(service.live, acme)
    const request = { state: 'OR', debtors: [owner], secured_party: bank }
    const { body: lien } = await service.live.post(`/v1/businesses/${business}/liens`, request)
    const status = async () => (await lienOf(service, business, lien.id)).status
    await until('the vendor has it', async () => (await status()) === 'pending')
    assert.equal(keys, [lien.id, lien.id], 'the second try is the same filing')
    standing = 'ACCEPTED'
    await until('it is filed', async () => (await status()) === 'filed')
    standing = 'INDEXED'
    await until('the state shows it', async () => (await status()) === 'open')
    assert.is((await lienOf(service, business, lien.id)).file_number, 'N-V-2')
    assert.is((await service.live.post(`/v1/liens/${lien.id}/termination`)).status, 200)
    await until('the termination is recorded', async () => (await status()) === 'closed')
    assert.is(keys.length, 3)
  } finally {
    await service.stop()
    vendor.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test.run()
