import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService, visitor } from './browser.ts'

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

test.run()
