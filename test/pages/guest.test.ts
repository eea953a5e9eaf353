// What a guest typed is not lost without a word: not when the link expires meanwhile, and not when another window was quicker. What a guest uploads
// can be read by the operator.
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
  const blank = await sendAnswer(guest, link, one, '  ')
  assert.is(blank.status, 422)
  assert.match(blank.text, 'Please write an answer.')
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

const section = { business_description: '', contact_phone: '', 'officers.0.name': '', 'officers.0.ssn': '', do: 'save' }

/** A window with the questions about the company: what its form would send, with what is typed in it. */
const windowOn = async (link: string) => {
  const guest = visitor(it.url)
  const { text } = await guest.get(link)
  const shown = (field: string) =>
    unescaped(new RegExp(`name="${field.replaceAll('.', '\\.')}"[^>]* value="([^"]*)"`).exec(text)?.[1] ?? '')
  const description = unescaped(/name="business_description"[^>]*>([^<]*)</.exec(text)?.[1] ?? '')
  const before = { ...Object.fromEntries(Object.keys(section).map((field) => [field, shown(field)])), business_description: description }
  return { text, guest, save: (typed: Partial<typeof section>) => guest.form(link, { ...before, ...typed, do: 'save' }) }
}

test('two windows on the same questions keep what each has changed', async () => {
  const link = await company(visitor(it.url), 'Windows LLC')
  const [one, other] = [await windowOn(link), await windowOn(link)]
  const officer = { 'officers.0.name': 'Ann Doe', 'officers.0.ssn': '123-45-6789' }
  assert.is((await one.save({ business_description: 'Cakes\r\nand bread', ...officer })).status, 303)
  assert.is((await other.save({ contact_phone: '503 555 0100' })).status, 303)
  const third = await windowOn(link)
  for (const shown of ['Cakes\nand bread', '503 555 0100', 'Ann Doe', '•••-••-6789']) assert.match(third.text, shown)
  assert.is((await third.save({ business_description: '' })).status, 303)
  const emptied = await windowOn(link)
  assert.not.match(emptied.text, 'Cakes')
  assert.match(emptied.text, '•••-••-6789')
})

test('when two windows changed the same answer, the second shows what the first saved and may replace it', async () => {
  const link = await company(visitor(it.url), 'Overtaken LLC')
  const [one, other] = [await windowOn(link), await windowOn(link)]
  assert.is((await one.save({ business_description: 'Cakes' })).status, 303)
  assert.is((await one.save({ business_description: 'Cakes' })).status, 303, 'a button pressed twice')
  const overtaken = await other.save({ business_description: 'Bread', contact_phone: '503 555 0100' })
  assert.is(overtaken.status, 409)
  assert.match(
    overtaken.text,
    '1 answer was not saved, because another one was saved since this page was opened. Everything else is saved.',
  )
  assert.match(overtaken.text, 'Meanwhile “Cakes” was saved, perhaps in another window. Save again to replace that.')
  assert.match(overtaken.text, '>Bread</textarea>')
  const now = await windowOn(link)
  assert.match(now.text, '>Cakes</textarea>')
  assert.match(now.text, '503 555 0100')
  assert.is((await other.guest.form(link, { ...section, business_description: 'Bread', contact_phone: '503 555 0100' })).status, 303)
  assert.match((await windowOn(link)).text, '>Bread</textarea>')
})

test('answers that changed after they were shown for submission are shown again before they are sent', async () => {
  const { link } = await answered('Shown Again LLC')
  const review = link.replace('foreign_qualification', 'review')
  const [one, other] = [visitor(it.url), visitor(it.url)]
  await one.get(review)
  assert.is((await one.form(review, { do: 'confirm' })).status, 200)
  await other.get(link)
  assert.is((await other.form(link, { ...answers, registered_agent: 'Other Agents Inc', do: 'save' })).status, 303)
  const again = await one.form(review, { do: 'submit' })
  assert.is(again.status, 409)
  assert.match(again.text, 'Answers were changed in another window. Please check them once more.')
  assert.match(again.text, 'Other Agents Inc')
  assert.is((await one.form(review, { do: 'submit' })).status, 303)
})

test('a file whose name is cut inside a character can be read by the operator, under its ending', async () => {
  const { id, invite_link } = await requested('Long Names LLC')
  const link = new URL(invite_link).pathname
  const guest = visitor(it.url)
  await guest.get(`${link}?section=state_unemployment_insurance`)
  await guest.form(`${link}?section=state_unemployment_insurance`, { has_unemployment_account_number: 'true', do: 'save' })
  const documents = `${link}?section=documents`
  const hidden = hiddenFields((await guest.get(documents)).text, documents)
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...hidden, do: 'upload' })) body.append(name, value)
  body.append('document', new Blob(['%PDF-1.7']), `${'😀'.repeat(200)}.pdf`)
  assert.is((await fetch(it.url + documents, { method: 'POST', body, redirect: 'manual', headers: { Origin: it.url } })).status, 303)
  const user = visitor(it.url)
  await user.signIn()
  const [, file = ''] = /href="(\/registrations\/[^"]+\/documents\/[^"]+)"/.exec((await user.get(`/registrations/${id}`)).text) ?? []
  const read = await user.get(file)
  assert.is(read.status, 200)
  assert.is(read.headers.get('content-disposition'), `attachment; filename*=UTF-8''${encodeURIComponent('😀'.repeat(125))}.pdf`)
})

test('a form that cannot be read leads back to its page, in words for guests', async () => {
  const link = (await company(visitor(it.url), 'Unread LLC')).replace('company', 'review')
  const send = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(it.url + link, { method: 'POST', body, headers: { Origin: it.url, 'Content-Type': type } })
    const text = await answer.text()
    assert.match(text, 'This was not sent')
    assert.match(text, `href="${link}">Back to the page`)
    assert.not.match(text, 'overview')
    return { status: answer.status, text }
  }
  const large = await send('multipart/form-data; boundary=x', new Uint8Array(55 * 1024 * 1024 + 1))
  assert.is(large.status, 413)
  assert.match(large.text, 'The file is larger than 9 MB.')
  assert.is((await send('multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="do"\r\n\r\nup')).status, 400)
  assert.is((await send('application/x-www-form-urlencoded', 'form_token=none')).status, 403)
  assert.is((await send('application/json', '{}')).status, 400)
})

test.run()
