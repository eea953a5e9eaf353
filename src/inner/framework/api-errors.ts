// Turns anything thrown into the error that the client gets, for routes and pages.
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { Contended } from '../../commands/handler.ts'
import { Proposed } from '../../commands/needs-another.ts'
import { Refused } from '../../commands/refused.ts'
import { LostKey } from '../../events/personal-data.ts'
import { Accepted, ApiError, invalidCredentials, refusal, refusalEntry, unavailable } from '../../interface/errors.ts'
import { NotCaughtUp } from '../../projections/read-your-writes.ts'
import { TraceKept } from '../../stores/document-store.ts'
import { StoreUnavailable, StreamAltered } from '../../stores/event-store.ts'

/**
 * @example
 * import { refused } from 'src/commands/refused.ts'
 * asApiError(refused('business_not_found')).status // => 404
 */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof Proposed) return new Accepted(error.proposalId, error.acts)
  if (error instanceof Refused && error.reason === 'api_key_expired') return invalidCredentials(refusal(error.reason)[1])
  if (error instanceof Refused) return new ApiError(refusal(error.reason)[0], [error, ...error.others].map(refusalEntry))
  if (error instanceof StoreUnavailable) return unavailable('the service cannot reach its store at the moment; try again')
  if (error instanceof TraceKept)
    return unavailable(
      'another program, a backup for instance, reads the files of the service and keeps what is erased; try again when it has ended',
    )
  if (error instanceof NotCaughtUp) return unavailable('the service is still reading its log; try again')
  if (error instanceof StreamAltered)
    return new ApiError(500, [{ message: `${error.message}. The operator has to look: npm run audit -- verify` }])
  if (error instanceof LostKey) return unavailable('the key of this personal data cannot be opened; the operator has to restore it')
  if (error instanceof Contended) return unavailable('too many changes at the same moment; try again')
  if (error instanceof HTTPException && error.status < 500)
    return new ApiError(error.status as ContentfulStatusCode, [{ message: error.message }])
  return new ApiError(500, [{ message: 'internal server error' }])
}

/**
 * Notes in the log why an answer is 5xx. Read models that lag refuse many requests for a while, each for the same reason: they have one line without a stack.
 * @param what says in words what failed
 */
export const logFailure = (
  log: Pick<Logger, 'error' | 'warn'> | undefined,
  error: unknown,
  { what, requestId }: { readonly what: string; readonly requestId: string },
) => {
  if (error instanceof NotCaughtUp) log?.warn({ reason: error.message, request_id: requestId }, `${what} for the moment`)
  else log?.error({ err: error, request_id: requestId }, what)
}
