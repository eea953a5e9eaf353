// The service as its integrators meet it: started on a free port over a data folder of its own, with clients that hold every answer
// against the service's OpenAPI document.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import type { PasswordCost } from '../../src/auth/passwords.ts'
import { readConfig } from '../../src/config.ts'
import type { EventMetadata } from '../../src/events/define.ts'
import { defaultVersion } from '../../src/interface/versions.ts'
import { type RunningService, startService } from '../../src/service.ts'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'
import { patienceMs, until } from '../eventually.ts'
import { checkAgainstOpenApi } from '../http/conformance.ts'
import { keepSample, putSample } from '../sample-data.ts'
import { byFetch, carry } from './carriers.ts'

export { until }

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape the OpenAPI document has been checked for.
export type Body = any

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Body; readonly text: string }

type Headers_ = Readonly<Record<string, string>>

export type Client = {
  readonly get: (path: string, headers?: Headers_) => Promise<Reply>
  readonly post: (path: string, body?: unknown, headers?: Headers_) => Promise<Reply>
  readonly put: (path: string, body?: unknown, headers?: Headers_) => Promise<Reply>
  readonly patch: (path: string, body?: unknown, headers?: Headers_) => Promise<Reply>
  readonly del: (path: string, headers?: Headers_) => Promise<Reply>
  /** Sends text as it is; answers of paths that the OpenAPI document does not name are let through. */
  readonly raw: (method: string, path: string, body?: string | Uint8Array, headers?: Headers_) => Promise<Reply>
}

export const testKey = 'bvs_test_0123456789abcdef0123'
export const liveKey = 'bvs_live_0123456789abcdef0123'
const masterKey = Buffer.alloc(32, 9)

export type TestService = {
  readonly url: string
  readonly dataDir: string
  readonly service: RunningService
  /** As the first account, with its test key, and with its live key. */
  readonly test: Client
  readonly live: Client
  /** A client with these headers and no credentials of its own. */
  readonly as: (headers: Headers_) => Client
  /** The operator's routes. */
  readonly operator: Client
  /** A client of another account, made for it. */
  readonly otherAccount: () => Promise<Client>
  /** The id of the user made at the first start. */
  readonly userId: () => string
  /** How many events there are in the log, and how many of them clients asked for. */
  readonly events: () => { readonly all: number; readonly asked: number }
  /** Resolves when every process has handled what is in the log, or put it off. */
  readonly settled: () => Promise<void>
  /** Stops the service and starts it again over the same folder. */
  readonly restart: (changes?: Readonly<Record<string, string>>) => Promise<void>
  readonly stop: () => Promise<void>
}

let counter = 0

/** A name or a key that no other has. */
export const fresh = (what: string): string => `${what}-${process.pid}-${++counter}`

/** Nobody guesses passwords here. */
const lowCost: PasswordCost = { N: 16, r: 8, p: 1 }

/**
 * `now`: another clock than the machine's. `insistent`: its clients send a request again for as long as the answer is to come back later, as over
 * servers on a slow machine.
 */
export const startTestService = async (
  environment: Readonly<Record<string, string>> = {},
  { insistent = false, ...options }: { readonly now?: () => Date; readonly insistent?: boolean } = {},
): Promise<TestService> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-'))
  putSample(dataDir)
  /** Resolves when it is ready, as those who run it wait for. Without a worker nobody makes it so. */
  const start = async (changes: Readonly<Record<string, string>> = {}) => {
    const { ROLES = 'api,worker' } = { ...environment, ...changes }
    const started = await startService(
      readConfig({
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        RATE_LIMIT_PER_SECOND: '100000',
        MASTER_KEY: masterKey.toString('base64'),
        BOOTSTRAP_TEST_KEY: testKey,
        BOOTSTRAP_LIVE_KEY: liveKey,
        ...environment,
        ...changes,
      }),
      // Without a worker nobody folds what is written.
      { passwordCost: lowCost, ...options, ...(ROLES.includes('worker') && { readModelsWaitMs: patienceMs }) },
    )
    if (ROLES.includes('worker')) await until('it is ready', async () => (await fetch(`${started.url}/readyz`)).ok)
    return started
  }
  let service = await start()
  keepSample(dataDir)
  let others = 0
  const documents = new Map<string, object>()
  const documentOf = async (version: string): Promise<object> => {
    const known = documents.get(version) ?? ((await (await fetch(`${url()}/openapi.json?version=${version}`)).json()) as object)
    documents.set(version, known)
    return known
  }
  const url = () => service.url as string

  const as = (own: Headers_): Client => {
    const send = async (
      method: string,
      path: string,
      body: string | Uint8Array | undefined,
      headers: Headers_,
      by = carry,
    ): Promise<Reply> => {
      const answer = () => by({ url: url(), method, path, body, headers: { ...again, ...own, ...headers } })
      const again: Headers_ = insistent && method === 'POST' ? { 'Idempotency-Key': randomUUID() } : {}
      let response = await answer()
      for (const end = performance.now() + patienceMs; insistent && response.status === 503 && performance.now() < end; await pause(200))
        response = await answer()
      const { text } = response
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      const parsed = isJson && text !== '' ? JSON.parse(text) : undefined
      const { pathname, search } = new URL(path, url())
      const openapi = await documentOf(response.headers.get('probity-version') ?? defaultVersion)
      if (method !== 'HEAD' && isDocumented(openapi, method, pathname))
        checkAgainstOpenApi(openapi, method, `${pathname}${search}`, response.status, parsed)
      assert.ok(response.headers.get('x-request-id'), 'every response carries X-Request-Id')
      if (response.status >= 400 && method !== 'HEAD')
        assert.ok(Array.isArray(parsed?.errors) && parsed.errors.length > 0, `${method} ${path} ${response.status} has errors: ${text}`)
      return { status: response.status, headers: response.headers, body: parsed, text }
    }
    const json =
      (method: string) =>
      (path: string, body?: unknown, headers: Headers_ = {}) =>
        send(
          method,
          path,
          body === undefined ? undefined : JSON.stringify(body),
          body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
        )
    return {
      get: (path, headers = {}) => send('GET', path, undefined, headers),
      post: json('POST'),
      put: json('PUT'),
      patch: json('PATCH'),
      del: (path, headers = {}) => send('DELETE', path, undefined, headers),
      raw: (method, path, body, headers = {}) => send(method, path, body, headers, byFetch),
    }
  }

  const operator = as({ Authorization: `Bearer ${operatorToken(masterKey)}` })
  const withKey = (key: string) => as({ Authorization: `Bearer ${key}` })

  return {
    get url() {
      return url()
    },
    get service() {
      return service
    },
    dataDir,
    test: withKey(testKey),
    live: withKey(liveKey),
    as,
    operator,
    otherAccount: async () => {
      const account = await operator.post('/operator/accounts', { name: 'Other account', slug: `other-account-${++others}` })
      assert.is(account.status, 201, account.text)
      const key = await operator.post(`/operator/accounts/${account.body.id}/keys`, { name: 'key', mode: 'test' })
      return withKey(key.body.key)
    },
    userId: () => userOf(dataDir),
    events: openEventCounts(dataDir),
    settled: () =>
      until('the processes hold the log', async () => {
        const metrics = await (await fetch(`${url()}/metrics`)).text()
        const gauge = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1])
        return gauge('probity_processed_position') >= gauge('probity_log_position')
      }),
    restart: async (changes) => {
      await service.stop()
      service = await start(changes)
    },
    stop: async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const userOf = (dataDir: string): string => {
  const file = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
  try {
    return String(file.prepare("select substr(stream, 6) as id from events where type = 'UserRegistered'").get()?.id)
  } finally {
    file.close()
  }
}

/** Counted in the log's own file, while the service has it open or after. Each count goes on from the one before. */
const openEventCounts = (dataDir: string) => {
  let position = 0
  let counts = { all: 0, asked: 0 }
  return () => {
    const file = openEventsFile(join(dataDir, 'events.sqlite'), { readOnly: true, slice: { budgetMs: () => Number.POSITIVE_INFINITY } })
    try {
      const until = file.lastPosition()
      const { events } = file.readLog({ direction: 'forwards', after: position, until, limit: until + 1, filter: {} })
      const asked = events.filter(({ metadata }) => (metadata as EventMetadata).actor.type !== 'process')
      position = until
      counts = { all: counts.all + events.length, asked: counts.asked + asked.length }
      return counts
    } finally {
      file.close()
    }
  }
}

const isDocumented = (openapi: object, method: string, path: string): boolean => {
  const { paths } = openapi as { readonly paths: Readonly<Record<string, object>> }
  return (
    path.startsWith('/v1/') &&
    Object.entries(paths).some(
      ([template, operations]) =>
        new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path) && Object.hasOwn(operations, method.toLowerCase()),
    )
  )
}

export const acme = { name: 'Acme Widgets LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }

/** Creates a business and answers with it as it stands after its review. */
export const verified = async (client: Client, request: object): Promise<Body> => {
  const created = await client.post('/v1/businesses', request)
  assert.is(created.status, 201, created.text)
  return reviewed(client, created.body.id)
}

/** The business once it is in review. */
export const reviewed = (client: Client, id: string): Promise<Body> =>
  business(client, id, 'it is in review', ({ status }) => status === 'in_review')

/** The business once the condition holds. */
export const business = async (client: Client, id: string, what: string, condition: (business: Body) => boolean): Promise<Body> => {
  let last: Body
  await until(what, async () => {
    last = (await client.get(`/v1/businesses/${id}`)).body
    return condition(last)
  })
  return last
}

/** The sub-label of each task of a review, by key. */
export const subLabels = ({ review }: Body): Readonly<Record<string, string>> =>
  Object.fromEntries(review.tasks.map(({ key, sub_label }: Body) => [key, sub_label]))

/** The task of a review with this key; undefined: there is none. */
export const taskOf = ({ review }: Body, key: string): Body => review.tasks.find((task: Body) => task.key === key)

/** The parameters that an answer's errors name. */
export const parameters = ({ body }: Reply): readonly (string | undefined)[] => body.errors.map(({ parameter }: Body) => parameter)
