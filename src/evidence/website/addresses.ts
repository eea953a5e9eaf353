// Where the service may connect to on behalf of others: only public addresses. It connects to exactly the address that it checked, so a DNS
// answer that changes between check and connection does no harm. Used for website fetches, webhooks and agents.
import { Resolver } from 'node:dns/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a connection to this IP address (no brackets, no name) is allowed. */
export type Permits = (address: string) => boolean

/** Resolves a host name to IPv4 and IPv6 addresses, as text. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** The code of the error when a name has no address, or its name servers do not answer. */
export const unknownName = 'NAME_UNKNOWN'

/** The error code of a refused connection. */
export const refusedAddress = 'ADDRESS_REFUSED'

/** False for private, loopback, link-local (cloud metadata), shared (CGNAT), multicast, reserved, tunnelled and malformed addresses. */
export const isPublicAddress: Permits = (text) => {
  const address = parsed(text)
  if (!address) return false
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && address.toString() !== azureHost
  // NAT64 carries an IPv4 address in its last four bytes.
  if (address.range() === 'rfc6052' && address.match(nat64))
    return isPublicAddress(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString())
  return address.range() === 'unicast' && address.match(globalUnicast)
}

/** Public addresses, and the machine itself: for tests and trials, never for a service that others can reach. */
export const isPublicOrLoopback: Permits = (text) => isPublicAddress(text) || parsed(text)?.range() === 'loopback'

export const permitted = ({ allowLoopback }: { readonly allowLoopback: boolean }): Permits =>
  allowLoopback ? isPublicOrLoopback : isPublicAddress

export type GuardedAgents = { readonly http: HttpAgent; readonly https: HttpsAgent }

/**
 * Agents for `node:http` and `node:https` that connect only to permitted addresses; other requests fail with the code
 * `ADDRESS_REFUSED`. Each connection resolves the name again, and connects to the address it checked.
 */
export const guardedAgents = ({ permits, resolve = systemResolve }: { permits: Permits; resolve?: Resolve }): GuardedAgents => {
  const lookup = guardedLookup(permits, resolve)
  const guard = <Agent extends HttpAgent>(agent: Agent): Agent => {
    const connect = agent.createConnection.bind(agent)
    // A literal address is connected to without a look-up, so it is checked here.
    agent.createConnection = (options, callback) => {
      const host = bare(String(options.host ?? 'localhost'))
      if (isIP(host) === 0 || permits(host)) return connect(options, callback)
      callback?.(refusal(host), undefined as never)
      return undefined as never
    }
    return agent
  }
  return { http: guard(new HttpAgent({ lookup })), https: guard(new HttpsAgent({ lookup, maxCachedSessions: 0 })) }
}

/** Agents that connect to public addresses only (and loopback where the setting allows it). */
export const publicOnlyAgents = (options: { readonly allowLoopback: boolean }): GuardedAgents =>
  guardedAgents({ permits: permitted(options) })

/** A `lookup` for `net.connect` that returns only permitted addresses. */
const guardedLookup =
  (permits: Permits, resolve: Resolve = systemResolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (all) => {
        const allowed = all.filter(permits).map((address) => ({ address, family: isIP(address) }))
        const first = allowed[0]
        if (!first) callback(refusal(hostname), '', 0)
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }

/**
 * Queries the system's name servers directly. The operating system's own look-up would block one of few threads for as long as a hostile
 * name server likes.
 */
const systemResolve: Resolve = async (hostname) => {
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failure] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : []))
  if (addresses.length > 0 || !failure) return addresses
  throw Object.assign(new Error(`${hostname} does not resolve: ${failure.code}`), { code: unknownName })
}

/** It tells nobody which addresses a name has within this network. */
const refusal = (host: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${host} is not a public address`), { code: refusedAddress })

/** Looks public, and is the host of a machine in Microsoft's cloud, which tells that machine its settings. */
const azureHost = '168.63.129.16'
const nat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number]
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** An IPv4 address written as IPv6 counts as the IPv4 address. */
const parsed = (text: string): (ipaddr.IPv4 | ipaddr.IPv6) | undefined => {
  const address = bare(text)
  return isIP(address) === 0 ? undefined : ipaddr.process(address)
}

/** Removes the brackets of a URL and the zone of an interface. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
