import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { type Body, type Client, reviewed, startTestService, testKey } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')

const upload = (client: Client, csv: string | Uint8Array, change: object = {}, headers: Record<string, string> = {}) =>
  client.post('/v1/business_batches', { name: 'November', filename: 'november.csv', csv: base64(csv), ...change }, headers)

const uploaded = async (client: Client, csv: string | Uint8Array): Promise<Body> => {
  const { status, body, text } = await upload(client, csv)
  assert.is(status, 200, text)
  return body
}

const completed = async (client: Client, id: string): Promise<Body> => {
  let batch: Body
  // As long as it comes further, it is waited for.
  for (
    let before = -1;
    batch === undefined || (batch.completed_business_count < batch.business_count && before < batch.completed_business_count);
  ) {
    before = batch?.completed_business_count ?? -1
    await until('the batch comes further', async () => {
      batch = (await client.get(`/v1/business_batches/${id}`)).body
      return batch.completed_business_count > before
    })
  }
  return batch
}

const download = async (client: Client, id: string) => {
  const { status, headers, text } = await client.get(`/v1/business_batches/${id}/csv`)
  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'application/octet-stream')
  return text.trimEnd().split('\r\n')
}

/** The first seven bytes: clients take a byte order mark off the text. */
const beginning = async (id: string): Promise<string> => {
  const answer = await fetch(`${service.url}/v1/business_batches/${id}/csv`, { headers: { Authorization: `Bearer ${testKey}` } })
  return Buffer.from(await answer.arrayBuffer()).toString('utf8', 0, 7)
}

test('each row of an uploaded CSV becomes a business, verified like any other', async () => {
  const { test: client } = service
  const csv = [
    'name,address,address2,person_name1,person_dob1,tin,website,tags,external_id,phone_number',
    'Batch One LLC,"1 Main St, Portland, OR 97201","2 Oak St, Salem, OR 97301",Ann Doe,1980-02-03,12-3456789,example.com,a;b,x-1,503-555-0100',
    'Batch Two LLC,"3 Main St, Portland, OR 97201",,,,,,,,',
  ].join('\n')
  const batch = await uploaded(client, csv)
  assert.is(batch.object, 'business_batch')
  assert.is(batch.business_count, 2)
  assert.equal(Object.keys(batch.account).sort(), ['id', 'name', 'pilot', 'slug'])
  assert.is((await completed(client, batch.id)).completed_business_count, 2)

  const { body: list } = await client.get(`/v1/businesses?business_batch_id=${batch.id}`)
  assert.is(list.total_count, 2)
  const one = await reviewed(client, list.data.find(({ name }: Body) => name === 'Batch One LLC').id)
  assert.is(one.business_batch_id, batch.id)
  assert.is(one.external_id, 'x-1')
  assert.equal(one.tags, ['a', 'b'])
  assert.equal(
    one.orders.map(({ product }: Body) => product),
    ['business_verification_verify', 'website', 'tin', 'kyc'],
  )
  assert.equal(
    one.addresses.filter(({ submitted }: Body) => submitted).map(({ city }: Body) => city),
    ['Portland', 'Salem'],
  )
})

test('a wrong row stops no other, and the download says of each row what became of it', async () => {
  const { test: client } = service
  const csv = [
    '\ufeffName;address_line1;address_city;address_state;address_postal_code;unique_external_id;note',
    'Good Row LLC;1 Main St;Portland;OR;97201;row-a;"kept; as it is"',
    ';1 Main St;Portland;OR;97201;;',
    'No Address LLC;;;;;;',
    'Wrong State LLC;1 Main St;Portland;Oregon;97201;;',
    'Taken LLC;1 Main St;Portland;OR;97201;row-taken;',
    'Too Many LLC;1 Main St;Portland;OR;97201;;;surplus',
  ].join('\r\n')
  await client.post('/v1/businesses', {
    name: 'Taker LLC',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
    unique_external_id: 'row-taken',
  })
  const batch = await uploaded(client, csv)
  assert.is((await completed(client, batch.id)).completed_business_count, 6)
  const [head, good, ...wrong] = await download(client, batch.id)
  assert.is(head, 'Name;address_line1;address_city;address_state;address_postal_code;unique_external_id;note;business_id;status;errors')
  assert.is(await beginning(batch.id), '\ufeffName', 'the byte order mark comes back, by which spreadsheets know UTF-8')
  assert.match(good ?? '', /^Good Row LLC;1 Main St;Portland;OR;97201;row-a;"kept; as it is";[0-9a-f-]{36};\w+;$/)
  const told = wrong.map((line) => line.slice(line.indexOf(';;failed;') + ';;failed;'.length))
  assert.is(wrong.length, 5)
  assert.is(told[0], 'name is required')
  assert.match(told[1] ?? '', /address is required/)
  assert.match(told[2] ?? '', /address_state must be a two-letter state/)
  assert.match(told[3] ?? '', /taken/)
  assert.match(told[4] ?? '', /8 cells, but there are 7 columns/)
  assert.is((await client.get(`/v1/businesses?business_batch_id=${batch.id}`)).body.total_count, 1)
})

test('what cannot be a batch is refused, and says what is wrong with it', async () => {
  const { test: client } = service
  const cases: readonly (readonly [string, object, number, RegExp])[] = [
    ['no Base64', { csv: 'not base64!' }, 400, /Base64/],
    ['binary', { csv: base64(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0)) }, 400, /not a CSV/],
    ['a quote that is never closed', { csv: base64('name,address\n"Acme,1 Main St\n') }, 400, /not a CSV/],
    ['no column name', { csv: base64('company,address\nAcme,1 Main St\n') }, 422, /required column name/],
    ['no rows', { csv: base64('name,address\n') }, 422, /no rows/],
    ['a column twice', { csv: base64('name,tin,TIN\nAcme,1,2\n') }, 422, /twice/],
    ['no name', { name: undefined }, 422, /name is required/],
    ['no filename', { filename: '' }, 422, /filename/],
    ['no csv', { csv: undefined }, 422, /csv is required/],
    ['too many rows', { csv: base64(`name\n${'a\n'.repeat(100_001)}`) }, 400, /100000 rows/],
  ]
  for (const [what, change, status, message] of cases) {
    const reply = await upload(client, 'name,address\nAcme,"1 Main St, Portland, OR 97201"\n', change)
    assert.is(reply.status, status, `${what}: ${reply.text}`)
    assert.match(reply.body.errors[0].message, message, what)
  }
  assert.is((await client.raw('POST', '/v1/business_batches', '{', { 'Content-Type': 'application/json' })).status, 400)
  assert.is((await client.raw('POST', '/v1/business_batches', 'x', { 'Content-Type': 'text/csv' })).status, 400)
})

test('the same upload under one Idempotency-Key is one batch', async () => {
  const { test: client } = service
  const csv = `name,address\n${'Twice LLC,"1 Main St, Portland, OR 97201"\n'.repeat(3)}`
  const first = await upload(client, csv, {}, { 'Idempotency-Key': 'batch-once' })
  const again = await upload(client, csv, {}, { 'Idempotency-Key': 'batch-once' })
  assert.is(again.body.id, first.body.id)
  await completed(client, first.body.id)
  assert.is((await client.get(`/v1/businesses?business_batch_id=${first.body.id}`)).body.total_count, 3)
})

test('a long batch is read in a thread, goes on after a restart, and can be downloaded while it runs', async () => {
  const { test: client } = service
  const rows = 400
  // Long in bytes: what fits in 64 KB is not read in a thread.
  const note = 'n'.repeat(150)
  const csv = `name,address,note\n${Array.from({ length: rows }, (_, n) => `Long ${n} LLC,"${n + 1} Main St, Portland, OR 97201",${note}`).join('\n')}`
  const batch = await uploaded(client, csv)
  assert.is(batch.business_count, rows)
  await until('a part of it is done', async () => {
    const { body } = await client.get(`/v1/business_batches/${batch.id}`)
    return body.completed_business_count > 0
  })
  const lines = await download(client, batch.id)
  assert.is(lines.length, rows + 1)
  assert.ok(lines.some((line) => line.endsWith(',,queued,')))
  await service.restart()
  assert.is((await completed(client, batch.id)).completed_business_count, rows)
  assert.is((await client.get(`/v1/businesses?business_batch_id=${batch.id}`)).body.total_count, rows)
})

test('a business that somebody waits for is verified before the thousands of a batch', async () => {
  const { test: client } = service
  const rows = Array.from({ length: 400 }, (_, n) => `Large Batch ${n} LLC,"${n + 1} Main St, Portland, OR 97201"`)
  const batch = await completed(client, (await uploaded(client, ['name,address', ...rows].join('\n'))).id)
  assert.is(batch.completed_business_count, rows.length)
  const { body: asked } = await client.post('/v1/businesses', {
    name: 'Somebody Waits LLC',
    addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
  })
  await reviewed(client, asked.id)
  const open = (await client.get('/v1/businesses?status=open&per_page=1')).body.total_count
  assert.ok(open > 0, 'some of the batch still wait')
})

test("another account's batch is not there", async () => {
  const { test: client } = service
  const batch = await uploaded(client, 'name,address\nMine LLC,"1 Main St, Portland, OR 97201"\n')
  const other = await service.otherAccount()
  assert.is((await other.get(`/v1/business_batches/${batch.id}`)).status, 404)
  assert.is((await other.get(`/v1/business_batches/${batch.id}/csv`)).status, 404)
  assert.is((await other.get('/v1/business_batches')).body.total_count, 0)
})

test.run()
