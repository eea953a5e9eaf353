// An e-filing vendor over HTTP: what it is sent, how its answers are read, and what a wrong configuration says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Filing } from '../../../src/evidence/filing/filing-source.ts'
import { FilingFailed, httpFiling, readFilingSource, WrongFilingConfig } from '../../../src/evidence/filing/http-filing.ts'
import { failureOf } from '../../failure.ts'

type Asked = { readonly method: string; readonly path: string; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }
const asked: Asked[] = []
let answer: { readonly status: number; readonly body: string; readonly location?: string } = { status: 200, body: '{}' }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
  const { status, body: told, location } = answer
  if (location !== undefined && request.url !== location) response.writeHead(status, { location }).end()
  else response.writeHead(location === undefined ? status : 200, { 'content-type': 'application/json' }).end(told)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const folder = mkdtempSync(join(tmpdir(), 'filing-'))
test.after(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const filing: Filing = {
  id: '0198c0de-0000-7000-8000-000000000001',
  kind: 'filing',
  state: 'OR',
  packet_number: 'P-1',
  initial_file_number: null,
  debtors: [],
  secured_parties: [],
  collateral: 'All inventory',
  loan_principal_amount_cents: null,
  alternative_designation: null,
}

const config = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the configuration's own notation.
  headers: { authorization: 'Bearer ${VENDOR_TOKEN}' },
  filing: { url: `${url}/filings`, body: { jurisdiction: '{state}', parties: { debtors: '{debtors}' }, note: 'packet {packet_number}' } },
  termination: { url: `${url}/terminations` },
  standing: { url: `${url}/filings/{reference}?kind={kind}` },
  answers: { reference: 'data.id', status: 'data.state', file_number: 'data.number', date: 'data.filed_at', reason: 'data.why' },
  statuses: { ACCEPTED: 'filed', INDEXED: 'open', REJECTED: 'returned' },
} as const

const vendor = httpFiling(config, { VENDOR_TOKEN: 'secret' })

test('a filing is sent as the configuration says, with its id as idempotency key', async () => {
  answer = { status: 201, body: JSON.stringify({ data: { id: 42 } }) }
  assert.is(await vendor.submit(filing), '42')
  const sent = asked.at(-1)
  assert.equal([sent?.method, sent?.path], ['POST', '/filings'])
  assert.equal([sent?.headers.authorization, sent?.headers['idempotency-key']], ['Bearer secret', filing.id])
  assert.equal(JSON.parse(sent?.body ?? ''), { jurisdiction: 'OR', parties: { debtors: [] }, note: 'packet P-1' })
})

test('a termination without a body of its own is the whole filing', async () => {
  answer = { status: 200, body: JSON.stringify({ data: { id: 'T-1' } }) }
  assert.is(await vendor.submit({ ...filing, kind: 'termination', initial_file_number: '7' }), 'T-1')
  assert.is(JSON.parse(asked.at(-1)?.body ?? '').initial_file_number, '7')
})

test('the words of the vendor become ours, and an unknown one counts as pending', async () => {
  const told = async (data: object) => {
    answer = { status: 200, body: JSON.stringify({ data }) }
    return vendor.status('a/b', 'filing')
  }
  assert.equal(await told({ state: 'ACCEPTED', number: 7, filed_at: '2026-11-21T10:00:00Z' }), {
    status: 'filed',
    file_number: '7',
    confirmation_number: null,
    date: '2026-11-21',
    reason: null,
  })
  assert.is(asked.at(-1)?.path, '/filings/a%2Fb?kind=filing')
  for (const [filed_at, date] of [
    ['11/21/2026', '2026-11-21'],
    ['21 Nov 2026', '2026-11-21'],
    ['soon', null],
    ['2026-02-31', null],
  ] as const)
    assert.is((await told({ state: 'ACCEPTED', filed_at })).date, date, filed_at)
  assert.is((await told({ state: 'REJECTED', why: 'no debtor' })).reason, 'no debtor')
  assert.is((await told({ state: 'QUEUED' })).status, 'pending')
})

test('a vendor that refuses, answers no JSON or no reference fails the filing, and nothing of its answer is told', async () => {
  for (const [status, body, words] of [
    [422, 'no debtor Ann Doe', 'the e-filing vendor answered 422'],
    [200, '<html>Ann Doe', 'the e-filing vendor answered no JSON'],
    [200, '{"debtor": "Ann Doe"}', "the e-filing vendor's answer has no data.id"],
  ] as const) {
    answer = { status, body }
    const error = await failureOf(vendor.submit(filing))
    assert.instance(error, FilingFailed)
    assert.is((error as Error).message, words)
  }
})

test('a redirect is not followed: neither the credentials nor the filing go elsewhere', async () => {
  answer = { status: 302, location: '/elsewhere', body: JSON.stringify({ data: { id: 'E-1' } }) }
  const error = await failureOf(vendor.submit(filing))
  assert.instance(error, FilingFailed)
  assert.match((error as Error).message, /answered 302/)
  assert.is(asked.at(-1)?.path, '/filings')
})

test('a vendor that is not there fails the filing; a caller that gives up is told so', async () => {
  const nowhere = httpFiling({ ...config, filing: { url: 'http://127.0.0.1:1/' } }, { VENDOR_TOKEN: 'secret' })
  assert.instance(await failureOf(nowhere.submit(filing)), FilingFailed)
  assert.is(((await failureOf(vendor.submit(filing, AbortSignal.abort()))) as Error).name, 'AbortError')
})

test('a configuration that cannot be used says what is wrong with it', () => {
  const file = join(folder, 'vendor.json')
  const problem = (content: string, environment = {}): string => {
    writeFileSync(file, content)
    try {
      readFilingSource(file, environment)
    } catch (error) {
      assert.instance(error, WrongFilingConfig)
      return (error as Error).message
    }
    return 'none'
  }
  assert.match(problem('{'), /cannot be read as JSON/)
  assert.match(problem('{}'), /filing/)
  assert.match(problem(JSON.stringify({ ...config, statuses: { DONE: 'finished' } })), /statuses\.DONE/)
  assert.match(problem(JSON.stringify(config)), /VENDOR_TOKEN/)
  assert.is(problem(JSON.stringify(config), { VENDOR_TOKEN: 'x' }), 'none')
})

test.run()
