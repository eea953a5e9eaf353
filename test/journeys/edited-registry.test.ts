// A registry is replaced by an edited copy: what is gone, renamed or dissolved there shows in the review, on the timeline, in webhooks and by the monitor.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { citedRow } from '../../src/evidence/reference/cited-row.ts'
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

const cases = {
  vanished: { name: 'Gobblewick Umbrella Repair Corp.', addresses: [{ full_address: '7 Drizzle Ct, Salem, OR 97301' }] },
  renamed: { name: 'Quillfeather Lantern Works LLC', addresses: [{ full_address: '12 Glimmer Ln, Portland, OR 97201' }] },
  untouched: { name: 'Mosswick & Thistledown Bakery, Inc.', addresses: [{ full_address: '88 Crumpet St, Eugene, OR 97401' }] },
}

test('a registration that vanished or was renamed is told; one that stands as it was is not', async () => {
  assert.is((await service.live.post('/v1/webhooks', { url: receiver.url })).status, 201)
  const ids: { [what: string]: string } = {}
  for (const [what, request] of Object.entries(cases)) {
    const { id } = await verified(service.live, request)
    assert.is((await service.live.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
    ids[what] = id
  }
  const lines = readFileSync('sample/or_sos/invented-biz-list.csv', 'utf8').trimEnd().split('\n')
  const edited = lines
    .filter((line) => !line.startsWith('900000006,'))
    .map((line) => line.replace('QUILLFEATHER LANTERN WORKS LLC', 'NIGHTJAR CANDLES LLC'))
  const file = join(service.dataDir, 'edited.csv')
  writeFileSync(file, `${edited.join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_sos', files: [file], version: '2027-01-01' })

  const told = async (what: string) => {
    const [{ body: business }, { body: timeline }] = await Promise.all([
      service.live.get(`/v1/businesses/${ids[what]}`),
      service.live.get(`/v1/businesses/${ids[what]}/timeline`),
    ])
    const messageOf = (key: string) => business.review.tasks.find((task: Body) => task.key === key)?.message ?? ''
    const updates = timeline.data.filter(({ type }: Body) => type === 'registration.updated')
    // The renamed one is registered in Colorado, too, which still says that it was formed in Oregon under its former name.
    const registration = business.registrations.find(({ state }: Body) => state === 'OR')
    return { business, messageOf, updates, registration }
  }
  await until('the vanished one is told', async () => (await told('vanished')).registration.status === 'unknown')
  await until('the renamed one is told', async () => (await told('renamed')).registration.name === 'NIGHTJAR CANDLES LLC')

  const vanished = await told('vanished')
  assert.match(vanished.registration.status_details, /^No longer in Oregon .*version 2027-01-01; last seen in version sample/)
  assert.match(vanished.messageOf('sos_unknown'), /No longer in Oregon/)
  assert.match(vanished.messageOf('time_in_business'), /No longer in Oregon/)
  assert.is(vanished.messageOf('sos_active'), '')
  assert.is(vanished.updates.length > 0, true)

  /** Each event once: a slow answer makes the service send it again. */
  const sent = (what: string) => {
    const ofBusiness = receiver.received.filter(
      ({ event }) => event.type === 'registration.updated' && event.data.object.business_id === ids[what],
    )
    return [...new Map(ofBusiness.map((one) => [one.event.id, one])).values()]
  }
  await until('both webhooks are sent', async () => sent('vanished').length > 0 && sent('renamed').length > 0)
  assert.equal([sent('vanished').length, sent('renamed').length], [1, 1])
  assert.is(sent('vanished')[0]?.event.data.object.status, 'unknown')
  assert.is(sent('untouched').length, 0)

  const renamed = await told('renamed')
  assert.is(renamed.registration.file_number, '900000003')
  assert.match(renamed.messageOf('name'), /900000003 changed since version sample.*It was "QUILLFEATHER LANTERN WORKS LLC"/)
  assert.is(renamed.updates.length > 0, true)

  const { sources: active } = renamed.business.review.tasks.find(({ key }: Body) => key === 'sos_active')
  const cited = active.find(({ id }: Body) => id === renamed.registration.id)
  const { state, status, file_number, jurisdiction } = cited.metadata
  assert.equal([cited.type, cited.id], ['registration', renamed.registration.id])
  assert.equal([state, status, file_number, jurisdiction], ['OR', 'active', '900000003', 'DOMESTIC'])
  const shown = citedRow(join(service.dataDir, 'reference'), cited.metadata)
  assert.match(shown.rows[0]?.text ?? '', 'NIGHTJAR CANDLES LLC')

  const untouched = await told('untouched')
  assert.equal([untouched.registration.status, untouched.updates.length], ['active', 0])
})

test.run()
