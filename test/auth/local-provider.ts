// An OpenID Connect provider on the machine itself: description, keys, authorization code flow with PKCE. A test decides what it says of a person, and
// where it errs.
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = Record<string, unknown>

export type LocalProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Added to the claims of the next ID tokens; undefined leaves one out. */
  says: Claims
  /** Signs with a key that is not among the published ones. */
  signsWrongly: boolean
  /** Answers every request with 500. */
  isDown: boolean
  /** Answers every request with this status and no JSON, as a proxy before it may. */
  failsWith: number | null
  /** The authorization requests that it was sent. */
  readonly asked: URLSearchParams[]
  readonly stop: () => Promise<void>
}

const publicKeyOf = (key: KeyObject) => ({ ...createPublicJwk(key), kid: 'one', alg: 'RS256', use: 'sig' })
const createPublicJwk = (key: KeyObject): object => {
  const { kty, n, e } = key.export({ format: 'jwk' })
  return { kty, n, e }
}
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const base64 = (value: object | Buffer) => (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url')

const tokenOf = (claims: Claims, key: KeyObject): string => {
  const signed = `${base64({ alg: 'RS256', kid: 'one' })}.${base64(claims)}`
  return `${signed}.${base64(sign('sha256', Buffer.from(signed), createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' }))))}`
}

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

/** `now`: the clock that it puts into tokens. */
export const startLocalProvider = async (now: () => number = Date.now): Promise<LocalProvider> => {
  const [key, otherKey] = [newKey(), newKey()]
  const codes = new Map<string, URLSearchParams>()
  const clientId = 'probity'
  const clientSecret = 'a secret of the client: ü&='

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer)
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (provider.failsWith !== null) return response.writeHead(provider.failsWith, { 'Content-Type': 'text/html' }).end('no')
    if (provider.isDown) return json(500, { error: 'server_error' })
    if (url.pathname === '/.well-known/openid-configuration')
      return json(200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (url.pathname === '/jwks') return json(200, { keys: [publicKeyOf(key)] })
    if (url.pathname === '/authorize') {
      const code = randomUUID()
      codes.set(code, url.searchParams)
      provider.asked.push(url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return response.writeHead(302, { Location: back.href }).end()
    }
    const body = await bodyOf(request)
    const asked = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const [id, secret] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
      .map(decoded)
    if (id !== clientId || secret !== clientSecret) return json(401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || challenge !== asked.get('code_challenge') || body.get('redirect_uri') !== asked.get('redirect_uri'))
      return json(400, { error: 'invalid_grant' })
    const seconds = Math.floor(now() / 1000)
    const standard = { iss: provider.issuer, aud: clientId, sub: 'person-1', iat: seconds, exp: seconds + 300, nonce: asked.get('nonce') }
    const claims = { ...standard, email: 'ann@example.com', email_verified: true, name: 'Ann Doe', roles: ['staff'], ...provider.says }
    return json(200, {
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: tokenOf(claims, provider.signsWrongly ? otherKey : key),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider: LocalProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    says: {},
    signsWrongly: false,
    isDown: false,
    failsWith: null,
    asked: [],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return provider
}

/** Credentials in the header are form-encoded first (RFC 6749, 2.3.1). */
const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
