// IP addresses as they are written, the key by which limits count a client of one, and the hosts that are the machine itself.
import ipaddr from 'ipaddr.js'

export type IpAddress = ReturnType<typeof ipaddr.process>

/**
 * Requires the full address: `10.1` is an address to some programs, but a typing error to people. An IPv4 address that is written as an IPv6 one is
 * still an IPv4 address.
 * @example
 * addressFrom('::ffff:192.0.2.1')?.toString() // => '192.0.2.1'
 * addressFrom('10.1') // => undefined
 */
export const addressFrom = (text: string): IpAddress | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined

/**
 * Whether the host of a URL is the machine that opens it (RFC 8252, 7.3).
 * @example
 * isLoopbackHost('localhost') // => true
 * isLoopbackHost('[::1]') // => true
 * isLoopbackHost('localhost.example') // => false
 */
export const isLoopbackHost = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * What limits count a client by: the address, or its /64 for IPv6, because one client usually has all addresses of such a network. All clients whose
 * address is not known count as one.
 * @example
 * clientKey('2001:db8::1') // => '2001:db8:0:0::/64'
 * clientKey('192.0.2.1') // => '192.0.2.1'
 * clientKey(undefined) // => 'unknown'
 */
export const clientKey = (address: string | undefined): string => {
  const client = addressFrom(address ?? '')
  if (client instanceof ipaddr.IPv6)
    return `${client.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`
  return client?.toString() ?? 'unknown'
}
