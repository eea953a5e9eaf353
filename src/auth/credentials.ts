// Reads the Authorization header: a bearer token, or an API key as the Basic user name with an empty password (specification, section 5).
// OAuth clients authenticate with a Basic user name and password, so the password is kept.

export type Credentials = {
  readonly scheme: 'bearer' | 'basic'
  /** The API key or access token; for Basic, the user name. */
  readonly secret: string
  /** Always empty except with Basic. */
  readonly password: string
}

/** Wider than the b64token of RFC 6750: all visible characters except spaces. */
const bearer = /^bearer +([\x21-\x7e]{1,512})$/i
const basic = /^basic +([A-Za-z0-9+/_-]{1,1024}={0,2})$/i

/**
 * @returns undefined when the header is absent or has another form
 * @example
 * parseAuthorization('Bearer bvs_test_1')?.scheme // => 'bearer'
 * parseAuthorization('Digest x') // => undefined
 */
export const parseAuthorization = (header: string | undefined): Credentials | undefined => {
  if (header === undefined) return undefined
  const token = bearer.exec(header)?.[1]
  if (token !== undefined) return { scheme: 'bearer', secret: token, password: '' }
  const encoded = basic.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const [secret = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (secret === '' || rest.length === 0) return undefined
  return { scheme: 'basic', secret, password: rest.join(':') }
}
