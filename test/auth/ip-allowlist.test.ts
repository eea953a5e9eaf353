import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isAllowed, rangeFrom } from '../../src/auth/ip-allowlist.ts'

test('a range is kept in its usual spelling, a lone address as a range of one', () => {
  assert.is(rangeFrom(' 10.1.2.3/8 '), '10.0.0.0/8')
  assert.is(rangeFrom('192.0.2.7'), '192.0.2.7/32')
  assert.is(rangeFrom('2001:DB8:0:0::5/32'), '2001:db8::/32')
  assert.is(rangeFrom('::1'), '::1/128')
  assert.equal([rangeFrom('192.0.2.7/0'), rangeFrom('2001:db8::/0')], ['0.0.0.0/0', '::/0'])
  assert.is(rangeFrom('::ffff:192.0.2.0/120'), '192.0.2.0/24')
})

test('what is no range is refused', () => {
  for (const text of [
    '',
    '10',
    '10.0.0.0/33',
    '10.0.0/8',
    'example.com',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    '1.2.3.4/',
    '::ffff:1.2.3.4/90',
  ])
    assert.is(rangeFrom(text), undefined, text)
})

test('without a range every address is allowed, even an unknown one', () => {
  assert.ok(isAllowed([], '192.0.2.1'))
  assert.ok(isAllowed([], undefined))
})

test('an address is allowed by a range of its own family that holds it, however it is written', () => {
  const ranges = ['10.0.0.0/8', '2001:db8::/32']
  assert.ok(isAllowed(ranges, '10.255.0.1'))
  assert.ok(isAllowed(ranges, '::ffff:10.0.0.1'))
  assert.ok(isAllowed(ranges, '2001:db8:ffff::1'))
  for (const address of ['11.0.0.1', '2001:db9::1', '::1', 'nonsense', undefined]) assert.not(isAllowed(ranges, address), address)
})

test.run()
