// How risky an e-mail address is, with a name service that answers what the test says.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assessEmail, type MailNames } from '../../../src/evidence/products/email.ts'

const test = suite('email')

const fails = (code: string) => async (): Promise<never> => {
  throw Object.assign(new Error(code), { code })
}
const names = (changes: Partial<MailNames> = {}): MailNames => ({
  resolveMx: fails('ENODATA'),
  resolve4: fails('ENODATA'),
  resolve6: fails('ENODATA'),
  ...changes,
})

test('a domain with a mail exchanger takes mail, and so does one that only has a host', async () => {
  assert.is((await assessEmail('ann@acme.test', names({ resolveMx: async () => [{ exchange: 'mx.acme.test' }] }))).takes_mail, true)
  assert.is((await assessEmail('ann@acme.test', names({ resolve6: async () => ['2001:db8::1'] }))).takes_mail, true)
})

test('a domain without either, and one that says so, takes none', async () => {
  assert.is((await assessEmail('ann@acme.test', names())).takes_mail, false)
  assert.is((await assessEmail('ann@acme.test', names({ resolveMx: async () => [{ exchange: '' }] }))).takes_mail, false)
})

test('a name service that does not answer says nothing about the domain', async () => {
  assert.is((await assessEmail('ann@acme.test', names({ resolveMx: fails('ETIMEOUT') }))).takes_mail, null)
})

test('what is no address is not looked up', async () => {
  assert.equal(await assessEmail('ann at acme', names({ resolveMx: fails('must not be asked') })), {
    valid: false,
    domain: null,
    takes_mail: false,
    address_type: 'private',
  })
})

test('throw-away and free domains are told from others, below the domain too', async () => {
  const type = async (email: string) => (await assessEmail(email, null)).address_type
  assert.is(await type('ann@mailinator.com'), 'disposable')
  assert.is(await type('ann@any.mailinator.com'), 'disposable')
  assert.is(await type('ann@GMAIL.com'), 'free')
  assert.is(await type('ann@acme.test'), 'private')
})

test.run()
