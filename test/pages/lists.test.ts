import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { hiddenFields, startTestService, type TestService, type Visitor, visitor } from './browser.ts'

type Context = { service: TestService; user: Visitor }
const test = suite<Context>('lists, filters and failures')

test.before(async (here) => {
  here.service = await startTestService()
  here.user = visitor(here.service.url)
  await here.user.signIn()
})
test.after(({ service }) => service.stop())

const main = (page: string): string => page.slice(page.indexOf('<main'))

test('days are said to be those of UTC where times are shown in the reader’s own zone', async ({ user }) => {
  for (const [path, fields] of [
    ['/businesses', 2],
    ['/signals', 2],
    ['/settings/activity', 2],
  ] as const) {
    const { text } = await user.get(path)
    assert.is([...text.matchAll(/<input type="date"/g)].length, fields, path)
    assert.is([...text.matchAll(/<label>[^<]* \(UTC\)<input type="date"/g)].length, fields, path)
  }
  assert.match((await user.get('/settings/credentials')).text, /name="expires_on"[\s\S]{0,300}As the day begins in UTC/)
})

test('signals are listed, found and filtered; one has its reasons; nobody else sees it', async ({ service, user }) => {
  assert.match((await user.get('/signals')).text, /No signals yet/)
  const made = await service.api('POST', '/v1/signals', {
    name: 'Signal Widgets',
    addresses: ['1 Main St, Portland, OR 97201'],
    external_id: 's-1',
  })
  const signal = (await made.json()) as {
    readonly id: string
    readonly reasons: readonly { readonly code: string; readonly description: string }[]
  }
  await service.api('POST', '/v1/signals', { name: 'Other Cakes', addresses: ['2 Main St, Salem, OR 97301'] })
  const both = main((await user.get('/signals')).text)
  assert.match(both, 'Signal Widgets')
  assert.match(both, 'Other Cakes')
  for (const query of ['q=widgets', 'external_id=s-1', 'start_date=2020-01-01&q=widgets']) {
    const found = main((await user.get(`/signals?${query}`)).text)
    assert.match(found, 'Signal Widgets', query)
    assert.not.match(found, 'Other Cakes', query)
  }
  assert.match((await user.get('/signals?q=nothing')).text, /No matching signals/)
  const one = (await user.get(`/signals/${signal.id}`)).text
  assert.match(one, '1 Main St, Portland, OR 97201')
  for (const { code } of filled(signal.reasons)) assert.match(one, code)
  const [{ code, description }] = filled(signal.reasons) as readonly [(typeof signal.reasons)[number]]
  assert.match(both, `<span>${code} ${description}</span>`)
  assert.match(both, `<option value="${code}">${code} ${description}</option>`)
  const stranger = visitor(service.url)
  await stranger.signIn(await service.otherAccount('no-signals'))
  assert.is((await stranger.get(`/signals/${signal.id}`)).status, 404)
})

test('deliveries of all webhooks are listed and filtered; one is shown and sent again', async ({ service, user }) => {
  assert.match((await user.get('/deliveries')).text, /No deliveries yet.*Create a webhook/)
  await service.api('POST', '/v1/webhooks', { url: 'https://nowhere.invalid/hook', enabled_events: ['signal.created', 'business.created'] })
  await service.api('POST', '/v1/webhooks', { url: 'https://elsewhere.invalid/hook', enabled_events: ['business.created'] })
  await service.api('POST', '/v1/businesses', { name: 'Delivered', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  await until('both webhooks have tried', async () => {
    const tried = (await user.get('/deliveries?status=pending')).text
    return /nowhere\.invalid/.test(main(tried)) && /elsewhere\.invalid/.test(main(tried)) && /Will retry/.test(tried)
  })
  assert.match((await user.get('/deliveries?status=delivered')).text, /No matching deliveries/)
  assert.match((await user.get('/deliveries?event=lien')).text, /No matching deliveries/)
  const page = (await user.get('/deliveries?event=business')).text
  const [, path = ''] = /href="(\/webhooks\/[^/"]+\/deliveries\/[^"]+)"/.exec(page) ?? []
  const one = (await user.get(path)).text
  assert.match(one, '<h1>business.created</h1>')
  assert.is((await user.form(path)).location, path)
  assert.match((await user.get(path)).text, /It is being sent again/)
  assert.is((await user.get(`${path}0`)).status, 404)
})

test('a page beyond the last one leads to the last, with its filters', async ({ user }) => {
  const beyond = await user.get('/businesses?status=approved&page=99')
  assert.equal([beyond.status, beyond.location], [303, '/businesses?status=approved&page=1'])
  assert.is((await user.get('/signals?page=99')).location, '/signals?page=1')
  assert.is((await user.get('/signals?page=1')).status, 200)
  assert.is((await user.get('/settings/activity?page=99')).status, 303)
})

test('activity has changes and sign-ins apart, and filters by what and whom', async ({ user }) => {
  await user.get('/settings/features')
  await user.form('/settings/features', { feature: 'monitoring', on: 'false' })
  const shown = async (query: string) => main((await user.get(`/settings/activity${query}`)).text)
  const [changes, signIns, all] = await Promise.all([shown(''), shown('?view=sign-ins'), shown('?view=all')])
  assert.equal([/Monitoring was switched off/.test(changes), /Signed in/.test(changes)], [true, false])
  assert.equal([/Monitoring was switched off/.test(signIns), /Signed in/.test(signIns)], [false, true])
  assert.equal([/Monitoring was switched off/.test(all), /Signed in/.test(all)], [true, true])
  assert.match(await shown('?about=account'), /Monitoring was switched off/)
  assert.not.match(await shown('?about=user'), /Monitoring was switched off/)
  assert.match(await shown('?to=2020-01-01'), /No matching activity/)
  const [, id = ''] = /<option value="([^"]+)">Administrator/.exec(changes) ?? []
  assert.match(await shown(`?by=${id}`), /Monitoring was switched off/)
})

test('a wrong link and an unknown object keep the navigation; a stranger sees none', async ({ service, user }) => {
  const reading = { Accept: 'text/html' }
  for (const path of ['/nowhere', '/businesses/0198c0de-0000-7000-8000-000000000009']) {
    const answer = await user.get(path, reading)
    assert.is(answer.status, 404)
    assert.match(answer.text, '<nav aria-label="Main">')
    assert.match(answer.text, 'href="/businesses"')
  }
  const formAddress = await user.get('/settings/policies/new', reading)
  assert.is(formAddress.status, 404)
  assert.match(formAddress.text, /This page does not exist[\s\S]*Go to the overview/)
  const stranger = await visitor(service.url).get('/nowhere', reading)
  assert.is(stranger.status, 404)
  assert.not.match(stranger.text, '<nav aria-label="Main">')
})

test('what was typed comes back after a fault of the service', async ({ service, user }) => {
  const path = '/businesses/new'
  const form = hiddenFields((await user.get(path)).text, path)
  // Sending the command finds a clock without a time; the pages around it go on.
  const ofSending = () => (/\bsending\.ts:/.test(new Error('who asks').stack ?? '') ? Number.NaN : 0)
  Object.defineProperty(service.clock, 'offsetMs', { configurable: true, get: ofSending })
  const failed = await user.post(path, { ...form, name: 'Typed Before The Fault', address: '1 Main St, Portland, OR 97201', mode: 'test' })
  Object.defineProperty(service.clock, 'offsetMs', { value: 0, writable: true })
  assert.is(failed.status, 500)
  assert.match(failed.text, 'Your input was kept')
  const back = await user.post(path, hiddenFields(failed.text, path))
  assert.match(back.text, 'value="Typed Before The Fault"')
  assert.match(back.text, 'Please review your input and send it.')
  assert.not.match(back.text, 'signed in again')
})

test('lists update by themselves; a refused form does not', async ({ user }) => {
  for (const path of ['/', '/businesses', '/registrations', '/signals', '/deliveries', '/monitors'])
    assert.match((await user.get(path)).text, /<div data-live="page" data-refresh="\d+">/, path)
  assert.not.match((await user.get('/businesses/new')).text, 'data-refresh')
})

test.run()
