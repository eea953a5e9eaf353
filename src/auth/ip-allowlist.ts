// An account's IP allowlist: the ranges in CIDR notation, IPv4 and IPv6, from which OAuth tokens may be used (specification, section 5).
import ipaddr from 'ipaddr.js'
import { addressFrom } from './ip-address.ts'

/**
 * The range in canonical spelling, a single address as a range of one; undefined when it is not a range.
 * @example
 * rangeFrom('10.1.2.3/8') // => '10.0.0.0/8'
 * rangeFrom('10.1') // => undefined
 */
export const rangeFrom = (text: string): string | undefined => {
  const written = text.trim()
  const [host = '', length, more] = written.split('/')
  const address = addressFrom(host)
  if (!address || more !== undefined || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const bits = address.kind() === 'ipv4' ? 32 : 128
  // The prefix of a mapped IPv4 address counts over the 128 bits in which it was written.
  const mapped = bits === 32 && host.includes(':') ? 96 : 0
  const prefix = length === undefined ? bits : Number(length) - mapped
  if (prefix < 0 || prefix > bits) return undefined
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()}/${prefix}`
}

/**
 * Whether one of the ranges contains the address. Without ranges every address is allowed, even an unknown one.
 * @example
 * isAllowed(['10.0.0.0/8'], '10.9.9.9') // => true
 * isAllowed(['10.0.0.0/8'], '11.0.0.1') // => false
 * isAllowed([], undefined) // => true
 */
export const isAllowed = (ranges: readonly string[], address: string | undefined): boolean => {
  if (ranges.length === 0) return true
  const client = addressFrom(address ?? '')
  if (!client) return false
  return ranges.some((range) => {
    const [network, prefix] = ipaddr.parseCIDR(range)
    return network.kind() === client.kind() && client.match([network, prefix] as Parameters<typeof client.match>[0])
  })
}
