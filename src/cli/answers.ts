// What the command lines say of a service that does not answer, or whose answer cannot be read.

type Told = (url: string) => string

const nothingAnswers: Told = (url) => `nothing answers at ${url}: is the service running?`
const untrusted: Told = (url) =>
  `this machine does not trust the certificate of ${url}: name the file of its authority in NODE_EXTRA_CA_CERTS`
const cut: Told = (url) =>
  `the connection to ${url} was cut before an answer came: look at the service's log, or its proxy's, and try again`
const unknownName: Told = (url) => `the host of ${url} is not known here: is the address spelt right?`
const noTls: Told = (url) => `${url} does not answer with TLS: does its address begin with http://?`
const tooLate: Told = (url) => `${url} does not answer in time: is a firewall in between, and is the address right?`

/** By the error code of the failure. */
const causes: { readonly [code: string]: Told } = {
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: (url) => `the certificate of ${url} has expired: renew it`,
  CERT_NOT_YET_VALID: (url) => `the certificate of ${url} is not valid yet: is the clock of this machine right?`,
  ERR_TLS_CERT_ALTNAME_INVALID: (url) => `the certificate of ${url} is of another name: use the name that it is of`,
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

/** Why `fetch` failed, and what to do. */
export const unanswered = (url: string, error: unknown): string => {
  const { code = '' } = ((error as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException
  return (causes[code] ?? nothingAnswers)(url)
}

/** The JSON of an answer. @throws what `failed` makes of the reason, where it is none or the connection is cut in it */
export const answerIn = async <Answer>(response: Response, failed: (how: string) => Error): Promise<Answer> => {
  try {
    return (await response.json()) as Answer
  } catch (error) {
    // A connection that is cut in an answer without a length looks like an answer that is whole.
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    throw failed(
      error instanceof SyntaxError && !isJson
        ? 'the answer is not JSON: does a proxy answer in place of the service?'
        : 'the answer broke off',
    )
  }
}
