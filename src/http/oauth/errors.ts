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
