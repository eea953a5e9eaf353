import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addressFrom, clientKey } from '../../src/auth/ip-address.ts'

test('only a full address is one, and an IPv4 address stays one in IPv6 spelling', () => {
  for (const [text, expected] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['10.1', undefined],
    ['51234', undefined],
    ['192.0.2.256', undefined],
    ['2001:db8::1::', undefined],
    ['unknown', undefined],
    ['', undefined],
  ] as const)
    assert.is(addressFrom(text)?.toString(), expected, text)
})

test('limits count an IPv4 address alone, an IPv6 address with its network, and all that are not known as one', () => {
  const own = clientKey('2001:db8:1:2::1')
  for (const same of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:1:2::', '2001:db8:1:2::%eth0']) assert.is(clientKey(same), own, same)
  for (const other of ['2001:db8:1:3::1', '2001:db8:1:1:ffff:ffff:ffff:ffff', '::1', '192.0.2.1'])
    assert.is.not(clientKey(other), own, other)
  assert.is(clientKey('::ffff:192.0.2.1'), clientKey('192.0.2.1'))
  assert.is.not(clientKey('192.0.2.2'), clientKey('192.0.2.1'))
  assert.equal([clientKey(undefined), clientKey(''), clientKey('made up')], ['unknown', 'unknown', 'unknown'])
})

test.run()
