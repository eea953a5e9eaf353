// How often guests may send forms, told with small quotas.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { guestRate } from '../../src/auth/guest-rate.ts'
import { memoryRateLimit } from '../../src/auth/rate-limit.ts'

const limited = (link: number, address: number) => {
  const limit = (requests: number) => memoryRateLimit({ requests, windowSeconds: 60 })
  const rate = guestRate({ link: limit(link), address: limit(address) })
  return (linkedId: string, clientAddress?: string) => rate({ linkedId, clientAddress })
}

test('the forms of one link are counted, from wherever they come', async () => {
  const send = limited(2, 100)
  assert.equal([await send('one', '192.0.2.1'), await send('one', '192.0.2.2')], [0, 0])
  assert.is(await send('one', '192.0.2.3'), 60)
  assert.is(await send('other', '192.0.2.3'), 0)
})

test('the forms of one address are counted through all links, and those of an IPv6 network together', async () => {
  const send = limited(100, 2)
  assert.equal([await send('one', '2001:db8::1'), await send('two', '2001:db8::2')], [0, 0])
  assert.is(await send('three', '2001:db8::3'), 60)
  assert.is(await send('three', '2001:db8:0:1::3'), 0)
  assert.equal([await send('one'), await send('two'), await send('three')], [0, 0, 60], 'addresses that are not known count as one')
})

test('who goes on through one link locks out nobody else at the same address', async () => {
  const send = limited(2, 4)
  for (let sent = 0; sent < 10; sent++) await send('one', '192.0.2.1')
  assert.is(await send('one', '192.0.2.1'), 60)
  assert.is(await send('other', '192.0.2.1'), 0)
})

test.run()
