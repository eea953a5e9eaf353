import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filing } from '../journeys/lien-parties.ts'
import { reviewed, startTestService, type TestService, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor }
const test = suite<Context>('monitors on the pages')

const hour = 3_600_000

test.before(async (here) => {
  here.service = await startTestService({ MONITOR_INTERVAL: '1h' })
  here.user = visitor(here.service.url)
  await here.user.signIn()
})
test.after(({ service }) => service.stop())

const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ')

const rowOf = async (user: Visitor, name: string): Promise<string> =>
  (await user.get('/monitors')).text.split('<tr>').find((each) => each.includes('<td') && each.includes(name)) ?? ''

test('a monitor says when it was checked, what was found last, where that is told, and when it is checked next', async ({
  service,
  user,
}) => {
  const begin = async (name: string): Promise<string> => {
    const made = await service.api('POST', '/v1/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
    const { id } = (await made.json()) as { readonly id: string }
    await until('it is reviewed', async () => {
      const { status } = (await (await service.api('GET', `/v1/businesses/${id}`)).json()) as { readonly status: string }
      return status === 'in_review'
    })
    assert.is((await service.api('POST', `/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
    return id
  }
  const [quiet, vanished] = [await begin('Quiet Company LLC'), await begin('Vanished Business')]
  const row = (name: string) => rowOf(user, name)
  const card = async (id: string) => {
    const { text } = await user.get(`/businesses/${id}`)
    return plain(text.slice(text.indexOf('id="monitoring"')).split('</section>')[0] ?? '')
  }
  assert.match(
    (await user.get('/monitors')).text,
    /<th scope="col" class="">Watched for<\/th>[\s\S]*<th scope="col" class="">Last found<\/th><th scope="col" class="">Next check<\/th>/,
  )
  assert.match(plain(await row('Quiet Company LLC')), /Not yet – \w{3} \d+, \d{4}, \d\d:\d\d UTC/)
  assert.match(await card(quiet), /Watched for Everything Since [^<]* Last checked Not yet Last found – Next check \w{3} \d+/)

  service.clock.offsetMs += hour
  await until('both are checked', async () => !(await user.get('/monitors')).text.includes('Not yet'))
  assert.match(plain(await row('Quiet Company LLC')), /UTC No changes so far \w{3} \d+/)
  const found = await row('Vanished Business')
  assert.match(found, new RegExp(`href="/businesses/${vanished}/monitor/found">\\d+ changes?: [^<]*registrations`))
  const { location } = await user.get(`/businesses/${vanished}/monitor/found`)
  const [, event = ''] = /history\?at=(\d+)#event-\1$/.exec(location) ?? []
  const from = (await user.get(location)).text.split(`id="event-${event}"`)[1] ?? ''
  assert.match(from, /^><div class="event-head"><strong>Formation date and state unknown<[\s\S]*?<details class="more" open>/)
  assert.match(from, /SBX\d+ changed: status/, 'the rest of what it found comes below')
  assert.is((await user.get(`/businesses/${quiet}/monitor/found`)).location, `/businesses/${quiet}/history`)
  assert.not.match(found, 'none since')
  assert.not.match(found, 'searches')
  assert.match(await card(vanished), /Last found \d+ changes?: [^<]*registrations/)
  assert.match(await card(quiet), /Last found No changes so far Next check \w{3}/)

  service.clock.offsetMs += hour
  await until('a later check found nothing', async () => (await row('Vanished Business')).includes('none since'))
  assert.match(await row('Vanished Business'), /\d+ changes?: [^<]*registrations[^<]*<\/a>/)

  await user.get('/settings/features')
  await user.form('/settings/features', { feature: 'monitoring', on: 'false' })
  assert.match(await row('Quiet Company LLC'), 'None while nothing is available')
})

test('what follows a test clock is due by its time, not by that of the machine', async ({ service, user }) => {
  await user.get('/settings/features')
  await user.form('/settings/features', { feature: 'monitoring', on: 'true' })
  const made = await service.api('POST', '/v1/businesses', {
    name: 'Clocked LLC',
    addresses: [{ full_address: '2 Main St, Reno, NV 89501' }],
  })
  const { id } = (await made.json()) as { readonly id: string }
  await reviewed(service, id)
  assert.is((await service.api('POST', `/v1/businesses/${id}/monitor`, { event_types: ['*'] })).status, 201)
  const lien = ((await (await service.api('POST', `/v1/businesses/${id}/liens`, filing)).json()) as { readonly id: string }).id
  await until('it is filed', async () => /Lapses/.test((await user.get(`/liens/${lien}`)).text))
  assert.is((await service.api('POST', '/v1/test_clocks', { name: 'Still', business_ids: [id] })).status, 201)
  const next = async () =>
    plain((await user.get(`/businesses/${id}`)).text)
      .split('Next check ')[1]
      ?.slice(0, 4) ?? ''
  assert.is.not(await next(), 'Due ')
  service.clock.offsetMs += 2 * hour
  assert.is.not(await next(), 'Due ')
  assert.not.match(plain(await rowOf(user, 'Clocked LLC')), ' Due ')

  service.clock.offsetMs += 1_815 * 24 * hour
  await user.signIn()
  for (const page of ['/liens', `/liens/${lien}`]) {
    const { text } = await user.get(page)
    assert.match(text, /Lapses/)
    assert.not.match(plain(text), /In \d+ days?/)
  }
})

test.run()
