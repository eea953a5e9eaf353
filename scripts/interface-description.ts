// The interface description as the service gives it, made of the routes alone: no stores are opened, and nothing listens.
import { pino } from 'pino'
import { createApp } from '../src/http/app.ts'
import { oauthRoutes } from '../src/http/oauth/token.ts'
import { routes } from '../src/http/routes/all.ts'

/** What the routes rest on. None that needs it is called: what they take apart when they are mounted has to be there, and no more. */
const nothing = { documents: {}, inner: {} } as never

const app = createApp({
  authenticate: async () => undefined,
  records: nothing,
  secret: new Uint8Array(32),
  log: pino({ level: 'silent' }),
  ready: async () => ({ ok: true, checks: {} }),
  routes: routes(nothing),
  openRoutes: [oauthRoutes(nothing)],
})

/** @throws Error when there is no such version */
export const interfaceDescription = async (version: string, { webhooks = true } = {}): Promise<object> => {
  const answer = await app.request(`/openapi.json?${new URLSearchParams({ version, webhooks: String(webhooks) })}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json() as Promise<object>
}
