// Errors of the OAuth endpoints: in RFC 6749's shape and in the service's own at once (records.md, OAuth errors).
import { ApiError, entry } from '../../interface/errors.ts'
import type { ErrorEntry } from '../../interface/messages.ts'

/** RFC 6749, 5.2. */
export type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type'

const challenge = { 'WWW-Authenticate': 'Basic realm="Probity OAuth clients", charset="UTF-8"' }

export const oauthError = (code: OAuthErrorCode, description: string, parameter?: string): ApiError =>
  new ApiError(code === 'invalid_client' ? 401 : 400, [entry(description, parameter)], {
    extra: { error: code, error_description: description },
    ...(code === 'invalid_client' ? { headers: challenge } : {}),
  })

export const invalidRequest = ([first]: readonly ErrorEntry[]): ApiError =>
  oauthError('invalid_request', first?.message ?? 'the request is not valid', first?.parameter)

/** The endpoints whose errors have both shapes. */
const endpoints: ReadonlySet<string> = new Set(['/oauth/token', '/oauth/revoke', '/oauth/register'])

type OAuthShape = { readonly error: string; readonly error_description: string | undefined }

/** What any error has at an OAuth endpoint, even one that is no matter of OAuth, such as a body that is too large. Nothing elsewhere. */
export const oauthShape = (path: string, status: number, [first]: readonly ErrorEntry[]): OAuthShape | undefined =>
  endpoints.has(path) ? { error: codeOf(status), error_description: first?.message } : undefined

/** RFC 6749, 4.1.2.1 has the words for what is not the client's fault. */
const codeOf = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}
