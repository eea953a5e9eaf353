// A service of its own for a test, and visitors who use its pages as a browser would: cookies kept, redirects looked at, forms sent back with their hidden fields.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { suite, type Test } from 'uvu'
import { operatorToken } from '../../src/auth/operator-token.ts'
import type { PasswordCost } from '../../src/auth/passwords.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningService, startService } from '../../src/service.ts'
import { patienceMs, until } from '../eventually.ts'
import { keepSample, putSample } from '../sample-data.ts'

export const admin = { email: 'admin@example.com', password: 'correct horse battery staple' }
export const testKey = 'bvs_test_0123456789abcdef0123'

export const masterKey = Buffer.alloc(32, 5)

export type Clock = { offsetMs: number }

export type TestService = {
  readonly url: string
  readonly dataDir: string
  readonly service: RunningService
  /** Moves the service's clock on. */
  readonly clock: Clock
  readonly api: (method: string, path: string, body?: unknown, key?: string) => Promise<Response>
  /** Another account with an administrator. */
  readonly otherAccount: (slug: string) => Promise<{ readonly email: string; readonly password: string; readonly key: string }>
  /** Stops the service and starts it again at the same address over the same folder. */
  readonly restart: () => Promise<void>
  /** The e-mails that the service has written. */
  readonly mails: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

/** A guess costs next to nothing: what tests are about is seldom how long one takes. */
const lowCost: PasswordCost = { N: 16, r: 8, p: 1 }

export const startTestService = async (
  environment: Readonly<Record<string, string>> = {},
  { passwordCost = lowCost }: { readonly passwordCost?: PasswordCost } = {},
): Promise<TestService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probity-pages-'))
  putSample(dataDir)
  const clock: Clock = { offsetMs: 0 }
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey.toString('base64'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_SECOND: '10000',
    BOOTSTRAP_TEST_KEY: testKey,
    BOOTSTRAP_EMAIL: admin.email,
    BOOTSTRAP_PASSWORD: admin.password,
    ...environment,
  })
  const start = (port = 0) =>
    startService(
      { ...config, port },
      { now: () => new Date(Date.now() + clock.offsetMs), log: pino({ level: 'silent' }), passwordCost, readModelsWaitMs: patienceMs },
    )
  let service = await start()
  keepSample(dataDir)
  const url = service.url ?? ''
  return {
    url,
    dataDir,
    get service() {
      return service
    },
    clock,
    api: (method, path, body, key = testKey) =>
      fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    otherAccount: async (slug) => {
      const operate = async (path: string, body: object) => {
        const headers = { Authorization: `Bearer ${operatorToken(masterKey)}`, 'Content-Type': 'application/json' }
        const response = await fetch(`${url}/operator${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return (await response.json()) as { readonly id: string; readonly link: string; readonly key: string }
      }
      const { id } = await operate('/accounts', { name: slug, slug })
      const who = { email: `${slug}@example.com`, password: 'a secret of another account' }
      const { link } = await operate(`/accounts/${id}/users`, { email: who.email, name: slug })
      const guest = visitor(url)
      await guest.get(link)
      await guest.form(new URL(link).pathname, { name: slug, password: who.password })
      return { ...who, key: (await operate(`/accounts/${id}/keys`, { name: 'key', mode: 'test' })).key }
    },
    restart: async () => {
      await service.stop()
      service = await start(Number(new URL(url).port))
    },
    mails: async () => {
      const folder = join(dataDir, 'mail')
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')))
    },
    stop: async () => {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly location: string }

/** `form`: a form of the last page is sent, with its hidden fields and these. */
export type Visitor = {
  readonly cookies: Map<string, string>
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly form: (action: string, fields?: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly post: (
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  readonly signIn: (who?: { email: string; password: string }, returnTo?: string) => Promise<Answer>
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
export const unescaped = (text: string): string => text.replaceAll(/&(amp|quot|#39|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** The hidden fields of the page's form with this action. */
export const hiddenFields = (page: string, action: string): Readonly<Record<string, string>> => {
  const found = [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].find(([, attributes]) =>
    unescaped(attributes ?? '').includes(`action="${action}"`),
  )
  if (!found) throw new Error(`the page has no form for ${action}:\n${page.slice(0, 2000)}`)
  const hidden = (found[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, unescaped(value)]))
}

/** `mode`: what the visitor has chosen to look at. */
export const visitor = (url: string, mode: 'test' | 'live' = 'test'): Visitor => {
  const cookies = new Map<string, string>([['probity_mode', mode]])
  let page = ''
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie === '' ? {} : { Cookie: cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(path.startsWith('http') ? path : url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    if (response.status < 300 || response.status >= 400) page = text
    return { status: response.status, headers: response.headers, text, location: response.headers.get('location') ?? '' }
  }
  const get: Visitor['get'] = (path, headers = {}) => ask(path, { headers })
  const post: Visitor['post'] = (path, fields, headers = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields as Record<string, string>), headers: { Origin: url, ...headers } })
  const form: Visitor['form'] = (action, fields = {}, headers = {}) => {
    return post(action, { ...hiddenFields(page, action), ...fields }, headers)
  }
  return {
    cookies,
    get,
    post,
    form,
    signIn: async (who = admin, returnTo = '') => {
      await get(`/sign-in${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ''}`)
      return form('/sign-in', who)
    },
  }
}

/** What a page shows once, under its name. */
export const shownSecret = (page: string, name: string): string =>
  new RegExp(`<dt>${name}</dt><dd><code[^>]*>([^<]+)</code>`).exec(page)?.[1] ?? ''

/** Resolves when the business is in review. `key`: that of another mode or account. */
export const reviewed = ({ api }: Pick<TestService, 'api'>, id: string, key?: string): Promise<void> =>
  until('the business is reviewed', async () => {
    const { status } = (await (await api('GET', `/v1/businesses/${id}`, undefined, key)).json()) as { readonly status: string }
    return status === 'in_review'
  })

export type SignedIn = { service: TestService; user: Visitor }

/** A suite over a service of its own, in whose pages an administrator is signed in. */
export const signedInSuite = (name: string, environment: Readonly<Record<string, string>> = {}): Test<SignedIn> => {
  const test = suite<SignedIn>(name)
  test.before(async (context) => {
    context.service = await startTestService(environment)
    context.user = visitor(context.service.url)
    await context.user.signIn()
  })
  test.after(({ service }) => service.stop())
  return test
}

/** Somebody whom this administrator invites, signed in. */
export const colleague = async (
  { url }: Pick<TestService, 'url'>,
  administrator: Visitor,
  { name, roles }: { readonly name: string; readonly roles: string },
): Promise<Visitor> => {
  const who = { email: `${name}@example.com`, password: admin.password }
  await administrator.get('/settings/users')
  const { text } = await administrator.form('/settings/users', { name, email: who.email, roles })
  const link = /\/invitations\/\w+/.exec(text)?.[0] ?? ''
  const person = visitor(url)
  await person.get(link)
  await person.form(link, { name, password: who.password })
  const { status } = await person.signIn(who)
  if (status !== 303) throw new Error(`${name} is not signed in: ${status}`)
  return person
}
