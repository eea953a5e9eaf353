// The API as the pages ask it from inside: the same routes, schemas and refusals, on behalf of the signed-in user.
import type { Principal } from '../auth/principal.ts'
import type { ProbityContext } from './environment.ts'

export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `/v1` and the query. */
  readonly path: string
  readonly body?: unknown
  /** The sandbox or the reference data; live when absent. */
  readonly mode?: Principal['mode']
  /** Of the form, so that a button pressed twice does its work once. */
  readonly idempotencyKey?: string
}

export type InnerApi = {
  /**
   * @returns what JSON says, a text, or the bytes of any other file
   * @throws ApiError for every answer that is none of success
   */
  (c: ProbityContext, request: ApiRequest): Promise<unknown>
  /** What the route answers with is a file. */
  readonly file: (c: ProbityContext, request: ApiRequest) => Promise<Uint8Array>
  /** Whether there is such a route to read, such as `/v1/webhooks`. */
  readonly offers: (path: string) => boolean
}
