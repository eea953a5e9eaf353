// What EVENT_STORE_URL says about the way to EventStoreDB, checked before the client uses it.
import { isIP } from 'node:net'
import { StoreMisconfigured } from '../event-store.ts'

export type Address = {
  readonly seeds: readonly { readonly host: string; readonly port: number }[]
  readonly tls: boolean
  /** The file of the CA that the nodes' certificates are checked against; undefined: those that this machine trusts. */
  readonly caFile: string | undefined
}

/** EventStoreDB's usual port. */
const usualPort = 2113

/** KurrentDB is what EventStoreDB is called from 24.10 on; the client knows the scheme by its old name. */
export const asClientReads = (url: string): string => url.trim().replace(/^kurrentdb(?=[:+])/, 'esdb')

/** @throws StoreMisconfigured where TLS would be spoken with an IP address, which names no certificate. What else is wrong the client says. */
export const addressIn = (url: string): Address => {
  const [, hosts = '', query = ''] = /^esdb(?:\+discover)?:\/\/(?:[^@]*@)?([^/?]+)\/?(?:\?(.*))?$/.exec(asClientReads(url)) ?? []
  const options = new Map(query.split('&').map((pair) => optionIn(pair)))
  const address = {
    seeds: hosts.split(',').map((each) => {
      const [host = '', port] = each.trim().split(':')
      return { host, port: Number(port ?? usualPort) }
    }),
    tls: options.get('tls') !== 'false',
    caFile: options.get('tlscafile'),
  }
  const far = address.seeds.find(({ port }) => port > 65_535)
  if (far) throw new StoreMisconfigured(`EVENT_STORE_URL names the port ${far.port} of ${far.host}, but the last one is 65535`)
  const bare = address.seeds.find(({ host }) => isIP(host) !== 0)
  if (address.tls && bare) throw new StoreMisconfigured(needsName(bare.host))
  return address
}

/** The same URL with another node to ask first: without the one at this place (`host:port`), where it names others. */
export const withoutSeed = (url: string, place: string): string => {
  const [whole = '', credentials = '', hosts = '', rest = ''] = /^esdb:\/\/([^@]*@)?([^/?]+)(.*)$/.exec(url.trim()) ?? []
  const named = hosts.split(',')
  const others = named.filter((each) => (each.includes(':') ? each.trim() : `${each.trim()}:${usualPort}`) !== place)
  if (whole === '' || others.length === 0 || others.length === named.length) return url
  // A single node without `discover` would be taken for all of the cluster.
  return `esdb${others.length === 1 ? '+discover' : ''}://${credentials}${others.join()}${rest}`
}

/** The client reads the names of options without regard to case, `-` and `_`. */
const optionIn = (pair: string): readonly [string, string] => {
  const [name = '', value = ''] = pair.split('=')
  return [name.toLowerCase().replace(/[-_]/g, ''), decoded(value)]
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const needsName = (host: string): string =>
  `EVENT_STORE_URL names ${host}, but TLS needs a name: write the host name that the node's certificate is for (esdb://eventstore-1.example.com:${usualPort}), or add ?tls=false if the node speaks without TLS`

/** A frozen node is left after this many seconds when another is looked for, unless the URL says otherwise; the client itself waits for five. */
const gossipSeconds = 1

/** The same address, with our own pace where it names none. */
export const atOurPace = (url: string): string => {
  if (/[?&]gossip[-_]?timeout=/i.test(url)) return url
  return `${url.trim().replace(/\/+$/, '')}${url.includes('?') ? '&' : '?'}gossipTimeout=${gossipSeconds}`
}
