// What the command lines say of a service that does not answer, or whose answer cannot be read.
import { askedPauseMs } from '../processes/webhooks/retry-after.ts'

type Told = (url: string) => string

const nothingAnswers: Told = (url) => `nothing answers at ${url}: is the service running?`
const untrusted: Told = (url) =>
  `this machine does not trust the certificate of ${url}: name the file of its authority in NODE_EXTRA_CA_CERTS`
const expired: Told = (url) => `the certificate of ${url} has expired: renew it`
const early: Told = (url) => `the certificate of ${url} is not valid yet: is the clock of this machine right?`
const ofAnotherName: Told = (url) => `the certificate of ${url} is of another name: use the name that it is of`
const cut: Told = (url) =>
  `the connection to ${url} was cut before an answer came: look at the service's log, or its proxy's, and try again${url.startsWith('http:') ? ', or with https:// where it answers with TLS' : ''}`
const unknownName: Told = (url) => `the host of ${url} is not known here: is the address spelt right?`
const noTls: Told = (url) => `${url} does not answer with TLS: does its address begin with http://?`
const tooLate: Told = (url) => `${url} does not answer in time: is a firewall in between, and is the address right?`

/** By the error code of the failure. */
const causes: { readonly [code: string]: Told } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: expired,
  CERT_NOT_YET_VALID: early,
  ERR_TLS_CERT_ALTNAME_INVALID: ofAnotherName,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  ECONNRESET: cut,
  UND_ERR_SOCKET: cut,
  ETIMEDOUT: tooLate,
  UND_ERR_CONNECT_TIMEOUT: tooLate,
  UND_ERR_HEADERS_TIMEOUT: tooLate,
}

/** They stay as they are until somebody changes something: to ask again is of no use. */
const lasting: ReadonlySet<Told> = new Set([untrusted, expired, early, ofAnotherName, noTls])

const causeOf = (error: unknown): Told => {
  const { code = '' } = ((error as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException
  return causes[code] ?? nothingAnswers
}

/** Why `fetch` failed, and what to do. */
export const unanswered = (url: string, error: unknown): string => causeOf(error)(url)

/** Whether `fetch` fails in the same way until somebody changes something, as for a certificate that is refused. */
export const failsForGood = (error: unknown): boolean => lasting.has(causeOf(error))

/** How long the service, or a proxy before it, asks to wait. Parts of a second are understood too. */
export const retryAfterMs = ({ headers }: Response): number | null => {
  const retryAfter = headers.get('retry-after')
  const seconds = Number(retryAfter)
  if (seconds > 0) return seconds * 1000
  return retryAfter === null ? null : (askedPauseMs({ status: 503, retryAfter }, new Date()) ?? null)
}

const noObject = 'no object'

/** The JSON of an answer. @throws what `failed` makes of the reason, where it is none or the connection is cut in it */
export const answerIn = async <Answer>(response: Response, failed: (how: string, isCut: boolean) => Error): Promise<Answer> => {
  try {
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null) throw new SyntaxError(noObject)
    return answer as Answer
  } catch (error) {
    // A connection that is cut in an answer without a length looks like an answer that is whole.
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    const isCut = !(error instanceof SyntaxError) || (isJson && error.message !== noObject)
    throw failed(isCut ? 'the answer broke off' : 'the answer is not JSON of the service: does a proxy answer in its place?', isCut)
  }
}

/** Tells of misspelt parameters of a list and members of a record, once for all pages. */
export const ignoredTeller = (): ((response: Response) => void) => {
  const told = new Set<string>()
  return ({ headers }) => {
    const ignored = headers.get('Probity-Ignored')
    if (ignored === null || told.has(ignored)) return
    told.add(ignored)
    console.error(`the service reads no ${ignored.split(', ').map(decodeURIComponent).join(', ')}`)
  }
}
