// Vendors over HTTP: what a configuration must be, and what becomes of answers that cannot be used.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../../../src/evidence/ports.ts'
import { httpProducts, type SourcesConfig } from '../../../src/evidence/products/http-products.ts'

const test = suite('http products')
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

const answering = async (listener: RequestListener, changes: object = {}) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await httpProducts(lien(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, changes)).search('liens', subject)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const reason = async (listener: RequestListener): Promise<string> => {
  const finding = await answering(listener)
  return finding.outcome === 'unavailable' ? finding.reason : 'searched'
}

test('fields, constants and words make a record of ours', async () => {
  const finding = await answering((_, response) => response.end(JSON.stringify([{ number: 7, standing: 'LAPSED', state: 'OR' }])), {
    fields: { file_number: 'number', status: 'standing', state: 'state' },
    constants: { type: 'ucc', file_number: '7' },
  })
  assert.is(finding.outcome, 'unavailable')
  const right = await answering((_, response) => response.end(JSON.stringify([{ number: '7', standing: 'LAPSED', state: 'OR' }])))
  assert.ok(right.outcome === 'searched')
  const [record] = right.records
  assert.equal([record?.content.status, record?.content.type, record?.key], ['closed', 'ucc', '7'])
})

test('a vendor that is wrong, redirects, hangs or floods makes the search unavailable', async () => {
  assert.is(await reason((_, response) => response.writeHead(500).end()), 'Lien vendor answered 500')
  assert.is(await reason((_, response) => response.end('<html>')), 'Lien vendor answered no JSON')
  assert.is(await reason((_, response) => response.end('{}')), 'Lien vendor answered without a list of records')
  assert.match(await reason((_, response) => response.end('[{"number":"1"}]')), /cannot be used: .*status/)
  assert.is(
    await reason((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    'Lien vendor could not be reached',
  )
  assert.is(await reason(() => undefined), 'Lien vendor could not be reached')
  assert.is(await reason((_, response) => response.end(Buffer.alloc(6 * 1024 * 1024, 32))), 'Lien vendor answered more than 5 MB')
})

test('a product that is not configured is not available', async () => {
  assert.equal(await httpProducts({ products: {} }).search('kyc', subject), {
    outcome: 'unavailable',
    reason: 'not available from any configured source',
  })
})

test('a wrong configuration is named', () => {
  const wrong = (config: unknown) => () => httpProducts(config as SourcesConfig)
  assert.throws(wrong({ products: { liens: { name: 'x' } } }), /products\.liens/)
  assert.throws(wrong({ products: { lien: {} } }), /lien/)
  assert.throws(wrong(lien('ftp://vendor.example')), /url|http/)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is named in the file.
  assert.throws(wrong(lien('https://vendor.example', { headers: { authorization: '${NOT_SET}' } })), /NOT_SET, which is not set/)
  assert.throws(wrong(lien('https://vendor.example', { kind: 'bankruptcy' })), /not what this product finds/)
})

test.run()
