// What a guest typed is not lost without a word: not when the link expires meanwhile, and not when another window was quicker.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { hiddenFields, startTestService, type TestService, unescaped, type Visitor, visitor } from './browser.ts'

let it: TestService
test.before(async () => {
  it = await startTestService()
})
test.after(() => it.stop())

type Created = { readonly id: string; readonly invite_link: string }

const requested = async (name: string): Promise<Created> => {
  const body = { state: 'TX', email: 'ann@example.com', company_name: name, tax_registration_types: ['state_unemployment_insurance'] }
  return (await (await it.api('POST', '/v1/partner/registration_requests', body)).json()) as Created
}

const answers = {
  qualification_start_date: '2026-11-01',
  registered_agent: 'Agents Inc',
  'registered_agent_address.address_line1': '1 Main St',
  'registered_agent_address.city': 'Salem',
  'registered_agent_address.state': 'OR',
  'registered_agent_address.postal_code': '97301',
}

/** A request whose answers are saved, and the link to them. */
const answered = async (company_name: string) => {
  const body = { state: 'OR', email: 'ann@example.com', company_name, tax_registration_types: ['foreign_qualification'] }
  const { id, invite_link } = (await (await it.api('POST', '/v1/partner/registration_requests', body)).json()) as Created
  const path = new URL(invite_link).pathname
  const link = `${path}?section=foreign_qualification`
  const guest = visitor(it.url)
  await guest.get(link)
  assert.is((await guest.form(link, { ...answers, do: 'save' })).status, 303)
  const submit = async () => {
    await guest.get(`${path}?section=review`)
    assert.is((await guest.form(`${path}?section=review`, { do: 'submit' })).status, 303)
  }
  return { id, link, submit }
}

/** The link of a question to the company. */
const asked = async (name: string): Promise<string> => {
  const { id, submit } = await answered(name)
  await submit()
  const user = visitor(it.url)
  await user.signIn()
  await user.get(`/registrations/${id}`)
  await user.form(`/registrations/${id}/ask`, { information: `Who signs for ${name}?` })
  const { data } = (await (await it.api('GET', '/v1/partner/exceptions')).json()) as {
    readonly data: readonly { readonly information_requested: string; readonly url: string }[]
  }
  return new URL(data.find(({ information_requested }) => information_requested.includes(name))?.url ?? '').pathname
}

const givenBack = ({ text }: { readonly text: string }): string | undefined => {
  const found = /<textarea rows="10" readonly>([^<]*)</.exec(text)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

const company = async (guest: Visitor, name: string): Promise<string> => {
  const link = `${new URL((await requested(name)).invite_link).pathname}?section=company`
  await guest.get(link)
  return link
}

test('a form behind a link that expired meanwhile gives back what was typed, without the SSN, and keeps nothing', async () => {
  const guest = visitor(it.url)
  const link = await company(guest, 'Expired LLC')
  const typed = { business_description: 'Cakes & <b>bread</b>', 'officers.0.name': 'Ann Doe', 'officers.0.ssn': '123-45-6789', do: 'save' }
  it.clock.offsetMs += 400 * 86_400_000
  const late = await guest.form(link, typed)
  it.clock.offsetMs -= 400 * 86_400_000
  assert.is(late.status, 404)
  assert.match(late.text, 'What you typed was not sent')
  assert.is(givenBack(late), 'Business description: Cakes & <b>bread</b>\nOfficers 1 name: Ann Doe')
  assert.not.match(late.text, '123-45-6789')
  assert.not.match((await guest.get(link)).text, 'Cakes')
})

test('a form behind a link that nobody signed gives nothing back', async () => {
  const guest = visitor(it.url)
  const link = await company(guest, 'Forged LLC')
  const forged = link.replace('?', 'A?')
  const answer = await guest.post(forged, {
    ...hiddenFields((await guest.get(link)).text, link),
    business_description: 'Cakes',
    do: 'save',
  })
  assert.is(answer.status, 404)
  assert.not.match(answer.text, 'Cakes')
})

/** The form of an information request has no address of its own: it goes to that of its page. */
const sendAnswer = async (guest: Visitor, link: string, page: string, information: string) =>
  guest.post(link, { ...hiddenFields(page.replace('<form method="post"', `<form action="${link}"`), link), information })

test('of two windows with the same question the second answer does not replace the first, and is given back', async () => {
  const link = await asked('Twice LLC')
  const guest = visitor(it.url)
  const [one, other] = [(await guest.get(link)).text, (await guest.get(link)).text]
  assert.is((await sendAnswer(guest, link, one, 'Ann Doe')).status, 303)
  assert.is((await sendAnswer(guest, link, one, 'Ann Doe')).status, 303, 'a button pressed twice')
  const second = await sendAnswer(guest, link, other, 'Bob Roe')
  assert.is(second.status, 409)
  assert.is(givenBack(second), 'Bob Roe')
  assert.match(second.text, 'See where it stands')
})

test('answers saved after the form was submitted in another window are given back', async () => {
  const { link, submit } = await answered('Submitted LLC')
  const slow = visitor(it.url)
  await slow.get(link)
  await submit()
  const late = await slow.form(link, { registered_agent: 'Other Agents Inc', do: 'save' })
  assert.is(late.status, 409)
  assert.is(givenBack(late), 'Other Agents Inc', 'the name of a single field says nothing')
})

test.run()
