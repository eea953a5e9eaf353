// What carries the requests of the journeys: `fetch`, or with JOURNEYS_CLIENT one of the clients in clients/, as programs use it. Then an answer is
// what the client made of it: a refusal, for example, is the error that it threw.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

// biome-ignore lint/suspicious/noExplicitAny: the clients' types come from their build.
type Body = any

export type Carried = {
  readonly url: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: string | Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
}

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

export type Carry = (request: Carried) => Promise<Answer>

export const byFetch: Carry = async ({ url, method, path, body, headers }) => {
  const sent = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body: body as string }) } as const
  const response = await fetch(`${url}${path}`, sent)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** A call that programs make through a client: JSON of whole characters or nothing, a bearer key, and no headers but those that the clients have a place for. */
type Call = {
  readonly url: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly idempotencyKey?: string
}

const callOf = ({ url, method, path, body, headers }: Carried): Call | null => {
  const { Authorization: authorization, 'Content-Type': type, 'Idempotency-Key': idempotencyKey, ...others } = headers
  const key = /^Bearer (bvs_\w+)$/.exec(authorization ?? '')?.[1]
  const isJson = body === undefined || (typeof body === 'string' && type === 'application/json' && !/\\ud[89a-f]/i.test(body))
  const isOfInterface = path.startsWith('/v1/') && ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  if (key === undefined || !isJson || !isOfInterface || Object.keys(others).length > 0) return null
  return {
    url,
    key,
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.parse(body) }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
}

type Called = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }

const through =
  (make: (call: Call) => Promise<Called>): Carry =>
  async (request) => {
    const call = callOf(request)
    if (!call) return byFetch(request)
    const { status, headers, text } = await make(call)
    return { status, headers: new Headers(headers), text }
  }

/** What a program learns from an error of either client. */
const refusal = (status: number, problems: unknown, requestId: string | null): Called => ({
  status,
  headers: { 'content-type': 'application/json', ...(requestId === null ? {} : { 'x-request-id': requestId }) },
  text: JSON.stringify({ errors: problems }),
})

/** Programs know which answers are files. */
const isFile = (path: string): boolean => /\/(csv|pdf|text)(\?|$)/.test(path)

const downloaded = async (client: Body, path: string): Promise<Called> => {
  const { content, type } = await client.download(path)
  return { status: 200, headers: { 'content-type': type, 'x-request-id': 'downloaded' }, text: Buffer.from(content).toString() }
}

const byTypeScript = async (): Promise<Carry> => {
  const { Probity, ProbityError }: Body = await import(pathToFileURL('clients/typescript/dist/index.js').href)
  const clients = new Map<string, Body>()
  return through(async ({ url, key, method, path, body, idempotencyKey }) => {
    const client = clients.get(url + key) ?? new Probity({ apiKey: key, baseUrl: url })
    clients.set(url + key, client)
    try {
      if (method === 'GET' && isFile(path)) return await downloaded(client, path)
      const { data, response } = await client.api.request(method.toLowerCase(), path, {
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: data === undefined ? '' : JSON.stringify(data),
      }
    } catch (error) {
      if (!(error instanceof ProbityError)) throw error
      const { status, problems, requestId } = error as Body
      return refusal(status, problems, requestId)
    }
  })
}

type Told = {
  readonly id: number
  readonly failure?: string
  readonly refused?: readonly [number, unknown, string | null]
} & Partial<Called>

const byPython = async (): Promise<Carry> => {
  const bridge = spawn('clients/python/.venv/bin/python', ['test/clients/bridge.py'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, { readonly resolve: (called: Called) => void; readonly reject: (error: Error) => void }>()
  createInterface(bridge.stdout).on('line', (line) => {
    const { id, failure, refused, status = 0, headers = {}, text = '' } = JSON.parse(line) as Told
    const caller = waiting.get(id)
    waiting.delete(id)
    if (failure !== undefined) caller?.reject(new Error(failure))
    else caller?.resolve(refused ? refusal(...refused) : { status, headers, text })
  })
  // The test ends when nothing else is left to do, and the bridge with it.
  bridge.unref()
  for (const stream of [bridge.stdin, bridge.stdout]) (stream as unknown as { readonly unref: () => void }).unref()
  let calls = 0
  return through(
    (call) =>
      new Promise((resolve, reject) => {
        const id = ++calls
        waiting.set(id, { resolve, reject })
        bridge.stdin.write(`${JSON.stringify({ id, ...call })}\n`)
      }),
  )
}

const carriers: Readonly<Record<string, () => Promise<Carry>>> = { typescript: byTypeScript, python: byPython }

export const carry: Carry = (await carriers[process.env.JOURNEYS_CLIENT ?? '']?.()) ?? byFetch
