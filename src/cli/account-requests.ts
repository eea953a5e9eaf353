// Requests of the command line to the service, with an API key of an account.
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'
import { answerIn, unanswered } from './answers.ts'
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

type Asked = { readonly body?: object | undefined; readonly signal?: AbortSignal | undefined }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** Answers with the body; `Answer`: what the route answers with. @throws OperatorError when the service refuses, Unreached */
export type Request = <Answer = unknown>(method: Method, path: string, asked?: Asked) => Promise<Answer>

/** The service cannot be reached, or asks to come back later. */
export class Unreached extends OperatorError {
  /** Null: it did not say. */
  readonly retryAfterMs: number | null
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** The address of the service, as the examples and clients are told it (`PROBITY_URL`), or as it tells itself. */
export const serviceUrl = async ({ url = process.env.PROBITY_URL }: Access): Promise<string> => {
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

export const requesting = async (access: Access): Promise<Request> => {
  const key = keyOf(access)
  const url = await serviceUrl(access)
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const tellIgnored = ignoredTeller()
  return async <Answer>(method: Method, path: string, { body, signal }: Asked = {}): Promise<Answer> => {
    const options = { method, headers, signal: signal ?? null, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}${path}`, options).catch((error) => {
      throw new Unreached(`${unanswered(url, error)} (--url gives its address)`)
    })
    tellIgnored(response)
    if (response.ok) return answerIn<Answer>(response, (how) => new Unreached(`${url} was asked, and ${how}`))
    const refusal = await refusalIn(response, path)
    if (![429, 502, 503, 504].includes(response.status)) throw refusal
    const seconds = Number(response.headers.get('retry-after'))
    throw new Unreached(refusal.message, seconds > 0 ? seconds * 1000 : null)
  }
}

/** Tells of misspelt parameters of a list and members of a record, once for all pages. */
const ignoredTeller = (): ((response: Response) => void) => {
  const told = new Set<string>()
  return ({ headers }) => {
    const ignored = headers.get('Probity-Ignored')
    if (ignored === null || told.has(ignored)) return
    told.add(ignored)
    console.error(`the service reads no ${ignored.split(', ').map(decodeURIComponent).join(', ')}`)
  }
}
