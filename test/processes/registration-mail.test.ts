// The mail with the link to a registration request, and the mail server's answers to it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { erased } from '../../src/events/personal-data.ts'
import type { Mail } from '../../src/processes/mail.ts'
import { registrationMail } from '../../src/processes/registration-mail.ts'
import { openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const invited = (to: string) => ({
  aggregate: 'registration_request',
  history: [{ type: 'RegistrationInvitationMailed' as const, data: { to, subject: 'Your registration', text: 'https://example.com/r' } }],
})
const mailing = (send: (mail: Mail) => Promise<void>) => () => registrationMail({ mailer: { send, close: () => undefined } })

test('the mail is handed over, and a copy of it has the same id', async () => {
  const sent: Mail[] = []
  await inEveryWay({ ...invited('ann@example.com'), process: mailing(async (mail) => void sent.push(mail)), leadsTo: [] })
  const [first, second] = sent
  assert.equal([first?.to, first?.subject, first?.text], ['ann@example.com', 'Your registration', 'https://example.com/r'])
  assert.is(new Set(sent.map(({ id }) => id)).size < sent.length, true)
  assert.ok(second)
})

test('nothing is sent to an address that was erased', () =>
  inEveryWay({ ...invited(erased), process: mailing(() => Promise.reject(new Error('a mail was sent'))), leadsTo: [] }))

test('a mail server that says no, or never answers, is told to the runner', async () => {
  const refuses = mailing(() => Promise.reject(new Error('550 no such person')))
  assert.is(await failing({ ...invited('ann@example.com'), process: refuses }), '550 no such person')
  assert.is(await failing({ ...invited('ann@example.com'), process: mailing(() => new Promise(() => {})) }, 50), 'no end after 50 ms')
})

test.run()
