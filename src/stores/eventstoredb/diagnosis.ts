// Why EventStoreDB cannot be reached. The client says "Failed to discover" to a wrong certificate, an unknown name and a closed port alike,
// so each node that the URL names is tried once, by its name, by TCP and by TLS.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, isIP, type LookupFunction } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import type { Address } from './address.ts'

const patienceMs = 2_000
/** A known cause is reported for this long without another check. */
const rememberedMs = 10_000

/** What keeps the nodes from being reached, in words; undefined where all of them answer. */
export type Diagnosis = () => Promise<string | undefined>

export const openDiagnosis = (address: Address): Diagnosis => {
  let found: Promise<string | undefined> | undefined
  let foundAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!found || performance.now() > foundAt + rememberedMs) {
      foundAt = performance.now()
      found = diagnose(address)
    }
    return found
  }
}

const diagnose = async ({ seeds, tls, caFile }: Address): Promise<string | undefined> => {
  const causes = await Promise.all(seeds.map((seed) => causeAt({ ...seed, tls, caFile }).catch(() => undefined)))
  return [...new Set(causes.filter((cause) => cause !== undefined))].join('; ') || undefined
}

type Seed = { readonly host: string; readonly port: number; readonly tls: boolean; readonly caFile: string | undefined }

const causeAt = async ({ host, port, tls, caFile }: Seed): Promise<string | undefined> => {
  const place = `${host}:${port}`
  const found = await lookup(host, { all: true }).catch((error: Error) => error)
  if (found instanceof Error) return `the name ${host} is not known here (${codeOf(found)})`
  // Not looked up again: that may wait behind names that nobody knows, and would count as a silent node.
  const at = { host, port, lookup: alreadyFound(found) }
  const closed = await failureOf(opened(connect({ ...at, timeout: patienceMs })))
  if (closed) return `${place} cannot be reached (${codeOf(closed)})`
  if (!tls) {
    const refused = await failureOf(handshake({ ...at, rejectUnauthorized: false }))
    return refused ? undefined : `${place} speaks TLS, but EVENT_STORE_URL says tls=false`
  }
  const ca = caFile === undefined ? {} : { ca: readFileSync(caFile) }
  const refused = await failureOf(handshake({ ...at, servername: host, ALPNProtocols: ['h2'], ...ca }))
  return refused && tlsCause(place, refused)
}

const alreadyFound =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, _options, answer) =>
    answer(null, addresses)

const tlsCause = (place: string, error: Error): string => {
  const code = codeOf(error)
  if (withoutTls.has(code)) return `${place} does not speak TLS: add ?tls=false to EVENT_STORE_URL if it must not`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${place} is for another name (${error.message})`
  if (code === 'CERT_HAS_EXPIRED') return `the certificate of ${place} has expired`
  if (code === timedOut) return `${place} does not answer over TLS`
  return `the certificate of ${place} is not trusted (${error.message}): name the file of its CA with tlsCAFile in EVENT_STORE_URL`
}

const timedOut = 'ETIMEDOUT'

/** The TLS errors for a response that is not TLS, or for a connection that is closed without a response. */
const withoutTls: ReadonlySet<string> = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'ECONNRESET'])

const handshake = (options: ConnectionOptions): Promise<void> => opened(connectTls({ ...options, timeout: patienceMs }), 'secureConnect')

const opened = async (socket: ReturnType<typeof connect>, event = 'connect', end = () => void socket.destroy()): Promise<void> => {
  socket.on('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: timedOut })))
  try {
    await once(socket, event)
  } finally {
    socket.on('error', () => undefined)
    end()
  }
}

const failureOf = (attempt: Promise<unknown>): Promise<Error | undefined> =>
  attempt.then(
    () => undefined,
    (error: Error) => error,
  )

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : error.message)

/** How long a certificate's end is remembered. */
const expiryRememberedMs = 3_600_000

/** When the first certificate of the nodes expires; undefined where they speak without TLS, or none can be reached. */
export const certificateExpiry = ({ seeds, tls }: Pick<Address, 'seeds' | 'tls'>): (() => Promise<Date | undefined>) => {
  let found: Date | undefined
  let foundAt = Number.NEGATIVE_INFINITY
  const expiryAt = async ({ host, port }: Address['seeds'][number]): Promise<number> => {
    // Whether it is trusted is not the question here: an expired one tells its end too.
    const socket = connectTls({ host, port, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false, timeout: patienceMs })
    await opened(socket, 'secureConnect', () => undefined)
    const { valid_to } = socket.getPeerCertificate()
    socket.destroy()
    return Date.parse(valid_to)
  }
  return async () => {
    if (!tls) return undefined
    if (found && performance.now() < foundAt + expiryRememberedMs) return found
    const ends = await Promise.all(seeds.map((seed) => expiryAt(seed).catch(() => Number.POSITIVE_INFINITY)))
    const first = Math.min(...ends)
    if (!Number.isFinite(first)) return undefined
    found = new Date(first)
    foundAt = performance.now()
    return found
  }
}
