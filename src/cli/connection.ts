// Connects the operator's command lines to the service: over HTTP if it is running, else by starting it for one command, without a socket.
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { operatorToken } from '../auth/operator-token.ts'
import { logLines } from '../composition/log-lines.ts'
import { serializers } from '../composition/logger.ts'
import { type Config, readConfig } from '../config.ts'
import { WrongSetting } from '../setting-values.ts'
import { logFile, readOwner } from '../stores/embedded/folder.ts'
import { masterKeyFile, readMasterKey } from '../stores/master-key.ts'
import { answerIn, ignoredTeller, unanswered } from './answers.ts'

export type Operator = {
  /**
   * `Answer`: what the route of src/http/control answers with.
   * @throws OperatorError with the service's own message when it refuses
   */
  readonly request: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** The service's error, as lines to print. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

/** @throws WrongSetting, DataFolderInUse, WrongMasterKey */
export const connectOperator = async (): Promise<Operator> => {
  const config = readConfig(process.env)
  if (config.eventStoreUrl === null) logFileIn(config.dataDir)
  const running = await addressOf(config)
  if (running) {
    const token = operatorToken(masterKeyOf(config))
    const send = (path: string, init: RequestInit) =>
      fetch(`${running}${path}`, { ...init, redirect: 'manual' }).catch((error) => {
        throw new OperatorError(unanswered(running, error))
      })
    return { request: requesting(send, token), close: async () => undefined }
  }
  // Loaded only where none runs: without it a command starts five times as fast.
  const [{ startService }, { pino }] = await Promise.all([import('../service.ts'), import('pino')])
  const service = await startService(
    { ...config, roles: ['worker'], healthPort: null, logLevel: 'error' },
    // Its own log goes beside what the command prints.
    { log: pino({ level: 'error', serializers }, logLines(2)) },
  )
  return {
    request: requesting(async (path, init) => service.app.request(path, init), operatorToken(masterKeyOf(config))),
    close: service.stop,
  }
}

/** The service's address, from the owner of the data folder or BASE_URL. */
const addressOf = async ({ baseUrl, dataDir, eventStoreUrl }: Config): Promise<string | null> => {
  if (eventStoreUrl !== null) return baseUrl
  const owner = await readOwner(dataDir)
  if (!owner?.address) return null
  const alive = await fetch(`${owner.address}/healthz`, { signal: AbortSignal.timeout(15_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  return alive ? owner.address : null
}

/** Prevents the first start of a new service in a folder that may just be misspelt. @throws WrongSetting */
export const logFileIn = (dataDir: string): string => {
  const file = logFile(dataDir)
  if (!existsSync(file)) throw new WrongSetting(`${dataDir} holds no event log: is DATA_DIR the service's data folder?`)
  return file
}

/** @throws WrongSetting if there is none, DataFolderUnusable */
export const masterKeyOf = ({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): Buffer => {
  const key = masterKey ?? readMasterKey(dataDir)
  if (!key) throw new WrongSetting(`${masterKeyFile(dataDir)} does not exist: is DATA_DIR the service's data folder?`)
  return key
}

const requesting = (send: (path: string, init: RequestInit) => Promise<Response>, token: string): Operator['request'] => {
  const tellIgnored = ignoredTeller()
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const response = await send(`/operator${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    tellIgnored(response)
    if (!response.ok) throw await refusalIn(response, path)
    const answer = await answerIn<Answer & { readonly object?: string; readonly id?: string; readonly message?: string }>(
      response,
      (how) => new OperatorError(`${path} was answered with ${response.status}, and ${how}; look whether it is done`),
    )
    // The account requires a second person: nothing was done yet.
    if (response.status === 202 && answer.object === 'proposal') throw new OperatorError(`${answer.message} (proposal ${answer.id})`)
    return answer
  }
}

const Refusal = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/**
 * The error in the service's words. A proxy that answers in its place has none.
 * @example
 * (await refusalIn(Response.json({ errors: [{ message: 'no such account' }] }), '/accounts')).message // => 'no such account'
 * (await refusalIn(new Response('', { status: 502 }), '/a')).message // => '/a answered with status 502: does a proxy answer in place of the service?'
 * (await refusalIn(Response.redirect('https://a.test/'), '/')).message // => '/ is redirected to https://a.test/: give the address that the service itself has'
 */
export const refusalIn = async (response: Response, path: string): Promise<OperatorError> => {
  const location = response.headers.get('location')
  if (location !== null && response.status < 400)
    return new OperatorError(`${path} is redirected to ${location}: give the address that the service itself has`)
  const body: unknown = await response.json().catch(() => null)
  const { data } = Refusal.safeParse(body)
  return new OperatorError(
    data?.errors.map(({ message }) => message).join('\n') ??
      `${path} answered with status ${response.status}: does a proxy answer in place of the service?`,
  )
}
