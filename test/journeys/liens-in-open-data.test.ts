// Liens of live businesses in the filing offices' open data: what an order finds, what the review says of it, and what a monitor tells of a new month.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { startReceiver } from './receiver.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const ordered = (name: string, address: string, ...products: readonly string[]): Promise<Body> =>
  verified(service.live, {
    name,
    addresses: [{ full_address: address }],
    orders: ['identity', ...products].map((product) => ({ product })),
  })
const task = ({ review }: Body): Body => review.tasks.find(({ key }: Body) => key === 'liens')
const bakery = ['Mosswick and Thistledown Bakery Inc', '88 Crumpet St, Eugene, OR 97401'] as const
const register = 'Oregon Secretary of State, UCC filings entered last month (invented sample)'

test('an order for UCC liens finds the filing of the invented sample, and the review says where', async () => {
  const found = await ordered(...bakery, 'ucc_liens')
  assert.ok(filled(found.orders).every(({ status }: Body) => status === 'completed'))
  const [lien] = found.liens
  assert.is(found.liens.length, 1)
  assert.equal(
    [lien.type, lien.state, lien.file_number, lien.status, lien.status_category, lien.filing_date, lien.lapse_date, lien.filed_by_account],
    ['ucc', 'OR', '99000001', 'open', 'open', '2026-03-04', '2031-03-04', false],
  )
  assert.equal(lien.debtors, [
    {
      name: 'MOSSWICK & THISTLEDOWN BAKERY, INC.',
      organization_name: 'MOSSWICK & THISTLEDOWN BAKERY, INC.',
      type: 'ORGANIZATION',
      addresses: [{ full_address: '88 CRUMPET ST, EUGENE, OR 97401' }],
    },
  ])
  assert.equal([lien.secured_parties[0].organization_name, lien.source], ['IMAGINARY SAVINGS BANK', 'https://data.oregon.gov/d/snfi-f79b'])
  const { status, sub_label, message, sources } = task(found)
  assert.equal([status, sub_label], ['warning', 'Found'])
  assert.match(message, /^1 lien found, 1 open\. As of 2026-\d\d-\d\d/)
  assert.equal(
    [sources[0].type, sources[0].metadata.data_set, sources[0].metadata.version, sources[0].metadata.row],
    ['or_ucc', register, 'sample', '99000001'],
  )
  assert.equal((await service.live.get(`/v1/businesses/${found.id}/liens`)).body.data, found.liens)
  const terminated = await service.live.post(`/v1/liens/${lien.id}/termination`, {})
  assert.is(terminated.status, 404)
  assert.match(terminated.body.errors[0].message, /^lien not found: .*terminated by its secured party at the filing office$/)
})

test('tax liens are told from others, terminated ones from open ones, and a register that was searched in vain is named', async () => {
  const taxed = await ordered('Gobblewick Umbrella Repair', '7 Drizzle Ct, Salem, OR 97301', 'tax_liens')
  assert.equal([taxed.liens[0].type, taxed.liens[0].secured_parties[0].name], ['federal', 'INTERNAL REVENUE SERVICE'])
  const none = await ordered('Gobblewick Umbrella Repair Corp.', '7 Drizzle Ct, Salem, OR 97301', 'ucc_liens')
  assert.equal([none.liens, task(none).sub_label], [[], 'Not Fully Searched'])
  assert.ok(
    task(none).message.startsWith(`No liens found. Searched: ${register}, which has only what was filed lately. As of 2026-`),
    task(none).message,
  )
  const ended = await ordered('Left-Handed Teapot Manufacturing Corporation', '220 Spout St, Denver, CO 80202', 'liens')
  assert.equal([ended.liens[0].status, ended.liens[0].status_category], ['closed', 'terminated'])
  assert.match(task(ended).message, /^1 lien found, 0 open\./)
  const florida = await ordered('Tangerine Trombone Supply', '210 Brassy Ln, Orlando, FL 32801', 'tax_liens')
  assert.equal([florida.liens[0].state, florida.liens[0].file_number], ['FL', '24FLR9900001'])
})

test('where no register of the state is loaded, nothing was searched and the review says so', async () => {
  const found = await ordered('Sagebrush Nowhere LLC', '1 Main St, Cheyenne, WY 82001', 'liens')
  assert.equal([task(found).status, task(found).sub_label], ['neutral', 'Not Available'])
  assert.match(task(found).message, /liens: not available from any configured source for WY/)
})

const header =
  'LIEN_TYPE,LIEN NUMBER,FILE_NUMBER,FILE_TYPE,FILING_DATE,LAPSE_DATE,PARTY_TYP,ENTITY_TYP,ENTITY,MAIL_ADDR_1,MAIL_ADDR_2,CITY,STATE,ZIP_CODE,COUNTRY'
const month = async (version: string, ...rows: readonly string[]) => {
  const file = join(service.dataDir, `filings-${version}.csv`)
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_ucc', files: [file], version, acceptSmaller: true })
}
const filed = (type: string, number: string): string =>
  `${type},700,${number},${number === '700' ? 'INITIAL' : 'AMENDMENT'},04/01/2026,04/01/2036,DB,ORG,WOBBLY TABLE CARPENTRY LLC,123 MAIN ST,,PORTLAND,OR,97201,USA`

test('a lien that a new month brings to a monitored business is reported, and so is its release', async () => {
  assert.is((await service.live.post('/v1/webhooks', { url: `${receiver.url}/all` })).status, 201)
  const { id } = await ordered('Wobbly Table Carpentry LLC', '123 Main St, Portland, OR 97201')
  const other = await ordered(...bakery)
  for (const each of [id, other.id])
    assert.is((await service.live.post(`/v1/businesses/${each}/monitor`, { event_types: ['lien'] })).status, 201)
  const told = (type: string): readonly Body[] =>
    receiver.received.flatMap(({ event }) => (event.type === type && event.data.object.business_id === id ? [event.data.object] : []))
  await month('2026-04', filed('IRS', '700'))
  await until('the lien is told', async () => told('lien.found').length === 1)
  assert.equal([told('lien.found')[0].file_number, told('lien.found')[0].type, told('lien.found')[0].status], ['700', 'federal', 'open'])
  await month('2026-05', filed('IRS', '700'), filed('IRS-X', '700-1'))
  await until('the release is told', async () => told('lien.terminated').length === 1)
  assert.is(told('lien.terminated')[0].status_category, 'terminated')
  assert.is((await service.live.get(`/v1/businesses/${id}`)).body.liens[0].status, 'closed')
})

test.run()
