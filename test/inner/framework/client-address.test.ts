import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clientAddressBehind } from '../../../src/inner/framework/client-address.ts'
import type { ProbityContext } from '../../../src/inner/framework/environment.ts'

const asked = (remoteAddress: string | undefined, forwarded: string | undefined) =>
  ({ env: { incoming: { socket: { remoteAddress } } }, req: { header: () => forwarded } }) as unknown as ProbityContext

test('a request comes from where the outermost trusted proxy saw it come from, whatever the client says of itself', () => {
  for (const [proxies, peer, forwarded, expected] of [
    [0, '192.0.2.1', '198.51.100.9', '192.0.2.1'],
    [0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    [0, '2001:db8::1', undefined, '2001:db8::1'],
    [0, undefined, '198.51.100.9', undefined],
    [1, '10.0.0.1', '198.51.100.9', '198.51.100.9'],
    [1, '10.0.0.1', '203.0.113.66, 198.51.100.9', '198.51.100.9'],
    [1, '10.0.0.1', '203.0.113.66,::ffff:198.51.100.9 ', '198.51.100.9'],
    [2, '10.0.0.1', '203.0.113.66, 198.51.100.9, 10.0.0.2', '198.51.100.9'],
    [2, '10.0.0.1', '10.0.0.2', '10.0.0.1'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [1, '10.0.0.1', '203.0.113.66, ', '10.0.0.1'],
    [0, '::ffff:c000:201', undefined, '192.0.2.1'],
    [0, '2001:DB8:0::1', undefined, '2001:db8::1'],
    [0, 'fe80::1%eth0', undefined, 'fe80::1%eth0'],
    // With the port, in brackets and in quotes, as some proxies write them.
    [1, '10.0.0.1', '203.0.113.7:51234', '203.0.113.7'],
    [1, '10.0.0.1', '"203.0.113.7:51234"', '203.0.113.7'],
    [1, '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    [1, '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    [1, '10.0.0.1', '"2001:DB8::1"', '2001:db8::1'],
    [1, '10.0.0.1', '"[::ffff:203.0.113.7]:443"', '203.0.113.7'],
    // What is no address is nobody's, and not the proxy's either.
    ...['unknown', '_hidden', '51234', '10.1', '203.0.113.7:port', '203.0.113.7:1:2', '[203.0.113', '"203.0.113.7', '""'].map(
      (entry) => [1, '10.0.0.1', entry, undefined] as const,
    ),
  ] as const)
    assert.is(clientAddressBehind(proxies)(asked(peer, forwarded)), expected, `${proxies} proxies, ${peer}, ${forwarded}`)
})

test.run()
