// OAuth clients that register themselves (RFC 7591), as assistants do. A registration is kept nowhere: the client's id is the registration, encrypted.
// A client becomes known to an account when one of its users lets it in, as one client for test data and one for live data.
import { derivedId } from '../events/derived-id.ts'
import type { Mode } from '../events/modes.ts'
import { isLoopbackHost } from './ip-address.ts'
import { sealedValues } from './sealed-values.ts'

export type RegisteredClient = {
  /** What the client calls itself: nobody has checked it. */
  readonly name: string
  readonly redirect_uris: readonly string[]
}

export type RegisteredClients = {
  /** @returns the client's id */
  readonly register: (client: RegisteredClient) => string
  /** @returns undefined when the id is not of such a client */
  readonly find: (id: string) => RegisteredClient | undefined
}

const prefix = 'app_'
/** Registrations have no end: without a user's consent they give no access. */
const forever = Number.MAX_SAFE_INTEGER

/** @param secret the same on every instance */
export const registeredClients = (secret: Uint8Array): RegisteredClients => {
  const sealed = sealedValues<RegisteredClient>(secret, 'registered OAuth clients')
  return {
    register: (client) => prefix + sealed.seal(client, forever),
    find: (id) => (id.startsWith(prefix) ? (sealed.open(id.slice(prefix.length), new Date(0)) ?? undefined) : undefined),
  }
}

const namespace = '6d0f52a4-6f0b-5c1b-9d3e-2f6a7d0c8e11'

/**
 * The id under which an account knows the client.
 * @example
 * accountClientId('app_x', { account_id: 'a', mode: 'test' }) === accountClientId('app_x', { account_id: 'a', mode: 'live' }) // => false
 */
export const accountClientId = (registeredId: string, { account_id, mode }: { readonly account_id: string; readonly mode: Mode }): string =>
  derivedId(`${account_id}/${mode}/${registeredId}`, namespace)

/**
 * Whether a client may be sent back there: to an address that it registered. On the user's own machine the port may differ (RFC 8252, 7.3).
 * @example
 * mayReturnTo(['http://127.0.0.1:1/back'], 'http://127.0.0.1:2/back') // => true
 * mayReturnTo(['https://a.example/back'], 'https://a.example/other') // => false
 */
export const mayReturnTo = (registered: readonly string[], uri: string): boolean =>
  registered.some((each) => each === uri || (isLoopback(each) && isLoopback(uri) && withoutPort(each) === withoutPort(uri)))

const isLoopback = (uri: string): boolean => {
  const url = URL.parse(uri)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}

const withoutPort = (uri: string): string => {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
