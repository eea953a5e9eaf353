// All routes over stores of their own and the background work of a service, without pages, sockets and a first start: for tests of many routes in one
// process. Every answer is held against the interface description.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import * as assert from 'uvu/assert'
import type { Principal } from '../../src/auth/principal.ts'
import { memoryRateLimit } from '../../src/auth/rate-limit.ts'
import { account, features } from '../../src/commands/account.ts'
import { user } from '../../src/commands/user.ts'
import { auditOperations } from '../../src/composition/audit-operations.ts'
import { type InnerDependencies, innerDependencies } from '../../src/composition/inner-dependencies.ts'
import { openKernel } from '../../src/composition/kernel.ts'
import { openSources, readConfiguredSources } from '../../src/composition/sources.ts'
import { startWork, turnsBeside } from '../../src/composition/work.ts'
import { readConfig } from '../../src/config.ts'
import { createApp } from '../../src/http/app.ts'
import { operatorRoutes } from '../../src/http/control/routes.ts'
import { httpMetrics } from '../../src/http/middleware/metrics.ts'
import { type RouteDependencies, routes } from '../../src/http/routes/all.ts'
import { documentDownloads } from '../../src/inner/evidence-documents.ts'
import { newestVersion } from '../../src/interface/versions.ts'
import { projections } from '../../src/projections/all.ts'
import type { WriteContext } from '../../src/stores/event-log.ts'
import { patienceMs, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { checkAgainstOpenApi } from './conformance.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape the interface description has been checked for.
export type Body = any

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Body; readonly text: string }

type Extra = Readonly<Record<string, string>>

export type Caller = {
  readonly get: (path: string, headers?: Extra) => Promise<Reply>
  readonly post: (path: string, body?: unknown, headers?: Extra) => Promise<Reply>
  readonly put: (path: string, body?: unknown, headers?: Extra) => Promise<Reply>
  readonly patch: (path: string, body?: unknown, headers?: Extra) => Promise<Reply>
  readonly del: (path: string) => Promise<Reply>
}

export type Scene = {
  readonly accountId: string
  readonly otherAccountId: string
  /** Of the account: a key of each mode, and a person with a token of the test mode. */
  readonly test: Caller
  readonly live: Caller
  readonly person: Caller
  /** A second person of the account. */
  readonly second: Caller
  /** A test key of another account. */
  readonly other: Caller
  readonly operator: Caller
  readonly personId: string
  readonly secondId: string
  readonly keyId: string
  readonly inner: RouteDependencies
  /** The caller with the test key, the person, or a key for agents alone, of routes that have other dependencies than the scene's. */
  readonly over: (others: Partial<RouteDependencies>, caller?: 'test' | 'person' | 'clerk' | 'assistant') => Caller
  readonly close: () => Promise<void>
}

const token = 'operator'
const inEveryWay = ['read_only', 'read_write'] as const

/** Two accounts, and the first one's two people. */
export const openScene = async ({ now = () => new Date() }: { readonly now?: () => Date } = {}): Promise<Scene> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-routes-'))
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'worker', MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })
  const log = pino({ level: 'silent' })
  const metrics = httpMetrics(new Registry())
  const turns = turnsBeside(metrics)
  const kernel = await openKernel(config, {})
  const sources = await openSources(config, await readConfiguredSources(config), { now, log, load: kernel.load })
  const ownUrl = 'http://localhost'
  const parts = { config, kernel, sources, metrics, turns, projections, log, now, ownUrl, inThread: false, readModelsWaitMs: patienceMs }
  const work = await startWork(parts)
  const inner = innerDependencies({ ...parts, work })

  const written = (accountId: string): WriteContext => ({
    accountId,
    actor: { type: 'process', id: 'scene' },
    commandId: randomUUID(),
    at: now(),
  })
  const addAccount = async (slug: string): Promise<string> => {
    const id = randomUUID()
    const created = { account_id: id, name: `Account ${slug}`, slug, features: [...features], interface_version: newestVersion }
    await kernel.handle(account, id, { type: 'CreateAccount', account: created }, written(id))
    return id
  }
  const addPerson = async (accountId: string, name: string) => {
    const id = randomUUID()
    const registered = { user_id: id, email: `${name}@example.com`, name, password_hash: 'none', roles: ['admin' as const] }
    const { position } = await kernel.handle(user, id, { type: 'RegisterUser', user: registered }, written(accountId))
    assert.ok(position !== null && (await work.passed(position, accountId)))
    return id
  }
  const [accountId, otherAccountId] = [await addAccount('one'), await addAccount('other')]
  const [personId, secondId] = [await addPerson(accountId, 'ann'), await addPerson(accountId, 'bert')]
  const keyId = randomUUID()
  const key = (ofAccount: string, mode: 'test' | 'live', id: string): Principal => ({
    accountId: ofAccount,
    mode,
    actor: { type: 'api_key', id },
    scopes: inEveryWay,
    keyScopes: null,
  })
  const person = (id: string): Principal => ({ accountId, mode: 'test', actor: { type: 'user', id }, scopes: inEveryWay, roles: ['admin'] })
  const principals: Readonly<Record<string, Principal>> = {
    test: key(accountId, 'test', keyId),
    live: key(accountId, 'live', randomUUID()),
    other: key(otherAccountId, 'test', randomUUID()),
    person: person(personId),
    second: person(secondId),
    clerk: { ...person(secondId), roles: ['operator'] },
    assistant: { ...key(accountId, 'test', randomUUID()), keyScopes: ['agents:write'] },
  }
  const appOver = (dependencies: InnerDependencies) =>
    createApp({
      authenticate: async ({ credentials }) => principals[credentials.secret],
      caughtUp: work.caughtUp,
      records: kernel.stores.documents.records,
      secret: kernel.secretFor('idempotency'),
      log,
      ready: async () => ({ ok: true, checks: {} }),
      routes: routes(dependencies),
      openRoutes: [
        documentDownloads(dependencies),
        operatorRoutes({
          ...dependencies,
          token,
          interfaceVersion: newestVersion,
          audit: auditOperations({ kernel, work, dataDir: null, now }),
          retryInboxes: [],
          setAside: async () => [],
          build: null,
        }),
      ],
      defaultVersion: newestVersion,
      rateLimit: memoryRateLimit({ requests: 100_000, windowSeconds: 1 }),
      now: () => now().getTime(),
    })
  const app = appOver(inner)
  const openapi = (await (await app.request('/openapi.json')).json()) as { readonly paths: object }

  const caller = (secret: string, by = app): Caller => {
    const send = async (method: string, path: string, body: unknown, headers: Extra = {}): Promise<Reply> => {
      const response = await by.request(path, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
      const parsed = isJson ? JSON.parse(text) : undefined
      if (path.startsWith('/v1/')) checkAgainstOpenApi(openapi, method, path, response.status, parsed)
      return { status: response.status, headers: response.headers, body: parsed, text }
    }
    return {
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      patch: (path, body, headers) => send('PATCH', path, body, headers),
      del: (path) => send('DELETE', path, undefined),
    }
  }

  return {
    accountId,
    otherAccountId,
    test: caller('test'),
    live: caller('live'),
    person: caller('person'),
    second: caller('second'),
    other: caller('other'),
    operator: caller(token),
    personId,
    secondId,
    keyId,
    inner,
    over: (others, who = 'test') => caller(who, appOver({ ...inner, ...others })),
    close: async () => {
      await work.close()
      await sources.close()
      await kernel.stores.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const portland = { full_address: '1 Main St, Portland, OR 97201' }
export const acme = { name: 'Acme Widgets LLC', addresses: [portland] }

/** A made record's answer. */
export const made = async (answer: Promise<Reply>): Promise<Body> => {
  const { status, body, text } = await answer
  assert.ok(status === 200 || status === 201, `${status} ${text}`)
  return body
}

/** What the path answers once the condition holds. */
export const once = async (caller: Caller, path: string, condition: (body: Body) => boolean): Promise<Body> => {
  let last: Body
  await until(`${path} is as wished`, async () => {
    last = (await caller.get(path)).body
    return last !== undefined && condition(last)
  })
  return last
}

/** A business once its review stands. */
export const reviewed = async (caller: Caller, request: object = acme): Promise<Body> => {
  const { id } = await made(caller.post('/v1/businesses', request))
  return once(caller, `/v1/businesses/${id}`, ({ status }) => status === 'in_review')
}

/** The status and the parameters that a refusal names. */
export const refusal = ({ status, body }: Reply): readonly (number | string | undefined)[] => [
  status,
  ...(body?.errors ?? []).map(({ parameter }: Body) => parameter),
]

export const idsOf = ({ body }: Reply): readonly string[] => body.data.map(({ id }: Body) => id)

/** Holds a list against what its pages and cursors give, one by one. @returns the ids of the whole list */
export const paged = async (caller: Caller, path: string, least = 2): Promise<readonly string[]> => {
  const [plain = '', query = ''] = path.split('?')
  const page = async (more: string) => (await made(caller.get(`${plain}?${query && `${query}&`}${more}`))) as Body
  const whole = await page('per_page=100')
  const ids: readonly string[] = whole.data.map(({ id, slug }: Body) => id ?? slug)
  assert.ok(ids.length >= least, `${path} has ${ids.length} members`)
  assert.equal([whole.total_count, whole.has_more, whole.url], [ids.length, false, plain])
  const seen = ({ data, total_count, has_more }: Body) => [data.map(({ id, slug }: Body) => id ?? slug), total_count, has_more]
  for (const [index, id] of filled(ids.entries())) {
    const expected = [[id], ids.length, index + 1 < ids.length]
    assert.equal(seen(await page(`per_page=1&page=${index + 1}`)), expected, `${path} page ${index + 1}`)
    if (index > 0)
      assert.equal(seen(await page(`per_page=1&starting_after=${ids[index - 1]}`)), expected, `${path} after ${ids[index - 1]}`)
  }
  assert.equal(refusal(await caller.get(`${plain}?${query && `${query}&`}starting_after=${randomUUID()}`)), [400, 'starting_after'])
  return ids
}
