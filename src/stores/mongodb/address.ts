// The servers that MONGODB_URL names, for the look at their certificates.
import { MongoClient } from 'mongodb'

export type MongoAddress = { readonly seeds: readonly { readonly host: string; readonly port: number }[]; readonly tls: boolean }

const usualPort = 27_017

/** Nothing is connected. A `mongodb+srv` URL names no servers by itself: its seeds are empty. */
export const mongoAddressIn = (url: string): MongoAddress => {
  const { hosts, tls } = new MongoClient(url).options
  return { seeds: hosts.flatMap(({ host, port }) => (host ? [{ host, port: port ?? usualPort }] : [])), tls: tls === true }
}
