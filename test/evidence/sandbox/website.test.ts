// The websites and profiles of the sandbox: made up of what was submitted.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sandboxWebsites } from '../../../src/evidence/sandbox/website.ts'

const test = suite('websites of the sandbox')

const phoneOf = async (...phone_numbers: readonly string[]) => {
  const nothing = { email_addresses: [], people: [], addresses: [], profile_urls: [] }
  const { profiles } = await sandboxWebsites({ ...nothing, url: 'https://acme.example', names: ['Acme'], phone_numbers } as never)
  const metadata = profiles.find(({ type }) => type === 'bbb')?.metadata as
    | { readonly contact_info: { readonly phone: string } }
    | undefined
  return metadata?.contact_info.phone
}

test('the Better Business Bureau tells a submitted number in E.164, whatever its spelling', async () => {
  for (const written of ['(503) 555-0100', '503-555-0100', '+1 503 555 0100']) assert.is(await phoneOf(written), '+15035550100')
  assert.is(await phoneOf('+49 30 901820'), '+4930901820')
  assert.is(await phoneOf(), '+12125550123')
  assert.is(await phoneOf('212-555-0199'), '+12125550123', 'the number that no evidence holds is on no profile')
})

test('a text that is no number stays as it is written', async () => {
  assert.is(await phoneOf('call us'), 'call us')
})

test.run()
