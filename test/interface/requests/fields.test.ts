// The fields of requests: what is taken, and what of it is kept.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { phoneNumber, text, utcTime, webAddress } from '../../../src/interface/requests/fields.ts'

const kept = (address: string) => webAddress(100).safeParse(address).data

test('a web address that is a URI is kept as it is, but for spaces around it and a scheme that it lacks', () => {
  for (const address of ['https://acme.example', 'http://acme.example/a?b=c#d', 'https://[2001:db8::1]/', 'https://acme.example/%c3%a4'])
    assert.is(kept(address), address)
  assert.is(kept(' acme.example '), 'https://acme.example')
})

test('a web address with what may not stand in a URI is kept as a URI', () => {
  assert.is(kept('https://münchen.example/ä?x=ö#ü'), 'https://xn--mnchen-3ya.example/%C3%A4?x=%C3%B6#%C3%BC')
  assert.is(kept('https://acme.example/about us'), 'https://acme.example/about%20us')
  assert.is(kept('https://acme.example/a|b?c={d}^[e]'), 'https://acme.example/a%7Cb?c=%7Bd%7D%5E%5Be%5D')
  assert.is(kept('https://acme.example/100%'), 'https://acme.example/100%25')
  assert.is(kept('https://acme.example/a#b#c'), 'https://acme.example/a#b%23c')
})

test('what is no web address is refused', () => {
  for (const address of [
    '',
    'https://',
    'ftp://acme.example',
    'acme .example',
    'javascript:alert(1)',
    '"acme".example',
    'https://a{b}.example',
  ]) {
    const { error } = webAddress(100).safeParse(address)
    assert.is(error?.issues.length, 1, address)
  }
})

test('a phone number has at least seven digits, with or without a plus, in the usual forms', () => {
  const taken = ['5550100', '503 555 0100', '+1 (503) 555-0100', '503.555.0100 x12', ' 5035550100 ']
  for (const number of taken) assert.ok(phoneNumber.safeParse(number).success, number)
  for (const number of ['', '555010', '+++5550100', '503-555-CALL', '1'.repeat(41), '555+0100 1'])
    assert.not.ok(phoneNumber.safeParse(number).success, number)
})

test('text has to show something', () => {
  for (const value of ['', ' ', '\u200b', ' \u200b\u2060 ', '\u202e', '\u0007', '\u3164']) {
    const { error } = text(10).safeParse(value)
    assert.is(error?.issues.length, 1, JSON.stringify(value))
  }
  for (const value of ['a', '.', '❤️', 'a\u200b', '株式会社']) assert.is(text(10).parse(value), value)
})

test('a time becomes UTC, and one that has a year of five digits there is refused', () => {
  const kept = (time: string) => utcTime.safeParse(time).data
  assert.is(kept('2038-01-01T00:00:00+02:00'), '2037-12-31T22:00:00.000Z')
  assert.is(kept('9999-12-31T23:59:59Z'), '9999-12-31T23:59:59.000Z')
  for (const time of ['9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00+01:00', '2038-01-01']) assert.is(kept(time), undefined, time)
})

test.run()
