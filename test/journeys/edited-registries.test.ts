// Registries and a filing office are replaced by edited copies: a company that was dissolved, one that moved, one with another officer, one with another
// agent are each told in the review, on the timeline, in a webhook and by the monitor; a new lien in the review and a webhook.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { startReceiver } from './receiver.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' })
const receiver = await startReceiver()
test.after(async () => {
  await receiver.close()
  await service.stop()
})

const cases: { readonly [what: string]: { readonly name: string; readonly address: string; readonly fields: string } } = {
  dissolved: { name: 'Yodeling Marmot Outfitters, LLC', address: '14 Echo Pass, Boulder, CO 80302', fields: 'status' },
  moved: { name: 'Pellucid Cloud Accounting, P.C.', address: '9 Ledger Sq, Bend, OR 97701', fields: 'registered agent, addresses' },
  officer: { name: 'Wobbly Table Carpentry LLC', address: '123 Main St, Portland, OR 97201', fields: 'officers' },
  agent: { name: 'Quillfeather Lantern Works LLC', address: '12 Glimmer Ln, Portland, OR 97201', fields: 'registered agent' },
}
const version = '2027-01-01'

const edited = async (kind: string, sample: string, edit: (line: string) => string) => {
  const file = join(service.dataDir, `edited-${kind}.csv`)
  writeFileSync(file, readFileSync(`sample/${kind}/${sample}`, 'utf8').split('\n').map(edit).join('\n'))
  await importFiles({ folder: join(service.dataDir, 'reference'), kind, files: [file], version })
}

const monitored = async (name: string, full_address: string): Promise<string> => {
  const { id } = await verified(service.live, { name, addresses: [{ full_address }] })
  assert.is((await service.live.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
  return id
}
const business = async (id: string): Promise<Body> => (await service.live.get(`/v1/businesses/${id}`)).body
const taskOf = ({ review }: Body, key: string): Body => review.tasks.find((task: Body) => task.key === key)
const sent = (type: string, id: string) => {
  const about = receiver.received.filter(({ event }) => event.type === type && event.data.object.business_id === id)
  return [...new Map(about.map((one) => [one.event.id, one])).values()]
}

test('each change of a registry is told, and a registration that stands is not', async () => {
  assert.is((await service.live.post('/v1/webhooks', { url: receiver.url })).status, 201)
  const ids = new Map<string, string>()
  for (const [what, { name, address }] of Object.entries(cases)) ids.set(what, await monitored(name, address))
  const standing = await monitored('Mosswick & Thistledown Bakery, Inc.', '88 Crumpet St, Eugene, OR 97401')
  const before = await business(standing)

  await edited('co_sos', 'invented-business-entities.csv', (line) =>
    line.startsWith('99000000001,') ? line.replace('Good Standing', 'Voluntarily Dissolved') : line,
  )
  await edited('or_sos', 'invented-biz-list.csv', (line) => {
    if (line.startsWith('900000009,')) return line.replace('9 LEDGER SQ', '77 ABACUS RD')
    if (line.startsWith('900000012,') && line.includes('AUTHORIZED')) return line.replace('JOHN,,SAMPLE', 'NORA,,NEWCOMER')
    return line.startsWith('900000003,') && line.includes('REGISTERED AGENT') ? line.replace('OSWALD,T,QUILLFEATHER', 'IDA,,AGENT') : line
  })

  for (const [what, { fields }] of Object.entries(cases)) {
    const id = ids.get(what) ?? ''
    await until(`${what} is told by webhook`, async () => sent('registration.updated', id).length === 1)
    const told = await business(id)
    const task = taskOf(told, what === 'dissolved' ? 'sos_inactive' : 'sos_active')
    assert.match(task.message, new RegExp(`changed since version sample, as version ${version} says: ${fields}`), what)
    assert.is(task.sources[0].metadata.version, version, what)
    const timeline = (await service.live.get(`/v1/businesses/${id}/timeline`)).body.data
    assert.ok(
      timeline.some(({ type }: Body) => type === 'registration.updated'),
      what,
    )
  }
  const dissolved = await business(ids.get('dissolved') ?? '')
  assert.equal([dissolved.registrations[0].status, taskOf(dissolved, 'sos_domestic').sub_label], ['inactive', 'Inactive'])
  const officer = await business(ids.get('officer') ?? '')
  assert.ok(officer.people.some(({ name }: Body) => name === 'NORA NEWCOMER'))

  // Nothing about it has changed.
  assert.equal([taskOf(before, 'sos_active').sources[0].metadata.version, sent('registration.updated', standing).length], ['sample', 0])
})

test('a new lien is told in the review and by webhook', async () => {
  const id = await monitored('Bristlecone Whistle Company LLC', '500 Nowhere Ave, Salem, OR 97301')
  const lien =
    'UCC,99000900,99000900,INITIAL,01/04/2027,01/04/2032,DB,ORG,BRISTLECONE WHISTLE COMPANY LLC,500 NOWHERE AVE,,SALEM,OR,97301,USA'
  const lines = readFileSync(`sample/or_ucc/${lienFile}`, 'utf8').trimEnd()
  const file = join(service.dataDir, 'edited-or_ucc.csv')
  writeFileSync(file, `${lines}\n${lien}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_ucc', files: [file], version: '2027-01' })
  await until('the lien is told by webhook', async () => sent('lien.found', id).length === 1)
  const told = await business(id)
  assert.equal([told.liens[0].file_number, taskOf(told, 'liens').sub_label], ['99000900', 'Found'])
})

const lienFile = 'invented-filings-entered-last-month.csv'

test.run()
