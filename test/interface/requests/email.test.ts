import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Email } from '../../../src/interface/requests/email.ts'

const isTaken = (address: string) => Email.safeParse(address).success

test('an address is taken with every character that its local part may hold', () => {
  for (const address of [
    'ann@example.com',
    "o'brien.j@mail.example.co.uk",
    'b&b@example.com',
    'a/b+tag=1@x-y.example',
    '~{ann}*|^`@example.com',
  ])
    assert.ok(isTaken(address), address)
})

test('an address has at most 254 characters', () => {
  const domain = '@example.com'
  assert.ok(isTaken('a'.repeat(254 - domain.length) + domain))
  assert.not(isTaken('a'.repeat(255 - domain.length) + domain))
})

test('spaces around an address are cut off', () => {
  assert.is(Email.parse(' ann@example.com\n'), 'ann@example.com')
})

test('what is no address is not', () => {
  for (const address of [
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@-x.example',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
  ])
    assert.not(isTaken(address), address)
  for (const address of ['a b@example.com', 'a@b@example.com', 'ann@example.com\r\nBcc: x@example.com', 'Ann <ann@example.com>', ''])
    assert.not(isTaken(address), address)
})

test.run()
