// Requests of the command line to the service, with an API key of an account.
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'
import { answerIn, failsForGood, ignoredTeller, retryAfterMs, unanswered } from './answers.ts'
import { WrongUse } from './command-line.ts'
import { OperatorError, refusalIn } from './connection.ts'

/** The options that say which service, and with which key. */
export type Access = { readonly key?: string | undefined; readonly url?: string | undefined }

/** As options of a command line. */
export const accessOptions = {
  key: { type: 'string', value: 'KEY', about: 'an API key; PROBITY_KEY when absent' },
  url: {
    type: 'string',
    value: 'URL',
    about: 'the address of the service; PROBITY_URL, BASE_URL, or the one that owns DATA_DIR, when absent',
  },
} as const

type Asked = {
  readonly body?: object | undefined
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** Answers with the body; `Answer`: what the route answers with. @throws OperatorError when the service refuses, Unreached */
export type Request = <Answer = unknown>(method: Method, path: string, asked?: Asked) => Promise<Answer>

/** Answers with the answer itself. @throws OperatorError when the service refuses, Unreached */
export type Send = (method: Method, path: string, asked?: Asked) => Promise<Response>

/** The service cannot be reached, or asks to come back later. */
export class Unreached extends OperatorError {
  /** Null: it did not say. */
  readonly retryAfterMs: number | null
  /** It is there, and the account has asked too often. */
  readonly isTooOften: boolean
  constructor(message: string, { retryAfterMs = null, isTooOften = false }: Partial<Pick<Unreached, 'retryAfterMs' | 'isTooOften'>> = {}) {
    super(message)
    this.retryAfterMs = retryAfterMs
    this.isTooOften = isTooOften
  }
}

/** The address of the service, as the examples and clients are told it (`PROBITY_URL`), or as it tells itself. */
export const serviceUrl = async ({ url = process.env.PROBITY_URL }: Access): Promise<string> => {
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new WrongUse(`"${url}" is no address of a service: it begins with http:// or https://`)
  const { baseUrl, dataDir, port } = readConfig(process.env)
  return (url ?? baseUrl ?? (await readOwner(dataDir))?.address ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '')
}

/** @throws WrongUse when there is none */
export const keyOf = ({ key = process.env.PROBITY_KEY }: Access): string => {
  if (!key) throw new WrongUse('an API key is needed: --key KEY, or PROBITY_KEY in the environment')
  return key
}

/** @throws WrongUse when there is none, or it is no test key */
export const testKeyOf = (command: string, access: Access): string => {
  const key = keyOf(access)
  if (!key.startsWith('bvs_test_')) throw new WrongUse(`${command} works in the sandbox, so it takes a test key only (bvs_test_...)`)
  return key
}

const awayStatuses = [502, 503, 504]

/** Redirects are not followed: a request that creates would become one that reads. */
export const sending = async (access: Access): Promise<Send> => {
  const key = keyOf(access)
  const url = await serviceUrl(access)
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const tellIgnored = ignoredTeller()
  return async (method, path, { body, idempotencyKey, signal = null } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: idempotencyKey === undefined ? headers : { ...headers, 'Idempotency-Key': idempotencyKey },
      signal,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error) => {
      const told = `${unanswered(url, error)} (--url gives its address)`
      throw failsForGood(error) ? new OperatorError(told) : new Unreached(told)
    })
    tellIgnored(response)
    if (response.ok) return response
    const refusal = await refusalIn(response, `${url}${path.split('?')[0]}`)
    const isTooOften = response.status === 429
    if (!isTooOften && !awayStatuses.includes(response.status)) throw refusal
    throw new Unreached(refusal.message, { retryAfterMs: retryAfterMs(response), isTooOften })
  }
}

export const requesting = async (access: Access): Promise<Request> => {
  const [send, url] = [await sending(access), await serviceUrl(access)]
  return async <Answer>(method: Method, path: string, asked?: Asked): Promise<Answer> =>
    answerIn<Answer>(await send(method, path, asked), (how) => new Unreached(`${url} was asked, and ${how}`))
}
