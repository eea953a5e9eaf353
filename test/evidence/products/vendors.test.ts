// Vendors over HTTP: what a configuration must be, what becomes of answers that cannot be used, and which of them are worth asking for again.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../../../src/evidence/ports.ts'
import { type SourcesConfig, vendorsFrom } from '../../../src/evidence/products/vendors.ts'

const test = suite('vendors')
const subject: Subject = {
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: ['Acme Widgets LLC'],
  addresses: [],
  people: [],
  tin: null,
  website: null,
}

const lien = (url: string, changes: object = {}): SourcesConfig =>
  ({
    products: {
      liens: {
        name: 'Lien vendor',
        url,
        fields: { file_number: 'number', status: 'standing', state: 'state' },
        constants: { type: 'ucc' },
        words: { status: { ACTIVE: 'open', LAPSED: 'closed' } },
        key: 'number',
        timeout_seconds: 1,
        ...changes,
      },
    },
  }) as SourcesConfig

/** Asks a server that answers so. */
const against = async <Answer>(listener: RequestListener, ask: (url: string) => Promise<Answer>): Promise<Answer> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const answering = (listener: RequestListener, changes: object = {}, options: object = { allowLoopback: true }) =>
  against(listener, (url) => vendorsFrom(lien(url, changes), options).products.search('liens', subject))

/** Why the search is not available, and whether it is worth another try. */
const reason = async (listener: RequestListener, changes: object = {}, options?: object): Promise<readonly [string, boolean]> => {
  const finding = await answering(listener, changes, options)
  return finding.outcome === 'unavailable' ? [finding.reason, finding.passing] : ['searched', false]
}

test('fields, constants and words make a record of ours', async () => {
  const finding = await answering((_, response) => response.end(JSON.stringify([{ number: 7, standing: 'LAPSED', state: 'OR' }])), {
    constants: { type: 'ucc', file_number: '7' },
  })
  assert.is(finding.outcome, 'unavailable')
  const right = await answering((_, response) => response.end(JSON.stringify([{ number: '7', standing: 'LAPSED', state: 'OR' }])))
  assert.ok(right.outcome === 'searched')
  const [record] = right.records
  assert.equal([record?.content.status, record?.content.type, record?.key], ['closed', 'ucc', '7'])
})

test('lists within a record are told in our words, such as the judgments of a litigation', async () => {
  const answer = [{ id: 'CV-1', title: 'A v. B', entries: [{ on: '2024-02-29', says: 'Judgment for A', cents: '120000' }] }]
  const finding = await against(
    (_, response) => response.end(JSON.stringify(answer)),
    (url) => {
      const { liens } = lien(url).products ?? {}
      const litigations = {
        ...liens,
        fields: { case_name: 'title', case_number: 'id' },
        lists: { judgments: { path: 'entries', fields: { docket_entry_date: 'on', text: 'says', amount_cents: 'cents' } } },
        constants: { case_type: 'Civil', filing_date: '2023-01-02' },
        key: 'id',
      }
      return vendorsFrom({ products: { litigations } } as SourcesConfig, { allowLoopback: true }).products.search('litigations', subject)
    },
  )
  assert.ok(finding.outcome === 'searched')
  assert.equal(finding.records[0]?.content.judgments, [{ docket_entry_date: '2024-02-29', text: 'Judgment for A', amount_cents: 120_000 }])
})

test('a vendor that fails, hangs, floods or answers no JSON is worth asking again', async () => {
  assert.equal(await reason((_, response) => response.writeHead(503).end()), ['Lien vendor answered 503', true])
  assert.equal(await reason((_, response) => response.writeHead(429).end()), ['Lien vendor answered 429', true])
  assert.equal(await reason((_, response) => response.end('<html>')), ['Lien vendor answered no JSON', true])
  assert.equal(await reason(() => undefined), ['Lien vendor does not answer in time', true])
  assert.equal(await reason((_, response) => response.socket?.destroy()), ['Lien vendor cannot be reached', true])
  assert.match(
    (await reason((_, response) => response.end(Buffer.alloc(6 * 1024 * 1024, 32))))[0],
    /^Lien vendor answered, but it is larger than 5242880 bytes/,
  )
  assert.match((await reason((_, response) => response.writeHead(200, { 'content-length': '900' }).write('[]')))[0], /did not end in time/)
})

test('a vendor that refuses, redirects or answers what does not fit is not asked again', async () => {
  assert.equal(await reason((_, response) => response.writeHead(403).end()), ['Lien vendor answered 403', false])
  assert.equal(await reason((_, response) => response.end('{}')), ['Lien vendor answered without a list of records', false])
  assert.match((await reason((_, response) => response.end('[{"number":"1"}]')))[0], /cannot be used: .*status/)
  const redirected = await reason((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  assert.equal(redirected, ['Lien vendor redirects, which its credentials must not follow', false])
})

test('an address that is not public is asked only where the setting or the configuration allows it', async () => {
  const right: RequestListener = (_, response) => response.end('[]')
  assert.equal(await reason(right, {}, {}), ['Lien vendor leads to an address that is not public', false])
  assert.is((await answering(right, { own_network: true }, {})).outcome, 'searched')
})

const documentsFrom = (url: string, fields: object) =>
  vendorsFrom(
    {
      documents: {
        name: 'Registry agent',
        url: `${url}documents?type={document_type}&name={name}`,
        headers: { authorization: 'Bearer a-token' },
        types: ['articles_of_incorporation'],
        fields: { key: 'id', ...fields },
        timeout_seconds: 1,
      },
    } as SourcesConfig,
    { allowLoopback: true },
  ).documents('articles_of_incorporation', subject)

test('documents come as Base64, or from a link that gets the credentials on the vendor’s own host alone', async () => {
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`)
    if (request.url?.startsWith('/files/')) return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
    response.end(
      JSON.stringify([
        { id: 1, data: Buffer.from('%PDF-1.4').toString('base64'), name: '../../a.pdf', link: '/files/1', filed: '2020-03-04T00:00' },
      ]),
    )
  }
  const inline = await against(listener, (url) => documentsFrom(url, { content: 'data', filename: 'name', filing_date: 'filed' }))
  assert.ok(inline.outcome === 'found')
  const [document] = inline.documents
  assert.equal(
    [document?.filename, document?.bytes.toString(), document?.filing_date, document?.content_type],
    ['a.pdf', '%PDF-1.4', '2020-03-04', 'application/pdf'],
  )
  assert.is(asked[0], '/documents?type=articles_of_incorporation&name=Acme%20Widgets%20LLC Bearer a-token')

  const linked = await against(listener, (url) => documentsFrom(url, { link: 'link' }))
  assert.is(linked.outcome === 'found' && linked.documents[0]?.bytes.toString(), '%PDF-1.7')
  assert.is(asked.at(-1), '/files/1 Bearer a-token')

  const elsewhere: string[] = []
  await against(
    (request, response) => {
      elsewhere.push(String(request.headers.authorization))
      response.end('%PDF')
    },
    (other) =>
      against(
        (_, response) => response.end(JSON.stringify([{ id: 1, link: `${other}x.pdf` }])),
        (url) => documentsFrom(url, { link: 'link' }),
      ),
  )
  assert.equal(elsewhere, ['undefined'])
})

test('a document that is empty or too large is told as such', async () => {
  const answer = (data: Buffer) => JSON.stringify([{ id: 1, data: data.toString('base64') }])
  const finding = (data: Buffer) =>
    against(
      (_, response) => response.end(answer(data)),
      (url) => documentsFrom(url, { content: 'data' }),
    )
  assert.match(JSON.stringify(await finding(Buffer.alloc(0))), /cannot be used: it is empty/)
  const large = await against(
    (request, response) =>
      response.end(request.url === '/big' ? Buffer.alloc(10 * 1024 * 1024) : JSON.stringify([{ id: 1, link: '/big' }])),
    (url) => documentsFrom(url, { link: 'link' }),
  )
  assert.match(JSON.stringify(large), /it is larger than 9437184 bytes/)
})

test('what is not configured is not available', async () => {
  const vendors = vendorsFrom({})
  const finding = { outcome: 'unavailable', reason: 'not available from any configured source', passing: false }
  assert.equal(await vendors.products.search('kyc', subject), finding)
  assert.equal(await vendors.documents('articles_of_incorporation', subject), finding)
})

test('a wrong configuration is named', () => {
  const wrong = (config: unknown) => () => vendorsFrom(config as SourcesConfig)
  assert.throws(wrong({ products: { liens: { name: 'x' } } }), /products\.liens/)
  assert.throws(wrong({ products: { lien: {} } }), /lien/)
  assert.throws(wrong(lien('ftp://vendor.example')), /url|http/)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is named in the file.
  assert.throws(wrong(lien('https://vendor.example', { headers: { authorization: '${NOT_SET}' } })), /NOT_SET, which is not set/)
  assert.throws(wrong(lien('https://vendor.example', { kind: 'bankruptcy' })), /not what this product finds/)
  assert.throws(
    wrong({ documents: { name: 'x', url: 'https://x.example', types: ['articles_of_incorporation'], fields: { key: 'id' } } }),
    /either content or link/,
  )
})

test.run()
