// The address a request comes from. Behind reverse proxies it is the one that the outermost trusted proxy saw.
import { LRUCache } from 'lru-cache'
import { addressFrom } from '../../auth/ip-address.ts'
import type { ProbityContext } from './environment.ts'

export type ClientAddress = (c: ProbityContext) => string | undefined

/**
 * Where a request comes from, in the usual spelling; undefined where that is not known. What a proxy wrote and is no address, such as `unknown`, is not
 * known either: no client chooses what it is taken for.
 * @param trustedProxies the number of your own proxies in front: that many entries of X-Forwarded-For are trusted, counted from its end.
 * With 0 the header is ignored, because any client can send it.
 * @example
 * import { Hono } from 'hono'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>().get('/', (c) => c.text(clientAddressBehind(1)(c) ?? ''))
 * const headers = { 'X-Forwarded-For': 'pretended, 203.0.113.7' }
 * await (await app.request('/', { headers })).text() // => '203.0.113.7'
 */
export const clientAddressBehind =
  (trustedProxies: number): ClientAddress =>
  (c) => {
    const peer = c.env?.incoming?.socket.remoteAddress
    if (trustedProxies === 0) return addressIn(peer)
    const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
    return addressIn(forwarded.at(-trustedProxies) || peer)
  }

/** A client sends many requests, and to read an address takes longer than to look it up. */
const read = new LRUCache<string, string>({ max: 1_000 })

const addressIn = (entry = ''): string | undefined => {
  const known = read.get(entry)
  if (known !== undefined) return known
  const address = addressWritten(entry)
  if (address !== undefined) read.set(entry, address)
  return address
}

/** Some proxies write an address in quotes, an IPv6 address in brackets, and the port behind it. */
const addressWritten = (entry: string): string | undefined => {
  const written = /^"(.*)"$/.exec(entry)?.[1] ?? entry
  const host = /^\[(.*)\](?::\d+)?$/.exec(written)?.[1] ?? /^([^:]*):\d+$/.exec(written)?.[1] ?? written
  return addressFrom(host)?.toString()
}
