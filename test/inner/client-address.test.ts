import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clientAddressBehind } from '../../src/inner/client-address.ts'
import type { ProbityContext } from '../../src/inner/environment.ts'

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
  ] as const)
    assert.is(clientAddressBehind(proxies)(asked(peer, forwarded)), expected, `${proxies} proxies, ${peer}, ${forwarded}`)
})

test.run()
