// An app at the real edge with whatever routes a test needs: two accounts, a key that may only read, and a log that can be looked at.
import { pino } from 'pino'
import type { Principal } from '../../src/auth/principal.ts'
import { memoryRateLimit } from '../../src/auth/rate-limit.ts'
import { type AppDependencies, createApp } from '../../src/http/app.ts'
import type { ProbityApp, Routes } from '../../src/inner/framework/environment.ts'
import { memoryRecords } from './memory-records.ts'

export const secret = Buffer.alloc(32, 7)

const principal = (accountId: string, scope: 'read_only' | 'read_write' = 'read_write'): Principal => ({
  accountId,
  mode: 'test',
  actor: { type: 'api_key', id: accountId },
  scopes: scope === 'read_only' ? ['read_only'] : ['read_only', 'read_write'],
})

const principals: Readonly<Record<string, Principal>> = {
  'key-a': principal('account-a'),
  'key-b': principal('account-b'),
  'reader-a': principal('account-a', 'read_only'),
}

export type Toy = {
  readonly app: ProbityApp
  readonly logged: () => readonly string[]
  /** Sends JSON (or raw text) as account A. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
}

export const toy = (routes: Routes | readonly Routes[], overrides: Partial<AppDependencies> = {}): Toy => {
  const lines: string[] = []
  const app = createApp({
    authenticate: async ({ credentials }) => principals[credentials.secret],
    records: memoryRecords(),
    secret,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    ready: async () => ({ ok: true, checks: {} }),
    rateLimit: memoryRateLimit({ requests: 1000, windowSeconds: 1 }),
    routes: [routes].flat(),
    ...overrides,
  })
  const send: Toy['send'] = async (method, path, body, headers = {}) =>
    app.request(path, {
      method,
      headers: { Authorization: 'Bearer key-a', ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return { app, send, logged: () => lines }
}

export type ErrorBody = { readonly errors: readonly { readonly message: string; readonly parameter?: string }[] }

export const errorsOf = async (response: Response): Promise<ErrorBody['errors']> => ((await response.json()) as ErrorBody).errors
