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
  await user.get('/registrations/new')
  const unnamed = await user.form('/registrations/new', { company_name: '', state: 'TX', email: 'ann@example.com', mode: 'test' })
  assert.match(unnamed.text, /name="company_name"[^>]*aria-invalid="true"/)
  assert.not.match(unnamed.text, /or company_name/)
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

test('a file of an employer that is not taken is named beside its question, with what is wrong', async () => {
  const created = await it.api('POST', '/v1/partner/registration_requests', {
    state: 'TX',
    email: 'ann@example.com',
    company_name: 'Filing Widgets LLC',
    tax_registration_types: ['state_unemployment_insurance'],
  })
  const { invite_link } = (await created.json()) as { readonly invite_link: string }
  const link = new URL(invite_link).pathname
  const guest = visitor(it.url)
  assert.match((await guest.get(link)).text, 'Not submitted yet')
  const insurance = `${link}?section=state_unemployment_insurance`
  await guest.get(insurance)
  assert.is((await guest.form(insurance, { has_unemployment_account_number: 'true', do: 'save' })).status, 303)
  const documents = `${link}?section=documents`
  const upload = async (name: string, bytes: Buffer) => {
    const body = new FormData()
    for (const [field, value] of Object.entries(hiddenFields((await guest.get(documents)).text, documents))) body.set(field, value)
    body.set('do', 'upload')
    body.set('document', new Blob([new Uint8Array(bytes)]), name)
    const response = await fetch(it.url + documents, { method: 'POST', body, headers: { Origin: it.url }, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  const refused = async (name: string, bytes: Buffer, problem: string) => {
    const { status, text } = await upload(name, bytes)
    assert.is(status, 422)
    assert.match(text, 'The file was not uploaded.')
    assert.match(text, /<input type="file"[^>]* aria-invalid="true" aria-describedby="q-rate_notice-says">/)
    assert.match(text, `<strong class="problem" id="q-rate_notice-says">${problem}</strong>`)
  }
  const largest = 9 * 1024 * 1024
  const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(size - 8)])
  await refused('none.pdf', Buffer.alloc(0), '“none.pdf” is empty. Please choose another file.')
  await refused('<b>.zip', Buffer.from('PK\0'), '“&lt;b&gt;.zip” is no PDF, PNG, JPEG, TIFF or text. Please choose another file.')
  await refused('big.pdf', pdf(largest + 1), '“big.pdf” is larger than 9 MB. Please choose a smaller file.')
  assert.is((await upload('fits.pdf', pdf(largest))).status, 303)
  const { text } = await guest.get(documents)
  assert.match(text, 'fits.pdf')
  assert.not.match(text, 'aria-invalid')
})

test.run()
