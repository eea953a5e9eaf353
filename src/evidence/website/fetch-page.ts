// Fetches one address of the open web and treats everything behind it as hostile: only public addresses, and limits on redirects, time, headers,
// bytes on the wire and bytes unpacked. It throws only when the caller aborts; any other failure is a result with its reason.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex, Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { type GuardedAgents, refusedAddress, unknownName } from './addresses.ts'
import { decodeText } from './charset.ts'
import { refuseUpgrade } from './unasked-upgrade.ts'

export type FetchOptions = {
  readonly agents: GuardedAgents
  readonly userAgent: string
  readonly accept?: string
  /** POST if there is a body, else GET. Redirects receive them too: allow no redirects if they contain credentials. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Prefixes of the content types whose body is read. For others, only status and headers are returned. */
  readonly contentTypes?: readonly string[]
  /** From the connection to the last byte, including redirects. */
  readonly totalMs?: number
  /** The maximum pause without a byte. */
  readonly idleMs?: number
  /** The maximum body size, both on the wire and unpacked; a longer body is cut. */
  readonly maxBytes?: number
  readonly maxRedirects?: number
  /** Allows any port; otherwise only those that websites use. */
  readonly anyPort?: boolean
  /** `required`: a bad certificate is a failure. `reported`: the page is read anyway, because it is public, and the problem is reported. */
  readonly certificate?: 'required' | 'reported'
  readonly signal?: AbortSignal
}

export type FetchedPage = {
  readonly outcome: 'answered'
  /** After redirects. */
  readonly url: string
  readonly status: number
  /** Names in lower case. Of repeated headers, the last one counts. */
  readonly headers: { readonly [name: string]: string }
  /** Empty unless the content type is an accepted one. */
  readonly text: string
  /** The bytes of `text`. */
  readonly bytes: Buffer
  readonly charset: string
  /** The addresses that redirected, in order. */
  readonly redirects: readonly string[]
  /** The problem with the server's certificate; null if there is none, or no TLS. */
  readonly certificateProblem: string | null
  /** Why the body is incomplete; null if it is complete. */
  readonly cut: string | null
}

export const failureReasons = {
  wrong_address: 'is no address of a website',
  address_refused: 'leads to an address that is not public',
  name_unknown: 'has no address: its name does not resolve',
  refused: 'refuses connections',
  unreachable: 'cannot be reached',
  certificate: 'shows a certificate that is not valid',
  tls: 'does not speak TLS',
  too_slow: 'does not answer in time',
  redirects: 'redirects without end',
  malformed: 'answers with something that is not HTTP',
} as const
export type FailureReason = keyof typeof failureReasons

export type FailedFetch = {
  readonly outcome: 'failed'
  /** The address that failed. */
  readonly url: string
  readonly reason: FailureReason
  readonly message: string
  readonly redirects: readonly string[]
}

export type Fetched = FetchedPage | FailedFetch

const html = ['text/html', 'application/xhtml+xml', 'text/plain', 'application/xml', 'text/xml']
const sitePorts = ['', '80', '443', '8080', '8443']

/**
 * @throws the signal's reason when the caller aborts
 * @example
 * import { publicOnlyAgents } from 'src/evidence/website/addresses.ts'
 * const agents = publicOnlyAgents({ allowLoopback: false })
 * const fetched = await fetchPage('https://example.com', { agents, userAgent: 'probity' })
 * if (fetched.outcome === 'answered') console.log(fetched.status, fetched.text)
 */
export const fetchPage = async (address: string, options: FetchOptions): Promise<Fetched> => {
  const { totalMs = 15_000, signal } = options
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(), totalMs)
  try {
    return await follow(address, options, { timeUp: clock.signal, either: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** @param either aborts when the time is up, or when the caller aborts */
const follow = async (
  address: string,
  options: FetchOptions,
  { timeUp, either }: { readonly timeUp: AbortSignal; readonly either: AbortSignal },
): Promise<Fetched> => {
  const { maxRedirects = 5, signal } = options
  const redirects: string[] = []
  const fail = (url: string, reason: FailureReason, detail = ''): FailedFetch => {
    const message = `${hostOf(url)} ${failureReasons[reason]}${detail === '' ? '' : ` (${detail})`}`
    return { outcome: 'failed', url, reason, message, redirects }
  }

  for (let next = address; ; ) {
    const url = URL.canParse(next) ? new URL(next) : undefined
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return fail(next, 'wrong_address')
    if (!options.anyPort && !sitePorts.includes(url.port)) return fail(next, 'address_refused', `port ${url.port}`)
    url.username = ''
    url.password = ''
    url.hash = ''
    try {
      const answer = await exchange(url, options, either)
      if (!('location' in answer)) return { ...answer, redirects }
      redirects.push(url.href)
      next = URL.canParse(answer.location, url.href) ? new URL(answer.location, url.href).href : answer.location
      if (redirects.length > maxRedirects || redirects.includes(next)) return fail(next, 'redirects')
    } catch (error) {
      signal?.throwIfAborted()
      return timeUp.aborted ? fail(url.href, 'too_slow') : fail(url.href, ...reasonOf(error as NodeJS.ErrnoException))
    }
  }
}

type Redirected = { readonly location: string }

/** One request and its answer. A page that breaks off after its headers is cut, not failed. */
const exchange = (url: URL, options: FetchOptions, signal: AbortSignal): Promise<Omit<FetchedPage, 'redirects'> | Redirected> => {
  const {
    agents,
    userAgent,
    headers = {},
    body,
    accept = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
    idleMs = 8_000,
    contentTypes = html,
  } = options
  const isTls = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const requested = (isTls ? httpsRequest : httpRequest)(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent: isTls ? agents.https : agents.http,
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': 'gzip, br, deflate',
        'accept-language': 'en-US,en;q=0.8',
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      maxHeaderSize: 16_384,
      signal,
      timeout: idleMs,
      ...(isTls ? { rejectUnauthorized: options.certificate !== 'reported' } : {}),
    })
    let answered = false
    requested.on('timeout', () => requested.destroy(Object.assign(new Error('no byte came'), { code: 'IDLE' })))
    requested.on('error', (error) => {
      if (!answered) reject(error)
    })
    refuseUpgrade(requested)
    requested.on('response', (response) => {
      answered = true
      const headers = headersOf(response)
      const status = response.statusCode ?? 0
      const problem = isTls ? certificateProblem(response.socket as TLSSocket) : null
      if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) {
        discard(response)
        resolve({ location: headers.location.trim() })
        return
      }
      const page = { outcome: 'answered' as const, url: url.href, status, headers, certificateProblem: problem }
      const type = (headers['content-type'] ?? 'text/html').toLowerCase()
      if (!contentTypes.some((each) => type.startsWith(each))) {
        discard(response)
        resolve({ ...page, text: '', bytes: Buffer.alloc(0), charset: '', cut: `its content is ${type.slice(0, 80)}` })
        return
      }
      readBody(response, headers['content-encoding'] ?? '', options.maxBytes ?? 2_000_000).then(({ bytes, cut }) => {
        const reason = cut !== null && signal.aborted ? 'it did not end in time' : cut
        resolve({ ...page, bytes, ...decodeText(bytes, headers['content-type'] ?? null), cut: reason })
      })
    })
    requested.end(body)
  })
}

const unpackers: { readonly [encoding: string]: () => Duplex } = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
}

/** This many packed bytes are always accepted, because packing can enlarge a small page. */
const leastWire = 1_000_000

/** Never rejects: bytes received before an error are kept. */
const readBody = (response: IncomingMessage, encoding: string, maxBytes: number): Promise<{ bytes: Buffer; cut: string | null }> =>
  new Promise((resolve) => {
    const encodings = encoding
      .toLowerCase()
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '' && each !== 'identity')
    const kept: Buffer[] = []
    let length = 0
    let wire = 0
    let last: Readable = response
    const finish = (cut: string | null) => {
      // Resolve before closing anything, because closing counts as breaking off.
      resolve({ bytes: Buffer.concat(kept), cut })
      discard(response)
      if (last !== response) last.destroy()
    }
    const unpack = encodings[0]
    if (encodings.length > 1 || (unpack !== undefined && unpack !== 'deflate' && !unpackers[unpack])) {
      finish(`it is packed in an unknown way (${encoding.slice(0, 60)})`)
      return
    }

    const listen = (stream: Readable) => {
      last = stream
      stream.on('data', (chunk: Buffer) => {
        kept.push(chunk.subarray(0, Math.max(0, maxBytes - length)))
        length += chunk.length
        if (length > maxBytes) finish(`it is larger than ${maxBytes} bytes`)
      })
      stream.on('end', () => finish(null))
      stream.on('error', () => finish('it broke off or is packed wrongly'))
    }
    response.on('error', () => finish('it broke off'))
    response.on('aborted', () => finish('it broke off'))
    if (unpack === undefined) {
      listen(response)
      return
    }
    response.on('data', (chunk: Buffer) => {
      wire += chunk.length
      if (wire > Math.max(maxBytes, leastWire)) finish(`it is larger than ${maxBytes} bytes`)
    })
    if (unpack !== 'deflate') {
      listen(response.pipe((unpackers[unpack] as () => Duplex)()))
      return
    }
    // Servers send `deflate` with or without the zlib header; the first byte tells which.
    response.once('data', (first: Buffer) => {
      response.pause()
      const inflate = ((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()
      listen(inflate)
      inflate.write(first)
      response.pipe(inflate)
    })
    response.once('end', () => {
      if (wire === 0) finish(null)
    })
  })

const discard = (response: IncomingMessage) => {
  response.on('error', () => undefined)
  response.destroy()
}

const headersOf = (response: IncomingMessage): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : (value ?? '')]),
  )

const certificateProblems: { readonly [code: string]: string } = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not yet valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a certificate that nobody trusts',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  CERT_REVOKED: 'it has been revoked',
}

const certificateProblem = (socket: TLSSocket): string | null => {
  if (socket.authorized) return null
  const code = String(socket.authorizationError)
  const until = code === 'CERT_HAS_EXPIRED' ? ` on ${socket.getPeerCertificate().valid_to}` : ''
  return `${certificateProblems[code] ?? code}${until}`
}

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): [FailureReason, string] => {
  if (code === refusedAddress) return ['address_refused', '']
  if (code === unknownName || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['name_unknown', '']
  if (code === 'ECONNREFUSED') return ['refused', '']
  if (code === 'IDLE' || code === 'ETIMEDOUT') return ['too_slow', '']
  if (certificateProblems[code]) return ['certificate', certificateProblems[code]]
  if (code.startsWith('HPE_')) return ['malformed', code]
  if (code.startsWith('ERR_SSL') || code === 'EPROTO' || code.startsWith('ERR_TLS')) return ['tls', code]
  return ['unreachable', code || message]
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url.slice(0, 100))
