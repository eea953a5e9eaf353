// The API for the pages: the same routes, schemas and refusals, called inside the process on behalf of the signed-in user.
import type { Principal } from '../../auth/principal.ts'
import type { ProbityContext } from './environment.ts'

export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `/v1` and the query. */
  readonly path: string
  readonly body?: unknown
  /** The sandbox or the reference data; the mode that the page is in when absent. */
  readonly mode?: Principal['mode']
  /** The form's key. A button that is pressed twice acts once. */
  readonly idempotencyKey?: string
}

export type InnerApi = {
  /**
   * `Answer`: what the route answers with, as its schema in `src/interface` says.
   * @returns the value of JSON, a text, or the bytes of any other file
   * @throws ApiError unless the status is a success
   */
  <Answer = unknown>(c: ProbityContext, request: ApiRequest): Promise<Answer>
  /** For a route that answers with a file. */
  readonly file: (c: ProbityContext, request: ApiRequest) => Promise<Uint8Array>
  /** Whether a route with this path can be read, such as `/v1/webhooks`. */
  readonly offers: (path: string) => boolean
}
