// The address a request comes from. Behind reverse proxies it is the one that the outermost trusted proxy saw.
import type { ProbityContext } from './environment.ts'

export type ClientAddress = (c: ProbityContext) => string | undefined

/**
 * Where a request comes from.
 * @param trustedProxies the number of your own proxies in front: that many entries of X-Forwarded-For are trusted, counted from its end.
 * With 0 the header is ignored, because any client can send it.
 * @example
 * import { Hono } from 'hono'
 * import type { ProbityEnv } from 'src/inner/environment.ts'
 * const app = new Hono<ProbityEnv>().get('/', (c) => c.text(clientAddressBehind(1)(c) ?? ''))
 * const headers = { 'X-Forwarded-For': 'pretended, 203.0.113.7' }
 * await (await app.request('/', { headers })).text() // => '203.0.113.7'
 */
export const clientAddressBehind =
  (trustedProxies: number): ClientAddress =>
  (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress
    if (trustedProxies === 0) return plain(peer)
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
    return plain(forwarded.at(-trustedProxies) || peer)
  }

/** An IPv4 address that arrives on an IPv6 socket is still an IPv4 address. */
const plain = (address: string | undefined) => (address?.startsWith('::ffff:') ? address.slice(7) : address)
