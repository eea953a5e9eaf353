import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { hiddenFields, startTestService, type TestService, visitor } from './browser.ts'

let it: TestService

test.before(async () => {
  it = await startTestService()
})
test.after(() => it.stop())

test('an operator works a submitted request on its page; another account does not see it', async () => {
  const created = await it.api('POST', '/v1/partner/registration_requests', {
    state: 'OR',
    email: 'ann@example.com',
    company_name: 'Paged Widgets LLC',
    tax_registration_types: ['foreign_qualification'],
  })
  const request = (await created.json()) as { id: string; invite_link: string; agencies: readonly { slug: string }[] }
  const user = visitor(it.url)
  await user.signIn()
  assert.match((await user.get('/registrations')).text, 'Paged Widgets LLC')
  const path = `/registrations/${request.id}`
  assert.not.match((await user.get(path)).text, `${path}/item`)

  const guest = visitor(it.url)
  const link = new URL(request.invite_link).pathname
  await guest.get(`${link}?section=foreign_qualification`)
  const answers = {
    qualification_start_date: '2026-11-01',
    registered_agent: 'Agents Inc',
    'registered_agent_address.address_line1': '1 Main St',
    'registered_agent_address.city': 'Salem',
    'registered_agent_address.state': 'OR',
    'registered_agent_address.postal_code': '97301',
  }
  assert.is((await guest.form(`${link}?section=foreign_qualification`, { ...answers, do: 'save' })).status, 303)
  await guest.get(`${link}?section=review`)
  assert.is((await guest.form(`${link}?section=review`, { do: 'submit' })).status, 303)

  await user.get(path)
  const agency_slug = request.agencies[0]?.slug ?? ''
  assert.is((await user.form(`${path}/item`, { agency_slug, key: 'registry_number', value: 'R-42' })).location, path)
  assert.match((await user.get(path)).text, 'Registry number: R-42')
  await user.form(`${path}/ask`, { information: 'Who signs?' })
  const exceptions = (await (await it.api('GET', '/v1/partner/exceptions')).json()) as {
    data: readonly { information_requested: string }[]
  }
  assert.is(exceptions.data[0]?.information_requested, 'Who signs?')
  await user.get(path)
  await user.form(`${path}/complete`)
  assert.match((await user.get(path)).text, 'Completed')

  const stranger = visitor(it.url)
  await stranger.signIn(await it.otherAccount('stranger'))
  assert.is((await stranger.get(path)).status, 404)
})

test('a request is created on the pages; its link is shown, mailed and mailed again, until it is gone', async () => {
  const user = visitor(it.url)
  await user.signIn()
  await user.get('/registrations/new')
  const refused = await user.form('/registrations/new', { company_name: 'Mailed Widgets', state: 'TX', email: 'nobody', mode: 'test' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /name="email"[^>]*aria-invalid="true"/)
  const made = await user.form('/registrations/new', {
    company_name: 'Mailed Widgets',
    state: 'TX',
    email: 'ann@example.com',
    types: 'foreign_qualification',
    mode: 'test',
    send: 'true',
  })
  assert.is(made.status, 303, made.text)
  const page = (await user.get(made.location)).text
  const link = /data-copy>(http[^<]+)</.exec(page)?.[1] ?? ''
  assert.match(page, '<dd>ann@example.com</dd>')
  assert.match(page, 'The e-mail that was sent')
  assert.match(page, /<dt>Sent<\/dt><dd>Once/)
  const guest = visitor(it.url)
  const seen = (await guest.get(new URL(link).pathname)).text
  assert.match(seen, 'Mailed Widgets')
  assert.match(seen, /Requested by [^<]+/)
  await until('both mails are written', async () => {
    if ((await it.mails()).length === 1) await user.form(`${made.location}/send`)
    return (await it.mails()).length === 2
  })
  for (const mail of filled(await it.mails())) {
    assert.match(mail, 'To: ann@example.com')
    assert.match(mail.replaceAll(/=\r?\n/g, ''), new URL(link).pathname.slice(0, 40))
  }
  assert.match((await user.get(made.location)).text, /<dt>Sent<\/dt><dd>2 times/)

  await user.get(made.location)
  const hidden = hiddenFields((await user.get(made.location)).text, `${made.location}/send`)
  await it.api('DELETE', `/v1/partner/registration_requests/${made.location.split('/').at(-1)}`)
  await user.post(`${made.location}/send`, hidden)
  assert.is((await user.get(made.location)).status, 404)
  assert.is((await it.mails()).length, 2, 'a request that is gone sends nothing')
})

test.run()
